"""What a library knows of a game: keys and facts of its positions, worked out once, when it is imported.

>>> from hyperchess.notation.reading import parse
>>> facts = game_facts(parse("1. e3 / f6 2. Qe2 / Nc6 3. Qh5#"))
>>> facts.columns["plies"], facts.columns["status"], len(facts.positions), len(facts.boards)
(5, 'checkmate', 6, 6)
"""

from __future__ import annotations

import json
import zlib
from collections import Counter
from functools import lru_cache
from hashlib import blake2b
from itertools import takewhile
from typing import Any, NamedTuple

from hyperchess import infinite, multiverse
from hyperchess.budget import Budget
from hyperchess.game import Game
from hyperchess.kinds import Kind
from hyperchess.library.actions import pack_action
from hyperchess.multiverse.actions.ordering import sort_moves
from hyperchess.multiverse.keys import BoardKey, PositionKeys
from hyperchess.notation.registry import AnyGame, find_notation
from hyperchess.text import Problem, Severity

__all__ = ["GameFacts", "Start", "board_key", "game_facts", "infinite_material_key", "keys_of", "split"]

_STATUS_BUDGET = Budget(rounds=20_000)
_WORD = (1 << 64) - 1
_RESULTS = {"1-0": 1, "1/2-1/2": 0, "0-1": -1}
_NO_RESULT = 2
_UNKNOWN_HEADERS = frozenset(("", "?", "????.??.??", "-"))


class Start(NamedTuple):
    """Where games start: its key, the name of the variant if it has one, and a game that has not begun."""

    kind: str
    key: str
    name: str
    data: bytes


class GameFacts(NamedTuple):
    """The rows of one game: `columns` of the table of games, and the others as the schema orders them.

    The rows come without the number of the game, which the library gives.
    """

    columns: dict[str, Any]
    start: Start | None
    positions: list[tuple[Any, ...]]
    boards: list[tuple[int, int, int, int]]  # contents, ply, row, half-turn
    problems: list[tuple[int, int, str, str, str]]


def game_facts(game: AnyGame) -> GameFacts:
    """All that a library stores of a game. It is followed as far as its moves can be played."""
    errors = sum(problem.severity is Severity.ERROR for problem in game.problems)
    headers = {name: value for name, value in game.headers.items() if value not in _UNKNOWN_HEADERS}
    columns: dict[str, Any] = {
        "kind": game.kind.value,
        "notation": game.notation,
        "white": headers.get("White"),
        "black": headers.get("Black"),
        "event": headers.get("Event"),
        "site": headers.get("Site"),
        "date": _date(headers.get("Date", headers.get("UTCDate", ""))),
        "result": game.result,
        "errors": errors,
        "warnings": sum(problem.severity is Severity.WARNING for problem in game.problems),
        "headers": json.dumps(game.headers, ensure_ascii=False),
        "plies": 0,
        "moves": 0,
        "timelines": 0,
        "jumps": 0,
        "status": "unknown",
        "variant": "",
        "actions": b"",
    }
    start = None
    positions: list[tuple[Any, ...]] = []
    boards: list[tuple[int, int, int, int]] = []
    if game.start is not None:
        start = start_of(game.start)
        columns["variant"] = start.name
        result = _RESULTS.get(game.result, _NO_RESULT)
        follow = _follow_multiverse if game.kind is Kind.MULTIVERSE else _follow_infinite
        actions = follow(game.start, game, result, columns, positions, boards)
        columns["actions"] = b"".join(actions)
    whole = columns["plies"] == len(game.main_line)
    columns["tree"] = None if whole and _is_plain(game) else _tree(game)
    line = blake2b(digest_size=16)
    line.update(f"{game.kind.value} {start.key if start else ''} ".encode())
    line.update(columns["actions"] if whole else columns["tree"] or b"")
    columns["line"] = line.hexdigest()
    problems = [_problem_row(problem) for problem in game.problems]
    return GameFacts(columns, start, positions, boards, problems)


