"""`hyperchess status`: who is to move, whether the game is over, and which royals are attacked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from hyperchess.app.cli.options import AsJson, At, File, From, GameNumber, InGame, Variant
from hyperchess.app.cli.outputs import print_json
from hyperchess.app.cli.positions import node_at, position_at
from hyperchess.app.files.inputs import one_game
from hyperchess.ruleset import GameKind

if TYPE_CHECKING:
    from hyperchess import infinite, multiverse

__all__ = ["status", "status_data", "status_word"]

Seconds = Annotated[float, typer.Option("--seconds", min=0, help="The time limit of a search for mate.")]


def status(
    file: File,
    notation: From = None,
    variant: Variant = None,
    number: GameNumber = 1,
    at: At = None,
    node: InGame = None,
    seconds: Seconds = 10.0,
    as_json: AsJson = False,
) -> None:
    """Show whether a position is ongoing, check, softmate, checkmate or stalemate, and what must be moved."""
    from hyperchess.analysis.assumptions import list_assumptions

    game = one_game(file, notation, number, variant)
    data = status_data(position_at(game, node_at(game, at, node)), seconds)
    data["assumptions"] = list(list_assumptions(game))
    if as_json:
        print_json(data)
        return
    from hyperchess.app.cli.outputs import print_pairs

    print_pairs(
        (key.replace("_", " "), _text(value)) for key, value in data.items() if value not in (None, [])
    )


def _text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def status_data(position: Any, seconds: float = 10.0) -> dict[str, object]:
    """Return the status and its reasons, for either game."""
    return _of_infinite(position) if position.kind is GameKind.INFINITE else _of_5d(position, seconds)


def status_word(position: Any, seconds: float = 10.0) -> str:
    """One word: `ongoing`, `checkmate` and so on."""
    return str(status_data(position, seconds)["status"])


def _of_5d(position: multiverse.Position, seconds: float) -> dict[str, object]:
    from hyperchess.budget import Budget

    inactive = [str(timeline) for timeline in position.timelines if timeline not in position.active]
    return {
        "status": position.find_status(Budget(seconds=seconds)).word,
        "player": str(position.player),
        "present": str(position.present),
        "timelines": [str(timeline) for timeline in position.timelines],
        "inactive": inactive,
        "must_move_on": [str(board) for board in position.mandatory],
        "may_move_on": [str(board) for board in position.playable if board not in position.mandatory],
        "checks": [f"{check.attacker} x {check.royal}" for check in position.checks()],
    }


def _of_infinite(position: infinite.Position) -> dict[str, object]:
    found = position.status
    return {
        "status": found.verdict.value,
        "winner": None if found.winner is None else str(found.winner),
        "player": str(position.player),
        "full_move": position.full_move,
        "pieces": len(position.pieces()),
        "checks": [f"{check.attacker} x {check.royal}" for check in position.checks()],
        "claims": list(found.claims),
    }
