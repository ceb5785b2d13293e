"""`hyperchess diff`: two games as trees."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.options import AsJson, File, From, GameNumber, Variant
from hyperchess.app.cli.outputs import print_json
from hyperchess.app.cli.terminal import Styled, echo
from hyperchess.app.files.inputs import STDIN, InputError, one_game

__all__ = ["diff"]

_COLORS = {"+": typer.colors.GREEN, "-": typer.colors.RED, "~": typer.colors.YELLOW}


def diff(
    first: File,
    second: File,
    notation: From = None,
    variant: Variant = None,
    number: GameNumber = 1,
    second_number: Annotated[
        int | None, typer.Option("--other-game", min=1, help="Number of the game in the second file.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compare two games: what only the first has (-), only the second (+), and what is not the same (~).

    Actions are compared by what they do, not by how they are written, so two notations of one game
    do not differ. Exit code 0: the same game; 1: they differ; 2: one could not be read.
    """
    from hyperchess.analysis.differences import differences

    if first == second == STDIN:
        raise InputError("only one of the games can come from standard input")
    one = one_game(first, notation, number, variant)
    other = one_game(second, notation, second_number or number, variant)
    found = list(differences(one, other))
    if as_json:
        print_json([asdict(difference) for difference in found])
    else:
        for difference in found:
            echo(Styled(str(difference), _COLORS[difference.sign]))
        if not found:
            count = sum(1 for _ in one.walk())
            echo(f"the same game: {count} action{'s' * (count != 1)}")
    raise typer.Exit(Exit.WRONG if found else Exit.FINE)
