"""The native search for mates gives the answers of the one in Python, which tries everything."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from hyperchess.budget import UNLIMITED
from hyperchess.errors import BudgetExhausted, Busy, InvalidPosition
from hyperchess.multiverse import Action, Budget, Position, custom_start, start
from hyperchess.multiverse.mates import MateSearch
from hyperchess.multiverse.reference.mates import ReferenceMates
from hyperchess.multiverse.rules import STATUS_WORDS
from tests import nightly
from tests.multiverse import facts
from tests.multiverse.differential import NATIVE, starts

STARTS = starts()
# Few enough actions that everything can be tried two deep.
SMALL = {
    "king and queen": "[2k/3/K1Q:0:1:w]",
    "king and rook": "[k2/3/1RK:0:1:w]",
    "on 4x4": "[k3/4/4/KQ2:0:1:w]",
    "on 2x3": "[1k/2/QK:0:1:w]",
    "pawns": "[k2/p*1p*/3/PKP:0:1:w]",
    "two timelines": "[1k/2/QK:-0:1:w][1k/2/KQ:+0:1:w]",
    "knights": "[k2/1n1/N2/KN1:0:1:w]",
    "royal queen": "[y2/3/1RK:0:1:w]",
}
MOST = 800
# Pieces that jump to boards of the past.
JUMPING = ("Very Small - Open", "a queen on every timeline", "unicorns and dragons", "several kings")


def positions(position: Position, chance: random.Random, plies: int) -> Iterator[Position]:
    """The positions of a random game, as the native rules keep them."""
    position = replace(position, rules=NATIVE)
    for _ in range(plies):
        yield position
        actions = list(islice(position.actions(), 300))
        if not actions:
            return
        position = position.play_legal(chance.choice(actions))


def native_search(position: Position, *, softmates: bool = False, memory: int = 1 << 20) -> MateSearch:
    return NATIVE.mates(position, Budget(), softmates=softmates, memory=memory, watch=None)


def found(search: MateSearch, position: Position, length: int) -> set[Action]:
    actions = list(search.first_actions(position, length))
    assert len(actions) == len(set(actions))
    return set(actions)


def compare_mates_in_one(position: Position) -> int:
    """Hold the mates found against the verdict on every action; the number of mates."""
    by_status: dict[str, set[Action]] = {word: set() for word in STATUS_WORDS}
    for action in position.actions():
        by_status[position.play_legal(action).find_status(UNLIMITED).word].add(action)
    mates = by_status["checkmate"]
    assert found(native_search(position), position, 1) == mates, position.fen()
    soft = found(native_search(position, softmates=True), position, 1)
    assert soft == mates | by_status["softmate"], position.fen()
    return len(soft)


def compare(position: Position, length: int, *, softmates: bool, rounds: int = 3_000) -> int | None:
    """Hold the native answer against the one in Python; the number of first actions, if it was in time."""
    budget = Budget(rounds=rounds)
    python = ReferenceMates(position.rules, budget, softmates=softmates, memory=1 << 24, watch=None)
    try:
        expected = found(python, position, length)
    except BudgetExhausted:
        return None
    search = native_search(position, softmates=softmates)
    assert found(search, position, length) == expected, (position.fen(), length, softmates)
    assert found(search, position, length) == expected  # from the table
    return len(expected)


@pytest.mark.slow
@pytest.mark.parametrize("name", STARTS)
def test_mates_in_one_on_all_kinds_of_boards(name: str) -> None:
    chance = random.Random(name)
    for position in positions(STARTS[name], chance, 10):
        if position.count_actions(limit=MOST) < MOST:
            compare_mates_in_one(position)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_many_mates_in_one_are_found(seed: int) -> None:
    chance = random.Random(seed)
    mates = 0
    for name in ("Very Small - Open", "a queen on every timeline", "unicorns and dragons", "several kings"):
        for position in positions(STARTS[name], chance, 12):
            if position.count_actions(limit=400) < 400:
                mates += compare_mates_in_one(position)
    assert mates > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_mates_in_one_where_boards_may_be_passed_on(seed: int) -> None:
    """Replies are combined board by board, with passes: the more timelines, the more combinations."""
    chance = random.Random(seed)
    compared = 0
    for name in ("Very Small - Open", "a queen on every timeline", "several kings"):
        for position in positions(STARTS[name], chance, 16):
            if len(position.timeline_boards) >= 3 and position.count_actions(limit=MOST) < MOST:
                compare_mates_in_one(position)
                compared += 1
    assert compared > 0


@pytest.mark.parametrize("name", SMALL)
def test_mates_in_two_and_three(name: str) -> None:
    chance = random.Random(name)
    answers = [
        compare(position, length, softmates=chance.random() < 0.5)
        for _ in range(8)
        for position in positions(custom_start(SMALL[name]), chance, 5)
        for length in (2, 3)
    ]
    assert sum(answer is not None for answer in answers) > 20


def split_by_new_timelines(position: Position) -> tuple[list[Action], list[Action]]:
    """The first actions: those that make a timeline, and the others."""
    making, others = list[Action](), list[Action]()
    for action in islice(position.actions(), 2_000):
        grows = len(position.play_legal(action).timeline_boards) > len(position.timeline_boards)
        (making if grows else others).append(action)
    return making, others


def branching_positions(name: str, chance: random.Random, plies: int) -> Iterator[Position]:
    """The positions of a random game whose players make timelines wherever they can, at any time."""
    position = replace(STARTS[name], rules=NATIVE)
    for _ in range(plies):
        yield position
        making, others = split_by_new_timelines(position)
        if not making and not others:
            return
        position = position.play_legal(chance.choice(making or others))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_mates_in_one_where_new_timelines_start_at_different_times(seed: int) -> None:
    """One reply refutes jumps to many boards of the past, whatever the present is afterwards."""
    chance = random.Random(seed)
    compared = 0
    for name in JUMPING:
        for position in branching_positions(name, chance, 8):
            if len(position.timeline_boards) >= 2 and position.count_actions(limit=2 * MOST) < 2 * MOST:
                compare_mates_in_one(position)
                compared += 1
    assert compared > 0


def lagging_positions(name: str, chance: random.Random, plies: int) -> Iterator[Position]:
    """The positions of a random game in which only White makes timelines, and moves as little as possible."""
    position = replace(STARTS[name], rules=NATIVE)
    for ply in range(plies):
        yield position
        making, others = split_by_new_timelines(position)
        makes = ply % 2 == 0 and len(position.timeline_boards) <= 4
        wanted = (making or others) if makes else (others or making)
        if not wanted:
            return
        fewest = min(len(each) for each in wanted)
        position = position.play_legal(chance.choice([each for each in wanted if len(each) == fewest]))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_mates_in_one_where_an_inactive_timeline_ends_before_the_present(seed: int) -> None:
    """Replies without jumps are looked for first, also on boards that are far behind the present."""
    chance = random.Random(seed)
    compared = 0
    for name in JUMPING:
        for position in lagging_positions(name, chance, 14):
            ends = [line.boards[-1].at.half_turn for line in position.timeline_boards]
            if min(ends) < position.present and position.count_actions(limit=300) < 300:
                compare_mates_in_one(position)
                compared += 1
    assert compared > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", JUMPING)
def test_mates_in_two_with_several_timelines(name: str) -> None:
    chance = random.Random(name)
    answers = [
        compare(position, 2, softmates=chance.random() < 0.5, rounds=6_000)
        for _ in range(3)
        for position in branching_positions(name, chance, 6)
        if position.count_actions(limit=60) < 60
    ]
    assert sum(answer is not None for answer in answers) > 0


@pytest.mark.slow
@pytest.mark.parametrize(("game", "replies"), [("ctp2", 25_528), ("test1", 1_049)])
def test_replies_that_are_dropped_together_all_lose(game: str, replies: int) -> None:
    """Of replies by the hundred, one by one: what the search took for lost alike is lost."""
    position = replace(facts.games()[game][-4][0], rules=NATIVE)
    action = next(iter(native_search(position, memory=1 << 24).first_actions(position, 2)))
    after = position.play_legal(action)
    answers = list(after.actions())
    assert len(answers) == replies
    for answer in random.Random(game).sample(answers, 300):
        lost = after.play_legal(answer)
        assert next(iter(native_search(lost).first_actions(lost, 1)), None) is not None, (game, answer)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "plies", "mates"), [("ctp1", 7, 1_954), ("shad-e3", 2, 1_089)])
def test_a_thousand_mates_in_one_are_all_found(game: str, plies: int, mates: int) -> None:
    """After a thousand candidates the largest boxes come first, which must not lose any."""
    position = replace(facts.games()[game][-plies][0], rules=NATIVE)
    assert compare_mates_in_one(position) >= mates


@pytest.mark.slow
def test_a_mate_in_one_with_many_timelines_is_found_in_a_large_box() -> None:
    """One check on 45 timelines mates. Depth first, it took 449,399 rounds to get to it."""
    position = replace(facts.games()["100_timelines"][-4][0], rules=NATIVE)
    search = NATIVE.mates(position, Budget(rounds=20_000), softmates=False, memory=0, watch=None)
    mate = next(iter(search.first_actions(position, 1)))
    assert facts.in_python(position).play(mate).status.word == "checkmate"


@pytest.mark.nightly
@pytest.mark.parametrize("seed", nightly.seeds("mates with new timelines"))
@pytest.mark.parametrize("name", JUMPING)
def test_mates_with_new_timelines_on_many_boards(name: str, seed: int) -> None:
    chance = random.Random(seed)
    for position in branching_positions(name, chance, 10):
        if position.count_actions(limit=2 * MOST) < 2 * MOST:
            compare_mates_in_one(position)
        if position.count_actions(limit=100) < 100:
            for length in (2, 3):
                compare(position, length, softmates=chance.random() < 0.5, rounds=50_000)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", nightly.seeds("mates in one"))
@pytest.mark.parametrize("name", STARTS)
def test_mates_in_one_on_many_boards(name: str, seed: int) -> None:
    for position in positions(STARTS[name], random.Random(seed), 24):
        if position.count_actions(limit=2 * MOST) < 2 * MOST:
            compare_mates_in_one(position)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", nightly.seeds("mates in two and three"))
@pytest.mark.parametrize("name", SMALL)
def test_mates_in_two_and_three_on_many_boards(name: str, seed: int) -> None:
    for position in positions(custom_start(SMALL[name]), random.Random(seed), 8):
        for length in (2, 3):
            for softmates in (False, True):
                compare(position, length, softmates=softmates)


@pytest.mark.parametrize("memory", [-1, 0, 5_000, 6_144, 100_000, 1_000_000])
def test_the_memory_is_kept_and_changes_no_answer(memory: int) -> None:
    position = replace(custom_start("[k4/5/2K2/5/4Q:0:1:w]"), rules=NATIVE)
    search = native_search(position, memory=memory)
    assert len(found(search, position, 2)) == 10
    assert search.memory <= max(0, memory)
    assert (search.memory > 0) == (memory > 6_000)


def test_the_table_in_python_keeps_its_memory_too() -> None:
    position = replace(custom_start("[k3/p3/2N1/K2R:0:1:w]"), rules=NATIVE)
    for memory in (0, 20_000, 1 << 24):
        search = ReferenceMates(NATIVE, Budget(), softmates=False, memory=memory, watch=None)
        assert len(found(search, position, 2)) == 3
        assert search.memory <= memory


def test_the_rounds_of_a_budget_are_kept() -> None:
    position = replace(start("Standard"), rules=NATIVE)
    search = NATIVE.mates(position, Budget(rounds=50), softmates=False, memory=0, watch=None)
    with pytest.raises(BudgetExhausted):
        list(search.first_actions(position, 3))
    assert search.rounds == 50


def test_a_watcher_that_fails_ends_the_search() -> None:
    position = replace(start("Standard"), rules=NATIVE)

    def watch(nodes: int, done: int) -> None:
        raise ZeroDivisionError

    search = NATIVE.mates(position, Budget(), softmates=False, memory=1 << 20, watch=watch)
    with pytest.raises(ZeroDivisionError):
        list(search.first_actions(position, 4))


@pytest.mark.parametrize("length", [-1, 0, 65, 1_000])
def test_lengths_out_of_range_are_not_looked_for(length: int) -> None:
    position = replace(start("Focused - Just Kings"), rules=NATIVE)
    with pytest.raises(BudgetExhausted):
        list(native_search(position).first_actions(position, length))


def test_large_boards_are_left_to_python() -> None:
    large = replace(custom_start("[k8/9/1K7/9/9/9/9/9/8Q:0:1:w]"), rules=NATIVE)
    search = native_search(large)
    assert isinstance(search, ReferenceMates)
    small = replace(custom_start("[k3/4/2K1/Q3:0:1:w]"), rules=NATIVE)
    assert len(list(search.first_actions(small, 1))) == 2
    with pytest.raises(InvalidPosition):
        list(native_search(small).first_actions(large, 1))


def scattered_position(chance: random.Random) -> Position:
    """A position with few pieces whose timelines end at different turns: most boards need not be played."""
    width, height = chance.choice(((2, 3), (3, 3), (2, 4)))
    names = chance.choice((("-0", "+0"), ("-1", "0", "1")))
    player = chance.choice("wb")
    boards = []
    for number, name in enumerate(names):
        pieces = ["."] * (width * height)
        squares = chance.sample(range(width * height), 5)
        for square, piece in zip(squares, "kK" + "".join(chance.choices("QRBNPqrbp", k=3)), strict=True):
            if number == 0 or piece not in "kK" or chance.random() < 0.5:
                pieces[square] = piece
        rows = ["".join(pieces[start : start + width]) for start in range(0, width * height, width)]
        ranks = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
        boards.append(f"[{ranks}:{name}:{chance.randint(1, 3)}:{chance.choice(player + 'wb')}]")
    return replace(custom_start("".join(boards)), rules=NATIVE)


def compare_scattered(seed: int, count: int, rounds: int) -> int:
    """Hold both searches against each other on scattered positions; the number of those with some wins."""
    chance = random.Random(seed)
    mixed = 0
    for _ in range(count):
        position = scattered_position(chance)
        for length in (2, 3):
            winning = compare(position, length, softmates=chance.random() < 0.3, rounds=rounds)
            mixed += bool(winning) and winning != position.count_actions(limit=1_000)
    return mixed


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_mates_where_boards_need_not_be_played(seed: int) -> None:
    """Actions that play such boards are dominated by others, on both sides."""
    assert compare_scattered(seed, 60, 2_000) > 5


@pytest.mark.parametrize(
    "boards",
    [
        # An action stalemates; the same action with another move gives the defender a move, and wins.
        "[3/2P/k1K:-1:1:w][1K1/3/p2:0:2:w][3/1N1/Pk1:1:2:w]",
        "[K1k/3:-0:3:w][1PB/1Qp:+0:2:w]",
        "[kRK/2N:-0:1:w][k1p/2K:+0:2:w]",
        # A reply loses; the same reply with another move ends in stalemate.
        "[1K/kB/2:-1:3:w][k1/B1/2:0:2:w][K1/nN/2:1:1:w]",
        "[1k/1K:-1:2:w][bR/2:0:2:w][2/nR:1:1:w]",
        "[k2/BK1:-0:3:w][1b1/pKQ:+0:2:w]",
    ],
)
def test_a_stalemate_is_no_dominated_mate(boards: str) -> None:
    assert compare(replace(custom_start(boards), rules=NATIVE), 2, softmates=False) is not None


@pytest.mark.nightly
@pytest.mark.parametrize("seed", nightly.seeds("mates on scattered boards"))
def test_mates_where_boards_need_not_be_played_on_many_boards(seed: int) -> None:
    compare_scattered(seed, 60, 30_000)


class Enough(Exception):
    pass


def test_a_search_tells_how_far_it_is_and_runs_one_call_at_a_time() -> None:
    position = replace(start("Standard"), rules=NATIVE)
    told: list[tuple[int, int]] = []

    def watch(nodes: int, done: int) -> None:
        told.append((nodes, done))
        with pytest.raises(Busy, match="one call at a time"):
            next(search.first_actions(position, 1))
        if len(told) == 3:
            raise Enough

    search = NATIVE.mates(position, Budget(), softmates=False, memory=1 << 20, watch=watch)
    with pytest.raises(Enough):
        list(search.first_actions(position, 8))
    assert told == sorted(told)
    assert told[0] < told[-1]
