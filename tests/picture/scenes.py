"""Positions that several tests draw."""

from functools import cache
from pathlib import Path

from hyperchess import infinite, multiverse, read
from hyperchess.game import Game, Node, WrittenMove
from hyperchess.multiverse import MULTIVERSE, Move, Position
from tests.multiverse.facts import load

DOCUMENT_GAME = (
    "4,2>4,4 4,7>4,6 4,4>4,5 3,7>3,5 4,5>3,6 6,8>3,11 3,6>2,7 3,11>-4,4 2,7>1,8Q -4,4>2,-2 5,1>4,2 7,8>6,6 "
    "1,8>2,8 5,8>7,8 2,8>1,7 4,8>0,4 1,7>7,13 7,8>8,8 7,13>7,7 8,8>7,7 8,2>8,4 0,4>4,4"
)
ALL_KINDS = "w (8|1) K5,1+|R8,1+|Q3,2|P1,7|AM0,0|ar2,6|ha7,5|ch9,9|ro3,9|nr-2,3|hu11,3|ca6,7|gi-1,8|ze1,3|"
FAR_AND_WIDE = infinite.Position.parse(
    ALL_KINDS + "ob4,4|vo8,6|vo9,6|k5,123456789012345678901234567890|r-1000,-2|q40,50|b99999999,-99999999"
)


@cache
def jumps() -> Node[Position, Move]:
    """A small game in which White jumps back in time and gives check on two timelines."""
    game: Game[Position, Move] = Game(multiverse.start("Standard"))
    node = game.root
    for action in ("e3", "Nf6", "Bb5", "e6", "c3", "Ne4", "Qb3", "Qf6", "(0T5)Qb3>>x(0T1)f7"):
        node = node.add(node.position.read(action))
    return node


@cache
def hundred_timelines() -> Node[Position, Move]:
    """A game with 120 timelines, at its end."""
    facts = load("games.json")["100_timelines"]
    game: Game[Position, Move] = Game(multiverse.start(facts["variant"]))
    node = game.root
    for ply in facts["plies"]:
        if ply["action"]:
            node = node.attach(tuple(map(WrittenMove, node.position.read(ply["action"]))))
    return node


@cache
def example() -> Game[Position, Move]:
    """The game that comes with the package."""
    return read(Path(__file__).parents[2] / "src/hyperchess/examples/four-timelines.5dpgn", game=MULTIVERSE)


@cache
def infinite_game() -> infinite.Position:
    """The game in the document of ICN, at its end."""
    position = infinite.start("Classical")
    for move in DOCUMENT_GAME.split():
        position = position.play(move)
    return position
