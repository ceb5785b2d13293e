"""Comparison of a game with the one read back from a notation, up to its reported losses."""

from typing import Any

from hyperchess.game import Game, Node
from hyperchess.notation.reading import parse_all
from hyperchess.notation.registry import Notation, find_notation, notations
from hyperchess.ruleset import GameKind
from hyperchess.text import Severity

AnyGame = Game[Any, Any]

MULTIVERSE = [name for name, notation in notations().items() if GameKind.MULTIVERSE in notation.kinds]
"""The notations of 5D chess."""


def tell(game: AnyGame, lost: set[str]) -> dict[str, object]:
    """Return the content of a game without lost parts."""
    nodes = game.main_line if "variations" in lost else list(game.walk())
    told: dict[str, object] = {"actions": [_action(node) for node in nodes]}
    if not lost & {"start", "unmoved"}:
        told["start"] = game.start
    if not any(kind.startswith("comment") for kind in lost):
        told["comments"] = [[c.text for c in node.comments] for node in (game.root, *nodes)]
    if not lost & {"evaluations", "marks"}:
        # By move: an action may be written in another order.
        told["evaluations"] = [{move.move: move.evaluation for move in node.moves} for node in nodes]
    if not lost & {"results", "result"}:
        told["results"] = [node.result for node in nodes if node is not game.end]
        if "headers" not in lost:  # some notations have the result of the game nowhere else
            told["result"] = game.result
    if "headers" not in lost:
        told["White"] = game.headers.get("White")
    return told


def _action(node: Node[Any, Any]) -> object:
    assert node.parent is not None and node.action is not None
    return node.parent.position.canonical(node.action)


def through(game: AnyGame, notation: Notation | str, **options: Any) -> tuple[AnyGame, set[str], str]:
    """The game read again from its text, what was lost on the way, and the text."""
    if isinstance(notation, str):
        notation = find_notation(notation)
    written = notation.write(game, **options)
    (again,) = parse_all(written.text, notation.name)
    return again, {loss.kind for loss in written.losses}, written.text


def assert_kept(game: AnyGame, name: str, **options: Any) -> AnyGame:
    """Check that a game survives a notation with no more losses than reported; return it."""
    again, lost, text = through(game, name, **options)
    errors = [str(p) for p in again.problems if p.severity is not Severity.INFO]
    # A notation that keeps moves as they were written keeps what was wrong with them.
    wrong = any(problem.severity is not Severity.INFO for problem in game.problems)
    assert wrong or not errors, text[:3_000] + "\n".join(errors[:5])
    assert tell(again, lost) == tell(game, lost), text[:3_000]
    return again
