"""Games as 5DPGN: one writer per dialect, each a function from a game to `Written`.

>>> from hyperchess.game import Game
>>> from hyperchess.multiverse import start
>>> game = Game(start("Standard"), {"White": "Ada"})
>>> node = game.root
>>> for text in ("e3", "Nf6", "Nc3", "d5", "(0T3)Nc3>>(0T2)c5"):
...     node = node.add((game.start if node is game.root else node.position).read(text))
>>> print(write_shad(game).text)
[Mode "5D"]
[Board "Standard"]
[Size "8x8"]
[White "Ada"]
<BLANKLINE>
1. e3 / Nf6
2. Nc3 / d5
3. (0T3)Nc3>>(0T2)c5~ (>L1)
<BLANKLINE>
>>> print(write_branched(game).text.splitlines()[-1])
3. N>>c5
>>> print(write_first(game).text.splitlines()[-1])
3. (0T3)Nc3>>(0T2)c5~(+L1)
>>> print(write_raw(game).text.splitlines()[-1])
. (0T3)c3>(0T2)c5

Writers never see source text: they write the content of a `Game` and report as losses what a dialect cannot
express.
"""

from hyperchess.notation.pgn5d.writers.branched import write_branched
from hyperchess.notation.pgn5d.writers.turns import write_first, write_raw, write_shad

__all__ = ["write_branched", "write_first", "write_raw", "write_shad"]
