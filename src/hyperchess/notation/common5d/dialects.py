"""The dialects of 5DPGN, and whose games have 5DPGN in the text of their moves.

>>> Dialect.FIRST.value, is_5dpgn("raw"), is_5dpgn("dynamical-2"), is_5dpgn("axel")
('shad-first', True, True, False)
"""

from __future__ import annotations

from enum import Enum

__all__ = ["DIALECTS", "DYNAMICAL", "Dialect", "is_5dpgn"]


class Dialect(Enum):
    """The dialects of 5DPGN by the names of their notations."""

    SHAD = "shad"
    FIRST = "shad-first"
    RAW = "raw"
    BRANCHED = "branched"


DIALECTS = tuple(dialect.value for dialect in Dialect)
"""The names of the dialects."""

DYNAMICAL = ("dynamical", "dynamical-2")
"""The notations whose cells hold moves in 5DPGN."""

_5DPGN = frozenset({"", *DIALECTS, *DYNAMICAL})


def is_5dpgn(notation: str) -> bool:
    """Whether moves of games in a notation are written in 5DPGN; so are moves of games without a notation."""
    return notation in _5DPGN
