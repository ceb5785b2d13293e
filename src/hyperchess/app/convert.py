"""`hyperchess convert`: from any notation to any other, telling what is lost."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hyperchess.app.inputs import InputError, expand, games_of

__all__ = ["convert"]


def convert(
    files: Annotated[list[str], typer.Argument(help="Files, folders, globs, - or example:NAME.")],
    to: Annotated[str, typer.Option("--to", help="The notation to write.")],
    notation: Annotated[str | None, typer.Option("--from", help="The notation, if not detected.")] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="A file to write.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if it is there.")] = False,
) -> None:
    """Convert games; what the target cannot hold is listed on standard error."""
    from hyperchess.notation.registry import find_notation

    target = find_notation(to)
    written = [target.write(game) for name in expand(files) for game in games_of(name, notation)]
    text = "\n".join(part.text for part in written)
    if output is None:
        typer.echo(text, nl=False)
    elif output.exists() and not force:
        raise InputError(f"{output} is there already; --force overwrites it")
    else:
        output.write_text(text, encoding="utf-8", newline="\n")
    for loss in (loss for part in written for loss in part.losses):
        place = f" ({loss.place})" if loss.place else ""
        typer.echo(f"lost: {loss.what}{place}", err=True)
