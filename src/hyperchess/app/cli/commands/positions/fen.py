"""`hyperchess fen`: a position as text, 5DFEN or the position text of infinite chess."""

from __future__ import annotations

from typing import Annotated

import typer

from hyperchess.app.cli.options import AsJson, At, File, From, GameNumber, InGame, Variant
from hyperchess.app.cli.outputs import print_json
from hyperchess.app.cli.positions import read_position
from hyperchess.app.cli.terminal import emit
from hyperchess.ruleset import GameKind

__all__ = ["fen"]


def fen(
    file: File,
    notation: From = None,
    variant: Variant = None,
    number: GameNumber = 1,
    at: At = None,
    node: InGame = None,
    last: Annotated[bool, typer.Option("--last", help="Only the last board of each timeline.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print a position as text: its boards as 5DFEN, one per line, or the position text of infinite chess."""
    position = read_position(file, notation, number, at, node, variant)
    if position.kind is GameKind.INFINITE:
        texts = [position.text()]
    else:
        boards = [line.boards[-1] for line in position.timeline_boards] if last else position.boards
        texts = [board.fen() for board in boards]
    if as_json:
        print_json(texts)
    else:
        emit("\n".join(texts) + "\n")
