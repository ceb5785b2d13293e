"""What several commands take, and what a shell can complete there."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["File", "Files", "From", "To", "complete_codes", "complete_notations", "complete_variants"]


def complete_notations(incomplete: str) -> list[str]:
    """The names of notations."""
    from hyperchess.notation.registry import notations

    return [name for name in notations() if name.startswith(incomplete)]


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
    """Bundled examples, and files here."""
    from glob import escape, glob
    from pathlib import Path

    from hyperchess.app.cli.inputs import EXAMPLE
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
    str,
    typer.Option("--to", help="The notation to write.", autocompletion=complete_notations),
]
