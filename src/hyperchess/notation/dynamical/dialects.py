"""The two editions as notations. One reader handles both; each has its own writer.

>>> (game,) = NOTATIONS[0].read(Source("<0T1>1.5[Nf6] <0T1>S1[(0T1)e3]"))
>>> [str(move.move) for node in game.main_line for move in node.moves], game.notation
(['(0T1)e2>(0T1)e3', '(0T1)g8>(0T1)f6'], 'dynamical')
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hyperchess.notation.boundaries import Boundary
from hyperchess.notation.detection import require_own_sign, sign
from hyperchess.notation.dynamical.cells import STEP_PATTERN
from hyperchess.notation.registry import Later, Notation
from hyperchess.notation.text5d.dialects import DYNAMICAL
from hyperchess.notation.text5d.signs import HEADERS
from hyperchess.text import Source

if TYPE_CHECKING:
    from hyperchess.multiverse import Position
    from hyperchess.notation.text5d.resolve import Game5D

__all__ = ["NOTATIONS"]

_PLACE = r"\s*+L?+\s*+[+-]?+[0-9]++\s*+T\s*+[+-]?+[0-9]++\s*+"
_REST = rf"\s*+(?:S\s*+)?+-?+{STEP_PATTERN}\s*+\[[^\[\]]"
_FIRST = sign("cells such as <0T1>1.5[Nf6]", 8, rf"<{_PLACE}>{_REST}", needs="<", part="uncommented")
_SECOND = sign("cells such as (0T1)1.5[Nf6]", 8, rf"\({_PLACE}\){_REST}", needs="[", part="uncommented")


def _read(source: Source, *, start: Position | None = None) -> list[Game5D]:
    """Read all games of a text, at least one, in either edition and layout, with cells in any order."""
    from hyperchess.notation.dynamical.syntax import parse_games
    from hyperchess.notation.text5d.resolve import resolve_all

    return resolve_all(parse_games(source), start)


def _boundaries(text: str, final: bool) -> Iterator[Boundary]:
    from hyperchess.notation.dynamical.scan import boundaries

    return boundaries(text, final)


def _writer(name: str) -> Later:
    return Later("hyperchess.notation.dynamical.writer", name)


NOTATIONS = (
    Notation(
        DYNAMICAL[0],
        "Dynamical notation",
        (_FIRST, *require_own_sign((_FIRST,), HEADERS)),
        _read,
        _writer("write_first"),
        boundaries=_boundaries,
    ),
    Notation(
        DYNAMICAL[1],
        "Dynamical notation, second edition",
        (_SECOND, *require_own_sign((_SECOND,), HEADERS)),
        _read,
        _writer("write_second"),
        boundaries=_boundaries,
    ),
)
