"""Writing hyperchess JSON, a game or the record of a study. Whatever is empty is left out.

Starts and moves differ between the two games:

>>> from hyperchess import infinite
>>> position = infinite.Position.parse("w (8|1) K5,1|P4,7|k5,8")
>>> start_data(position)
{'position': 'w 1 (8;Q,R,B,N|1;q,r,b,n) checkmate K5,1|P4,7|k5,8'}
>>> read_start(start_data(position), GameKind.INFINITE) == position
True
>>> move_data(position.find("4,7>4,8Q"))
{'from': '4,7', 'to': '4,8', 'promotion': 'Q'}
>>> read_move("4,7", "4,8", "Q", GameKind.INFINITE) == position.find("4,7>4,8Q")
True
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeAlias

from hyperchess import infinite, multiverse
from hyperchess.errors import HyperchessError
from hyperchess.game import AnyGame, AnyNode, AnyWritten
from hyperchess.infinite.pieces import PIECE_OF_TEXT
from hyperchess.multiverse.coordinates import Timeline, format_square, parse_square
from hyperchess.multiverse.pieces import PIECES
from hyperchess.notation.json_text import JsonObject
from hyperchess.notation.writing import Written
from hyperchess.ruleset import GameKind
from hyperchess.rulesets import AnyPosition
from hyperchess.text import Problem, Source, Span

__all__ = [
    "FORMAT",
    "RULES",
    "START_KEYS",
    "VERSION",
    "Record",
    "move_data",
    "read_move",
    "read_start",
    "record_data",
    "start_data",
    "write_json",
]


@dataclass
class Record:
    """A game, the numbers of its nodes, the text that it was read from, and a title.

    Node numbers are permanent: a deleted node leaves a gap, and `next_id` is the first unused number. `short`
    has short forms of generated moves; `games` is the number of games in the text.
    """

    game: AnyGame
    ids: dict[AnyNode, int]
    next_id: int
    source: Source | None = None
    title: str = ""
    games: int = 1
    short: dict[AnyNode, tuple[str, ...]] = field(default_factory=dict)


AnyMove: TypeAlias = multiverse.Move | infinite.Move

RULES = ("ranks_exchanged", "free_promotion", "automatic_move_rule", "drop_idle_rights", "site_rules")
"""Rules of infinite chess that the text of a position does not contain."""

START_KEYS = {
    GameKind.MULTIVERSE: frozenset({"boards", "promotions", "initial"}),
    GameKind.INFINITE: frozenset({"position", "rules"}),
}


def start_data(start: AnyPosition) -> JsonObject:
    """A start as JSON."""
    if isinstance(start, multiverse.Position):
        return {
            "boards": [board.fen() for board in start.boards],
            "promotions": list(start.promotions),
            "initial": [str(line.timeline) for line in start.timeline_boards if line.maker is None],
        }
    data: JsonObject = {"position": start.text(full=True)}
    settings = [name for name in RULES if getattr(start.settings, name)]
    return {**data, "rules": settings} if settings else data


def read_start(data: JsonObject, kind: GameKind) -> AnyPosition:
    """Return the start described by valid JSON; `HyperchessError` if it is not a position."""
    if kind is GameKind.MULTIVERSE:
        initial = [Timeline.parse(name) for name in data["initial"]]
        return multiverse.Position.of_fen(
            "".join(data["boards"]), promotions=data["promotions"], initial=initial
        )
    position = infinite.Position.parse(data["position"])
    flags: JsonObject = {name: True for name in data.get("rules", ()) if name in RULES}
    return position.with_settings(replace(position.settings, **flags)) if flags else position


def move_data(move: AnyMove) -> dict[str, str]:
    """A move as JSON."""
    if isinstance(move, multiverse.Move):
        data = {"from": _format_5d(move.source), "to": _format_5d(move.target)}
        return {**data, "promotion": move.promotion} if move.promotion else data
    data = {"from": str(move.source), "to": str(move.target)}
    return data if move.promotion is None else {**data, "promotion": move.promotion.code}


def read_move(source: str, target: str, promotion: str, kind: GameKind) -> AnyMove:
    """The move between two squares; `HyperchessError` if they are not squares, or nothing has that letter."""
    if kind is GameKind.MULTIVERSE:
        if promotion and promotion not in PIECES:
            raise HyperchessError(f"no piece has the letter {promotion!r:.20}")
        return multiverse.Move(_parse_5d(source), _parse_5d(target), promotion)
    piece = PIECE_OF_TEXT.get(promotion) if promotion else None
    if promotion and piece is None:
        raise HyperchessError(f"no piece has the code {promotion!r:.20}")
    return infinite.Move(infinite.parse_square(source), infinite.parse_square(target), piece)


@lru_cache(maxsize=1 << 15)
def _format_5d(square: multiverse.Square) -> str:
    return format_square(square, color=True)


@lru_cache(maxsize=1 << 15)
def _parse_5d(text: str) -> multiverse.Square:
    return parse_square(text)


FORMAT = "hyperchess"
VERSION = 2


def write_json(game: AnyGame, *, indent: int | None = 2, problems: bool = False) -> Written:
    """Write a game of either kind.

    With `problems`, also write the reader's problems, the source text, and the spans of the moves in it.
    """
    source = game.problems[0].source if problems and game.problems else None
    data = _game_data(game, source, None)
    text = json.dumps(data, indent=indent, ensure_ascii=False)
    if not _can_be_encoded(text):
        text = json.dumps(data, indent=indent)
    return Written(text + "\n")


def record_data(record: Record) -> JsonObject:
    """Return a game with all data of a study as a JSON object."""
    data = _game_data(record.game, record.source, record)
    data["study"] = {"next": record.next_id, "games": record.games}
    if record.title:
        data["study"]["title"] = record.title
    return data


def _can_be_encoded(text: str) -> bool:
    """Return whether a text can be encoded: input may contain lone surrogates, which JSON can only escape."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _game_data(game: AnyGame, source: Source | None, record: Record | None) -> JsonObject:
    data: JsonObject = {"format": FORMAT, "version": VERSION, "game": game.kind.value}
    if game.notation:
        data["notation"] = game.notation
    if game.headers:
        data["headers"] = [[key, value] for key, value in game.headers.items()]
    data["start"] = None if game.start is None else start_data(game.start)
    data["nodes"] = _nodes(game, record, spans=source is not None)
    if source is not None:
        if game.problems:
            data["problems"] = [_problem_data(problem, source) for problem in game.problems]
        data["source"] = _source_data(source)
    return data


