import random
from dataclasses import replace
from itertools import islice

import pytest

from hyperchess.multiverse import Color, Position, custom_start, start
from hyperchess.multiverse.actions.passing import after_passing, threats
from hyperchess.multiverse.defaults import default_rules
from hyperchess.multiverse.reference import ReferenceRules
from hyperchess.multiverse.rules import Rules

_RULES = {rules.name: rules for rules in (ReferenceRules(), default_rules())}


@pytest.fixture(params=sorted(_RULES))
def rules(request: pytest.FixtureRequest) -> Rules:
    return _RULES[request.param]


def _play_along(variant: str, rules: Rules, seed: int, actions: int) -> list[Position]:
    """Positions of a random game, with those in the middle of an action."""
    chance = random.Random(seed)
    position = replace(start(variant), rules=rules)
    seen = []
    for _ in range(actions):
        seen.append(position)
        choices = list(islice(position.actions(), 40))
        if not choices:
            break
        state = position
        for move in chance.choice(choices):
            state = state.move(move)
            seen.append(state)
        position = state.submit()
    return seen


@pytest.mark.parametrize("variant", ["Very Small - Open", "Small - Open", "Misc - Timeline Fragments"])
def test_threats_to_royals_are_the_checks(variant: str, rules: Rules) -> None:
    checked = 0
    for position in (state for seed in range(5) for state in _play_along(variant, rules, seed, 12)):
        royal = {(threat.attacker, threat.victim) for threat in threats(position) if threat.is_royal}
        assert royal == {(check.attacker, check.royal) for check in position.checks()}
        checked += len(royal)
    assert checked > 0


def test_both_rules_agree() -> None:
    for state in _play_along("Misc - Timeline Fragments", ReferenceRules(), 3, 12):
        assert set(threats(state)) == set(threats(replace(state, rules=default_rules())))


def test_not_only_royals(rules: Rules) -> None:
    position = replace(custom_start("[rk1/2p/R1K:0:1:w]"), rules=rules)
    assert [str(threat) for threat in threats(position)] == ["(0T1b)a3xa1"]
    assert not position.checks()


def test_a_board_where_a_move_is_optional_threatens_nothing(rules: Rules) -> None:
    # Timeline 1 lies ahead of the present: White may move there, and need not.
    boards = "[r1k/3/R1K:0:1:w][r1k/3/R1K:0:1:b][r1k/3/R1K:0:2:w][r1k/3/R1K:1:3:w]"
    position = replace(custom_start(boards), rules=rules)
    assert len(position.playable) == 2
    boards_of_attackers = {str(threat.attacker.board) for threat in threats(position)}
    assert boards_of_attackers == {"(0T2b)"}


def test_the_opponents_boards_threaten_without_a_pass(rules: Rules) -> None:
    boards = "[r1k/3/R1K:0:1:b][r1k/3/R1K:0:2:w][r1k/3/R1K:1:1:b]"
    position = replace(replace(custom_start(boards), player=Color.WHITE), rules=rules)
    assert position.mandatory == ()
    assert {str(threat.attacker.board) for threat in threats(position)} == {"(1T1b)"}


def test_en_passant_names_the_pawn(rules: Rules) -> None:
    boards = "[k4/5/5/1p3/5/2P*2/K4:0:0:b][k4/5/5/1p3/5/2P*2/K4:0:1:w]"
    position = replace(custom_start(boards), rules=rules)
    (double,) = (move for move in position.moves() if str(move) == "(0T1)c2>(0T1)c4")
    assert [str(threat) for threat in threats(position.move(double))] == ["(0T1b)b4xc4"]


def test_a_promotion_is_one_threat(rules: Rules) -> None:
    position = replace(custom_start("[k3/4/1p2/R2K:0:1:w]", promotions="Q,N"), rules=rules)
    assert [str(threat) for threat in threats(position)] == ["(0T1b)b2xa1"]


def test_passing_adds_boards_and_changes_nothing_else(rules: Rules) -> None:
    position = replace(start("Two Timelines"), rules=rules)
    passed = after_passing(position)
    assert passed.player is Color.BLACK
    assert [line.boards[:-1] for line in passed.timeline_boards] == [
        line.boards for line in position.timeline_boards
    ]
    assert all(line.boards[-1].cells == line.boards[-2].cells for line in passed.timeline_boards)
