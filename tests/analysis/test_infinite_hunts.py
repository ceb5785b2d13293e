"""Mates of a bare royal piece: the classes against brute force, the native search against the rules."""

import random
from collections.abc import Iterator

import pytest

from hyperchess.analysis.mates.infinite.slide_classes import class_moves, hunting_moves, is_hunt
from hyperchess.analysis.mates.solution import Outcome, Progress, Stop
from hyperchess.analysis.mates.solve import solve
from hyperchess.budget import Budget
from hyperchess.infinite import Move, Position, Square
from hyperchess.infinite.rules import Hunt
from tests.kernels import native

MATERIALS = (
    ("K", "R", "R"),
    ("R", "R", "R"),
    ("Q", "Q"),
    ("Q", "R", "B"),
    ("K", "AM"),
    ("Q", "CH"),
    ("AR", "AR", "AR"),
    ("Q", "R", "N"),
    ("K", "Q", "NR"),
    ("B", "B", "B", "B", "B", "B"),
    ("AM", "AM"),
    ("HA", "HA", "Q"),
)

# Out of engine games from the practice positions: some moves before mate, and the length of the shortest one.
BEFORE_MATES = (
    ("5 (8|1) Q20,-3|Q14,-6|k17,-4", 2),
    ("4 (8|1) Q14,2|Q20,-3|k16,-4", 3),
    ("(8|1) R0,-3|R2,5|R-5,-4|k13,-7", 3),
    ("3 (8|1) R2,-3|R-2,4|R2,3|k14,2", 2),
    ("2 (8|1) R2,-3|R2,0|R-2,4|k13,3", 3),
    ("26 (8|1) K9,-15|R13,-14|R12,-13|k11,-16", 2),
    ("25 (8|1) R13,-13|K9,-15|R13,-14|k11,-15", 3),
    ("4 (8|1) CH2,-8|Q14,-5|k17,-7", 2),
    ("3 (8|1) Q14,-15|CH2,-8|k16,-7", 3),
    ("6 (8|1) B4,3|R15,4|Q12,4|k13,2", 2),
    ("5 (8|1) B4,3|Q12,7|R15,4|k13,3", 3),
    ("10 (8|1) CH17,-3|CH19,-9|k18,-6", 2),
    ("9 (8|1) CH19,-11|CH17,-3|k18,-7", 3),
    ("15 (8|1) AM4,5|K1,-1|k2,2", 2),
    ("14 (8|1) K2,-2|AM4,5|k3,2", 3),
    ("7 (8|1) AR18,-17|AR11,-16|AR13,-15|k14,-15", 2),
    ("6 (8|1) AR11,-17|AR18,-17|AR11,-16|k14,-16", 3),
    ("11 (8|1) Q18,-4|R15,-1|N15,0|k16,-3", 3),
    ("13 (8|1) Q10,5|R13,8|N9,6|k12,6", 2),
    ("12 (8|1) Q10,5|R13,8|N8,4|k11,7", 3),
    ("10 (8|1) B9,9|B7,-9|B11,-9|B8,-7|B8,-13|B8,-9|k20,1", 2),
    ("9 (8|1) B0,-1|B9,9|B7,-9|B11,-9|B8,-7|B8,-13|k19,1", 3),
    ("23 (8|1) Q14,-4|K11,-7|B11,-4|k11,-5", 2),
    ("22 (8|1) B10,-5|Q14,-4|K11,-7|k12,-5", 3),
    ("6 (8|1) Q15,5|B11,8|B12,10|k13,8", 2),
    ("5 (8|1) B0,-2|Q15,5|B11,8|k14,7", 3),
)


def positions(codes: tuple[str, ...], count: int, *, prey: str = "k", spread: int = 5) -> Iterator[Position]:
    """Random positions in which the prey is not attacked."""
    chance = random.Random(" ".join(codes))
    while count:
        squares = chance.sample(
            [(x, y) for x in range(-spread, spread + 1) for y in range(-4, 5)], len(codes)
        )
        pieces = [f"{code}{x},{y}" for code, (x, y) in zip(codes, squares, strict=True)]
        at = (chance.randint(-2, 2), chance.randint(-2, 2))
        if at in squares:
            continue
        position = Position.parse("w " + "|".join([f"{prey}{at[0]},{at[1]}", *pieces]))
        if is_hunt(position, 3) and not position.checks():
            count -= 1
            yield position


