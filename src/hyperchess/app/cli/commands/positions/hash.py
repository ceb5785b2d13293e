"""`hyperchess hash`: the hashes that 5DPGN specifies."""

from __future__ import annotations

from typing import Annotated

import typer

from hyperchess.app.cli.options import AsJson, At, File, From, GameNumber, InGame, Variant
from hyperchess.app.cli.outputs import print_json
from hyperchess.app.cli.positions import read_position
from hyperchess.app.cli.terminal import echo
from hyperchess.app.files.inputs import InputError
from hyperchess.ruleset import GameKind

__all__ = ["hash_"]


def hash_(
    file: File,
    notation: From = None,
    variant: Variant = None,
    number: GameNumber = 1,
    at: At = None,
    node: InGame = None,
    boards: Annotated[bool, typer.Option("--boards", help="Also the hash of every board.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print the hash of a position of 5D chess, as 5DPGN specifies it."""
    position = read_position(file, notation, number, at, node, variant)
    if position.kind is GameKind.INFINITE:
        raise InputError("no hash is specified for infinite chess; `hyperchess fen` prints the position")
    from hyperchess.multiverse.syntax.hashing import fen_hash

    whole = position.hash()
    rows = {str(board.at): fen_hash(board.fen()) for board in position.boards} if boards else {}
    if as_json:
        print_json({"hash": whole, **({"boards": rows} if boards else {})})
        return
    echo(whole)
    for name, value in rows.items():
        echo(f"{value}  {name}")
