"""Mates of a bare royal piece: the classes against brute force, the native search against the rules."""

import random
from collections.abc import Iterator

import pytest

from hyperchess.analysis.infinite_classes import class_moves, hunting_moves, is_hunt
from hyperchess.analysis.solution import Outcome, Progress, Stop
from hyperchess.analysis.solve import solve
from hyperchess.budget import Budget
from hyperchess.infinite import Move, Position, Verdict
from hyperchess.infinite.referee import Hunt
from hyperchess.kernels import uses_native

native = pytest.mark.skipif(not uses_native(), reason="the search is native")

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

BEFORE_MATES = (
    # engine games from the practice positions: the position some moves before mate, and the number of moves
    ("w Q-4,10|Q5,-2|k4,13", 1),
)


def positions(codes: tuple[str, ...], count: int, *, prey: str = "k", spread: int = 5) -> Iterator[Position]:
    """Random positions in which the prey is not attacked."""
    chance = random.Random(" ".join(codes))
    while count:
        squares = chance.sample([(x, y) for x in range(-spread, spread + 1) for y in range(-4, 5)], len(codes))
        pieces = [f"{code}{x},{y}" for code, (x, y) in zip(codes, squares, strict=True)]
        at = (chance.randint(-2, 2), chance.randint(-2, 2))
        if at in squares:
            continue
        position = Position.parse("w " + "|".join([f"{prey}{at[0]},{at[1]}", *pieces]))
        if is_hunt(position, 3) and not position.status.is_over and not position.checks():
            count -= 1
            yield position


def hunt_of(position: Position) -> Hunt:
    hunt = position.referee.hunt(position, Budget())
    assert hunt is not None
    return hunt


def mates_at_once(position: Position) -> bool:
    return any(
        position.play(move).status.verdict is Verdict.CHECKMATE for move in class_moves(position)
    )


def wins_in_two(position: Position, move: Move) -> bool:
    """Whether a move mates within two, by the rules."""
    after = position.play(move)
    if after.status.is_over:
        return after.status.verdict is Verdict.CHECKMATE
    assert not after.moves().rays
    return all(mates_at_once(after.play(reply)) for reply in after.moves().points)


@native
@pytest.mark.parametrize("codes", MATERIALS, ids=" ".join)
def test_no_square_of_a_large_window_wins_but_by_its_class(codes: tuple[str, ...]) -> None:
    winning = 0
    for position in positions(codes, 6):
        hunt = hunt_of(position)
        classes = dict(hunting_moves(position, 2))
        by_class = {move for move in classes if hunt.wins(move, 2)}
        shared = {(move.start, _way(move)) for move in by_class if not classes[move]}
        for move in position.moves().within(-70, 70, -70, 70):
            if move in classes:
                continue
            if hunt.wins(move, 2):
                assert (move.start, _way(move)) in shared, (str(position), str(move))
        # of each class there are two if there are more, and what wins is the same for both
        for start, way in shared:
            assert sum((move.start, _way(move)) == (start, way) for move in by_class) > 1
        winning += bool(by_class)
        mates = {move for move in by_class if position.play(move).status.verdict is Verdict.CHECKMATE}
        assert by_class - mates == {
            move for move, _ in hunt.first_moves(2) if hunt.wins(move, 2)
        }, str(position)
        assert (solve(position, 2).outcome is Outcome.MATE) == bool(by_class)


def _way(move: Move) -> tuple[int, int]:
    dx, dy = move.end.x - move.start.x, move.end.y - move.start.y
    return (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)


@native
@pytest.mark.parametrize("codes", MATERIALS, ids=" ".join)
@pytest.mark.parametrize("prey", ["k", "rc"])
def test_the_native_search_agrees_with_the_rules(codes: tuple[str, ...], prey: str) -> None:
    chance = random.Random(7)
    for position in positions(codes, 2, prey=prey):
        hunt = hunt_of(position)
        moves = [move for move in position.moves().within(-30, 30, -30, 30)]
        one = {move for move in moves if hunt.wins(move, 1)}
        assert one == {
            move for move in moves if position.play(move).status.verdict is Verdict.CHECKMATE
        }, str(position)
        two = [move for move in moves if hunt.wins(move, 2)]
        for move in [*chance.sample(two, min(2, len(two))), *chance.sample(moves, 3)]:
            assert hunt.wins(move, 2) == wins_in_two(position, move), (str(position), str(move))