def start_hunt(position: Position) -> Hunt:
    hunt = position.rules.hunt(position, Budget())
    assert hunt is not None
    return hunt


def is_checkmate(position: Position) -> bool:
    """By the rules, without asking whether the material is sufficient, which takes longer than all else."""
    return bool(position.checks()) and not position.moves().exist


def wins_in_two(position: Position, move: Move) -> bool:
    """Return whether a move mates within two, by the rules."""
    after = position.play(move)
    assert not after.moves().rays
    replies = [after.play(reply) for reply in after.moves().points]
    mates = [any(is_checkmate(reply.play(last)) for last in class_moves(reply)) for reply in replies]
    return all(mates) if replies else is_checkmate(after)


def winning_classes(
    position: Position, hunt: Hunt, length: int, window: int
) -> tuple[set[Move], set[tuple[Square, tuple[int, int]]]]:
    """The moves of classes that win, and the starts and ways of those that stand for others.

    No other move of a window wins but those.
    """
    classes = dict(hunting_moves(position, length))
    winning = {move for move in classes if hunt.wins(move, length)}
    shared = {(move.source, move_direction(move)) for move in winning if not classes[move]}
    for move in position.moves().within(-window, window, -window, window):
        if move not in classes and hunt.wins(move, length):
            assert (move.source, move_direction(move)) in shared, (str(position), str(move))
    return winning, shared


@native
@pytest.mark.parametrize("codes", MATERIALS, ids=" ".join)
def test_no_square_of_a_large_window_wins_but_by_its_class(codes: tuple[str, ...]) -> None:
    for position in positions(codes, 8):
        hunt = start_hunt(position)
        winning, shared = winning_classes(position, hunt, 2, 70)
        for start, way in shared:  # there are two of a class that has more
            assert sum((move.source, move_direction(move)) == (start, way) for move in winning) > 1
        mates = {move for move in winning if hunt.wins(move, 1)}
        found = {move for move, _ in hunt.first_moves(2) if hunt.wins(move, 2)}
        assert found == winning - mates, str(position)
        assert (solve(position, 2).outcome is Outcome.MATE) == bool(winning)


@native
@pytest.mark.parametrize("codes", [("K", "R", "R"), ("R", "R", "R"), ("CH", "CH"), ("R", "R", "N")])
def test_rooks_decide_mates_in_three_by_classes(codes: tuple[str, ...]) -> None:
    for position in positions(codes, 3):
        winning, _ = winning_classes(position, start_hunt(position), 3, 60)
        solution = solve(position, 3, all_first_actions=False)
        assert solution.outcome is (Outcome.MATE if winning else Outcome.NONE)


def move_direction(move: Move) -> tuple[int, int]:
    dx, dy = move.target.x - move.source.x, move.target.y - move.source.y
    return (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)


@native
@pytest.mark.parametrize("codes", MATERIALS, ids=" ".join)
def test_the_native_search_agrees_with_the_rules(codes: tuple[str, ...]) -> None:
    chance = random.Random(7)
    for position, prey in [(next(positions(codes, 1, prey=prey)), prey) for prey in ("k", "rc")]:
        hunt = start_hunt(position)
        moves = list(position.moves().within(-9, 9, -9, 9))
        mates = {move for move in moves if is_checkmate(position.play(move))}
        assert {move for move in moves if hunt.wins(move, 1)} == mates, str(position)
        if prey == "k":
            two = [move for move in moves if hunt.wins(move, 2)]
            for move in [*chance.sample(two, min(1, len(two))), *chance.sample(moves, 2)]:
                assert hunt.wins(move, 2) == wins_in_two(position, move), (str(position), str(move))


