"""Games as ICN: one writer per dialect, each a function from a game to `Written`.

>>> from hyperchess.game import Game
>>> from hyperchess.infinite import Position
>>> start = Position.parse("w 0/100 (8|1) K5,1+|R8,1+|P4,2+|k5,8|p3,7+")
>>> game = Game(start, {"White": "Ada"})
>>> node = game.root
>>> for text in ("4,2>4,4", "3,7>3,5", "4,4>3,5", "5,8>4,7", "5,1>7,1"):
...     node = node.add((node.position.find(text),))
>>> print(write_document(game).text, end="")
[White: Ada]
<BLANKLINE>
w 0/100 1 (8;Q,R,B,N|1;q,r,b,n) checkmate K5,1+|R8,1+|P4,2+|k5,8|p3,7+
<BLANKLINE>
1. P4,2 > 4,4  | p3,7 > 3,5
2. P4,4 x 3,5  | k5,8 > 4,7
3. K5,1 > 7,1
>>> print(write_document(game, form="compact").text, end="")
0/100 (8|1) K5,1+|R8,1+|P4,2+|k5,8|p3,7+
4,2>4,4|3,7>3,5|4,4>3,5|5,8>4,7|5,1>7,1
>>> print(write_document(game, form="compact", after=3).text, end="")
b 0/100 2 (8|1) K5,1+|R8,1+|k5,8|P3,5
>>> print(write_site(game, form="compact").text.splitlines()[-1])
P4,2>4,4|p3,7>3,5|P4,4x3,5|k5,8>4,7|K5,1>7,1

Writers never see source text: they write the content of a `Game` and report content that a dialect cannot
express as losses.
"""

from hyperchess.notation.icn.writers.document import write_document
from hyperchess.notation.icn.writers.legacy import write_legacy
from hyperchess.notation.icn.writers.options import position_after
from hyperchess.notation.icn.writers.site import write_site

__all__ = ["position_after", "write_document", "write_legacy", "write_site"]
