"""`hyperchess evaluate`: the static evaluation, term by term."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from hyperchess.app.cli.options import AsJson, At, File, From, GameNumber, InGame
from hyperchess.app.cli.outputs import print_json, print_table
from hyperchess.app.cli.positions import read_position
from hyperchess.app.cli.terminal import echo

if TYPE_CHECKING:
    from hyperchess.engine import InfiniteEvaluation
    from hyperchess.engine.multiverse.evaluation import Placement

__all__ = ["evaluate"]

_TERMS = {
    "material": "material",
    "placement": "placement (squares of pieces)",
    "mobility": "mobility (attacked squares)",
    "attack": "attack (around the enemy king)",
    "shelter": "shelter (of the own king)",
    "hanging": "hanging (best capture to play)",
    "loose": "loose (own pieces in danger)",
    "across": "across (squares that give check on another board)",
    "total": "total",
}
_SHOWN = 3  # best and worst placed pieces of a board


def evaluate(
    file: File,
    notation: From = None,
    number: GameNumber = 1,
    at: At = None,
    node: InGame = None,
    as_json: AsJson = False,
) -> None:
    """Show what the engine counts in a position, for each side; in 5D chess on the last board of a timeline.

    This is an opinion without any search, in hundredths of a pawn; `hyperchess analyse` searches.
    """
    from hyperchess.engine import InfiniteEvaluation
    from hyperchess.engine import evaluate as evaluate_position

    position = read_position(file, notation, number, at, node)
    evaluation = evaluate_position(position)
    if isinstance(evaluation, InfiniteEvaluation):
        _show_infinite(evaluation, as_json=as_json)
        return
    if as_json:
        print_json(
            {
                "centipawns": evaluation.centipawns,
                "boards": [
                    {
                        "timeline": str(board.timeline),
                        "active": board.active,
                        "white": asdict(board.white),
                        "black": asdict(board.black),
                        "total": board.total,
                        "placements": [
                            {
                                "square": each.square.name,
                                "piece": each.piece.text,
                                "centipawns": each.centipawns,
                            }
                            for each in board.placements
                        ],
                    }
                    for board in evaluation.boards
                ],
            }
        )
        return
    for board in evaluation.boards:
        title = f"timeline {board.timeline}{'' if board.active else ', inactive'}"
        rows = [
            [text, white, black, white - black]
            for term, text in _TERMS.items()
            for white, black in [(getattr(board.white, term), getattr(board.black, term))]
        ]
        print_table(title, ["term", "#White", "#Black", "#difference"], rows)
        ranked = sorted(board.placements, key=lambda each: -each.centipawns)
        _show_placements("best placed", [each for each in ranked if each.centipawns > 0][:_SHOWN])
        _show_placements("worst placed", [each for each in reversed(ranked) if each.centipawns < 0][:_SHOWN])
    echo(f"the whole position: {evaluation.centipawns / 100:+.2f} from White's side")


def _show_placements(title: str, placements: list[Placement]) -> None:
    if placements:
        echo(f"{title}: " + ", ".join(map(_describe, placements)))


def _describe(placement: Placement) -> str:
    piece, square = placement.piece, placement.square
    owner = piece.color.name.capitalize()
    return f"{owner}'s {piece.kind.name} on {square.name} {placement.centipawns:+}"


def _show_infinite(evaluation: InfiniteEvaluation, *, as_json: bool) -> None:
    players = {color.name.lower(): asdict(terms) for color, terms in evaluation.players.items()}
    if as_json:
        print_json({"centipawns": evaluation.centipawns, "players": players})
        return
    totals = [terms.total for terms in evaluation.players.values()]
    rows = [[term, *(terms[term] for terms in players.values())] for term in next(iter(players.values()), {})]
    print_table("", ["term", *(f"#{name.capitalize()}" for name in players)], [*rows, ["total", *totals]])
    echo(f"the whole position: {evaluation.centipawns / 100:+.2f} from White's side")
