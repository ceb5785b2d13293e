"""Games as a sequence of calls, without a tree: for programs that read many games and keep little of them.

>>> from io import StringIO
>>> class Openings(Visitor):
...     def visit_action(self, serial, moves):
...         print(serial, *moves)
...         return False
>>> text = '[Board "Standard"] 1. e4 / e5 1-0 [Board "Standard"] 1. d4 {a comment} / d5'
>>> visit(StringIO(text), Openings())
1w (0T1)e2>(0T1)e4
1w (0T1)d2>(0T1)d4
2
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from hyperchess.game import AnyGame, Serial
from hyperchess.notation.reading import Start, read_games
from hyperchess.notation.streaming import Stream
from hyperchess.text import Problem

__all__ = ["Visitor", "visit"]


class Visitor:
    """Receives the main lines of games; override the methods that you need.

    A method that returns `False` skips the rest of the game, except for `end_game`.
    """

    def begin_game(self, headers: Mapping[str, str], start: Any) -> bool | None:
        """Receive the headers and the start, which is `None` if it is unknown."""

    def visit_action(self, serial: Serial, moves: Sequence[Any]) -> bool | None:
        """Receive an action: its number and its moves, `None` for a move that could not be resolved."""

    def visit_comment(self, text: str) -> bool | None:
        """Receive a comment of the last action, or before the first one."""

    def end_game(self, result: str, problems: Sequence[Problem]) -> None:
        """Receive the result, which may be empty, and the problems of the text."""


def visit(
    source: str | os.PathLike[str] | Stream,
    visitor: Visitor,
    notation: str | None = None,
    *,
    start: Start | None = None,
) -> int:
    """Read the games of a file or stream one at a time and call a visitor; return the number of games.

    Variations are not visited. No tree is created for a game without comments, variations and errors.
    """
    number = 0
    for game in read_games(source, notation, start=start):
        number += 1
        result = _visit_game(game, visitor)
        visitor.end_game(game.result if result is None else result, game.problems)
    return number


def _visit_game(game: AnyGame, visitor: Visitor) -> str | None:
    """Call the visitor up to the end of the game; return the result if it is known without the tree."""
    plain = game._plain_line()
    result = None if plain is None else game.result_after(plain.result)
    if visitor.begin_game(game.headers, game.start) is False:
        return result
    if plain is not None:
        for serial, moves in zip(game.serials(), plain.actions, strict=False):
            if visitor.visit_action(serial, moves) is False:
                break
        return result
    serials = game.serials()
    for node in (game.root, *game.main_line):
        if node.parent is not None:
            moves = [written.move for written in node.moves]
            if visitor.visit_action(next(serials), moves) is False:
                return None
        for comment in node.comments:
            if visitor.visit_comment(comment.text) is False:
                return None
    return None
