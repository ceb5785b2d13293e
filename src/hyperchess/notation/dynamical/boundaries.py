"""Game boundaries in Dynamical notation: the first header or board after cells.

>>> text = '[White "Ada"] <0T1>1[e3] [White "Bo"] <0T1>1[e4]'
>>> [text[slice(*boundary)] for boundary in boundaries(text, True)]
['[White "Bo"]']
"""

from __future__ import annotations

from collections.abc import Iterator

from hyperchess.notation.boundaries import Boundary
from hyperchess.notation.dynamical.scan import scan_games
from hyperchess.notation.pgn5d.boundaries import decided_length
from hyperchess.text import Source

__all__ = ["boundaries"]


def boundaries(text: str, final: bool) -> Iterator[Boundary]:
    """Yield the boundaries in the beginning of a text."""
    for game in scan_games(Source(text[: decided_length(text, final)]))[1:]:
        head = [header.span for header in game.syntax.headers] + game.syntax.boards
        yield Boundary(*min(head))
