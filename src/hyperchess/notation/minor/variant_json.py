"""The variant JSON of the original game's modding tools: start positions, not games.

>>> text = '[{"Name": "Tiny", "Author": "Ada", "Timelines": {"0L": ["2k/3/K2"]}, "CosmeticTurnOffset": 0}]'
>>> (tiny,) = parse_variants(text)
>>> tiny.name, tiny.author, tiny.position.fen()
('Tiny', 'Ada', '[2k*/3/K*2:0:1:w]')
>>> import json
>>> json.loads(write_variants([tiny]).text) == json.loads(text)
True

Entry i of a timeline is a half-turn, even ones are White's; its turn is i // 2 + 1 + CosmeticTurnOffset.
The format has no unmoved marks: every pawn, brawn, king and rook of the start counts as unmoved.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace

from hyperchess.errors import HyperchessError, ParseError
from hyperchess.multiverse import Board, BoardAt, HalfTurn, Position, Variant
from hyperchess.multiverse.coordinates import MAX_TURN
from hyperchess.multiverse.pieces import EMPTY, PIECE_OF_CODE, UNMOVED
from hyperchess.multiverse.syntax.fen import parse_board
from hyperchess.notation.json_text import Json, JsonObject, read_json
from hyperchess.notation.text5d.builder import timeline_named
from hyperchess.notation.writing import Losses, Written
from hyperchess.text import Problem, Severity, Source

__all__ = ["parse_variants", "read_variants", "write_variants"]

_TIMELINE = re.compile(r"([+-]?[0-9]{1,5})L")
_KEYS = ("Name", "Author", "Timelines", "CosmeticTurnOffset")


def parse_variants(text: str, name: str = "<text>") -> tuple[Variant, ...]:
    """Parse the variants of a file; raise the first error."""
    variants, problems = read_variants(Source(text, name))
    for problem in problems:
        if problem.severity is Severity.ERROR:
            raise ParseError(problem)
    return variants


def read_variants(source: Source) -> tuple[tuple[Variant, ...], tuple[Problem, ...]]:
    """Return the readable variants of a file, and all problems."""
    variants: list[Variant] = []
    problems: list[Problem] = []
    for document in read_json(source):
        if not document.root.is_missing:
            entries = [document.root] if isinstance(document.value, dict) else document.root.items()
            variants += (variant for variant in map(_variant, entries) if variant is not None)
        problems += document.problems
    return tuple(variants), tuple(problems)


def _variant(data: Json) -> Variant | None:
    for key in data.names():
        if key not in _KEYS:
            data[key].report(f"unknown key {key!r:.60}: it is ignored", severity=Severity.INFO)
    name = data["Name"].text()
    author = "" if data["Author"].is_empty else data["Author"].text()
    offset = 0 if data["CosmeticTurnOffset"].is_empty else data["CosmeticTurnOffset"].integer()
    if abs(offset) > MAX_TURN:
        data["CosmeticTurnOffset"].report(f"the turn {offset} is out of range", code="limit")
        return None
    timelines = data["Timelines"]
    problems = len(data.document.problems)
    boards = [board for key in timelines.names() for board in _boards(timelines[key], key, offset)]
    if len(data.document.problems) > problems:
        return None
    try:
        position = Position.of_boards(boards)
    except HyperchessError as error:
        timelines.report(f"the boards do not make a position: {error}", code="start")
        return None
    return Variant(name, position, author=author, community=True)


def _boards(line: Json, key: str, offset: int) -> list[Board]:
    name = _TIMELINE.fullmatch(key)
    if name is None:
        line.report(f"expected the name of a timeline such as 0L, -0L or +1L, found {key!r:.40}")
        return []
    boards = []
    for index, entry in enumerate(line.items()):
        if entry.value is not None:
            at = BoardAt(timeline_named(name[1]), *HalfTurn.of_ordinal(index + 2 + 2 * offset))
            board = _board(entry, at)
            boards += [board] if board is not None else []
    return boards


def _board(entry: Json, at: BoardAt) -> Board | None:
    rows = entry.text()
    if not rows:
        return None
    try:
        board = parse_board(f"[{rows.replace('*', '')}:0:1:w]")
    except ParseError as error:
        entry.report(f"this board cannot be read: {error.problem.message}", code=error.problem.code)
        return None
    return replace(board, at=at, cells=_unmoved(board.cells))


def _unmoved(cells: bytes) -> bytes:
    return bytes(
        code | UNMOVED if code != EMPTY and PIECE_OF_CODE[code].kind.keeps_unmoved else code for code in cells
    )


def write_variants(variants: Iterable[Variant]) -> Written:
    """Write start positions, with their losses."""
    losses = Losses()
    entries = [_entry(variant, losses) for variant in variants]
    return Written(json.dumps(entries, indent=2, ensure_ascii=False) + "\n", losses.listed())


def _entry(variant: Variant, losses: Losses) -> JsonObject:
    position = variant.position
    first = min(line.start for line in position.timeline_boards)
    offset = first.turn - 1
    _lose(variant, losses)
    return {
        "Name": variant.name,
        "Author": variant.author,
        "Timelines": {
            f"{line.timeline.signed}L": [
                *[None] * (line.start.ordinal - 2 * first.turn),
                *(_rows(board) for board in line.boards),
            ]
            for line in position.timeline_boards
        },
        "CosmeticTurnOffset": offset,
    }


def _rows(board: Board) -> str:
    return board.fen()[1:].partition(":")[0].replace("*", "")


def _lose(variant: Variant, losses: Losses) -> None:
    position = variant.position
    plain = Position.of_boards(position.boards)
    cells = (board.cells for board in position.boards)
    if any(_unmoved(bytes(code & ~UNMOVED for code in board)) != board for board in cells):
        losses.add("unmoved", "unmoved marks are left out: all pieces count as unmoved", variant.name)
    if plain.promotions != position.promotions:
        losses.add("promotions", "the list of promotions is left out", variant.name)
    if plain.timeline_boards != position.timeline_boards:
        losses.add("start", "which timelines the players made is left out", variant.name)
    if variant.aliases:
        losses.add("aliases", "other names of the variant are left out", variant.name)
