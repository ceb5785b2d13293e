"""The dialects of 5DPGN, and the notations whose moves are written in 5DPGN.

>>> Dialect.FIRST.value, is_5dpgn("raw"), is_5dpgn("dynamical-2"), is_5dpgn("axel")
('shad-first', True, True, False)
"""

from __future__ import annotations

from enum import Enum

__all__ = ["DIALECTS", "DYNAMICAL", "Dialect", "is_5dpgn"]


class Dialect(Enum):
    """The dialects of 5DPGN, by the name of their notation."""

    SHAD = "shad"
    FIRST = "shad-first"
    RAW = "raw"
    BRANCHED = "branched"


DIALECTS = tuple(dialect.value for dialect in Dialect)
"""The names of the dialects."""

DYNAMICAL = ("dynamical", "dynamical-2")
"""Notations whose cells contain 5DPGN moves."""

_5DPGN = frozenset({"", *DIALECTS, *DYNAMICAL})


def is_5dpgn(notation: str) -> bool:
    """Return whether the notation writes moves in 5DPGN; a game without a notation counts as 5DPGN."""
    return notation in _5DPGN