def _follow_multiverse(
    start: Any,
    game: AnyGame,
    result: int,
    columns: dict[str, Any],
    positions: list[tuple[Any, ...]],
    boards: list[tuple[int, int, int, int]],
) -> list[bytes]:
    position: multiverse.Position = start
    even = position.even
    line = [node.action for node in game.main_line]
    actions = [action for action in takewhile(lambda each: each is not None, line) if action is not None]
    plies = position.line_facts(actions)
    packed: list[bytes] = []
    count = 0
    player = position.player
    present = plies[0].present
    for ply, facts in enumerate(plies):
        boards += [(board.contents, ply, board.row, board.time) for board in facts.boards]
        count += len(facts.boards)
        jumps: list[str] = []
        branches = 0
        if facts.moves:
            moves = actions[ply - 1]
            kinds = [move.kind for move in facts.moves]
            packed.append(pack_action(sort_moves(player, list(zip(moves, kinds, strict=True))), even=even))
            player = player.other
            for move, done in zip(moves, facts.moves, strict=True):
                if done.kind is not multiverse.MoveKind.PHYSICAL:
                    jumps.append(f"{done.piece}{move.source.turn - move.target.turn}")
                    branches += done.kind is multiverse.MoveKind.BRANCH
            columns["moves"] += len(moves)
            columns["jumps"] += len(jumps)
        positions.append(
            (
                *split(facts.full),
                *split(facts.front),
                facts.material,
                ply,
                int(player),
                result,
                facts.white_lines,
                facts.black_lines,
                facts.timelines,
                count,
                facts.present,
                facts.present - present,
                facts.checked,
                facts.cross_board,
                facts.cross_line,
                " ".join(jumps),
                branches,
                " ".join([move.captured for move in facts.moves if move.captured]),
            )
        )
        present = facts.present
    positions[:] = [(*row, action) for row, action in zip(positions, [*packed, None], strict=True)]
    columns["plies"] = len(packed)
    columns["timelines"] = plies[-1].timelines
    last = game.main_line[len(packed) - 1].position if packed else position
    columns["status"] = last.find_status(_STATUS_BUDGET).value
    return packed


def _follow_infinite(
    start: Any,
    game: AnyGame,
    result: int,
    columns: dict[str, Any],
    positions: list[tuple[Any, ...]],
    boards: list[tuple[int, int, int, int]],
) -> list[bytes]:
    position: infinite.Position = start
    packed: list[bytes] = []
    captured = ""
    for node in [*game.main_line, None]:
        ply = len(packed)
        keys = keys_of(position)
        boards.append((keys.boards[0].contents, ply, 0, ply))
        row = (
            *split(keys.full),
            *split(keys.front),
            keys.material,
            ply,
            int(position.player) - 1,
            result,
            0,
            0,
            1,
            1,
            ply,
            0,
            int(bool(position.checks())),
            False,
            False,
            "",
            0,
            captured,
        )
        action = None if node is None else node.action
        if node is None or action is None:
            positions.append((*row, None))
            break
        packed.append(pack_action(position.canonical(action), even=False))
        positions.append((*row, packed[-1]))
        position = node.position
        last = position.last
        captured = "" if last is None or last.captured is None else last.captured.code
    columns["plies"] = columns["moves"] = len(packed)
    columns["timelines"] = 1
    columns["status"] = position.find_status(_STATUS_BUDGET).verdict.value
    return packed


def keys_of(position: Any) -> PositionKeys:
    """The keys of a position of either game. One of infinite chess has no past: `full` and `front` agree."""
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
    """The key of so many pieces of each code of infinite chess."""
    return _text_key(" ".join(f"{code}{counts[code]}" for code in sorted(counts) if counts[code])) & _WORD


def board_key(position: Any) -> int:
    """What stands on the only board of a position, or on the last one of its lowest timeline."""
    if isinstance(position, multiverse.Position):
        row = position.lines[0].timeline.row(even=position.even)
        return [board.contents for board in position.keys().boards if board.row == row][-1]
    return keys_of(position).boards[0].contents


def split(key: int) -> tuple[int, int]:
    """A key of 128 bits as two words, the higher first."""
    return key >> 64, key & _WORD


@lru_cache(maxsize=1 << 16)
def _piece_key(text: str, x: int, y: int) -> int:
    return _text_key(f"{text}{x},{y}")


def _text_key(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=16).digest(), "big")


@lru_cache(maxsize=256)
def start_of(position: Any) -> Start:
    """The start of a game for the table of starts."""
    kind = position.kind
    variants = multiverse.variants() if kind is Kind.MULTIVERSE else infinite.variants()
    name = next((variant.name for variant in variants if variant.position == position), "")
    text = find_notation("json").write(Game(position, kind=kind)).text
    extra = "" if kind is Kind.MULTIVERSE else f"|{position.text(full=True)}"
    key = blake2b(f"{keys_of(position).full:032x}{extra}".encode(), digest_size=16).hexdigest()
    return Start(kind.value, key, name, zlib.compress(text.encode()))


def _date(text: str) -> str:
    """A date that sorts: year, month and day with points between."""
    return text.replace("-", ".").replace("/", ".")


def _is_plain(game: AnyGame) -> bool:
    """Whether a game is its headers, a line of legal actions, and a result: nothing else is written in it."""
    nodes = [game.root, *game.walk()]
    return all(
        len(node.children) <= 1
        and not node.comments
        and not node.mark.strip("+*#")
        and (not node.result or not node.children)
        and not any(move.evaluation or move.nags for move in node.moves)
        for node in nodes
    )


def _tree(game: AnyGame) -> bytes:
    return zlib.compress(find_notation("json").write(game).text.encode("utf-8", "surrogatepass"), 9)


def _problem_row(problem: Problem) -> tuple[int, int, str, str, str]:
    return (problem.line, problem.column, problem.severity.value, problem.code, problem.message)
