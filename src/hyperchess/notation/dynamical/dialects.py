"""The two editions as notations. One reader understands both; each has its writer.

>>> (game,) = read_games(Source("<0T1>1.5[Nf6] <0T1>S1[(0T1)e3]"))
>>> [str(move.move) for node in game.main_line for move in node.moves], game.notation
(['(0T1)e2>(0T1)e3', '(0T1)g8>(0T1)f6'], 'dynamical')
"""

from __future__ import annotations

from hyperchess.multiverse import Position
from hyperchess.notation.common5d.dialects import DYNAMICAL
from hyperchess.notation.common5d.resolve import Game5D, resolve_all
from hyperchess.notation.dynamical.boundaries import boundaries
from hyperchess.notation.dynamical.steps import STEP_PATTERN
from hyperchess.notation.dynamical.syntax import parse_games
from hyperchess.notation.evidence import sign
from hyperchess.notation.registry import Later, Notation
from hyperchess.text import Source

__all__ = ["NOTATIONS", "read_games"]

_PLACE = r"\s*+L?+\s*+[+-]?+[0-9]++\s*+T\s*+[+-]?+[0-9]++\s*+"
_REST = rf"\s*+(?:S\s*+)?+-?+{STEP_PATTERN}\s*+\[[^\[\]]"
_FIRST = sign("cells such as <0T1>1.5[Nf6]", 8, rf"<{_PLACE}>{_REST}", needs="<", part="uncommented")
_SECOND = sign("cells such as (0T1)1.5[Nf6]", 8, rf"\({_PLACE}\){_REST}", needs="[", part="uncommented")


def read_games(source: Source, *, start: Position | None = None) -> list[Game5D]:
    """All games of a text, at least one, in either edition and presentation, with cells in any order."""
    return resolve_all(parse_games(source), start)


def _writer(name: str) -> Later:
    return Later("hyperchess.notation.dynamical.writer", name)


NOTATIONS = (
    Notation(
        DYNAMICAL[0],
        "Dynamical notation",
        (_FIRST,),
        read_games,
        _writer("write_first"),
        boundaries=boundaries,
    ),
    Notation(
        DYNAMICAL[1],
        "Dynamical notation, second edition",
        (_SECOND,),
        read_games,
        _writer("write_second"),
        boundaries=boundaries,
    ),
)
