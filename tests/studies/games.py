"""Games for tests of studies."""

from typing import Any

from hyperchess.game import Game
from hyperchess.multiverse import start


def long_game() -> Game[Any, Any]:
    """Forty actions, with branches."""
    game: Game[Any, Any] = Game(start("Standard"), {"White": "Ada", "Black": "Bob"})
    node = game.root
    for number in range(40):
        actions = list(node.position.actions(60))
        node = node.add(actions[number * 7 % len(actions)])
    return game
