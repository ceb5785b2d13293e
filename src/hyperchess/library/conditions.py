"""Meaning of the conditions of a query: columns of the tables, or calls of the rules.

Most conditions are SQL expressions. The others (`legal actions`, `distance`, `piece ... at`, `pattern`) are
evaluated by replaying the game; SQL can at most exclude some games in advance.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from hyperchess import infinite, multiverse
from hyperchess.budget import Budget
from hyperchess.errors import HyperchessError
from hyperchess.infinite.keys import material_key as infinite_material_key
from hyperchess.library.errors import QueryError
from hyperchess.library.facts import same_position
from hyperchess.library.language import And, Comparison, Expression, Not, Number, Or, Phrase, Term
from hyperchess.library.lines import board_key, find_distance
from hyperchess.library.patterns import (
    LineCondition,
    LinePattern,
    PackedGame,
    PatternFault,
    PieceOnBoard,
    parse_pattern,
)
from hyperchess.library.pieces import are_pieces, count_pieces, parse_letters
from hyperchess.multiverse.keys import material_key
from hyperchess.ruleset import GameKind
from hyperchess.rulesets import AnyPosition
from hyperchess.text import Problem, Source, Span, quote

__all__ = ["Compiled", "CompiledCondition", "compile_query", "line_pattern"]

_MANY = 10**9  # cap on the number of legal actions that are counted
_FAR = 10**18  # cap on numbers in SQL
_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": eq,
    "!=": ne,
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
}
_TEXT_COLUMNS = {
    **{name: f"coalesce(g.{name}, '')" for name in ("white", "black", "event", "site", "date", "variant")},
    **{name: f"g.{name}" for name in ("notation", "result", "status")},
    "game": "g.kind",
}
_GAME_NUMBERS = {"actions": "g.plies", "moves": "g.moves", "jumps": "g.jumps", "errors": "g.errors"}
_NUMBERS = {
    **_GAME_NUMBERS,
    "timelines": "p.timelines",
    "boards": "p.boards",
    "ply": "p.ply",
    "branches": "p.branches",
    "checked": "p.checked",
    "turn": "CAST(floor(p.present / 2.0) AS INTEGER)",
}
_PLAIN = {
    "check": "p.checked > 0",
    "check through time": "p.cross_time",
    "check on other timeline": "p.cross_line",
    "mate": "g.status = 'checkmate' AND p.ply = g.plies",
    "mate through time": "g.status = 'checkmate' AND p.ply = g.plies AND p.cross_time",
    "stalemate": "g.status = 'stalemate' AND p.ply = g.plies",
    "white to move": "p.player = 0",
    "black to move": "p.player = 1",
}
_SQUARE = re.compile(r"\(([+-]?\d+)T(\d+)([wb]?)\)([a-z])(\d+)|(-?\d+),(-?\d+)")

_BOARD = re.compile(r"\(([+-]?\d+)T(\d+)([wb]?)\)")
_PATTERN_HINT = "ranks from the highest to the lowest, as in 8/8/8/3Q4/8/8/8/6k1; `.` is empty, `?` any piece"

Resolve = Callable[[str], Any]
"""Function that returns the position named by a text."""


@dataclass(frozen=True, slots=True)
class CompiledCondition:
    """One condition. `test` takes a position, the value of `sql` there, and the remaining budget.

    `needs_position`: `sql` or `necessary` refers to a position, not to the whole game. Without `test`, `sql`
    decides. `necessary` is true wherever the condition can be true. A `line` replaces a test: it is evaluated
    once per game and returns plies. Tests are values, which can be sent to another process.
    """

    sql: str
    needs_position: bool
    test: Callable[[Any, Any, Budget], bool] | None = None
    necessary: str = "TRUE"
    line: LineCondition | None = None

    @property
    def is_sql(self) -> bool:
        """True if SQL alone decides the condition."""
        return self.test is None and self.line is None


@dataclass(frozen=True, slots=True)
class Compiled:
    """A query as SQL, and the conditions that remain for the rules.

    `where` is true wherever the query can be true, and refers to positions if it `needs_rows`. `values` are
    fetched if `replay` is needed; `holds` then decides, given a position and the values. A query without
    `needs_ply` is about whole games.
    """

    where: str
    needs_rows: bool
    values: tuple[str, ...]
    replay: bool
    _tree: Any
    _answers: tuple[CompiledCondition, ...]

    @property
    def needs_ply(self) -> bool:
        """True if the query is about a position of a game."""
        return self.needs_rows or self.replay

    @property
    def needs_positions(self) -> bool:
        """True if `holds` uses the position."""
        return any(answer.test is not None for answer in self._answers)

    def only(self, condition: str) -> Compiled:
        """Return the query restricted to the games that also match an SQL condition."""
        return replace(self, where=f"({self.where}) AND {condition}")

    def marks(self, game: PackedGame, last: int) -> dict[int, frozenset[int]]:
        """Return the plies of a game, up to `last`, at which line conditions are true."""
        return {
            number: answer.line.plies(game, last)
            for number, answer in enumerate(self._answers)
            if answer.line is not None
        }

    def plies(self, marks: Mapping[int, frozenset[int]]) -> frozenset[int] | None:
        """Return the plies at which the query can be true; `None` for all plies."""
        return self._plies(self._tree, marks) if marks else None

    def _plies(self, tree: Any, marks: Mapping[int, frozenset[int]]) -> frozenset[int] | None:
        if isinstance(tree, int):
            return marks.get(tree)
        operator, parts = tree
        known = [] if operator == "not" else [self._plies(part, marks) for part in parts]
        found = [plies for plies in known if plies is not None]
        if not found or (operator == "or" and len(found) < len(known)):
            return None
        join = frozenset.intersection if operator == "and" else frozenset.union
        return join(*found)

    def holds(
        self, position: Any, values: tuple[Any, ...], budget: Budget, marked: Collection[int] = ()
    ) -> bool:
        """Return whether the query is true in a position; `marked` are the line conditions that are."""
        return self._holds(self._tree, position, values, budget, marked)

    def _holds(
        self, tree: Any, position: Any, values: tuple[Any, ...], budget: Budget, marked: Collection[int]
    ) -> bool:
        if isinstance(tree, int):
            answer = self._answers[tree]
            if answer.line is not None:
                return tree in marked
            return bool(values[tree]) if answer.test is None else answer.test(position, values[tree], budget)
        operator, parts = tree
        if operator == "not":
            return not self._holds(parts[0], position, values, budget, marked)
        join = all if operator == "and" else any
        return join(self._holds(part, position, values, budget, marked) for part in parts)


def compile_query(expression: Expression, resolve: Resolve, text: str = "") -> Compiled:
    """Turn a query into SQL; `resolve` finds the positions that it names."""
    answers: list[CompiledCondition] = []

    def collect(part: Expression) -> Any:
        if isinstance(part, Not):
            return "not", (collect(part.part),)
        if isinstance(part, And | Or):
            # SQL first: calling the rules is the expensive part.
            parts = sorted(map(collect, part.parts), key=is_costly)
            return "and" if isinstance(part, And) else "or", tuple(parts)
        answers.append(_answer(part, resolve, text))
        return len(answers) - 1

    def is_costly(tree: Any) -> bool:
        return not answers[tree].is_sql if isinstance(tree, int) else any(map(is_costly, tree[1]))

    tree = collect(expression)
    return Compiled(
        _necessary(tree, answers, wanted=True),
        any(answer.needs_position for answer in answers),
        tuple(answer.sql for answer in answers),
        not all(answer.is_sql for answer in answers),
        tree,
        tuple(answers),
    )


def _necessary(tree: Any, answers: list[CompiledCondition], *, wanted: bool) -> str:
    """Return SQL that is true wherever a condition is, or (not `wanted`) wherever it is not."""
    if isinstance(tree, int):
        answer = answers[tree]
        if not answer.is_sql:
            return answer.necessary if wanted else "TRUE"
        return f"({answer.sql})" if wanted else f"(NOT ({answer.sql}))"
    operator, parts = tree
    if operator == "not":
        return _necessary(parts[0], answers, wanted=not wanted)
    word = " AND " if (operator == "and") is wanted else " OR "
    return f"({word.join(_necessary(part, answers, wanted=wanted) for part in parts)})"


def _answer(part: Comparison | Phrase, resolve: Resolve, text: str) -> CompiledCondition:
    if isinstance(part, Phrase):
        return _phrase(part, resolve, text)
    return _text(part) if part.field else _number(part)


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _text(part: Comparison) -> CompiledCondition:
    column = _TEXT_COLUMNS[part.field]
    if part.field == "date":
        return CompiledCondition(_date(part.operator, column, part.text), False)
    value = _literal(part.text.lower())
    if part.operator == "~":
        return CompiledCondition(f"contains(lower({column}), {value})", False)
    return CompiledCondition(f"lower({column}) {part.operator} {value}", False)


def _date(operator: str, column: str, text: str) -> str:
    """Compare a date; a partial one such as `2024.05` is a range, and unknown dates never match."""
    date = text.replace("-", ".").replace("/", ".")
    if operator == "~":
        return f"contains({column}, {_literal(date)})"
    return f"{column} != '' AND substr({column}, 1, {len(date)}) {operator} {_literal(date)}"


def _number(part: Comparison) -> CompiledCondition:
    constant = 0
    columns: list[str] = []
    asked: list[tuple[int, Term]] = []
    needs_position = False
    for side, terms in ((1, part.left), (-1, part.right)):
        for sign, term in terms:
            if isinstance(term, Number):
                constant -= side * sign * term.value
            elif term.name in ("legal actions", "distance"):
                asked.append((side * sign, term))
            else:
                column = f"p.{term.arguments[0]}_lines" if term.arguments else _NUMBERS[term.name]
                needs_position |= term.name not in _GAME_NUMBERS
                columns.append(f"{'+' if side * sign > 0 else '-'} {column}")
    total = " ".join(["0", *columns])
    if not asked:
        return CompiledCondition(f"{total} {part.operator} {max(-_FAR, min(constant, _FAR))}", needs_position)
    limit = max(0, constant) + 2 if not columns and [sign for sign, _ in asked] == [1] else _MANY
    planes = any(term.name == "distance" for _, term in asked)
    test = _NumberTest(tuple(asked), limit, part.operator, constant)
    return CompiledCondition(total, needs_position, test, "g.kind = 'infinite'" if planes else "TRUE")


@dataclass(frozen=True, slots=True)
class _NumberTest:
    """Test of a sum of numbers from the rules and the database."""

    asked: tuple[tuple[int, Term], ...]
    limit: int
    operator: str
    constant: int

    def __call__(self, position: Any, value: Any, budget: Budget) -> bool:
        total = value
        for sign, term in self.asked:
            number = _ask(term, position, self.limit, budget)
            if number is None:
                return False
            total += sign * number
        return _COMPARE[self.operator](total, self.constant)


def _ask(term: Term, position: AnyPosition, limit: int, budget: Budget) -> int | None:
    """Return a number computed by the rules; `None` if the position has none."""
    if term.name == "legal actions":
        return position.count_actions(limit, budget)
    return find_distance(position, [parse_letters(word) for word in term.arguments])


def _phrase(part: Phrase, resolve: Resolve, text: str) -> CompiledCondition:
    name = part.name
    if name in _PLAIN:
        return CompiledCondition(_PLAIN[name], True)
    if name == "broken":
        return CompiledCondition("g.errors > 0", False)
    number = max(-_FAR, min(part.number, _FAR))
    if name == "mate within":
        return CompiledCondition(f"g.status = 'checkmate' AND g.plies - p.ply <= {number}", True)
    if name == "present back":
        turns = "floor((p.present - p.shift) / 2.0) - floor(p.present / 2.0)"
        return CompiledCondition(f"{turns} {part.operator} {number}", True)
    letters = ", ".join(map(_literal, sorted(parse_letters(part.pieces)))) if part.pieces else ""
    if name == "captured":
        return CompiledCondition(f"list_has_any(string_split(p.captured, ' '), [{letters}])", True)
    if name in ("jumps", "jumps back"):
        back = f" AND TRY_CAST(x[2:] AS INTEGER) {part.operator} {number}" if name == "jumps back" else ""
        jumps = f"list_filter(string_split(p.jumps, ' '), lambda x: x[1] IN ({letters}){back})"
        return CompiledCondition(f"len({jumps}) > 0", True)
    if name == "piece at":
        return _piece_at(part)
    if name == "pattern":
        line = line_pattern(part, text)
        kind = "TRUE" if line.kind is None else f"g.kind = '{line.kind.value}'"
        return CompiledCondition("0", False, necessary=kind, line=line)
    if name == "material":
        return _material(part, text)
    try:
        position = resolve(part.text)
    except HyperchessError as error:
        words = str(error).splitlines()[0]
        message = f"{quote(part.text)} is not a position: {words}"
        raise QueryError(Problem(Source(text, "<query>"), part.span, "", message)) from error
    if name == "board":
        found = f"b.game = p.game AND b.ply = p.ply AND b.contents = {board_key(position)}"
        return CompiledCondition(f"EXISTS (SELECT 1 FROM boards b WHERE {found})", True)
    keys = position.keys()
    return CompiledCondition(same_position(keys, exact=name == "position", prefix="p."), True)


def _material(part: Phrase, text: str) -> CompiledCondition:
    wrong = next((word for word in part.text.split() if not are_pieces(word)), None)
    if wrong is not None or not part.text.strip():
        message = f"expected letters of pieces, as in KQkrr, found {quote(wrong or part.text)}"
        raise QueryError(Problem(Source(text, "<query>"), part.span, "", message))
    counts = count_pieces(part.text)
    keys = {infinite_material_key(counts)}
    if all(len(code) == 1 for code in counts):
        keys.add(material_key(counts))
    return CompiledCondition(f"p.material IN ({', '.join(map(str, sorted(keys)))})", True)


def line_pattern(part: Phrase, text: str) -> LinePattern:
    """Return the pattern of a condition and its location; `QueryError` if it is not a pattern."""
    try:
        pattern = parse_pattern(part.text)
    except PatternFault as fault:
        begin = part.span.start + 1  # after the quotation mark
        span = Span(begin + fault.start, begin + fault.end)
        raise QueryError(Problem(Source(text, "<query>"), span, "", str(fault), _PATTERN_HINT)) from fault
    place = part.pieces
    match = _BOARD.fullmatch(place)
    if match is not None:
        timeline, turn, letter = match.groups()
        color = next((color for color in multiverse.Color if letter == color.letter), None)
        return LinePattern(
            pattern, GameKind.MULTIVERSE, multiverse.Timeline.parse(timeline), int(turn), color=color
        )
    word, _, value = place.partition(" ")
    if word == "any":
        return LinePattern(pattern, GameKind.MULTIVERSE if value == "board" else GameKind.INFINITE)
    if word == "timeline":
        return LinePattern(pattern, GameKind.MULTIVERSE, multiverse.Timeline.parse(value))
    if word == "turn":
        return LinePattern(pattern, GameKind.MULTIVERSE, turn=int(value))
    if place:
        return LinePattern(pattern, GameKind.INFINITE, corner=infinite.Square(*map(int, place.split(","))))
    return LinePattern(pattern)


def _piece_at(part: Phrase) -> CompiledCondition:
    match = _SQUARE.fullmatch(part.text)
    assert match is not None  # guaranteed by the lexer
    letters = parse_letters(part.pieces)
    if match[6] is not None:
        place = infinite.Square(int(match[6]), int(match[7]))
        return CompiledCondition("0", False, _PieceOnPlane(place, letters), "g.kind = 'infinite'")
    timeline, turn = multiverse.Timeline.parse(match[1]), int(match[2])
    file, rank = ord(match[4]) - ord("a"), int(match[5]) - 1
    squares = tuple(
        multiverse.Square(timeline, turn, color, file, rank)
        for color in multiverse.Color
        if match[3] in ("", color.letter)
    )
    return CompiledCondition("0", False, necessary="g.kind = '5d'", line=PieceOnBoard(squares, letters))


@dataclass(frozen=True, slots=True)
class _PieceOnPlane:
    """Test whether one of several pieces is on a square of a plane."""

    place: infinite.Square
    letters: frozenset[str]

    def __call__(self, position: Any, value: Any, budget: Budget) -> bool:
        found = position.pieces().get(self.place) if position.kind is GameKind.INFINITE else None
        return found is not None and found.code in self.letters
