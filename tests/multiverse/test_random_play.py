"""Random games under the rules in Python: the search and the brute-force oracle agree on sets of actions."""

import random
from itertools import islice

import pytest

from hyperchess.multiverse import Budget, Position, start
from tests import nightly
from tests.multiverse.facts import in_python
from tests.multiverse.oracle import TooMany, naive_actions, naive_status

BOARDS = {
    "just kings": start("Focused - Just Kings"),
    "just knights": start("Focused - Just Knights"),
    "just pawns": start("Focused - Just Pawns"),
    "just brawns": start("Focused - Just Brawns"),
    "just unicorns": start("Focused - Just Unicorns"),
    "just dragons": start("Focused - Just Dragons"),
    "very small": start("Very Small"),
    "very small open": start("Very Small - Open"),
    "small open": start("Small - Open"),
    "royal queens": start("Misc - Royal Queen Showdown"),
    "king of kings": start("Misc - King of Kings"),
    "tactician": start("Misc - Timeline Tactician"),
    "fragments": start("Misc - Timeline Fragments"),
    "practice": start("Checkmate Practice - Rook"),
    "rectangle": Position.of_fen("[k*3r*/p*1p*1p*/5/P*1P*1P*/K*3R*:0:1:w]"),
    "tall": Position.of_fen("[kw*/2/2/2/2/W*K:0:1:w]"),
    "wide": Position.of_fen("[k*2r*2q/7/R*2K*2N:0:1:w]", promotions="QN"),
    "several kings": Position.of_fen("[kk2/4/4/2KK:0:1:w]"),
    "no white king": Position.of_fen("[k3/p*3/4/2NR:0:1:w]"),
    "no kings": Position.of_fen("[n2p*/4/4/P*2N:0:1:w]"),
    "three timelines": Position.of_fen("[2k/3/K2:-1:1:w][2k/3/K2:0:1:w][1k1/3/K2:1:1:w]"),
    "unbalanced": Position.of_fen("[2k/3/K2:0:1:w][2k/3/K2:1:1:w][2k/3/K2:2:1:w]"),
    "even and staggered": Position.of_fen("[2k/3/K2:-0:1:b][2k/3/K2:+0:1:w]"),
    "turn zero": Position.of_fen("[2k/3/K2:0:0:b][2k/3/K2:0:1:w]"),
    "black first": Position.of_fen("[k2/1p*1/2K:0:1:b]"),
    "royal queen and king": Position.of_fen("[y3/2p*1/1P*2/K2Y:0:1:w]"),
}


BOARDS = {name: in_python(position) for name, position in BOARDS.items()}


def play_and_compare(position: Position, seed: int, plies: int, most_states: int) -> int:
    """Play at random; compare every position that the oracle can cope with. How many these were.

    Positions only grow: after two that were too large, the game ends, because the oracle takes longest to
    find out that it cannot cope.
    """
    chance = random.Random(seed)
    compared = too_large = 0
    for _ in range(plies):
        choice = list(islice(position.actions(), 60))
        try:
            legal = naive_actions(position, most_states)
        except TooMany:
            too_large += 1
        else:
            actions = list(position.actions())
            assert len(actions) == len(set(actions)), "an action was found twice"
            assert set(actions) == legal, position.fen()
            assert position.find_status(Budget()).word == naive_status(position, legal), position.fen()
            compared += 1
        if not choice or too_large == 2:
            break
        position = position.play(chance.choice(choice))
        assert position.present.color is position.player
    return compared


@pytest.mark.slow
@pytest.mark.parametrize("name", BOARDS)
def test_the_search_finds_what_brute_force_finds(name: str) -> None:
    states = 2_000 if name in ("three timelines", "unbalanced") else 200
    assert play_and_compare(BOARDS[name], 0, 8, states) >= 1


@pytest.mark.nightly
@pytest.mark.parametrize("seed", nightly.seeds("rules in Python"))
@pytest.mark.parametrize("name", BOARDS)
def test_the_search_finds_what_brute_force_finds_in_many_games(name: str, seed: int) -> None:
    states = 2_000 if name in ("three timelines", "unbalanced") else 1_000
    assert play_and_compare(BOARDS[name], seed, 20, states) >= 1


@pytest.mark.parametrize("name", BOARDS)
def test_every_action_found_is_legal_and_undoes(name: str) -> None:
    position = BOARDS[name]
    for action in position.actions(limit=5):
        assert position.is_legal(action)
        state = position
        for move in action:
            state = state.move(move)
        assert state.pending == action
        for _ in action:
            state = state.undo()
        assert state is position
        assert position.play(action).player is position.player.other
