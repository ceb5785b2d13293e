"""Navigation targets: typed coordinates and search hits.

>>> from hyperchess.notation.reading import parse
>>> cursor = Cursor([parse('[White "Ada"]\\n1. e4 / e5 {solid} 2. Nf3')])
>>> [place.node.moves[0].text for place in (find_target(cursor, "1b"), find_target(cursor, "end"))]
['e5', 'Nf3']
>>> find_target(cursor, "T1b").half_turn, find_target(cursor, "-1T3").timeline
(HalfTurn(turn=1, color=Color.BLACK), Timeline('-1'))
>>> [(hit.where, hit.text) for text in ("ada", "SOLID", "Nf3") for hit in search(cursor.games, text)]
[('header White', 'Ada'), ('comment at 1b', 'solid'), ('action 2w', 'Nf3')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from hyperchess.app.files.inputs import InputError
from hyperchess.app.tui.cursor import Cursor, format_label, format_node
from hyperchess.errors import ParseError
from hyperchess.game import AnyGame, AnyNode
from hyperchess.infinite import Square, parse_square
from hyperchess.multiverse import Color, HalfTurn, Timeline
from hyperchess.notation.places import find_node
from hyperchess.ruleset import GameKind

__all__ = ["Hit", "NavigationTarget", "find_target", "search"]

_BOARD = re.compile(r"\(?L?(?P<timeline>[+-]?[0-9]{1,5})?\s*T(?P<turn>-?[0-9]{1,5})(?P<color>[wb]?)\)?", re.I)


@dataclass(frozen=True, slots=True)
class NavigationTarget:
    """An action, or a board (perhaps on any timeline), or a square of the infinite board."""

    node: AnyNode | None = None
    half_turn: HalfTurn | None = None
    timeline: Timeline | None = None
    square: Square | None = None


def find_target(cursor: Cursor, text: str) -> NavigationTarget:
    """Parse a target: `12b`, `end`, `T5b`, `1T5b`, or `x,y`; raise `InputError` if there is none."""
    text = text.strip()
    if "," in text and cursor.game.kind is GameKind.INFINITE:
        try:
            return NavigationTarget(square=parse_square(text.replace(" ", "")))
        except ParseError as error:
            raise InputError(error.problem.message) from error
    board = _BOARD.fullmatch(text)
    if board is not None and cursor.game.kind is GameKind.MULTIVERSE:
        color = Color("wb".index(board["color"].lower() or "w"))
        timeline = Timeline.parse(board["timeline"]) if board["timeline"] else None
        return NavigationTarget(half_turn=HalfTurn(int(board["turn"]), color), timeline=timeline)
    wanted = text.lower().rstrip(".")
    line = cursor.line
    # A number without a player is a whole turn: the last match is used.
    fitting = [
        node
        for serial, node in zip(islice(cursor.game.serials(), len(line)), line, strict=True)
        if wanted in (str(serial), str(serial.number))
    ]
    return NavigationTarget(node=fitting[-1] if fitting else find_node(cursor.game, text))


@dataclass(frozen=True, slots=True)
class Hit:
    """A search hit: the game, the action, the kind of text, and the text."""

    game: int
    node: AnyNode
    where: str
    text: str


def search(games: Sequence[AnyGame], wanted: str) -> list[Hit]:
    """Search headers, comments and actions as written for a text, ignoring case."""
    wanted = wanted.strip().casefold()
    return [
        Hit(index, node, f"{what} {format_label(node)}".strip(), text)
        for index, game in enumerate(games)
        for node, what, text in _texts(game)
        if wanted and wanted in text.casefold()
    ]


def _texts(game: AnyGame) -> Iterator[tuple[AnyNode, str, str]]:
    for key, value in game.headers.items():
        yield game.root, f"header {key}", value
    for node in game.root.walk():
        if node.moves:
            yield node, "action", format_node(node)
        for comment in node.comments:
            yield node, "comment at" if node.parent else "comment at the start", comment.text
