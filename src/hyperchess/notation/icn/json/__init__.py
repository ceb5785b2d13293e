r"""JSON format of the converter that accompanies the document on infinite chess notation, both ways.

Numbers of any size stay exact.

>>> from hyperchess.text import Source
>>> text = '{"startingPosition": {"5,1": "kingsW", "5,8": "kingsB"}, "moves": ["5,1>5,2"]}'
>>> (game,) = read_games(Source(text))
>>> print(write_json(game, moves="strings").text)  # doctest: +ELLIPSIS
{"metadata": {}, "turn": "white", "fullMove": 1, "gameRules": ..., "moves": ["5,1>5,2"]}
<BLANKLINE>

Each function of the converter has an equivalent:

| its name                  | here               |
|---------------------------|--------------------|
| `ShortToLong_Format`      | `to_long`          |
| `LongToShort_Format`      | `to_short`         |
| `GameToPosition`          | `long_position`    |
| `ShortToLong_CompactMove` | `long_move`        |
| `LongToShort_CompactMove` | `compact_move`     |
| `LongToShort_Position`    | `short_position`   |
| `generateSpecialRights`   | `special_rights`   |

>>> long = to_long("w (8|1) K5,1|P0,7|k5,5 0,7>0,8Q")
>>> long["startingPosition"], long["moves"]
({'5,1': 'kingsW', '0,7': 'pawnsW', '5,5': 'kingsB'}, ['0,7>0,8Q'])
>>> to_short(long, form="compact")
'(8|1) K5,1|P0,7|k5,5\n\n0,7>0,8Q'
>>> to_short(long_position(long, 1))
'b 1 (8|1) K5,1|k5,5|Q0,8'
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping

from hyperchess.errors import ParseError
from hyperchess.infinite import Square, parse_square
from hyperchess.infinite.syntax.text import parse_move
from hyperchess.notation.boundaries import object_boundaries
from hyperchess.notation.detection import sign
from hyperchess.notation.icn.json.composing import (
    format_coordinates,
    format_pieces,
    piece_name,
    piece_of_name,
)
from hyperchess.notation.icn.json.reading import read_games, read_value
from hyperchess.notation.icn.json.writing import (
    Long,
    MoveStyle,
    long_moves,
    pieces_fields,
    position_fields,
    rules_fields,
    write_json,
)
from hyperchess.notation.icn.parser import parse_games
from hyperchess.notation.icn.resolve import InfiniteGame, resolve
from hyperchess.notation.icn.syntax import GameSyntax, build_move
from hyperchess.notation.icn.writers import position_after, write_legacy
from hyperchess.notation.icn.writers.moves import Form
from hyperchess.notation.json_text import JsonDocument
from hyperchess.notation.registry import Notation
from hyperchess.notation.writing import Losses, check_option
from hyperchess.ruleset import GameKind
from hyperchess.text import Problem, Severity, Source, Span, quote

__all__ = [
    "NOTATIONS",
    "compact_move",
    "long_move",
    "long_position",
    "read_games",
    "read_value",
    "short_position",
    "special_rights",
    "to_long",
    "to_short",
    "write_json",
]


_SIGNS = (
    sign(
        "keys of the ICN converter",
        3,
        r'"(?:startingPosition|shortposition|specialRights|startCoords|endCoords|gameRules|fullMove)"\s*+:',
        needs='"',
        part="text",
    ),
    sign('squares as keys, "5,1": "kingsW"', 1.5, r'"-?[0-9]++,-?[0-9]++"\s*+:', needs='"', part="text"),
)

NOTATIONS = (
    Notation(
        "icn-json",
        "JSON of the ICN converter",
        _SIGNS,
        read_games,
        write_json,
        ".json",
        (GameKind.INFINITE,),
        object_boundaries,
        shape='JSON of the ICN converter: "startingPosition" and "moves"',
    ),
)


def to_long(text: str, *, moves: MoveStyle = "strings") -> Long:
    """Convert a game text to a value. `ParseError` if it cannot be read.

    The value contains exactly the content of the text: omitted parts stay omitted, and promotion ranks keep
    their order. Moves are unchecked strings, or objects with their effects; variations are not supported.
    """
    check_option("moves", moves, MoveStyle)
    syntax = next(parse_games(Source(text)))
    _raise_errors(syntax.problems)
    arguments = syntax.arguments
    long: Long = {
        "metadata": {header.key: header.value for header in syntax.headers},
        "gameRules": rules_fields(arguments.settings(), arguments.checks_given),
    }
    if "list of players" in arguments.spans:
        long["turn"] = str(arguments.players[0]).lower()
    if arguments.en_passant is not None:
        long["enpassant"] = list(arguments.en_passant)
    if arguments.move_rule is not None:
        long["moveRule"] = str(arguments.move_rule)
    if "full move number" in arguments.spans:
        long["fullMove"] = arguments.full_move
    if syntax.setup is not None and syntax.pieces is not None:
        long |= pieces_fields(syntax.setup.pieces)
        long["shortposition"] = syntax.text(syntax.pieces)
    if syntax.moves:
        long["moves"] = _string_moves(syntax) if moves == "strings" else _object_moves(syntax)
    return long


def _string_moves(syntax: GameSyntax) -> list[str]:
    return [str(build_move(syntax, syntax.moves[index])) for index in syntax.moves.main_line()]


def _object_moves(syntax: GameSyntax) -> list[str | Long]:
    game = resolve(syntax)
    _raise_errors(game.problems)
    return long_moves(game, "objects", Losses())


def _raise_errors(problems: Iterable[Problem]) -> None:
    for problem in problems:
        if problem.severity is Severity.ERROR:
            raise ParseError(problem)


def to_short(long: Mapping[str, object], *, form: Form = "long", lines: bool = True) -> str:
    """Convert a value to legacy game text without a final line break; without `lines`, in one line."""
    check_option("form", form, Form)
    text = write_legacy(_game(long), form=form).text.rstrip("\n")
    return text if lines else " ".join(text.split("\n"))


def long_position(long: Mapping[str, object], half_moves: float = 0) -> Long:
    """Return the position after `half_moves` half-moves of a game (`math.inf`: at its end), without moves."""
    game = _game(long)
    count = len(game.main_line) if half_moves == math.inf else int(half_moves)
    fields = position_fields(position_after(game, count).setup, Losses())
    return {"metadata": game.headers, **fields, "moves": []}


def _game(long: Mapping[str, object]) -> InfiniteGame:
    game = read_value(dict(long))
    _raise_errors(game.problems)
    return game


def long_move(text: str) -> Long:
    """Convert a move to a value.

    >>> long_move("2,-3>3,-4ha")
    {'compact': '2,-3>3,-4ha', 'startCoords': [2, -3], 'endCoords': [3, -4], 'promotion': 'hawksB'}
    """
    move = parse_move(text)
    long: Long = {"compact": str(move), "startCoords": list(move.source), "endCoords": list(move.target)}
    if move.promotion is not None:
        long["promotion"] = piece_name(move.promotion)
    return long


def compact_move(long: Mapping[str, object]) -> str:
    """Convert a move to text.

    >>> compact_move({"startCoords": [2, -3], "endCoords": [3, -4], "promotion": "hawksB"})
    '2,-3>3,-4ha'
    """
    document = _document(long)
    squares = [format_coordinates(document.root[key]) for key in ("startCoords", "endCoords")]
    name = document.root["promotion"]
    piece = None if name.is_empty else piece_of_name(name.text())
    if piece is None and not name.is_empty:
        name.report(f"unknown piece {quote(str(name.value))}", code="piece")
    _raise_errors(document.problems)
    return ">".join(squares) + ("" if piece is None else piece.code)


def short_position(position: Mapping[str, str], rights: Mapping[str, bool] | None = None) -> str:
    """Format a list of pieces.

    >>> short_position({"3,4": "kingsW", "5,2": "pawnsB"}, {"5,2": True})
    'K3,4|p5,2+'
    """
    document = _document({"startingPosition": dict(position), "specialRights": dict(rights or {})})
    text = format_pieces(document.root)
    _raise_errors(document.problems)
    return text


def special_rights(
    position: Mapping[str, str], *, double_push: bool = False, castle_with: str = ""
) -> dict[str, bool]:
    """Return the rights that a position has by its rules: double steps of all pawns, and castling.

    All kings may castle, and all pieces of the kind `castle_with` on the rank of an own king, at least three
    files away.

    >>> special_rights({"5,1": "kingsW", "8,1": "rooksW", "7,1": "rooksW"}, castle_with="rooks")
    {'5,1': True, '8,1': True}
    """
    pieces = {parse_square(key): name for key, name in position.items()}
    kings = [square for square, name in pieces.items() if name.startswith("kings")] if castle_with else []
    rights = {}
    for square, name in pieces.items():
        pawn = double_push and name.startswith("pawns")
        partner = castle_with and name[:-1] == castle_with and _may_castle(square, name, kings, pieces)
        if pawn or square in kings or partner:
            rights[str(square)] = True
    return rights


def _may_castle(partner: Square, name: str, kings: list[Square], pieces: Mapping[Square, str]) -> bool:
    return any(
        king.y == partner.y and abs(king.x - partner.x) >= 3 and pieces[king][-1] == name[-1]
        for king in kings
    )


def _document(long: Mapping[str, object]) -> JsonDocument:
    text = json.dumps(dict(long), ensure_ascii=False)
    return JsonDocument(Source(text, "<value>"), Span(0, len(text)), json.loads(text))
