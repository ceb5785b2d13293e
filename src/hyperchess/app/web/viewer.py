"""A game in one HTML file without a server: the board as an element, all positions, and the rules.

The rules are the kernel compiled for browsers, so that a reader can play on from any position.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from hyperchess.api.documents import Document, read_document
from hyperchess.app.web.inlining import fill_page, packed, read_style
from hyperchess.game import AnyGame, AnyNode
from hyperchess.studies.catalogue import piece_art
from hyperchess.studies.content import Content
from hyperchess.studies.data import json_text
from hyperchess.studies.embedding import embed_content
from hyperchess.studies.opening import open_game

__all__ = ["html_of_document", "viewer_html"]

_ENTRY = "viewer.js"


def viewer_html(game: AnyGame, title: str = "", *, at: AnyNode | None = None) -> str:
    """Return the file for a game; it opens at node `at`, by default at the end of the main line.

    Without a title, it is derived from the headers.
    """
    content = open_game(game, title=title)
    return _fill(content, None if at is None else content.ids[at])


def html_of_document(document: Document) -> str:
    """Return the file for a stored study, without the text from which it was read."""
    content = read_document(document)
    content.source = None
    return _fill(content, None)


def _fill(content: Content, at: int | None) -> str:
    data = embed_content(content, at)
    parts = {"kernel": _kernel(), "assets": _assets()}
    return fill_page(_page(), title=content.shown_title, entry=_ENTRY, data=data, parts=parts)


@cache
def _assets() -> str:
    """Return what the element needs besides its modules and the kernel."""
    assets = {"style": read_style("css/board.css"), "art": piece_art()}
    return packed(json_text(assets).encode("utf-8"))


@cache
def _kernel() -> str:
    return packed(files("hyperchess.app").joinpath("site", "rules.wasm").read_bytes())


@cache
def _page() -> str:
    folder = files("hyperchess.app").joinpath("page")
    return folder.joinpath("viewer.html").read_text(encoding="utf-8").replace("\r\n", "\n")