def assert_mates(position: Position, length: int) -> None:
    """Follow the solution against every reply, to checkmate by the rules."""
    solution = solve(position, length, all_first_actions=False)
    assert solution.outcome is Outcome.MATE and solution.mate_in is not None
    after = position.play(solution.winning[0])
    if solution.mate_in == 1:
        assert is_checkmate(after)
        return
    assert after.moves().points and not after.moves().rays
    for reply in after.moves().points:
        assert_mates(after.play(reply), solution.mate_in - 1)


@native
@pytest.mark.parametrize(("text", "length"), BEFORE_MATES)
def test_practice_mates_are_found_and_shorter_ones_excluded(text: str, length: int) -> None:
    position = Position.parse(text)
    solution = solve(position, 3, all_first_actions=False)
    assert (solution.outcome, solution.mate_in, solution.exact) == (Outcome.MATE, length, True)
    assert solution.refuted == length - 1
    assert_mates(position, length)


@native
def test_that_there_is_no_mate_in_two_is_proven() -> None:
    solution = solve(Position.parse("w K0,0|k5,0|R9,9|Q30,-7"), mate_in=2)
    assert (solution.outcome, solution.refuted, solution.exact) == (Outcome.NONE, 2, True)
    solution = solve(Position.parse("w K0,0|k5,0|B9,9"), mate_in=3)
    assert (solution.outcome, solution.refuted, solution.stop) == (Outcome.UNKNOWN, 2, None)
    solution = solve(Position.parse("w K0,0|k5,0|R9,9"), mate_in=3)
    assert (solution.outcome, solution.refuted, solution.exact) == (Outcome.NONE, 3, True)


@native
def test_one_first_move_alone_and_one_of_many() -> None:
    alone = solve(Position.parse("w k0,0|R-5,1|R-6,-1|R7,20|K3,-5"), mate_in=1)
    assert (alone.is_unique, [str(move) for move in alone.winning]) == (True, ["7,20>7,0"])
    many = solve(Position.parse("w k0,0|R-5,1|R-6,-1|R9,0|B7,0|K3,-5"), mate_in=1)
    assert (many.is_unique, many.all_examined) == (False, False)


@native
def test_limits_of_a_hunt() -> None:
    position = Position.parse("w K0,0|k5,0|R9,9|Q30,-7")
    stopped = solve(position, 3, budget=Budget(rounds=5))
    assert (stopped.outcome, stopped.stop, stopped.refuted) == (Outcome.UNKNOWN, Stop.ROUNDS, 1)

    def interrupted(progress: Progress) -> None:
        if progress.length == 3:
            raise KeyboardInterrupt

    solution = solve(position, 3, progress=interrupted)
    assert (solution.outcome, solution.stop, solution.refuted) == (Outcome.UNKNOWN, Stop.INTERRUPTED, 2)


@pytest.mark.parametrize(
    "text",
    [
        "w K0,0|k5,0|R9,9|P3,3",  # pawns promote
        "w K0,0|k5,0|p9,8|R9,9",  # not bare
        "w K0,0+|k5,0|R9,0+",  # castling
        "w K0,0|rq5,0|R9,9",  # a royal that slides
        "w K0,0|k5,0|HU9,9",
        "w K0,0|k5,0|R9,9|ob3,3",
        "w {slideLimit: 7} K0,0|k5,0|R9,9",
        "w -20,20,-20,20 K0,0|k5,0|R9,9",
        "w K0,0|k5,0|R5,9",  # could be taken
        "w (8|1) allpiecescaptured K0,0|k5,0|R9,9",
        "w k0,0|" + "|".join(f"NR{7 * x},{x * x + 5}" for x in range(1, 30)),  # too many crossings
    ],
)
def test_what_is_no_hunt(text: str) -> None:
    assert not is_hunt(Position.parse(text), 2)


def test_a_position_that_occurred_twice_could_be_a_draw() -> None:
    position = Position.parse("w K0,0|k5,0|R9,9")
    for move in ("9,9>9,10", "5,0>6,0", "9,10>9,9"):
        position = position.play(move)
    assert is_hunt(position.play("6,0>6,1"), 2)
    assert not is_hunt(position.play("6,0>5,0"), 2)
