"""A game in one HTML file that needs no server: the viewer of the page, and every position worked out."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from hyperchess.app.web.documents import Content, Document, read_document
from hyperchess.app.web.embedding import embedded
from hyperchess.app.web.inlining import fill_page
from hyperchess.app.web.spelling import spell
from hyperchess.app.web.studies import title_of
from hyperchess.game import Node
from hyperchess.notation.registry import AnyGame

__all__ = ["html_of_document", "viewer_html"]

_ENTRY = "viewer.js"


def viewer_html(game: AnyGame, title: str = "", *, at: Node[Any, Any] | None = None) -> str:
    """The file for a game, which opens at a node, else at the end of the main line.

    Without a title it is called as its headers tell.
    """
    content = Content.of(game, title=title)
    spell(content)
    return _fill(content, None if at is None else content.ids[at])


def html_of_document(document: Document) -> str:
    """The file for a study as it is stored. The text from which it was read is left out."""
    content = read_document(document)
    content.source = None
    return _fill(content, None)


def _fill(content: Content, at: int | None) -> str:
    return fill_page(_page(), title=title_of(content), entry=_ENTRY, data=embedded(content, at))


@cache
def _page() -> str:
    folder = files("hyperchess.app").joinpath("page")
    return folder.joinpath("viewer.html").read_text(encoding="utf-8").replace("\r\n", "\n")
