"""The themes of solutions."""

from typing import Any

import pytest

from hyperchess.game import AnyGame, Game, Node
from hyperchess.multiverse import MULTIVERSE
from hyperchess.multiverse.coordinates import Timeline
from hyperchess.notation.reading import parse
from hyperchess.puzzles.collection import find_entry, proof_text
from hyperchess.puzzles.themes import THEMES, find_themes

SMALL = '[Size "4x4"] [Promotions "Q"] '
BACK = '[Board "Standard"] 1. e3 / Nf6 2. Bb5 / e6 3. c3 / Ne4 4. Qb3 / Qf6 5. (0T5)Qb3>>x(0T1)f7'


def solution(text: str, before: int) -> AnyGame:
    """Return the solution that begins after some actions of a game."""
    line: list[Node[Any, Any]] = parse(text).main_line
    start = line[before].parent
    assert start is not None
    game: Game[Any, Any] = Game(start.position)
    node = game.root
    for step in line[before:]:
        node = node.add(step.action or ())
    return game


@pytest.mark.parametrize(
    ("text", "before", "themes"),
    [
        (SMALL + "[k3/p3/2N1/K2R:0:1:w] 1. Rb1 / a2 2. Rb4#", 0, {"quiet key"}),
        (BACK, 8, {"jump into the past", "branch mate", "check in the past", "fork through time"}),
        (BACK, 0, {"quiet key", "branch mate"}),
        (SMALL + "[1k2/3P/1K2/4:0:1:w] 1. d4=Q", 0, {"promotion"}),
        (SMALL + "[1k2/4/1B2/KR2:0:1:w] 1. Bc1", 0, {"discovered check"}),
        (
            SMALL + "[k3/4/4/1QK1:0:1:w] 1. Qb3 / Kxb3",
            0,
            {"sacrifice", "check in the past", "fork through time"},
        ),
        (SMALL + "[k3/4/4/1RK1:0:1:w] 1. Rb2 / Ka3", 0, {"quiet key"}),
        (SMALL + "[1k2/4/4/R1K1:0:1:w] 1. Kc2", 0, {"king move", "quiet key"}),
        ("w R1,20|R5,5|K3,2|k0,0 1. R5,5 > 5,95", 0, {"far move", "retreat", "quiet key"}),
        ("w R5,7|N0,4|K30,2|k0,0 1. N0,4 > 1,2", 0, set()),
        ("w R0,8|N0,5|K30,2|k0,0 1. N0,5 > 1,3", 0, {"discovered check"}),
        ("w R0,8|N0,4|K30,2|k0,0 1. N0,4 > 1,2", 0, {"discovered check", "double check"}),
        ("w R9,8|K3,2|k0,0 1. K3,2 > 2,2", 0, {"king move", "quiet key"}),
    ],
)
def test_a_key_has_these_themes(text: str, before: int, themes: set[str]) -> None:
    found = find_themes(solution(text, before))
    assert set(found) == themes
    assert list(found) == [theme for theme in THEMES if theme in found]


def test_a_timeline_is_revived() -> None:
    """The second timeline of White is inactive until Black makes one."""
    entry = find_entry("97caab2075")
    assert entry is not None
    game = parse(proof_text(entry), game=MULTIVERSE)
    before, after = game.root.position, game.main_line[0].position
    assert Timeline.of(2) in before.timelines
    assert Timeline.of(2) not in before.active
    assert Timeline.of(2) in after.active
    assert {"revived timeline", "jump into the past"} <= set(find_themes(game))


def test_pieces_on_two_boards_attack_one_royal() -> None:
    entry = find_entry("290b4a0288")
    assert entry is not None
    game = parse(proof_text(entry), game=MULTIVERSE)
    one, other = game.main_line[0].position.checks()
    assert one.royal == other.royal
    assert one.attacker.board != other.attacker.board
    assert find_themes(game) == ("moves on several boards", "double check across time", "king move")
