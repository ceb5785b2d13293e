"""The licences of all libraries that hyperchess uses, its development included.

python -m scripts.licences [--extra web ...]

Reads the metadata of what is installed, follows requirements, and prints a table. A library that names no
licence is listed, and makes the exit code 1.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple

__all__ = ["Licence", "licences", "main"]

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_EXTRA = re.compile(r"""extra\s*==\s*["']([^"']+)["']""")
_FILES = re.compile(r"(licen[cs]e|copying)", re.IGNORECASE)


class Licence(NamedTuple):
    """A library and its licence, empty if it names none."""

    library: str
    version: str
    licence: str


def licences(package: str = "hyperchess", extras: set[str] | None = None) -> list[Licence]:
    """The licences of what a package needs; `None` stands for all extras. What is missing is left out."""
    found: dict[str, Licence] = {}
    waiting = [*_required(distribution(package), extras)]
    while waiting:
        name = waiting.pop().casefold().replace("_", "-").replace(".", "-")
        if name in found or name == package:
            continue
        try:
            library = distribution(name)
        except PackageNotFoundError:  # of another system or version
            continue
        found[name] = Licence(library.name, library.version, _licence(library))
        waiting += _required(library, set())
    return sorted(found.values(), key=lambda each: each.library.casefold())


def _required(library: Distribution, extras: set[str] | None) -> Iterator[str]:
    for line in library.requires or ():
        requirement, _, marker = line.partition(";")
        extra = _EXTRA.search(marker)
        name = _NAME.match(requirement.strip())
        if name is not None and (extra is None or extras is None or extra[1] in extras):
            yield name[0]


def _licence(library: Distribution) -> str:
    metadata = library.metadata
    for expression in metadata.get_all("License-Expression") or ():
        return str(expression)
    classifiers = metadata.get_all("Classifier") or ()
    trove = [line.rpartition(" :: ")[2] for line in classifiers if "License ::" in line]
    if trove:
        return " and ".join(trove)
    for text in metadata.get_all("License") or ():
        first = str(text).strip().partition("\n")[0]
        return "its text is in the metadata" if first.startswith("Copyright") else first
    files = [Path(str(file)) for file in library.files or () if _FILES.search(Path(str(file)).name)]
    return f"see its file {files[0].name}" if files else ""


def main(arguments: list[str] | None = None) -> int:
    """Print the table; 1 if a library names no licence."""
    parser = argparse.ArgumentParser(prog="python -m scripts.licences", description="Licences of libraries.")
    parser.add_argument("--extra", action="append", help="only what an extra needs; several are possible")
    chosen = parser.parse_args(arguments).extra
    rows = licences(extras=None if chosen is None else set(chosen))
    width = max(len(f"{row.library} {row.version}") for row in rows)
    for row in rows:
        print(f"{row.library} {row.version}".ljust(width), "", row.licence or "NO LICENCE NAMED")
    missing = [row.library for row in rows if not row.licence]
    if missing:
        print(f"no licence is named by {', '.join(missing)}", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
