"""Conversion from the converter's format to the text of a position, part by part, with problems.

Positions therefore have one reader, the text reader, with all its checks. Pieces and players have names:

>>> piece_name(find_piece(KINDS["ha"], Color.BLACK))
'hawksB'
>>> piece_of_name("royalCentaursW"), piece_of_name("dragonsW")
(<RC>, None)
"""

from __future__ import annotations

import re
from typing import Any

from hyperchess.infinite import KINDS, Color, Piece, PieceKind
from hyperchess.infinite.pieces import find_piece
from hyperchess.infinite.settings import Json as Property
from hyperchess.infinite.syntax.properties import format_properties
from hyperchess.notation.json_text import Json
from hyperchess.text import quote

__all__ = [
    "KIND_NAMES",
    "PLAYER_NAMES",
    "format_coordinates",
    "format_pieces",
    "kind_of_name",
    "list_arguments",
    "list_keys",
    "piece_name",
    "piece_of_name",
]


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


_SQUARE = re.compile(r"-?[0-9]+,-?[0-9]+")
_MOVE_RULE = re.compile(r"[0-9]+/[0-9]+")
_TURNS = {"white": "w", "w": "w", "black": "b", "b": "b"}
_KNOWN_RULES = ("promotionRanks", "promotionsAllowed", "winConditions", "worldBorder")
_WORD = re.compile(r"[a-z]+")
_DEEPEST = 40  # slightly more than properties may nest, so that their reader reports it


def list_keys(value: Json) -> list[str]:
    """Return the keys of an object; report anything else and return none."""
    if isinstance(value.value, dict):
        return list(value.value)
    value.report(f"expected an object at {value.name}")
    return []


def list_arguments(long: Json) -> list[str]:
    """Return the given arguments as words of a position text."""
    words = []
    if not long["turn"].is_empty:
        code = _TURNS.get(long["turn"].text("white"))
        if code is None:
            long["turn"].report(f"expected white or black, found {long['turn'].value!r}")
        words.append(code or "w")
    if not long["enpassant"].is_empty:
        words += [square for square in [format_coordinates(long["enpassant"])] if square]
    if not long["moveRule"].is_empty:
        rule = long["moveRule"].text("0/100")
        if _MOVE_RULE.fullmatch(rule):
            words.append(rule)
        else:
            long["moveRule"].report("expected a move rule such as 0/100")
    if not long["fullMove"].is_empty:
        words.append(_natural(long["fullMove"]))
    settings = long["gameRules"]
    return words if settings.is_empty else [*words, *_rules(settings)]


def _natural(value: Json) -> str:
    """Return a number, which older files write as a string."""
    if isinstance(value.value, str) and value.value.isascii() and value.value.isdigit():
        return value.value
    number = value.integer(1)
    if number < 0:
        value.report(f"expected a whole number from 0 at {value.name}, found {quote(str(number))}")
    return str(max(0, number))


def format_coordinates(value: Json) -> str:
    """Return a square written `[4, 3]` or `"4,3"`; an empty string if it is not a square."""
    if isinstance(value.value, str) and _SQUARE.fullmatch(value.value):
        return value.value
    numbers = value.items() if isinstance(value.value, list) else []
    if len(numbers) != 2:
        value.report(f"expected a square such as [4, 3] at {value.name}")
        return ""
    return ",".join(str(number.integer()) for number in numbers)


def _rules(settings: Json) -> list[str]:
    words = []
    if not settings["promotionRanks"].is_empty:
        words += _promotions(settings)
    if not settings["worldBorder"].is_empty:
        border = settings["worldBorder"]
        edges = [border[name] for name in ("left", "right", "bottom", "top")]
        words.append(",".join("_" if edge.is_empty else str(edge.integer()) for edge in edges))
    if not settings["winConditions"].is_empty:
        words.append(_wins(settings["winConditions"]))
    others = {
        key: _property(settings[key].value, 1) for key in list_keys(settings) if key not in _KNOWN_RULES
    }
    return [*words, format_properties(others)] if others else words


def _promotions(settings: Json) -> list[str]:
    sides = settings["promotionRanks"].items()
    if len(sides) != 2:
        settings["promotionRanks"].report("expected two promotion ranks, White's and Black's")
        return []
    written = []
    for side, (color, player) in zip(sides, PLAYER_NAMES.items(), strict=True):
        if side.is_empty:
            written.append("")
            continue
        ranks = (
            [rank.integer() for rank in side.items()] if isinstance(side.value, list) else [side.integer()]
        )
        codes = []
        allowed = settings["promotionsAllowed"][player]
        for name in [] if allowed.is_empty else allowed.items():
            kind = kind_of_name(name.text())
            if kind is None:
                name.report(f"unknown piece {name.value!r}", code="piece")
            else:
                codes.append(kind.code.upper() if color is Color.WHITE else kind.code)
        written.append(",".join(map(str, ranks)) + (f";{','.join(codes)}" if codes else ""))
    return [f"({'|'.join(written)})"] if any(written) else []


def _wins(wins: Json) -> str:
    sides = []
    for player in PLAYER_NAMES.values():
        goals = [goal.text("checkmate") for goal in wins[player].items()] or ["checkmate"]
        for goal in goals:
            if not _WORD.fullmatch(goal):
                wins[player].report(f"unknown win condition {goal!r}", code="win-condition")
        sides.append(",".join(goal for goal in goals if _WORD.fullmatch(goal)) or "checkmate")
    return sides[0] if sides[0] == sides[1] else f"({'|'.join(sides)})"


def _property(value: Any, depth: int) -> Property:
    if isinstance(value, dict) and depth < _DEEPEST:
        return {key: _property(entry, depth + 1) for key, entry in value.items()}
    if isinstance(value, list) and depth < _DEEPEST:
        return tuple(_property(entry, depth + 1) for entry in value)
    if value in ("Infinity", "-Infinity"):
        return float("inf") if value == "Infinity" else -float("inf")
    return value if isinstance(value, bool | int | float | str) else None


def format_pieces(long: Json) -> str:
    """Return the list of pieces; empty if there is none."""
    position = long["startingPosition"] if not long["startingPosition"].is_empty else long["shortposition"]
    if isinstance(position.value, str):
        return "".join(position.value.split())
    if position.is_empty:
        return ""
    special = _special(long["specialRights"])
    entries = []
    for key in list_keys(position):
        piece = piece_of_name(position[key].text())
        if piece is None:
            position[key].report(f"unknown piece {position[key].value!r}", code="piece")
        elif not _SQUARE.fullmatch(key):
            position[key].report(f"expected a square such as 4,3, found {key[:40]!r}", code="square")
        else:
            entries.append(f"{piece.code}{key}{'+' * (key in special)}")
    return "|".join(entries)


def _special(rights: Json) -> set[str]:
    """Return the squares of pieces with a special right, given as `{"4,2": true}` or as a list."""
    if isinstance(rights.value, dict):
        return {key for key, value in rights.value.items() if value}
    return set() if rights.is_empty else {square.text() for square in rights.items()}
