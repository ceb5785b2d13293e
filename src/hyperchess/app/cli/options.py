"""Arguments and options that several commands share, with their completion in the shell."""

from __future__ import annotations

from typing import Annotated

import typer

from hyperchess.app.files.inputs import InputError

__all__ = [
    "AsJson",
    "At",
    "File",
    "Files",
    "Force",
    "From",
    "GameNumber",
    "InGame",
    "Jobs",
    "To",
    "Variant",
    "Window",
    "complete_codes",
    "complete_files",
    "complete_notations",
    "complete_programs",
    "complete_variants",
    "parse_window",
]


def complete_notations(incomplete: str) -> list[str]:
    """The names of notations."""
    from hyperchess.notation.registry import OTHER_NAMES, notations

    return [name for name in (*notations(), *OTHER_NAMES) if name.startswith(incomplete)]


def complete_programs(incomplete: str) -> list[str]:
    """The programs that profiles write for."""
    from hyperchess.notation.profiles import PROFILES

    return [profile.name for profile in PROFILES if profile.name.startswith(incomplete)]


def complete_variants(incomplete: str) -> list[str]:
    """The names of variants of both games."""
    from hyperchess import infinite, multiverse

    names = [variant.name for variant in multiverse.variants()]
    names += [variant.name for variant in infinite.variants()]
    return [name for name in names if name.casefold().startswith(incomplete.casefold())]


def complete_codes(incomplete: str) -> list[str]:
    """The codes of problems."""
    from hyperchess.notation.codes import codes

    return [code for code in codes() if code.startswith(incomplete)]


def complete_files(incomplete: str) -> list[str]:
    """Bundled examples and local files."""
    from glob import escape, glob
    from pathlib import Path

    from hyperchess.app.files.inputs import EXAMPLE
    from hyperchess.notation.examples import example_names

    examples = [f"{EXAMPLE}{name}" for name in example_names()]
    found = (f"{name}/" if Path(name).is_dir() else name for name in glob(escape(incomplete) + "*"))  # noqa: PTH207
    return [*sorted(found), *(name for name in examples if name.startswith(incomplete))]


Files = Annotated[
    list[str],
    typer.Argument(help="Files, folders, globs, - or example:NAME.", autocompletion=complete_files),
]
File = Annotated[
    str,
    typer.Argument(help="A file, -, example:NAME or variant:NAME.", autocompletion=complete_files),
]
From = Annotated[
    str | None,
    typer.Option("--from", help="The notation, if not detected.", autocompletion=complete_notations),
]
To = Annotated[
    str | None,
    typer.Option("--to", help="The notation to write.", autocompletion=complete_notations),
]
Variant = Annotated[
    str | None,
    typer.Option(
        "--variant",
        metavar="NAME",
        help="Override the start: a variant, 5DFEN or a position text.",
        autocompletion=complete_variants,
    ),
]
At = Annotated[
    str | None, typer.Option("--at", metavar="12b", help="After this action of the main line, start or end.")
]
InGame = Annotated[
    str | None, typer.Option("--node", metavar="PATH", help="Position after this action, such as 5w.1/7b.")
]
GameNumber = Annotated[int, typer.Option("--game", min=1, help="Number of the game in the file.")]
Window = Annotated[
    str | None,
    typer.Option("--window", metavar="L,R,B,T", help="Infinite chess: only moves into this rectangle."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
Force = Annotated[bool, typer.Option("--force", "-f", help="Overwrite existing files.")]
Jobs = Annotated[
    int, typer.Option("--jobs", "-j", min=0, help="Processes that share the files; 0: one per core.")
]


Cluster = Annotated[
    str,
    typer.Option(
        "--cluster", metavar="ADDRESS", help="A Dask cluster: tcp://HOST:PORT, or local:N for N processes."
    ),
]


def parse_window(text: str) -> tuple[int, int, int, int]:
    """Left, right, bottom and top of a window of infinite chess, edges included.

    >>> parse_window("-5,12,-5,12")
    (-5, 12, -5, 12)
    """
    words = text.replace(" ", ",").split(",")
    if len(words) != 4 or not all(word.lstrip("-").isdecimal() and len(word) < 1000 for word in words):
        raise InputError(f"a window is left, right, bottom and top, as in -5,12,-5,12, not {text[:40]!r}")
    left, right, bottom, top = map(int, words)
    return left, right, bottom, top
