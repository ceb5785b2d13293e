"""`hyperchess examples`: sample games to try the other commands on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hyperchess.app.cli.options import Force
from hyperchess.app.cli.terminal import echo
from hyperchess.app.files.outputs import check_target, write_file

__all__ = ["examples"]


def examples(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder for the games; created if missing.")],
    force: Force = False,
) -> None:
    """Write a folder of sample games: games of both kinds, puzzles, one with an error, and a messy one.

    The how-to pages use them under the name `games`.
    """
    from hyperchess.notation.examples import sample_files

    samples = sample_files()
    folder.mkdir(parents=True, exist_ok=True)
    for name in samples:
        check_target(folder / name, force=force)
    for name, data in samples.items():
        write_file(folder / name, data, force=force)
    echo(f"{len(samples)} files in {folder}. Try: hyperchess check {folder}")
