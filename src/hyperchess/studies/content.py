"""Content of a study: a game whose nodes have persistent ids, and its source text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hyperchess.game import AnyGame, AnyNode
from hyperchess.ruleset import GameKind
from hyperchess.text import Source

__all__ = ["Content", "printable"]


_LONGEST_TITLE = 200


@dataclass
class Content:
    """A game with the ids of its nodes, and the other data of a study.

    >>> from hyperchess.notation.reading import parse
    >>> content = Content.of(parse('[White "Ada"] 1. e4 / e5'))
    >>> content.shown_title, list(content.ids.values()), content.next_id
    ('Ada - ?', [0, 1, 2], 3)
    """

    game: AnyGame
    ids: dict[AnyNode, int]
    next_id: int
    source: Source | None = None
    title: str = ""  # as given by the user; if empty, the title is made from the headers
    games: int = 1  # number of games in the text
    short: dict[AnyNode, tuple[str, ...]] = field(default_factory=dict)  # the moves as displayed
    proof: str = ""  # the proof file that the study shows, in Base64
    nodes: dict[int, AnyNode] = field(init=False)

    def __post_init__(self) -> None:
        self.nodes = {id: node for node, id in self.ids.items()}

    @staticmethod
    def of(game: AnyGame, *, source: Source | None = None, title: str = "", games: int = 1) -> Content:
        """Create the content of a newly parsed game: its nodes are numbered from the root."""
        nodes: Iterator[AnyNode] = game.root.walk()
        ids = {node: id for id, node in enumerate(nodes)}
        return Content(game, ids, len(ids), source, title, games)

    @property
    def kind(self) -> GameKind:
        """The game that is played."""
        return self.game.kind

    @property
    def shown_title(self) -> str:
        """The given title, else one made from the headers."""
        if self.title:
            return printable(self.title)
        headers = {key.casefold(): value.strip() for key, value in self.game.headers.items()}
        if headers.get("chapter"):
            return printable(headers["chapter"])
        parts = [value for value in (headers.get("event", ""), _players(headers)) if value not in ("", "?")]
        if not parts:
            label = self.kind.label[0].upper() + self.kind.label[1:]
            variant = headers.get("variant") or headers.get("board") or ""
            parts = [f"{label}: {variant}" if variant else label]
        return printable(" · ".join(parts))

    def add(self, node: AnyNode, id: int | None = None) -> int:
        """Assign an id to a new node; a restored node gets its former id."""
        id = self.next_id if id is None else id
        self.next_id = max(self.next_id, id + 1)
        self.ids[node] = id
        self.nodes[id] = node
        return id

    def number_from(self, first: int) -> None:
        """Assign new ids, never used before, to all nodes but the root."""
        self.ids = {node: id and first + id - 1 for node, id in self.ids.items()}
        self.nodes = {id: node for node, id in self.ids.items()}
        self.next_id = first + len(self.ids) - 1

    def drop(self, node: AnyNode) -> None:
        """Forget a node that has been removed from the tree."""
        del self.nodes[self.ids.pop(node)]
        self.short.pop(node, None)


def _players(headers: dict[str, str]) -> str:
    white, black = headers.get("white", ""), headers.get("black", "")
    known = white not in ("", "?") or black not in ("", "?")
    return f"{white or '?'} - {black or '?'}" if known else ""


def printable(title: str) -> str:
    """Return a title in one line, without lone surrogates and control characters.

    >>> printable("one" + chr(10) + "two" + chr(0xD800))
    'one two?'
    """
    whole = title.encode("utf-8", "replace").decode("utf-8")
    return "".join(sign if sign.isprintable() else " " for sign in whole)[:_LONGEST_TITLE]
