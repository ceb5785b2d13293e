"""Games for the previewer: short ones that show every kind of thing."""

from hyperchess.app.files.inputs import read_games
from hyperchess.game import AnyGame, Comment, Game
from hyperchess.infinite import Position
from hyperchess.notation.reading import parse

BROKEN = '[Board "Standard"]\n[White "Ada"]\n1. e4 / e5 {solid}\n2. Nf9 / Nc6\n'
TREE = (
    '[Board "Standard"]\n[White "Ada"]\n[Black "Charles"]\n'
    "1. e4 / e5 {solid} (2w. d4 / exd4 (3w. c3) 3w. Qxd4 {early}) 2. Nf3 / Nc6 1-0\n"
)
TWO_MOVES = '[Board "Standard - Two Timelines"]\n1. (-0T1)e3 (+0T1)Nf3 / (-0T1)e6 (+0T1)Nf6\n'


def example() -> AnyGame:
    return next(read_games("example:four-timelines"))


def tree() -> AnyGame:
    return parse(TREE)


def infinite() -> AnyGame:
    """A queen goes very far and gives check from there; a rook has always been there."""
    start = Position.parse("w (8|1) K5,1|Q1,1|R-5,-123456|k5,80|p3,7")
    game = Game(start, {"White": "Cantor"}, notation="icn")
    node = game.root.add("1,1>-1000000000000,1")
    node.comments.append(Comment("far away"))
    node.add("3,7>3,6")
    return game
