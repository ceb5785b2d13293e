"""Puzzles of infinite chess: a few pieces hunt a bare king, and exactly one first move mates.

A position is drawn at random: pieces around a king, some of them far away. The solver decides such hunts by
classes of squares, so a unique key is proven although sliding pieces have infinitely many moves. Mates in 3
are decided only if all slides go along ranks and files. The king has at most eight moves, so the solution is
a complete tree. A seed and a number produce the same position and the same puzzle on every machine.

>>> found = next(filter(None, (generate_hunt(1, number) for number in range(500))))
>>> found.mate_in, found == generate_hunt(1, found.game)
(2, True)
"""

from __future__ import annotations

from hashlib import sha256
from random import Random

from hyperchess.analysis.mates.solution import Outcome
from hyperchess.analysis.mates.solve import solve
from hyperchess.budget import Budget
from hyperchess.game import Game, Node
from hyperchess.infinite import Move, Position
from hyperchess.notation.reading import write
from hyperchess.puzzles.candidates import Candidate
from hyperchess.puzzles.difficulty import Features

__all__ = ["HUNT", "generate_hunt"]

HUNT = "Hunt"
"""The origin of these puzzles, instead of a variant."""

_ANY = ("Q", "R", "R", "B", "B", "N", "N", "CH", "AR", "HA", "GU", "CA", "CE", "NR", "K")
_ORTHOGONAL = ("R", "R", "R", "CH", "CH", "N", "N", "HA", "GU", "CA", "CE", "K", "K")  # decide mates in 3
_PIECES = (3, 5)  # minimum and maximum number
_DISTANCES = (2, 4, 4, 8, 30)  # squares from the king
_ROUNDS = (300, 3_000, 30_000)  # of the solver for each length
_NEAR = 5  # squares beyond the pieces: moves up to there count for the difficulty
_ID = 10  # characters


def generate_hunt(seed: int, number: int) -> Candidate | None:
    """Return the puzzle in the position with a number; `None` if no first move is the only one that mates."""
    random = Random(f"hunts {seed} {number}")
    orthogonal = random.random() < 0.5
    position = _draw(random, _ORTHOGONAL if orthogonal else _ANY)
    for length in range(1, 4 if orthogonal else 3):
        solution = solve(position, length, Budget(rounds=_ROUNDS[length - 1]))
        if solution.outcome is not Outcome.NONE:
            break
    if not solution.is_unique or solution.mate_in is None:
        return None
    game: Game[Position, Move] = Game(position, {"Puzzle": f"mate-in-{solution.mate_in}"})
    key = game.root.add((solution.winning[0],))
    _grow(key, solution.mate_in - 1)
    after = key.position
    [move] = solution.winning
    features = Features(
        mate_in=solution.mate_in,
        timelines=1,
        actions=sum(1 for _ in position.moves().near(_NEAR)),
        moves=1,
        quiet=not after.checks(),
        sacrifice=any(reply.end == move.end for reply in after.moves().points),
    )
    return Candidate(
        id=sha256(position.text().encode("ascii")).hexdigest()[:_ID],
        seed=seed,
        game=number,
        actions_before=0,
        variant=HUNT,
        features=features,
        key=str(move),
        boards=(position.text(),),
        rounds=solution.rounds,
        proof=write(game, "icn"),
    )


def _draw(random: Random, kinds: tuple[str, ...]) -> Position:
    """Place hunters around a bare king; either colour hunts."""
    taken = {(0, 0)}
    pieces: list[str] = []
    hunter, prey = random.choice((("w", "k"), ("b", "K")))
    for kind in random.sample(kinds, random.randint(*_PIECES)):
        square = (0, 0)
        while square in taken:
            distance = random.choice(_DISTANCES)
            square = random.randint(-distance, distance), random.randint(-distance, distance)
        taken.add(square)
        pieces.append(f"{kind if hunter == 'w' else kind.lower()}{square[0]},{square[1]}")
    return Position.parse(f"{hunter} {'|'.join(pieces)}|{prey}0,0")


def _grow(node: Node[Position, Move], length: int) -> None:
    """Add every reply of the king and a shortest mate after it."""
    for reply in node.position.moves().points:
        child = node.add((reply,))
        solution = solve(child.position, length, all_first_actions=False)
        assert solution.mate_in is not None
        _grow(child.add((solution.winning[0],)), solution.mate_in - 1)
