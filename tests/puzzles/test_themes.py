"""The themes of solutions."""

import pytest

from hyperchess.notation.reading import parse
from hyperchess.puzzles.themes import THEMES, find_themes

JUMP = '[Board "Standard"] 1. e3 / Nf6 2. Bb5 / e6 3. c3 / Ne4 4. Qb3 / Qf6 '
SMALL = '[Size "4x4"] [Promotions "Q"] '


@pytest.mark.parametrize(
    ("text", "themes"),
    [
        (SMALL + "[k3/p3/2N1/K2R:0:1:w] 1. Rb1 / a2 2. Rb4#", {"quiet key"}),
        (JUMP + "5. (0T5)Qb3>>x(0T1)f7", {"jump into the past", "branch mate", "check in the past"}),
        (SMALL + "[1k2/3P/1K2/4:0:1:w] 1. d4=Q", {"promotion"}),
        ("w R0,20|R5,5|K3,2|k0,0 1. R5,5 > 5,95", {"far move"}),
    ],
)
def test_a_solution_has_these_themes(text: str, themes: set[str]) -> None:
    found = find_themes(parse(text))
    assert themes <= set(found)
    assert list(found) == [theme for theme in THEMES if theme in found]
