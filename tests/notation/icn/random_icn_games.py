"""Games of infinite chess made at random: legal moves of many variants, with comments, marks and results."""

import random
from functools import cache

from hyperchess.game import RESULTS, Comment, Game, Node, WrittenMove
from hyperchess.infinite import Move, Position, start
from tests.infinite.strategies import fairy_position

VARIANTS = ("Classical", "Chess on an Infinite Plane", "Knightline", "Palace", "Pawn Horde", "Core")
_TEXTS = (
    "good",
    "[%clk 0:09:56.7] x",
    "4,2>4,4 | 1. {",
    "Zoë ½ #",
    "",
    "two\nlines",
    "a } b",
    "[%clk 0:00:01]",
)
_EVALUATIONS = ("!", "?", "!!", "??", "!?", "?!", "!!!", "interesting")
_HEADERS = {
    "White": "Ada",
    "Event": 'say "hi" ] there',
    "My key": "x",
    "Round": "",
    "Site": "https://a.b/: c",
    "Result": "*",
}

InfiniteGame = Game[Position, Move]


@cache
def random_icn_game(seed: int, *, plies: int = 12, variations: int = 1) -> InfiniteGame:
    """A game from a variant or a fairy position, with a main line of about that many plies."""
    chance = random.Random(seed)
    position = start(chance.choice(VARIANTS)) if chance.random() < 0.5 else fairy_position(seed)
    keys = chance.sample(sorted(_HEADERS), chance.randint(0, len(_HEADERS)))
    game: InfiniteGame = Game(position, {key: _HEADERS[key] for key in keys})
    if chance.random() < 0.2:
        game.root.comments = [Comment("before everything")]
    _extend(game.root, chance, plies)
    for _ in range(variations):
        _extend(chance.choice([game.root, *game.main_line]), chance, 2)
    return game


def _extend(node: Node[Position, Move], chance: random.Random, plies: int) -> None:
    node.result = ""  # a result ends its line
    for _ in range(plies):
        choices = list(node.position.moves().near(2))
        if not choices:
            return
        node = node.add((chance.choice(choices),))
        if not node.comments and chance.random() < 0.3:
            comment = Comment(chance.choice(_TEXTS), chance.choice((0, 1, 1, 1)))
            node.comments = [comment] * chance.choice((1, 1, 2))
        if not node.evaluation and chance.random() < 0.3:
            (written,) = node.moves
            node.moves = (WrittenMove(written.move, written.text, chance.choice(_EVALUATIONS)),)
    if chance.random() < 0.3 and not node.children:
        node.result = chance.choice(RESULTS)
