"""Games made at random: real actions of many variants, with variations, comments, marks and results."""

import random
from itertools import islice

from hyperchess.game import RESULTS, Comment, Game, Node, WrittenMove
from hyperchess.multiverse import Move, Position, start

VARIANTS = (
    "Standard",
    "Standard - Turn Zero",
    "Standard - Two Timelines",
    "Very Small - Open",
    "Focused - Just Brawns",
    "Focused - Just Kings",
    "Misc - Timeline Battlegrounds",
    "Misc - Timeline Fragments",
    "Misc - Royal Queen Showdown",
    "Simple - No Queens",
    "Custom - Standard ++",
)
_TEXTS = ("good", "a {nested} note", "1. e4 / e5?", "[%clk 0:01:00]", "Zoë ½", "")
_EVALUATIONS = ("!", "?", "!!", "??", "!?", "?!")


def random_game(
    seed: int, *, variant: str | None = None, actions: int = 8, variations: int = 3
) -> Game[Position, Move]:
    """A game tree with about that many actions on the main line, and that many variations."""
    chance = random.Random(seed)
    name = variant or chance.choice(VARIANTS)
    game: Game[Position, Move] = Game(start(name), {"Board": name, "White": "Ada", "Event": "random"})
    _extend(game.root, chance, actions)
    nodes = [game.root, *game.main_line]
    for _ in range(variations):
        _extend(chance.choice(nodes), chance, chance.randint(1, 3))
    return game


def _extend(node: Node[Position, Move], chance: random.Random, actions: int) -> None:
    for _ in range(actions):
        choice = list(islice(node.position.actions(), 40))
        if not choice:
            return
        node = node.add(chance.choice(choice))
        _annotate(node, chance)
    if chance.random() < 0.3 and not node.children:
        node.result = chance.choice(RESULTS)


def _annotate(node: Node[Position, Move], chance: random.Random) -> None:
    if not node.comments and chance.random() < 0.3:
        places = (0, len(node.moves))
        node.comments = [Comment(chance.choice(_TEXTS), chance.choice(places))]
    if not node.evaluation and chance.random() < 0.3:
        *others, last = node.moves
        marked = WrittenMove(last.move, last.text, chance.choice(_EVALUATIONS))
        node.moves = (*others, marked)
