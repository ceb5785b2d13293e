"""Infinite chess: positions on a board without edge, as immutable values.

>>> import hyperchess.infinite as infinite
>>> position = infinite.start("Classical").play("4,2>4,4")
>>> "4,7>4,5" in position.moves(), "4,7>4,4" in position.moves()
(True, False)
>>> position.moves().count(-10, 20, -10, 20), position.moves()
(164, <Moves: 33 single moves, 11 rays>)
>>> str(position.find("7,8>6,6")), position.status.verdict
('7,8>6,6', <Verdict.ONGOING: 'ongoing'>)
"""

from hyperchess.infinite.coordinates import Square, parse_square
from hyperchess.infinite.moves import Moves
from hyperchess.infinite.pieces import KINDS, Color, Piece, PieceKind, piece
from hyperchess.infinite.position import Position
from hyperchess.infinite.rays import Ray, Sieve
from hyperchess.infinite.rules import Rules
from hyperchess.infinite.ruleset import INFINITE
from hyperchess.infinite.settings import Border, MoveRule, Promotion, RuleSettings, Setup
from hyperchess.infinite.syntax.text import Move, parse_move, parse_setup, read_setup
from hyperchess.infinite.variants import Variant, find_variant, start, variants
from hyperchess.ruleset import Check, Status, Verdict

__all__ = [
    "INFINITE",
    "KINDS",
    "Border",
    "Check",
    "Color",
    "Move",
    "MoveRule",
    "Moves",
    "Piece",
    "PieceKind",
    "Position",
    "Promotion",
    "Ray",
    "RuleSettings",
    "Rules",
    "Setup",
    "Sieve",
    "Square",
    "Status",
    "Variant",
    "Verdict",
    "find_variant",
    "parse_move",
    "parse_setup",
    "parse_square",
    "piece",
    "read_setup",
    "start",
    "variants",
]