def _nodes(game: AnyGame, record: Record | None, *, spans: bool) -> list[JsonObject]:
    """Return all nodes, parents first; siblings keep their order."""
    index: dict[AnyNode, int] = {}
    nodes = []
    walked: Iterator[AnyNode] = game.root.walk()
    for place, node in enumerate(walked):
        index[node] = place
        data: JsonObject = {} if record is None else {"id": record.ids[node]}
        short = () if record is None else record.short.get(node, ())
        data["parent"] = None if node.parent is None else index[node.parent]
        nodes.append(_node_data(node, data, short, spans=spans))
    return nodes


def _node_data(node: AnyNode, data: JsonObject, short: tuple[str, ...], *, spans: bool) -> JsonObject:
    moves: Sequence[AnyWritten] = node.moves
    if moves:
        data["moves"] = [
            _move_data(written, short[place] if place < len(short) else "", spans=spans)
            for place, written in enumerate(moves)
        ]
    if node.comments:
        data["comments"] = [
            {"text": comment.text, **({"after": comment.after} if comment.after else {})}
            for comment in node.comments
        ]
    if node.mark:
        data["mark"] = node.mark
    if node.result:
        data["result"] = node.result
    if not node.legal:
        data["legal"] = False
    return data


def _move_data(written: AnyWritten, short: str, *, spans: bool) -> JsonObject:
    data: JsonObject = {} if written.move is None else {**move_data(written.move)}
    if written.text:
        data["text"] = written.text
    if written.evaluation:
        data["evaluation"] = written.evaluation
    if written.nags:
        data["nags"] = [*written.nags]
    if written.move is None and written.hints:  # those of a resolved move follow from the rules
        data["hints"] = [*written.hints]
    if short:
        data["short"] = short
    if spans and written.span is not None:
        data["span"] = [*written.span]
    return data


def _source_data(source: Source) -> JsonObject:
    data: JsonObject = {"text": source.text, "name": source.name}
    if source.first != (1, 1):
        data["first"] = [*source.first]
    return data


def _problem_data(problem: Problem, source: Source) -> JsonObject:
    """Return a problem; one of another text than the source has no position."""
    apart = problem.source.text != source.text
    span = Span(0, 0) if apart else problem.span
    data: JsonObject = {
        "start": span.start,
        "end": span.end,
        "code": problem.code,
        "message": problem.message,
        "severity": problem.severity.value,
    }
    if problem.hint:
        data["hint"] = problem.hint
    if problem.fix is not None and not apart:
        fixed, text = problem.fix
        data["fix"] = {"start": fixed.start, "end": fixed.end, "text": text}
    return data
