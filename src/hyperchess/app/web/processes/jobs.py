"""The jobs of the text pool by name: functions of picklable values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hyperchess.app.service.documents import Document, read_document, write_document
from hyperchess.app.web.viewer import html_of_document
from hyperchess.kinds import Kind
from hyperchess.notation.places import find_node
from hyperchess.studies.adapter import StudyPosition, View
from hyperchess.studies.chapters import export_chapters, open_all
from hyperchess.studies.games import find_adapter
from hyperchess.studies.learning.training import give_hint, judge
from hyperchess.studies.opening import open_text
from hyperchess.studies.study import Study
from hyperchess.studies.texts import Exported, check, convert, export, line_to
from hyperchess.studies.views import Hint

__all__ = ["JOBS"]


def _open(text: str, notation: str | None, number: int, title: str, kind: Kind | None) -> Document:
    """Read a game of a text as a document."""
    return write_document(open_text(text, notation, number=number, title=title, kind=kind))


def _open_all(text: str, notation: str | None) -> list[Document]:
    """Read all games of a text as documents."""
    return list(map(write_document, open_all(text, notation)))


def _export(document: Document, node: int | None, to: str, options: Mapping[str, object]) -> Exported:
    """Write a study in a notation."""
    content = read_document(document)
    game = content.game if node is None else line_to(content.nodes[node])
    return export([game], to, options)


def _export_chapters(
    title: str, documents: Sequence[Document], to: str, options: Mapping[str, object]
) -> Exported:
    """Write studies as one text in a notation."""
    return export_chapters(title, list(map(read_document, documents)), to, options)


def _position(place: Mapping[str, Any]) -> View:
    """Return the position at a place of a text."""
    return _place(**place).position()


def _moves(place: Mapping[str, Any], square: Sequence[int] | Sequence[str] | None) -> View:
    """Return the moves of a piece, or the pieces that can move."""
    found = _place(**place)
    return found.movable() if square is None else found.moves_from(square)


def _hint(kind: Kind, base: Any, state: Any) -> Hint:
    """Return a good action with a reason."""
    return find_adapter(kind).hint(base, state)


def _place(text: str, notation: str | None, number: int, node: str, pending: list[str]) -> StudyPosition:
    content = open_text(text, notation, number=number)
    return Study(content).place(content.ids[find_node(content.game, node)], pending)


JOBS: Mapping[str, Callable[..., Any]] = {
    "open": _open,
    "open_all": _open_all,
    "check": check,
    "convert": convert,
    "export": _export,
    "export_chapters": _export_chapters,
    "html": html_of_document,
    "position": _position,
    "moves": _moves,
    "hint": _hint,
    "judge_puzzle": judge,
    "hint_puzzle": give_hint,
}
