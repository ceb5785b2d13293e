"""The two editions as notations. One reader understands both; each has its writer."""

from __future__ import annotations

import re
from collections.abc import Callable

from hyperchess.notation.dynamical.boundaries import boundaries
from hyperchess.notation.dynamical.reader import read_games
from hyperchess.notation.dynamical.steps import STEP_PATTERN
from hyperchess.notation.dynamical.writer import write_first, write_second
from hyperchess.notation.registry import Notation

__all__ = ["NOTATIONS"]

_PLACE = r"\s*+L?+\s*+[+-]?+[0-9]++\s*+T\s*+[+-]?+[0-9]++\s*+"
_REST = rf"\s*+(?:S\s*+)?+-?+{STEP_PATTERN}\s*+\[[^\[\]]"
_FIRST = re.compile(rf"<{_PLACE}>{_REST}")
_SECOND = re.compile(rf"\({_PLACE}\){_REST}")
_COMMENT = re.compile(r"\{[^{}]*\}")


def _has(cell: re.Pattern[str]) -> Callable[[str], float]:
    """A text is in an edition if it has one of its cells, outside of comments."""

    def confidence(text: str) -> float:
        return 0.98 if cell.search(_COMMENT.sub(" ", text)) else 0.0

    return confidence


NOTATIONS = (
    Notation("dynamical", "Dynamical notation", _has(_FIRST), read_games, write_first, boundaries=boundaries),
    Notation(
        "dynamical-2",
        "Dynamical notation, second edition",
        _has(_SECOND),
        read_games,
        write_second,
        boundaries=boundaries,
    ),
)
