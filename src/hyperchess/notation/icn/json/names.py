"""Names of pieces and players in the converter's format.

>>> piece_name(find_piece(KINDS["ha"], Color.BLACK))
'hawksB'
>>> piece_of_name("royalCentaursW"), piece_of_name("dragonsW")
(<RC>, None)
"""

from __future__ import annotations

from hyperchess.infinite import KINDS, Color, Piece, PieceKind
from hyperchess.infinite.pieces import find_piece

__all__ = ["KIND_NAMES", "PLAYER_NAMES", "kind_of_name", "piece_name", "piece_of_name"]

KIND_NAMES = {
    "p": "pawns",
    "r": "rooks",
    "n": "knights",
    "b": "bishops",
    "q": "queens",
    "k": "kings",
    "am": "amazons",
    "ha": "hawks",
    "ch": "chancellors",
    "ar": "archbishops",
    "gu": "guards",
    "ca": "camels",
    "gi": "giraffes",
    "ze": "zebras",
    "ce": "centaurs",
    "rq": "royalQueens",
    "rc": "royalCentaurs",
    "ob": "obstacles",
    "vo": "voids",
    # Newer than the format; named in its style.
    "nr": "knightriders",
    "hu": "huygens",
    "ro": "roses",
}
PLAYER_NAMES = {Color.WHITE: "white", Color.BLACK: "black"}
_KIND_OF_NAME = {name: KINDS[code] for code, name in KIND_NAMES.items()}
_LETTERS = {
    Color.WHITE: "W",
    Color.BLACK: "B",
    Color.NEUTRAL: "N",
    Color.RED: "R",
    Color.BLUE: "U",
    Color.YELLOW: "Y",
    Color.GREEN: "G",
}
_COLOR_OF_LETTER = {letter: color for color, letter in _LETTERS.items()}


def kind_of_name(name: str) -> PieceKind | None:
    """Return the kind of a name such as `queens`."""
    return _KIND_OF_NAME.get(name)


def piece_name(piece: Piece) -> str:
    """Return the name of a piece, such as `queensW`."""
    return KIND_NAMES[piece.kind.code] + _LETTERS[piece.color]


def piece_of_name(name: str) -> Piece | None:
    """Return the piece of a name such as `queensW`."""
    kind, color = _KIND_OF_NAME.get(name[:-1]), _COLOR_OF_LETTER.get(name[-1:])
    if kind is None or color is None or (kind.neutral and color):
        return None
    return find_piece(kind, color)
