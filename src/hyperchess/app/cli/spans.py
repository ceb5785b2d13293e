"""Where the actions of a game stand in its text, for the dialects of 5DPGN.

>>> from hyperchess.notation.reading import parse
>>> text = "1. e4 / e5 (2w. d4) 2w. Nf3"
>>> game = parse(text, "branched")
>>> [text[span.start : span.end] for span in spans_of(Source(text), 1, game).values()]
['e4', 'e5', 'd4', 'Nf3']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hyperchess.game import Game, Node
from hyperchess.text import Source, Span

if TYPE_CHECKING:
    from hyperchess.notation.common5d.syntax import ActionSyntax, GameSyntax

__all__ = ["spans_of"]

_DIALECTS = frozenset({"shad", "shad-first", "raw", "branched"})


def spans_of(source: Source, number: int, game: Game[Any, Any]) -> dict[Node[Any, Any], Span]:
    """The place of each action of a game of a text; those that cannot be found again are left out."""
    from hyperchess.notation.pgn5d.parser import parse_games

    if game.notation not in _DIALECTS:
        return {}
    syntax = parse_games(source)[number - 1]
    spans: dict[Node[Any, Any], Span] = {}
    waiting = [(syntax.root, game.root)]
    while waiting:
        written, node = waiting.pop()
        children = {tuple(move.text for move in child.moves): child for child in node.children}
        for action in written.children:
            child = children.pop(_texts(syntax, action), None)
            if child is not None:
                spans[child] = action.span
                waiting.append((action, child))
    return spans


def _texts(syntax: GameSyntax, action: ActionSyntax) -> tuple[str, ...]:
    return tuple(
        ("" if move.board is None else syntax.text(move.board)) + syntax.text(move.span)
        for move in action.moves
    )
