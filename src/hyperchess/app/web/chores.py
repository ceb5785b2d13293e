"""What butlers do: functions of plain values, named in a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hyperchess.app.web import exporting
from hyperchess.app.web.documents import Document, read_document, write_document
from hyperchess.app.web.moves import movable, moves_from
from hyperchess.app.web.opening import content_of_text
from hyperchess.app.web.positions import position_data
from hyperchess.app.web.studies import Here, Study
from hyperchess.app.web.viewer import html_of_document
from hyperchess.notation.places import find_node

__all__ = ["CHORES"]


def _open(text: str, notation: str | None, number: int, title: str, kind: str | None) -> Document:
    """A game of a text as a document."""
    return write_document(content_of_text(text, notation, number=number, title=title, kind=kind))


def _export(document: Document, node: int | None, to: str, options: Mapping[str, object]) -> dict[str, Any]:
    """A study in a notation."""
    content = read_document(document)
    game = content.game if node is None else exporting.line_to(content.nodes[node])
    return exporting.export([game], to, options)


def _position(place: Mapping[str, Any]) -> dict[str, Any]:
    """The position at a place of a text."""
    return position_data(_here(**place))


def _moves(place: Mapping[str, Any], source: list[int] | list[str] | None) -> dict[str, Any]:
    """The moves of a piece there, or which pieces can move."""
    state = _here(**place).state
    return movable(state) if source is None else moves_from(state, source)


def _here(text: str, notation: str | None, number: int, node: str, pending: list[str]) -> Here:
    content = content_of_text(text, notation, number=number)
    return Study("", 0, content).here(content.ids[find_node(content.game, node)], pending)


CHORES: Mapping[str, Callable[..., Any]] = {
    "open": _open,
    "check": exporting.check,
    "convert": exporting.convert,
    "export": _export,
    "html": html_of_document,
    "position": _position,
    "moves": _moves,
}
