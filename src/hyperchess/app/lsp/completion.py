"""Completion: legal moves, keys of headers, and their values.

The moves come from the rules and are spelled by the notation itself. Where a move would be played is asked of
the reader: the text up to the cursor is read with one more move, and the node of that move has the position.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from lsprotocol.types import CompletionItem, CompletionItemKind, CompletionList, TextEdit

from hyperchess import infinite, multiverse
from hyperchess.app.lsp.document import Document
from hyperchess.app.lsp.grammar import tokenize
from hyperchess.app.lsp.reading import Games, Place
from hyperchess.errors import HyperchessError
from hyperchess.game import RESULTS, AnyGame, AnyNode, Game, WrittenMove
from hyperchess.notation.registry import Notation
from hyperchess.notation.text5d.dialects import DIALECTS
from hyperchess.notation.text5d.header_text import KNOWN_KEYS
from hyperchess.notation.text5d.spelling import move_names
from hyperchess.ruleset import GameKind
from hyperchess.text import Source, Span

__all__ = ["TRIGGERS", "complete"]

TRIGGERS = ["[", '"', ":", "/", ".", "|", " "]
"""Characters after which an editor asks for completions."""

_KEY = re.compile(r"(?:^|\])\s*\[\s*(\w*)$")
_VALUE = re.compile(r'\[\s*(\w+)\s*(?:"|:\s*)([^"\]]*)$')
_WORD = re.compile(r"(?:\([^\s()]*\)|[^\s(){}\[\]|/;.])*(?:\([^\s()]*)?$")
_ANY_MOVE = {GameKind.MULTIVERSE: "Ka1", GameKind.INFINITE: "0,0>0,1"}
_MOST = 500  # moves that are listed
_INFINITE_KEYS = (
    *("Event", "Site", "Variant", "Round", "UTCDate", "UTCTime", "TimeControl", "White", "Black"),
    *("Result", "Termination"),
)
_VARIANT_KEYS = ("board", "variant", "variation")
_VALUES = {"result": RESULTS, "mode": ("5D",), "timeline": ("Odd", "Even"), "timelines": ("Odd", "Even")}


def complete(document: Document, offset: int) -> CompletionList:
    """Return what can be written at an offset."""
    notation = document.likely_notation
    if notation is None or notation.shape:  # the fields of JSON have a schema
        return CompletionList(is_incomplete=False, items=[])
    start = max(document.text.rfind("\n", 0, offset), document.text.rfind("\r", 0, offset)) + 1
    line = document.text[start:offset]
    value = _VALUE.search(line)
    key = _KEY.search(line)
    if value is not None:
        items = list(_values(document, notation, value, offset))
    elif key is not None:
        items = list(_keys(document, notation, key, offset))
    else:
        items = list(_moves(document, notation, line, offset))
    return CompletionList(is_incomplete=False, items=items)


def _keys(
    document: Document, notation: Notation, match: re.Match[str], offset: int
) -> Iterator[CompletionItem]:
    _, part = document.part_at(offset)
    text = part.text[: part.length]
    used = {text[token.start : token.end] for token in tokenize(text) if token.kind == "key"}
    is_infinite = GameKind.INFINITE in notation.kinds
    colon = is_infinite and not re.search(r'\[\s*\w+\s*"', text)
    closed = document.text.startswith("]", offset)
    for key in _INFINITE_KEYS if is_infinite else KNOWN_KEYS:
        if key in used:
            continue
        new = f"{key}: " if colon else f'{key} "'
        end = "" if closed else ("]" if colon else '"]')
        yield _item(
            document, key, CompletionItemKind.Property, Span(offset - len(match[1]), offset), new + end
        )


def _values(
    document: Document, notation: Notation, match: re.Match[str], offset: int
) -> Iterator[CompletionItem]:
    key = match[1].casefold()
    span = Span(offset - len(match[2]), offset)
    if key in _VARIANT_KEYS:
        listed = infinite.variants() if GameKind.INFINITE in notation.kinds else multiverse.variants()
        for variant in listed:
            yield _item(document, variant.name, CompletionItemKind.EnumMember, span)
    for value in _VALUES.get(key, ()):
        yield _item(document, value, CompletionItemKind.Value, span)


def _item(
    document: Document, label: str, kind: CompletionItemKind, span: Span, text: str = ""
) -> CompletionItem:
    edit = TextEdit(document.lines.range(span), text or label)
    return CompletionItem(label, kind=kind, text_edit=edit, filter_text=label)


def _moves(document: Document, notation: Notation, line: str, offset: int) -> Iterator[CompletionItem]:
    part_start, part = document.part_at(offset)
    word = _WORD.search(line)
    assert word is not None
    start = offset - len(word[0])
    inside = next((token for token in tokenize(part.text) if token.end >= offset - part_start), None)
    if inside is not None and inside.start < offset - part_start and inside.kind in ("comment", "command"):
        return
    before = part.text[: start - part_start]
    before += "" if not before or before[-1].isspace() else " "
    turn = _find_turn(before, notation)
    is_checked = _has_plain_moves(notation)
    for choice in () if turn is None else _choices(turn, notation):
        # Some notations number the moves of a whole game, so a move that was spelled alone does not fit.
        if not is_checked and not _is_read(before, choice, notation):
            return
        is_checked = True
        item = _item(document, choice.text, CompletionItemKind.Function, Span(start, offset))
        item.sort_text = f"{'01'[not choice.ends]}{choice.text}"
        item.detail = None if choice.ends else "more moves are needed"
        yield item


class _Turn(NamedTuple):
    """The node before an action, and the moves of the action before the cursor."""

    node: AnyNode
    pending: tuple[Any, ...]

    @property
    def position(self) -> Any:
        """The position before the action."""
        return self.node.position


def _read_moves(text: str, notation: Notation) -> Games:
    return Games(tuple(notation.read(Source(text))), has_spans=True)


def _find_turn(before: str, notation: Notation) -> _Turn | None:
    """Return whose move it is at the end of a text, by reading it with one more move."""
    known: list[Place] = []
    written = _ANY_MOVE[notation.kinds[0]]
    if not _has_plain_moves(notation):
        # A number without a move is read as a move without a text.
        places = _read_moves(before, notation).places
        known = [place for place in places if place.span.start < place.span.end]
        written = before[slice(*known[-1].span)] if known else written
    games = _read_moves(f"{before}{written} ", notation)
    place = games.place_before(len(before))
    if place is not None and place.span.start == len(before):
        node = place.node
        pending = [move.move for move in node.moves[: place.order]]
        if node.parent is None or None in pending or not _is_known(node.parent):
            return None
        return _Turn(node.parent, tuple(pending))
    # The reader takes no second move there: the action before it is complete.
    end = known[-1].node if known else games.games[-1].root
    return _Turn(end, ()) if _is_known(end) else None


def _has_plain_moves(notation: Notation) -> bool:
    """Return whether a move is written in the same way wherever it is played, so that any move is a probe."""
    return notation.name in DIALECTS or GameKind.INFINITE in notation.kinds


def _is_known(node: AnyNode) -> bool:
    return node.is_resolved if node.parent is not None else node.game.start is not None


def _is_read(before: str, choice: _Choice, notation: Notation) -> bool:
    """Return whether the reader understands a choice at the end of a text."""
    place = _read_moves(f"{before}{choice.text} ", notation).place_before(len(before))
    return place is not None and place.node.moves[place.order].move == choice.move


class _Choice(NamedTuple):
    """A move as it is written; `ends`: the action may end with it."""

    move: Any
    text: str
    ends: bool


def _choices(turn: _Turn, notation: Notation) -> Iterator[_Choice]:
    if turn.position.kind is GameKind.INFINITE:
        yield from (_Choice(move, str(move), True) for move in islice(turn.position.moves().near(), _MOST))
        return
    state = turn.position
    for move in turn.pending:
        state = state.move(move)
    for move in state.moves()[:_MOST]:
        after = state.move(move)
        ends = after.rules.submit_fault(after) is None
        if ends or after.playable:
            text = _spell(turn, move, state, ends, notation)
            if text:
                yield _Choice(move, text, ends)


def _spell(turn: _Turn, move: Any, state: Any, ends: bool, notation: Notation) -> str:
    """Return a move as the notation writes it; empty if it cannot be written alone."""
    if notation.name not in DIALECTS:
        return _round_trip(turn, move, notation)
    if notation.name == "raw":
        return str(move)
    if ends and not turn.pending:
        child = turn.node.attach((WrittenMove(move),))  # for as long as it is spelled
        text = child.text("branched" if notation.name == "branched" else "shad")
        child.delete()
        return text.split(" ")[0]
    (name,) = move_names(state, (move,))
    try:
        return name if state.read(name) == (move,) else str(move)
    except HyperchessError:
        return str(move)


def _round_trip(turn: _Turn, move: Any, notation: Notation) -> str:
    """Write the action in a game of its own and read it, which shows how the move is spelled."""
    game: AnyGame = Game(turn.position)
    game.root.attach(tuple(WrittenMove(each) for each in (*turn.pending, move)))
    try:
        text = notation.write(game).text
        (again, *_) = notation.read(Source(text), start=turn.position)
    except HyperchessError:
        return ""
    for written in (written for node in again.main_line for written in node.moves):
        if written.move == move and written.span is not None:
            return text[written.span.start : written.span.end]
    return ""
