"""Game boundaries in ICN: a header or a position after the moves of a game.

>>> text = "[Event: one] w K5,1|k5,8 5,1>5,2 [Event: two] w K5,1|k5,8 b K7,7|k5,8"
>>> [text[slice(*boundary)] for boundary in boundaries(text, True)]
['[Event:', 'b ']
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hyperchess.notation.boundaries import NO_MORE, Boundary
from hyperchess.notation.icn.parser import parse_before, parse_games
from hyperchess.notation.icn.tokens import BEGINS_HEADER, TOKEN
from hyperchess.text import Source

__all__ = ["boundaries"]


def boundaries(text: str, final: bool) -> Iterator[Boundary]:
    """Yield the boundaries in the beginning of a text."""
    for previous, game in pairwise(parse_games(Source(text), is_whole=final)):
        token = BEGINS_HEADER.match(text, game.start) or TOKEN.match(text, game.start)
        assert token is not None
        shown = token.end() if text[game.start] == "[" else token.end() + 1
        # The text after the start of a position decides whether it is one.
        if not final and not text[shown:].strip():
            return
        # Problems before the moves may differ if the next game is not visible after them.
        if previous.is_unclear:
            alone = Source(text[previous.start : shown])
            if not parse_before(alone, game.start - previous.start)[1]:
                if not final:
                    yield NO_MORE
                return
        yield Boundary(game.start, min(shown, len(text)))
