"""5D chess: positions of the multiverse as immutable values.

>>> import hyperchess as hc
>>> position = hc.multiverse.start("Standard")
>>> position.player, str(position.present), position.hash()
(Color.WHITE, 'T1w', 'd574889fd9da3f2bc65249ff27249b00')
"""

from hyperchess.budget import Budget
from hyperchess.multiverse.actions.ordering import standard_order
from hyperchess.multiverse.board import Board
from hyperchess.multiverse.coordinates import BoardAt, Color, HalfTurn, Square, Timeline
from hyperchess.multiverse.moves import Action, Move, MoveKind, MovePattern
from hyperchess.multiverse.pieces import PIECES, Piece, PieceKind
from hyperchess.multiverse.position import Position
from hyperchess.multiverse.rules import Rules
from hyperchess.multiverse.ruleset import MULTIVERSE
from hyperchess.multiverse.timelines import TimelineBoards
from hyperchess.multiverse.variants import Variant, custom_start, find_variant, start, variants
from hyperchess.ruleset import Check, Status, Verdict

__all__ = [
    "MULTIVERSE",
    "PIECES",
    "Action",
    "Board",
    "BoardAt",
    "Budget",
    "Check",
    "Color",
    "HalfTurn",
    "Move",
    "MoveKind",
    "MovePattern",
    "Piece",
    "PieceKind",
    "Position",
    "Rules",
    "Square",
    "Status",
    "Timeline",
    "TimelineBoards",
    "Variant",
    "Verdict",
    "custom_start",
    "find_variant",
    "standard_order",
    "start",
    "variants",
]
