"""Facts of a game in a library: keys and properties of its positions, computed once at import.

>>> from hyperchess.notation.reading import parse
>>> facts = game_facts(parse("1. e3 / f6 2. Qe2 / Nc6 3. Qh5#"))
>>> facts.columns["plies"], facts.columns["status"], len(facts.line.positions) // POSITION.size
(5, 'checkmate', 6)
"""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from hyperchess import infinite, multiverse
from hyperchess.budget import Budget
from hyperchess.game import Game
from hyperchess.kinds import Kind
from hyperchess.library.actions import pack_action, pack_actions
from hyperchess.multiverse.keys import BoardKey, PositionKeys
from hyperchess.multiverse.line_table import BOARD, POSITION, POSITION_COLUMNS, LineTable
from hyperchess.notation.registry import AnyGame, find_notation
from hyperchess.text import Problem, Severity

__all__ = [
    "GameFacts",
    "Start",
    "board_key",
    "compute_keys",
    "game_facts",
    "infinite_material_key",
    "same_position",
    "word",
]

_STATUS_BUDGET = Budget(rounds=20_000)
_WORD = (1 << 64) - 1
_TIMELINES = list(POSITION_COLUMNS).index("timelines")
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
    plain = game.plain_line()
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
        packed = plain.packed or pack_actions(plain.actions, even=game.start.even)
        line = _multiverse_line(game.start, plain.actions, packed, plain.reached.after, columns)
    else:
        nodes = game.main_line
        if game.start is not None:
            follow = _follow_multiverse if game.kind is Kind.MULTIVERSE else _follow_infinite
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


def _follow_multiverse(position: Any, nodes: Sequence[Any], columns: dict[str, Any]) -> LineTable:
    written = [node.action for node in nodes]
    plies = written.index(None) if None in written else len(written)
    actions = written[:plies]
    final = nodes[plies - 1].position if plies else position
    return _multiverse_line(position, actions, pack_actions(actions, even=position.even), final, columns)


def _multiverse_line(
    position: Any, actions: Sequence[Sequence[Any]], packed: bytes, final: Any, columns: dict[str, Any]
) -> LineTable:
    """Return the line of legal actions between two positions, and fill in `columns` of the games table."""
    table: LineTable = position.line_table(packed)
    plies = len(actions)
    columns["plies"] = plies
    columns["moves"] = sum(map(len, actions))
    columns["jumps"] = sum(len(jumps.split()) for jumps in table.jumps.values())
    columns["timelines"] = POSITION.unpack_from(table.positions, plies * POSITION.size)[_TIMELINES]
    columns["status"] = final.find_status(_STATUS_BUDGET).value
    return table


def _follow_infinite(position: Any, nodes: Sequence[Any], columns: dict[str, Any]) -> LineTable:
    positions, boards = bytearray(), bytearray()
    packed: list[bytes] = []
    captures: dict[int, str] = {}
    for node in [*nodes, None]:
        ply = len(packed)
        keys = compute_keys(position)
        boards += BOARD.pack(keys.boards[0].contents, ply)
        player, checked = int(position.player) - 1, bool(position.checks())
        positions += POSITION.pack(
            word(keys.full),
            word(keys.front),
            keys.material,
            ply,
            player,
            0,
            0,
            1,
            1,
            ply,
            0,
            checked,
            0,
            0,
            0,
        )
        action = None if node is None else node.action
        if node is None or action is None:
            break
        packed.append(pack_action(position.canonical(action), even=False))
        position = node.position
        last = position.last
        if last is not None and last.captured is not None:
            captures[ply + 1] = last.captured.code
    columns["plies"] = columns["moves"] = len(packed)
    columns["timelines"] = 1
    columns["status"] = position.find_status(_STATUS_BUDGET).verdict.value
    return LineTable(bytes(positions), bytes(boards), tuple(packed), {}, captures)


def compute_keys(position: Any) -> PositionKeys:
    """Return the keys of a position of either game.

    In infinite chess, which has no past, `full` and `front` agree.
    """
    if isinstance(position, multiverse.Position):
        return position.keys()
    total = sum(_piece_key(piece.text, *square) for square, piece in position.board.placed.items())
    contents = total & _WORD
    passed = position.en_passant if position.en_passant_is_open else None
    total += _text_key(f"players {' '.join(map(str, position.players))}, en passant {passed}")
    counts = Counter(piece.code for piece in position.board.placed.values())
    full = total & (1 << 128) - 1
    return PositionKeys(full, full, infinite_material_key(counts), (BoardKey(0, 0, contents),))


def infinite_material_key(counts: Counter[str]) -> int:
    """Return the key of the counts of pieces of infinite chess."""
    return _text_key(" ".join(f"{code}{counts[code]}" for code in sorted(counts) if counts[code])) & _WORD


def board_key(position: Any) -> int:
    """Return the key of the only board of a position, or of the last board of its lowest timeline."""
    if isinstance(position, multiverse.Position):
        row = position.timeline_boards[0].timeline.row(even=position.even)
        return [board.contents for board in position.keys().boards if board.row == row][-1]
    return compute_keys(position).boards[0].contents


def word(key: int) -> int:
    """Return the 64-bit word of a 128-bit key that a library stores."""
    return key >> 64


def same_position(keys: PositionKeys, *, exact: bool, prefix: str = "") -> str:
    """Return SQL for the rows of positions with these last boards, or (`exact`) with all of these boards."""
    where = f"{prefix}front = {word(keys.front)} AND {prefix}material = {keys.material}"
    return f"{where} AND {prefix}key = {word(keys.full)}" if exact else where


@lru_cache(maxsize=1 << 16)
def _piece_key(text: str, x: int, y: int) -> int:
    return _text_key(f"{text}{x},{y}")


def _text_key(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=16).digest(), "big")


@lru_cache(maxsize=256)
def describe_start(position: Any) -> Start:
    """Return the start of a game for the table of starts."""
    kind = position.kind
    variants = multiverse.variants() if kind is Kind.MULTIVERSE else infinite.variants()
    name = next((variant.name for variant in variants if variant.position == position), "")
    text = find_notation("json").write(Game(position, kind=kind)).text
    extra = "" if kind is Kind.MULTIVERSE else f"|{position.text(full=True)}"
    key = blake2b(f"{compute_keys(position).full:032x}{extra}".encode(), digest_size=16).hexdigest()
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
