"""Reader of the converter's format."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hyperchess.errors import IllegalAction, MoveError, ParseError, UnknownVariant
from hyperchess.game import Comment, Node, WrittenMove
from hyperchess.infinite import Move, Position, find_variant, read_setup
from hyperchess.infinite.coordinates import MAX_DIGITS
from hyperchess.infinite.playthrough import Moment
from hyperchess.infinite.syntax.text import parse_move
from hyperchess.notation.icn.json.composing import (
    format_coordinates,
    format_pieces,
    list_arguments,
    list_keys,
    piece_of_name,
)
from hyperchess.notation.icn.resolve import InfiniteGame, most_plies
from hyperchess.notation.icn.start import NamedPieces
from hyperchess.notation.icn.statements import Endings
from hyperchess.notation.json_text import Json, JsonDocument, Path, join_empty
from hyperchess.ruleset import GameKind
from hyperchess.text import Severity, Source, Span, quote

__all__ = ["read_games", "read_value"]

_BLANK = re.compile(r"\s*")
_LARGE_OR_NONE = re.compile(
    rf"NaN|[0-9][eE]\+?+[0-9]{{3}}|[0-9]{{{MAX_DIGITS}}}"
)  # possibly unusable numbers


class _Unusable(str):
    """A number that is not finite or far too large, as written."""

    __slots__ = ()


def read_games(source: Source, *, start: Position | None = None) -> list[InfiniteGame]:
    """Read all games of a text, at least one; each is a separate object."""
    named = NamedPieces(source)
    return [_game(document, start, named) for document in join_empty(_documents(source))]


def read_value(value: object, name: str = "<value>") -> InfiniteGame:
    """Read the game of a value in the format; problems refer to its JSON."""
    return read_games(Source(json.dumps(value, ensure_ascii=False), name))[0]


def _documents(source: Source) -> Iterator[JsonDocument]:
    offset = _skip(source, 1 if source.text.startswith("\ufeff") else 0)
    while True:
        document = _decode(source, offset)
        yield document
        offset = _skip(source, document.span.end)
        if offset >= len(source.text):
            return


def _skip(source: Source, offset: int) -> int:
    match = _BLANK.match(source.text, offset)
    assert match is not None
    return match.end()


def _decode(source: Source, offset: int) -> JsonDocument:
    """Decode the document at an offset. Numbers may have any size that a coordinate can have."""
    try:
        value, end = _DECODER.raw_decode(source.text, offset)
    except json.JSONDecodeError as error:
        message, place = f"this is not JSON: {error.msg}", error.pos
    except RecursionError:
        message, place = "lists and objects are nested too deeply", offset
    else:
        document = JsonDocument(source, Span(offset, end), value)
        if _LARGE_OR_NONE.search(source.text, offset, end):
            _take_out_unusable(document)
        return document
    return JsonDocument.unread(source, offset, message, place)


def _integer(digits: str) -> int | str:
    return int(digits) if len(digits) <= MAX_DIGITS else _Unusable(digits)


def _float(digits: str) -> float | str:
    number = float(digits) if len(digits) <= MAX_DIGITS else math.inf
    return number if math.isfinite(number) else _Unusable(digits)


def _constant(name: str) -> str:
    return _Unusable(name) if name == "NaN" else name  # a slideLimit may be Infinity


_DECODER = json.JSONDecoder(parse_int=_integer, parse_float=_float, parse_constant=_constant)


def _take_out_unusable(document: JsonDocument) -> None:
    """Report unusable numbers and continue as if they were absent."""
    values: list[tuple[Path, Any]] = [((), document.value)]
    while values:
        path, value = values.pop()
        for key, entry in _entries(value):
            if isinstance(entry, _Unusable):
                value[key] = None
                message = f"{quote(entry)} is not a number"
                if len(entry) > MAX_DIGITS:
                    message = f"a number has at most {MAX_DIGITS} digits, found {len(entry)}"
                elif entry != "NaN":
                    message = f"the number {quote(entry)} is out of range"
                document.report((*path, key), message)
            elif isinstance(entry, dict | list):
                values.append(((*path, key), entry))


def _entries(value: Any) -> list[tuple[Any, Any]]:
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, list) else []


def _game(document: JsonDocument, start: Position | None, named: NamedPieces) -> InfiniteGame:
    long = document.root
    is_game = isinstance(long.value, dict)
    if not is_game and not long.is_missing:
        long.report("expected an object with startingPosition and moves")
    if start is None and is_game:
        start = _start(long, named)
    headers = _headers(long) if is_game else {}
    game: InfiniteGame = InfiniteGame(start, headers, notation="icn-json", kind=GameKind.INFINITE)
    if not long["moves"].is_empty:
        _add_moves(game, long["moves"])
    game.problems = document.problems.listed()
    return game


def _headers(long: Json) -> dict[str, str]:
    metadata = long["metadata"]
    if metadata.is_empty:
        return {}
    values = {key: metadata[key].value for key in list_keys(metadata)}
    return {key: _text(value) for key, value in values.items() if value is not None}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _start(long: Json, named: NamedPieces) -> Position | None:
    document = long.document
    known = len(document.problems)
    words = list_arguments(long)
    listed = format_pieces(long)
    pieces = None
    if not listed:
        name = long["metadata"]["Variant"].value
        try:
            variant = find_variant(name if isinstance(name, str) else "")
        except UnknownVariant:
            if len(document.problems) == known:
                long.report("the game does not say from which position it starts", code="start")
            return None
        pieces = variant.position.pieces()
        if not named.take(len(pieces)):
            long["metadata"]["Variant"].report(named.message, code="limit", hint=named.hint)
            return None
        if not words:
            return variant.position
    setup, problems = read_setup(Source(" ".join([*words, listed]), document.source.name), pieces)
    for problem in problems:
        in_pieces = problem.code in ("pieces", "piece", "square", "right", "border")
        place = document.place(("startingPosition",) if in_pieces else ("gameRules",))
        document.problems.add(replace(problem, source=document.source, span=place, fix=None))
    return None if setup is None else Position.of(setup)


def _add_moves(game: InfiniteGame, moves: Json) -> None:
    node, position = game.root, game.start
    most = most_plies(position)
    endings = Endings(position)
    for index, value in enumerate(moves.items()):
        if index == most and position is not None:
            value.report(f"moves after number {most} are not checked", code="limit")
            position = None
        node, after = _add_move(node, position, value)
        if position is not None and after is not None:
            ended = endings.find(Moment.of(position))
            if ended is not None:
                message = f"the game was over before this move ({ended})"
                value.report(message, code="over", severity=Severity.WARNING)
            endings.add(Moment.of(after))
            game.keep(node, after)
        position = after


def _add_move(
    parent: Node[Position, Move], position: Position | None, value: Json
) -> tuple[Node[Position, Move], Position | None]:
    """Add a node for a move; return it with the position after it, if known."""
    move = _move(value)
    after: Position | None = None
    legal = True
    if move is not None and position is not None:
        try:
            after = position.play(move)
            assert after.last is not None
            move = after.last.move
        except MoveError as error:
            legal = not isinstance(error, IllegalAction)
            code = error.rule if isinstance(error, IllegalAction) else "illegal-move"
            value.report(f"{position.player} cannot play {quote(str(move))}: {error}", code=code)
    resolved = after is not None or not legal
    text = str(move) if move is not None else _text(value.value)[:1_000]
    written = WrittenMove(move if resolved else None, text, span=value.span)
    node = parent.attach((written,), legal=legal)
    if isinstance(value.value, dict):
        node.mark = "#" if value["mate"].value is True else "+" if value["check"].value is True else ""
        if not value["comment"].is_empty:
            node.comments = [Comment(value["comment"].text(), 1)]
    return node, after


def _move(value: Json) -> Move | None:
    """Return a move written as a string or as an object."""
    if isinstance(value.value, dict):
        squares = [format_coordinates(value["startCoords"]), format_coordinates(value["endCoords"])]
        if not all(squares):
            return None
        text = ">".join(squares)
        if not value["promotion"].is_empty:
            piece = piece_of_name(value["promotion"].text())
            if piece is None:
                value["promotion"].report(f"unknown piece {value['promotion'].value!r}", code="piece")
                return None
            text += piece.code if not piece.code[0].isdigit() else f"={piece.code}"
    else:
        text = value.text("-")
        if not isinstance(value.value, str):
            return None
    try:
        return parse_move(text)
    except ParseError as error:
        value.report(error.problem.message, code=error.problem.code, hint=error.problem.hint)
        return None
