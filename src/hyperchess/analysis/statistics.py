"""Statistics of games: of one game (`Figures`, `GameFacts`), and summed over many (`Collection`).

>>> from hyperchess.notation.reading import parse
>>> figures = count_figures(parse("1. e4 / d5 2. exd5"))
>>> figures.actions, figures.captures, figures.timelines
(3, 1, 1)
>>> collection = Collection()
>>> for text in ("1. e4 / e5 1-0", "1. e4 / c5"):
...     collection.add(collect_facts(parse(text), opening=1))
>>> collection.games, dict(collection.openings), dict(collection.results)
(2, {'1. e4': 2}, {'1-0': 1, 'unfinished': 1})
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import mean, median
from typing import Any

from hyperchess import infinite, multiverse
from hyperchess.errors import UnknownVariant
from hyperchess.game import AnyGame, Game
from hyperchess.multiverse.actions.captures import captured_on
from hyperchess.multiverse.actions.ordering import move_kinds
from hyperchess.multiverse.moves import MoveKind
from hyperchess.notation.icn.writers.moves import named_move
from hyperchess.notation.starts import find_any_variant
from hyperchess.notation.text5d.spelling import move_names
from hyperchess.ruleset import GameKind
from hyperchess.rulesets import AnyPosition
from hyperchess.text import Severity
from hyperchess.validation import check_instance, check_integer, invalid_argument

__all__ = ["Collection", "Figures", "GameFacts", "collect_facts", "count_figures", "spread"]

_NUMBERS = ("actions", "timelines", "captures", "jumps", "variations")


@dataclass(slots=True)
class Figures:
    """Counts over the main line, as far as it can be followed."""

    actions: int = 0
    moves: int = 0
    captures: int = 0
    checks: int = 0  # actions after which the opponent is in check
    promotions: int = 0
    timelines: int = 1
    branches: int = 0
    jumps: int = 0
    longest_jump: str = ""
    longest_distance: int = (
        0  # 5D: timelines and half-turns added up; infinite: the larger of files and ranks
    )


def count_figures(game: AnyGame, *, checks: bool = True) -> Figures:
    """Count over the main line; `checks` are the most expensive."""
    check_instance("game", game, Game, "a game")
    figures = Figures()
    if game.start is None:
        return figures
    position: AnyPosition = game.start
    for node in game.end.last_resolved.path:
        after = node.position
        _count(figures, position, node.action or (), after)
        figures.actions += 1
        figures.checks += bool(checks and after.in_check)
        position = after
    if isinstance(position, multiverse.Position):
        figures.timelines = len(position.timeline_boards)
    return figures


def _count(figures: Figures, before: AnyPosition, action: Any, after: AnyPosition) -> None:
    if isinstance(before, multiverse.Position):
        _count_5d(figures, before, action)
    elif isinstance(after, infinite.Position):
        _count_infinite(figures, action, after)


def _count_5d(figures: Figures, before: multiverse.Position, action: tuple[multiverse.Move, ...]) -> None:
    for move, kind in move_kinds(before, action):
        figures.moves += 1
        figures.captures += captured_on(before, move) is not None
        figures.promotions += bool(move.promotion)
        if kind is MoveKind.PHYSICAL:
            continue
        figures.jumps += 1
        figures.branches += kind is MoveKind.BRANCH
        rows = [square.timeline.row(even=before.even) for square in (move.source, move.target)]
        turns = move.source.board.half_turn.ordinal - move.target.board.half_turn.ordinal
        distance = abs(rows[0] - rows[1]) + abs(turns)
        if distance > figures.longest_distance:
            figures.longest_jump, figures.longest_distance = str(move), distance


def _count_infinite(figures: Figures, action: tuple[infinite.Move, ...], after: infinite.Position) -> None:
    for move in action:
        figures.moves += 1
        figures.captures += after.last is not None and after.last.captured is not None
        figures.promotions += move.promotion is not None
        distance = max(abs(move.target.x - move.source.x), abs(move.target.y - move.source.y))
        if distance > figures.longest_distance:
            figures.longest_jump, figures.longest_distance = str(move), distance


@dataclass(frozen=True, slots=True)
class GameFacts:
    """The facts about a game that a collection counts."""

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


def collect_facts(game: AnyGame, *, opening: int = 4) -> GameFacts:
    """Return the facts of a game; its opening is its first `opening` actions."""
    check_instance("game", game, Game, "a game")
    check_integer("opening", opening, least=1)
    figures = count_figures(game, checks=False)
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
        errors=sum(problem.severity is Severity.ERROR for problem in game.problems),
        opening=_opening(game, opening),
    )


def _variant(game: AnyGame) -> str:
    named = game.headers.get("Board") or game.headers.get("Variant") or ""
    try:
        return find_any_variant(named).name if named else "not named"
    except UnknownVariant:
        return named


def _opening(game: AnyGame, length: int) -> str:
    """Return the first actions in a form independent of their spelling."""
    nodes = game.end.last_resolved.path[:length]
    words: list[str] = []
    for serial, (before, node) in zip(game.serials(), pairwise([game.root, *nodes]), strict=False):
        sign = f"{serial.number}." if serial.player == "w" or not words else "/"
        words.append(f"{sign} {_named(before.position, node.action or ())}")
    return " ".join(words) or "no moves"


def _named(position: Any, action: tuple[Any, ...]) -> str:
    if position.kind is GameKind.INFINITE:
        return " ".join(named_move(position, move) for move in action)
    return " ".join(move_names(position, position.canonical(action)))


@dataclass(slots=True)
class Collection:
    """Counts of facts about many games.

    Memory grows with the number of different values, not with the games.
    """

    games: int = 0
    with_errors: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    variants: Counter[str] = field(default_factory=Counter)
    notations: Counter[str] = field(default_factory=Counter)
    results: Counter[str] = field(default_factory=Counter)
    openings: Counter[str] = field(default_factory=Counter)
    numbers: dict[str, Counter[int]] = field(default_factory=lambda: {name: Counter() for name in _NUMBERS})

    def add(self, facts: GameFacts) -> None:
        """Count one game."""
        check_instance("facts", facts, GameFacts, "the facts of a game")
        self.games += 1
        self.with_errors += bool(facts.errors)
        self.kinds[facts.game] += 1
        self.variants[facts.variant] += 1
        self.notations[facts.notation] += 1
        self.results[facts.result] += 1
        self.openings[facts.opening] += 1
        for name in _NUMBERS:
            self.numbers[name][getattr(facts, name)] += 1

    def merge(self, other: Collection) -> None:
        """Add the counts of another collection."""
        check_instance("other", other, Collection, "a collection")
        self.games += other.games
        self.with_errors += other.with_errors
        for name in ("kinds", "variants", "notations", "results", "openings"):
            getattr(self, name).update(getattr(other, name))
        for name in _NUMBERS:
            self.numbers[name].update(other.numbers[name])

    def as_data(self) -> dict[str, object]:
        """Return the counts as JSON data."""
        return {
            "games": self.games,
            "with_errors": self.with_errors,
            "kinds": dict(self.kinds.most_common()),
            "variants": dict(self.variants.most_common()),
            "notations": dict(self.notations.most_common()),
            "results": dict(self.results.most_common()),
            "openings": dict(self.openings.most_common()),
            "numbers": {name: spread(counts) for name, counts in self.numbers.items()},
            "histograms": {name: dict(sorted(counts.items())) for name, counts in self.numbers.items()},
        }


def spread(counts: Mapping[int, int]) -> dict[str, float]:
    """Return minimum, median, mean, maximum and sum of counted values.

    >>> spread(Counter({1: 2, 4: 1}))
    {'least': 1, 'median': 1, 'mean': 2, 'most': 4, 'sum': 6}
    """
    if not isinstance(counts, Mapping):
        raise invalid_argument("counts", "a mapping of counts", counts)
    values = sorted(Counter(counts).elements())
    if not values:
        return {}
    return {
        "least": values[0],
        "median": median(values),
        "mean": round(mean(values), 2),
        "most": values[-1],
        "sum": sum(values),
    }
