"""Facts of a game in a library: keys and properties of its positions, computed once at import.

>>> from hyperchess.notation.reading import parse
>>> facts = game_facts(parse("1. e3 / f6 2. Qe2 / Nc6 3. Qh5#"))
>>> from hyperchess.multiverse.line_table import POSITION
>>> facts.columns["plies"], facts.columns["status"], len(facts.line.positions) // POSITION.size
(5, 'checkmate', 6)
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from hyperchess.game import AnyGame, Game
from hyperchess.library.lines import describe_rules, follow, tabulate
from hyperchess.multiverse import MULTIVERSE
from hyperchess.multiverse.line_table import LineTable
from hyperchess.notation.registry import find_notation
from hyperchess.ruleset import PositionKeys
from hyperchess.rulesets import AnyPosition, find_ruleset
from hyperchess.text import Problem, Severity

__all__ = [
    "GameFacts",
    "Start",
    "game_facts",
    "same_position",
    "word",
]

_UNKNOWN_HEADERS = frozenset(("", "?", "????.??.??", "-"))


class Start(NamedTuple):
    """A starting position: its key, the variant if it has a name, and a game without moves."""

    kind: str
    key: str
    name: str
    data: bytes


class GameFacts(NamedTuple):
    """Rows that a game adds to the tables: `columns` of the games table, its line, and its problems.

    The number of the game is missing; the library assigns it.
    """

    columns: dict[str, Any]
    start: Start | None
    line: LineTable | None
    problems: list[tuple[int, int, str, str, str]]


def game_facts(game: AnyGame) -> GameFacts:
    """Return everything that a library stores of a game, as far as its moves can be replayed."""
    plain = game._plain_line()
    severities = [problem.severity for problem in game.problems]
    headers = {name: value for name, value in game.headers.items() if value not in _UNKNOWN_HEADERS}
    columns: dict[str, Any] = {
        "kind": game.kind.value,
        "notation": game.notation,
        "white": headers.get("White"),
        "black": headers.get("Black"),
        "event": headers.get("Event"),
        "site": headers.get("Site"),
        "date": _date(headers.get("Date", headers.get("UTCDate", ""))),
        "result": game.result if plain is None else game.result_after(plain.result),
        "errors": severities.count(Severity.ERROR),
        "warnings": severities.count(Severity.WARNING),
        "headers": json.dumps(game.headers, ensure_ascii=False),
        "plies": 0,
        "moves": 0,
        "timelines": 0,
        "jumps": 0,
        "status": "unknown",
        "variant": "",
        "tree": None,
    }
    start = line = None
    whole = True
    if game.start is not None:
        start = describe_start(game.start)
        columns["variant"] = start.name
    if plain is not None and game.start is not None:
        first: Any = game.start
        actions: Sequence[Any] = plain.actions
        packed = plain.packed or MULTIVERSE.pack_line(actions, first)
        line = tabulate(first, actions, packed, MULTIVERSE.expect(plain.reached.after), columns)
    else:
        nodes = game.main_line
        if game.start is not None:
            line = follow(game.start, nodes, columns)
        whole = columns["plies"] == len(nodes)
        columns["tree"] = None if whole and _is_plain(game, nodes) else _tree(game)
    columns["actions"] = b"" if line is None else b"".join(line.actions)
    digest = blake2b(digest_size=16)
    digest.update(f"{game.kind.value} {start.key if start else ''} ".encode())
    digest.update(columns["actions"] if whole else columns["tree"] or b"")
    columns["line"] = digest.hexdigest()
    problems = [_problem_row(problem) for problem in game.problems]
    return GameFacts(columns, start, line, problems)


def word(key: int) -> int:
    """Return the 64-bit word of a 128-bit key that a library stores."""
    return key >> 64


def same_position(keys: PositionKeys, *, exact: bool, prefix: str = "") -> str:
    """Return SQL for the rows of positions with these last boards, or (`exact`) with all of these boards."""
    where = f"{prefix}front = {word(keys.front)} AND {prefix}material = {keys.material}"
    return f"{where} AND {prefix}key = {word(keys.full)}" if exact else where


@lru_cache(maxsize=256)
def describe_start(position: AnyPosition) -> Start:
    """Return the start of a game for the table of starts."""
    kind = position.kind
    name = next((each.name for each in find_ruleset(kind).variants() if each.position == position), "")
    text = find_notation("json").write(Game(position)).text
    described = f"{position.keys().full:032x}{describe_rules(position)}"
    key = blake2b(described.encode(), digest_size=16).hexdigest()
    return Start(kind.value, key, name, zlib.compress(text.encode()))


def _date(text: str) -> str:
    """Return a date that can be sorted as text: year, month and day, separated by dots."""
    return text.replace("-", ".").replace("/", ".")


def _is_plain(game: AnyGame, line: Sequence[Any]) -> bool:
    """Return whether a game consists of headers, a line of legal actions, and a result only."""
    for node in (game.root, *line):  # all nodes, if none has a second child
        if len(node.children) > 1 or node.comments or node.mark.strip("+*#"):
            return False
        if node.result and node.children:
            return False
        for move in node.moves:
            if move.evaluation or move.nags:
                return False
    return True


def _tree(game: AnyGame) -> bytes:
    return zlib.compress(find_notation("json").write(game).text.encode("utf-8", "surrogatepass"), 9)


def _problem_row(problem: Problem) -> tuple[int, int, str, str, str]:
    return (problem.line, problem.column, problem.severity.value, problem.code, problem.message)
