"""Boards for hovers and for the preview: the position at a place of a document as SVG or as text."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from typing import Any, NamedTuple

from hyperchess import multiverse, picture
from hyperchess.app.lsp.document import Document
from hyperchess.app.lsp.reading import Place
from hyperchess.errors import HyperchessError
from hyperchess.game import AnyNode
from hyperchess.notation.places import format_path
from hyperchess.ruleset import GameKind
from hyperchess.rulesets import find_ruleset
from hyperchess.text import Span

__all__ = ["HOVERS", "Board", "find_board", "hover_text"]

HOVERS = ("picture", "text", "none")
"""The forms of the board in a hover."""

_LARGEST = 60_000  # bytes of a picture in a hover: editors cut longer texts
_WIDEST, _HIGHEST = 640, 200  # pixels of a picture in a hover: editors cut larger ones off
_SIZE = re.compile(r'width="([0-9.]+)" height="([0-9.]+)"')
_WINDOWS = (None, 4, 2, 1)  # half-turns around the present, until the picture is small enough


class Board(NamedTuple):
    """A position of a game: the node, what is drawn (a node, or the state within an action), and its path."""

    node: AnyNode
    subject: Any
    path: str
    span: Span | None = None

    @property
    def title(self) -> str:
        """The number of the action and its moves; `start` before the first one."""
        words = " ".join(move.text or str(move.move) for move in self.node.moves)
        return f"{self.node.serial}. {words}" if words else "start"

    def svg(self, **options: Any) -> str:
        """Draw the position."""
        return picture.svg(self.subject, **options)


def find_board(document: Document, offset: int) -> Board | None:
    """Return the position at an offset: after the move there, or after the last one before it.

    Before the first move of a game it is the start. `None` if the position is unknown.
    """
    start, part = document.part_at(offset)
    games = document.games(part)
    place = games.place_before(offset - start)
    if place is None:
        game = games.games[0]
        return None if game.start is None else Board(game.root, game.root, format_path(game.root))
    return _board(place)


def _board(place: Place) -> Board | None:
    node = place.node
    try:
        if node.is_resolved and (place.order + 1 == len(node.moves) or find_ruleset(node.game.kind).one_move):
            return Board(node, node, format_path(node), place.span)
        assert node.parent is not None
        state = node.parent.position
        for written in node.moves[: place.order + 1]:
            if not isinstance(state, multiverse.Position) or not isinstance(written.move, multiverse.Move):
                return None  # an action of infinite chess is never unfinished
            state = state.move(written.move)
    except HyperchessError:
        return None
    return Board(node, state, format_path(node), place.span)


def hover_text(document: Document, offset: int, form: str) -> tuple[str, Span] | None:
    """Return Markdown about the move at an offset, and the span of the move; `None` if there is no move."""
    start, part = document.part_at(offset)
    place = document.games(part).place_at(offset - start)
    if place is None:
        return None
    board = _board(place)
    lines = list(_facts(place.node))
    if board is None:
        lines.append("The position is unknown: see the problems before this move.")
    elif form == "picture":
        lines.append(f"![{_plain(board.title)}]({_data_uri(board)})")
    elif form == "text":
        lines.append(f"```\n{_position(board)}\n```")
    return "\n\n".join(lines), Span(start + place.span.start, start + place.span.end)


def _facts(node: AnyNode) -> Iterator[str]:
    """Yield the action in the usual spelling, and what its comments say about it."""
    yield f"**{node.serial}.** `{node.text()}`"
    facts = []
    if node.score is not None:
        facts.append(f"score {node.score}")
    if node.clock is not None:
        facts.append(f"clock {node.clock}")
    if facts:
        yield ", ".join(facts)


def _position(board: Board) -> object:
    return board.subject.position if board.subject is board.node else board.subject


def _data_uri(board: Board) -> str:
    """Return the picture as an address, of fewer boards if it would be too large."""
    text = ""
    for window in _WINDOWS if board.node.game.kind is GameKind.MULTIVERSE else (None,):
        text = board.svg() if window is None else board.svg(window=window)
        if len(text) <= _LARGEST:
            break
    else:
        if board.node.game.kind is GameKind.MULTIVERSE:
            text = board.svg(window=1, detail="dots")
    return f"data:image/svg+xml;base64,{b64encode(_fitted(text).encode()).decode()}"


def _fitted(svg: str) -> str:
    """Return a picture that is drawn as large as fits into a hover.

    >>> _fitted('<svg width="1280" height="300" viewBox="0 0 1280 300">')
    '<svg width="640" height="150" viewBox="0 0 1280 300">'
    """

    def fit(size: re.Match[str]) -> str:
        width, height = float(size[1]), float(size[2])
        scale = min(1.0, _WIDEST / width, _HIGHEST / height)
        return f'width="{width * scale:g}" height="{height * scale:g}"'

    return _SIZE.sub(fit, svg, count=1)


def _plain(text: str) -> str:
    """Return a text without the signs that end a link in Markdown."""
    return text.translate(str.maketrans("[]()", "    "))
