"""The two editions as notations. One reader handles both; each has its own writer.

>>> from hyperchess.text import Source
>>> (game,) = NOTATIONS[0].read(Source("<0T1>1.5[Nf6] <0T1>S1[(0T1)e3]"))
>>> [str(move.move) for node in game.main_line for move in node.moves], game.notation
(['(0T1)e2>(0T1)e3', '(0T1)g8>(0T1)f6'], 'dynamical')
"""

from __future__ import annotations

from hyperchess.notation.detection import require_own_sign, sign
from hyperchess.notation.dynamical.cells import STEP_PATTERN
from hyperchess.notation.registry import Later, Notation
from hyperchess.notation.text5d.dialects import DYNAMICAL
from hyperchess.notation.text5d.signs import HEADERS

__all__ = ["NOTATIONS"]

_PLACE = r"\s*+L?+\s*+[+-]?+[0-9]++\s*+T\s*+[+-]?+[0-9]++\s*+"
_REST = rf"\s*+(?:S\s*+)?+-?+{STEP_PATTERN}\s*+\[[^\[\]]"
_FIRST = sign("cells such as <0T1>1.5[Nf6]", 8, rf"<{_PLACE}>{_REST}", needs="<", part="uncommented")
_SECOND = sign("cells such as (0T1)1.5[Nf6]", 8, rf"\({_PLACE}\){_REST}", needs="[", part="uncommented")


_MODULE = "hyperchess.notation.dynamical"
_READ = Later(f"{_MODULE}.syntax", "read_games")
_BOUNDARIES = Later(f"{_MODULE}.scan", "boundaries")

NOTATIONS = (
    Notation(
        DYNAMICAL[0],
        "Dynamical notation",
        (_FIRST, *require_own_sign((_FIRST,), HEADERS)),
        _READ,
        Later(f"{_MODULE}.writer", "write_first"),
        boundaries=_BOUNDARIES,
    ),
    Notation(
        DYNAMICAL[1],
        "Dynamical notation, second edition",
        (_SECOND, *require_own_sign((_SECOND,), HEADERS)),
        _READ,
        Later(f"{_MODULE}.writer", "write_second"),
        boundaries=_BOUNDARIES,
    ),
)
