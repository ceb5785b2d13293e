"""The work of `hyperchess stats` on one file: a row of facts for each game. Runs in any process."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from hyperchess.app.cli.batch import failure_of
from hyperchess.app.cli.inputs import games_of
from hyperchess.errors import HyperchessError
from hyperchess.kinds import Kind

if TYPE_CHECKING:
    from hyperchess.game import Node
    from hyperchess.notation.registry import AnyGame

__all__ = ["CollectTask", "Collected", "GameFacts", "collect_file"]


@dataclass(frozen=True, slots=True)
class CollectTask:
    """A file to count, and how many actions are an opening."""

    name: str
    notation: str | None
    opening: int


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What is counted about a game."""

    game: str
    variant: str
    notation: str
    result: str
    actions: int
    timelines: int
    captures: int
    jumps: int
    variations: int
    errors: int
    opening: str


@dataclass(frozen=True, slots=True)
class Collected:
    """The games of a file, or why it could not be read."""

    name: str
    games: tuple[GameFacts, ...] = ()
    failure: str = ""


def collect_file(task: CollectTask) -> Collected:
    """Count one file; all that can go wrong with it is part of the answer."""
    try:
        games = games_of(task.name, task.notation)
        return Collected(task.name, tuple(_facts(game, task.opening) for game in games))
    except Exception as error:
        return Collected(task.name, failure=failure_of(error))


def _facts(game: AnyGame, opening: int) -> GameFacts:
    from hyperchess.analysis.statistics import figures_of

    figures = figures_of(game, checks=False)
    nodes = (game.root, *game.walk())
    return GameFacts(
        game=game.kind.label,
        variant=_variant(game),
        notation=game.notation,
        result=game.result or "unfinished",
        actions=len(game.main_line),
        timelines=figures.timelines,
        captures=figures.captures,
        jumps=figures.jumps,
        variations=sum(max(0, len(node.children) - 1) for node in nodes),
        errors=sum(problem.severity.value == "error" for problem in game.problems),
        opening=_opening(game, opening),
    )


def _variant(game: AnyGame) -> str:
    from hyperchess.notation.starts import find_any_variant

    named = game.headers.get("Board") or game.headers.get("Variant") or ""
    try:
        return find_any_variant(named).name if named else "not named"
    except HyperchessError:
        return named


def _opening(game: AnyGame, length: int) -> str:
    """The first actions in a form that does not depend on how they were written."""
    nodes = game.end.last_resolved.path[:length]
    words: list[str] = []
    for serial, (before, node) in zip(game.serials(), pairwise([game.root, *nodes]), strict=False):
        sign = f"{serial.number}." if serial.player == "w" or not words else "/"
        words.append(f"{sign} {_short(before, node)}")
    return " ".join(words) or "no moves"


def _short(before: Node[Any, Any], node: Node[Any, Any]) -> str:
    position, action = before.position, node.action or ()
    if position.kind is Kind.INFINITE:
        return " ".join(f"{position.pieces[move.start].code}{move}" for move in action)
    from hyperchess.multiverse.captures import captured_on, piece_on

    words = []
    for move in position.canonical(action):
        piece = piece_on(position, move.source)
        letter = piece.kind.letter if piece is not None and piece.kind.letter != "P" else ""
        if not letter and captured_on(position, move) is not None:
            letter = move.source.name[0]
        board = "" if len(position.lines) == 1 else str(move.source.board)
        jump = "" if move.is_physical else f">{move.target.board}"
        capture = "x" if captured_on(position, move) is not None else ""
        words.append(
            f"{board}{letter}{jump}{capture}{move.target.name}{move.promotion and '=' + move.promotion}"
        )
    return " ".join(words)
