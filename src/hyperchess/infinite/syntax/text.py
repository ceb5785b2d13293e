"""Position text and single moves, as defined by the specification of infinite chess notation.

    w 0/100 1 (8|1) checkmate P1,2+|K5,1+|k5,8

>>> setup = parse_setup("b 4,3 0/100 7 (8;Q,AM|1) {slideLimit: 7} K5,1+|P4,4|k5,8")
>>> str(setup.players[0]), str(setup.en_passant), setup.move_rule, setup.settings.slide_limit
('Black', '4,3', MoveRule(count=0, limit=100), 7)
>>> format_setup(setup)
'b 4,3 0/100 7 (8;Q,AM|1) {slideLimit: 7} K5,1+|P4,4|k5,8'
>>> format_setup(setup, full=True)
'b 4,3 0/100 7 (8;Q,AM|1;q,r,b,n) checkmate {slideLimit: 7} K5,1+|P4,4|k5,8'
>>> parse_move("P3,4 > 3,5 =Q"), str(parse_move("-2,4>-2,3n"))
(Move(source=Square(x=3, y=4), target=Square(x=3, y=5), promotion=<Q>), '-2,4>-2,3n')

`read_setup` collects every problem of a text; `parse_setup` raises the first:

>>> parse_setup("w K5,1|k5,8|X3,3")
Traceback (most recent call last):
...
hyperchess.errors.ParseError: <text>:1:13: error[piece]: unknown piece 'X'
  1 | w K5,1|k5,8|X3,3
    |             ^
  = hint: the pieces are p r n b q k am ha ch ar gu ca gi ze ce rq rc ob vo nr hu ro, capitals for White
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from hyperchess.errors import ParseError
from hyperchess.infinite.coordinates import MAX_DIGITS, Square, scan_square
from hyperchess.infinite.dimensions import Dimensions
from hyperchess.infinite.material import en_passant_victim
from hyperchess.infinite.pieces import KINDS, PIECE_OF_TEXT, Color, Piece
from hyperchess.infinite.settings import RuleSettings, Setup
from hyperchess.infinite.syntax.arguments import Arguments, format_arguments, scan_arguments
from hyperchess.infinite.syntax.move_pattern import MOVE
from hyperchess.problems import Problems
from hyperchess.scanner import Scanner
from hyperchess.text import Problem, Severity, Source, Span, quote
from hyperchess.validation import check_instance, check_integer, check_text

__all__ = [
    "MAX_PIECES",
    "Move",
    "check_move",
    "exchange_ranks",
    "format_pieces",
    "format_setup",
    "parse_move",
    "parse_setup",
    "read_setup",
    "scan_move",
    "scan_pieces",
    "scan_placement",
    "scan_setup",
]

MAX_PIECES = 500_000

_SPACE = re.compile(r"\s*")
_ENTRY = re.compile(r"([0-9]?[A-Za-z]+)(-?[0-9]+),(-?[0-9]+)(\+?)")
_CODE = re.compile(r"[0-9]?[A-Za-z]+")
_TO_BAR = re.compile(r"[^|\s]*")
_PIECE_FIRST = re.compile(r"[0-9]?[A-Za-z]+\s*-?[0-9]+\s*,")
_COMMA = re.compile(r"\s*,\s*")
_ARROW = re.compile(r"\s*(?:[-=]?>|[xX])\s*")
_PROMOTION = re.compile(r"\s*=\s*(?=[0-9A-Za-z])|\s*(?=[0-9]?[A-Za-z])|(?=[0-9])")
_LEAD = re.compile(r"(?:[0-9]++\s*+[.\u2026][.\u2026\s]*+(?:\|\s*+)?+)?+")
_ASIDES = re.compile(
    r"\s*+(?:[+#]\s*+)?+(?:(?:[!?\u203c\u2047-\u2049]++|\$[0-9]{1,3}+)\s*+)*+(?:\{[^{}]*+\}\s*+)*+"
)
# Characters that people type, replaced one by one so that the offsets of problems stay valid.
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2212", "-"),
        **dict.fromkeys("\u2192\u21d2\u2794\u27a1", ">"),
        **dict.fromkeys("\u00d7\u2715", "x"),
        "\uff0c": ",",
    }
)
_PLAIN_MOVE = re.compile(r"(-?[0-9]++),(-?[0-9]++)>(-?[0-9]++),(-?[0-9]++)")
_LETTERS = f"the pieces are {' '.join(KINDS)}, capitals for White"


class Move(NamedTuple):
    """A move by its two squares and, for a promotion, the new piece."""

    source: Square
    target: Square
    promotion: Piece | None = None

    def __str__(self) -> str:
        new = "" if self.promotion is None else self.promotion.code
        sign = "=" if new[:1].isdigit() else ""  # a player's number must not merge with the square
        return f"{self.source.x},{self.source.y}>{self.target.x},{self.target.y}{sign}{new}"


def check_move(move: object) -> Move:
    """Return a move whose parts have the right types; else raise `InvalidArgument`."""
    if type(move) is Move and _is_well_typed(move):
        return move  # hot path: every move of a game passes here
    made = check_instance("move", move, Move, "a Move, or its text")
    for name, square in (("source", made.source), ("target", made.target)):
        check_instance(f"move.{name}", square, Square)
        check_integer(f"move.{name}.x", square.x, least=None)
        check_integer(f"move.{name}.y", square.y, least=None)
    if made.promotion is not None:
        check_instance("move.promotion", made.promotion, Piece)
    return made


def _is_well_typed(move: Move) -> bool:
    start, end, promotion = move
    if type(start) is not Square or type(end) is not Square:
        return False
    (x, y), (to_x, to_y) = start, end
    numbers = type(x) is type(y) is type(to_x) is type(to_y) is int
    return numbers and (promotion is None or type(promotion) is Piece)


def parse_move(text: str) -> Move:
    """Parse one move: `4,2>4,4`, with everything that the document allows around it.

    Allowed are the moved piece, `x`, blanks and `=`; before the move a number, after it `+` or `#`, marks,
    comments. Other signs for minus and `>`, an ellipsis and numbered marks are read as in a game.

    >>> str(parse_move("12. P-5,6x-6,7 =R+ !? {Interesting underpromotion}"))
    '-5,6>-6,7R'
    >>> str(parse_move("7\N{HORIZONTAL ELLIPSIS} p 4, 7 \N{RIGHTWARDS ARROW} 4, \N{MINUS SIGN}1 $3"))
    '4,7>4,-1'
    """
    plain = _PLAIN_MOVE.fullmatch(check_text("text", text))
    if plain is not None and len(text) < MAX_DIGITS:
        x, y, to_x, to_y = plain.groups()
        return Move(Square(int(x), int(y)), Square(int(to_x), int(to_y)))
    match = MOVE.match(text)
    if match is not None and match.end() == len(text) < MAX_DIGITS:
        code = match["promotion"] or match["appended"]
        promotion = PIECE_OF_TEXT.get(code) if code else None
        if (not code or promotion is not None) and (not match["code"] or match["code"] in PIECE_OF_TEXT):
            x, y, to_x, to_y = map(int, match.group("x", "y", "to_x", "to_y"))
            return Move(Square(x, y), Square(to_x, to_y), promotion)
    scanner = Scanner(Source(text if text.isascii() else text.translate(_SIGNS)))
    scanner.take(_SPACE)
    scanner.take(_LEAD)
    move = scan_move(scanner)
    scanner.take(_ASIDES)
    if not scanner.at_end:
        hint = "'+' or '#', marks such as !? and comments in braces may follow the move"
        found = quote(text[scanner.offset :])
        scanner.fail(f"expected the end of the text, found {found}", code="move", hint=hint)
    return move


def scan_move(scanner: Scanner) -> Move:
    """Parse a move at the scanner's position; text after it (check marks, comments) is left."""
    if scanner.peek().isalpha() or _PIECE_FIRST.match(scanner.source.text, scanner.offset):
        scan_piece_code(scanner)
        scanner.take(_SPACE)
    start = scan_square(scanner, _COMMA)
    scanner.expect(_ARROW, "'>' and the square where the piece goes", code="move", hint="as in 4,2>4,4")
    end = scan_square(scanner, _COMMA)
    promotion = None if scanner.take(_PROMOTION) is None else scan_piece_code(scanner)
    return Move(start, end, promotion)


def scan_piece_code(scanner: Scanner) -> Piece:
    """Parse a piece without its square at the scanner's position."""
    start = scanner.offset
    code = scanner.expect(_CODE, "a piece such as Q", code="piece")
    return _known_piece(scanner, code, start)


def parse_setup(text: str, name: str = "<text>") -> Setup:
    """Parse a position text; raise the first error."""
    check_text("text", text)
    setup, problems = read_setup(Source(text, check_text("name", name)))
    for problem in problems:
        if problem.severity is Severity.ERROR:
            raise ParseError(problem)
    assert setup is not None
    return setup


def read_setup(
    source: Source, pieces: Mapping[Square, Piece] | None = None
) -> tuple[Setup | None, tuple[Problem, ...]]:
    """Parse a position text and collect its problems; the setup is `None` without any piece.

    With `pieces`, the text has only what precedes them.
    """
    check_instance("source", source, Source)
    check_text("source.text", source.text)
    scanner = Scanner(source)
    problems = Problems(source)
    setup = scan_setup(scanner, problems, pieces)
    scanner.take(_SPACE)
    if not scanner.at_end and not problems.full:
        start = scanner.offset
        rest = quote(source.text[start:])
        scanner.offset = len(source.text)
        message = f"expected the end of the text after the pieces, found {rest}"
        hint = "pieces are joined by '|' without blanks"
        problems.add(scanner.problem(message, code="pieces", hint=hint, start=start))
    return setup, problems.listed()


def scan_setup(
    scanner: Scanner, problems: Problems, pieces: Mapping[Square, Piece] | None = None
) -> Setup | None:
    """Parse a position at the scanner's position, up to the blank after its pieces, unless they are given."""
    arguments = scan_arguments(scanner, problems)
    setup = scan_placement(scanner, arguments, problems, pieces)
    return None if setup is None else exchange_ranks(setup, arguments, problems)


def scan_placement(
    scanner: Scanner,
    arguments: Arguments,
    problems: Problems,
    pieces: Mapping[Square, Piece] | None = None,
) -> Setup | None:
    """Parse the pieces that follow `arguments`, unless they are given."""
    list_start = scanner.offset
    if pieces is None:
        pieces = scan_pieces(scanner, problems)
    if not pieces:
        if not problems:
            message = "expected a list of pieces such as K5,1|k5,8, found the end of the text"
            problems.add(scanner.problem(message, code="pieces"))
        return None
    setup = arguments.setup(pieces)
    _report_misplaced(scanner, setup, problems, arguments.spans, Span(list_start, scanner.offset))
    return setup


def exchange_ranks(setup: Setup, arguments: Arguments, problems: Problems) -> Setup:
    """Exchange promotion ranks that no pawn can reach as written, and report that."""
    if "promotion entry" not in arguments.spans or not _pawns_contradict(setup.settings, setup.pieces):
        return setup
    message = "White's promotion rank is below Black's, and no pawn could promote as written: ranks exchanged"
    hint = "the order is White|Black, as in (8|1)"
    span = arguments.spans["promotion entry"]
    problems.report(span, "promotion-order", message, Severity.WARNING, hint=hint)
    return replace(setup, settings=setup.settings.exchange_ranks())


def scan_pieces(scanner: Scanner, problems: Problems) -> dict[Square, Piece]:
    """Parse a list of pieces at the scanner's position."""
    pieces: dict[Square, Piece] = {}
    text = scanner.source.text
    offset = scanner.offset
    length = len(text)
    match_entry = _ENTRY.match
    known = PIECE_OF_TEXT
    while offset < length:
        match = match_entry(text, offset)
        entry = None
        if match is not None and match.end() - offset < MAX_DIGITS:
            code, x, y, plus = match.groups()
            entry = known.get(code + plus)
        if entry is None:
            scanner.offset = offset
            _scan_faulty_entry(scanner, pieces, problems)
            offset = scanner.offset
        else:
            assert match is not None
            square = Square(int(x), int(y))
            if square in pieces:
                _report_twice(scanner, square, offset, match.end(), problems)
            if (x[0] in "0-" and str(square.x) != x) or (y[0] in "0-" and str(square.y) != y):
                _report_zeros(scanner, square, offset, match.end(), problems)
            pieces[square] = entry
            offset = match.end()
        if problems.full or len(pieces) > MAX_PIECES:
            scanner.offset = length
            if problems.full:
                problems.stop()
            else:
                message = f"more than {MAX_PIECES} pieces: reading stopped here"
                problems.add(scanner.problem(message, code="limit", start=offset))
            return pieces
        if offset >= length or text[offset] != "|":
            break
        offset += 1
        if offset >= length or text[offset].isspace():
            scanner.offset = offset
            problems.add(scanner.problem("expected a piece after '|'", code="pieces", start=offset - 1))
            return pieces
    scanner.offset = offset
    return pieces


def format_pieces(pieces: Mapping[Square, Piece]) -> str:
    """Format pieces in the order of the list."""
    return "|".join(
        [
            f"{piece.code}{square[0]},{square[1]}+"
            if piece.special
            else f"{piece.code}{square[0]},{square[1]}"
            for square, piece in pieces.items()
        ]
    )


def format_setup(setup: Setup, *, full: bool = False, lists: bool | None = None) -> str:
    """Format a position text: compact, or with every argument if `full`.

    `lists` says whether the usual promotion pieces are written out; the default is `full`.
    """
    settings = setup.settings
    if settings.ranks_exchanged:
        # As they were written, if a reader will detect and exchange them again.
        written = settings.exchange_ranks()
        settings = written if _pawns_contradict(written, setup.pieces) else settings
    arguments = format_arguments(setup, settings, full=full, lists=full if lists is None else lists)
    return " ".join([*arguments, format_pieces(setup.pieces)])


def _known_piece(scanner: Scanner, code: str, start: int) -> Piece:
    piece = PIECE_OF_TEXT.get(code)
    if piece is None:
        hint = _LETTERS
        if code.lower() in KINDS:
            neutral = KINDS[code.lower()].neutral
            hint = (
                "neutral pieces are written in lower case" if neutral else "both letters have the same case"
            )
        scanner.offset = start + len(code)
        scanner.fail(f"unknown piece {quote(code)}", code="piece", hint=hint, start=start)
    return piece


def _scan_faulty_entry(scanner: Scanner, pieces: dict[Square, Piece], problems: Problems) -> None:
    """Parse an entry that has a fault, and report it."""
    start = scanner.offset
    try:
        code = scanner.expect(_CODE, "a piece such as K5,1", code="pieces")
        piece = _known_piece(scanner, _with_case_of_number(code), start)
        square = scan_square(scanner)
        if scanner.peek() == "+":
            scanner.offset += 1
            if not piece.color:
                name = piece.kind.name
                message = f"the {name} on {quote(str(square))} has no special right: '+' is ignored"
                problems.add(scanner.problem(message, code="right", start=start, severity=Severity.WARNING))
            else:
                piece = PIECE_OF_TEXT[piece.text + "+"]
        if square in pieces:
            _report_twice(scanner, square, start, scanner.offset, problems)
        pieces[square] = piece
    except ParseError as error:
        problems.add(error.problem)
        scanner.offset = max(scanner.offset, start + 1)
        scanner.take(_TO_BAR)


def _with_case_of_number(code: str) -> str:
    """Return the code in the case of its number: `3Q` is `3q`, `1q` is White's `Q`, `0ob` is `ob`."""
    if not code[0].isdigit():
        return code
    letters = code[1:].lower()
    if code[0] == "0" and letters in KINDS and KINDS[letters].neutral:
        return letters
    if code[0] == "1":
        return letters.upper()
    return letters if code[0] == "2" else code[0] + letters


def _report_twice(scanner: Scanner, square: Square, start: int, end: int, problems: Problems) -> None:
    message = f"a second piece on {quote(str(square))}"
    problems.add(Problem(scanner.source, Span(start, end), "pieces", message))


def _report_zeros(scanner: Scanner, square: Square, start: int, end: int, problems: Problems) -> None:
    message = f"leading zeros are ignored: the square is {quote(str(square))}"
    span = Span(start, end)
    problems.add(Problem(scanner.source, span, "number", message, severity=Severity.WARNING))


def _report_misplaced(
    scanner: Scanner, setup: Setup, problems: Problems, spans: Mapping[str, Span], pieces: Span
) -> None:
    """Report an en passant square without a pawn next to it, and pieces outside the border."""
    border = setup.settings.border
    if border is not None:
        outside = next((square for square in setup.pieces if not border.contains(*square)), None)
        if outside is not None:
            message = f"the piece on {quote(str(outside))} is outside the border {border}"
            problems.add(Problem(scanner.source, pieces, "border", message))
    passed, boards = setup.en_passant, setup.settings.dimensions
    strides: tuple[int, ...] = (1,)
    if boards is not None:
        strides = (1, boards.spacing)
        _report_off_boards(scanner, setup, boards, problems, pieces)
    if passed is not None and en_passant_victim(setup.pieces, passed, setup.players[0], strides) is None:
        message = f"no pawn has just passed over {quote(str(passed))}: nothing can be taken en passant"
        span = spans["en passant square"]
        severity = Severity.WARNING
        problems.add(Problem(scanner.source, span, "en-passant", message, severity=severity))


def _report_off_boards(
    scanner: Scanner, setup: Setup, boards: Dimensions, problems: Problems, span: Span
) -> None:
    """Report pieces that cannot move in four dimensions, or that are on no board."""
    for square, piece in setup.pieces.items():
        if piece.kind.neutral:
            continue
        if not boards.moves(piece.kind):
            message = f"a {piece.kind.name} has no moves in four dimensions"
        elif boards.cell(square) is None:
            message = f"the piece on {quote(str(square))} is on none of the boards"
        else:
            continue
        problems.add(Problem(scanner.source, span, "border", message))
        return


def _pawns_contradict(settings: RuleSettings, pieces: Mapping[Square, Piece]) -> bool:
    """Return whether White's rank is below Black's, and pawns can promote only if the two are exchanged.

    The specification explains (8|1) as White|Black, but writes (1|8) for the classical position.
    """
    white, black = settings.find_promotion(Color.WHITE), settings.find_promotion(Color.BLACK)
    if white is None or black is None or len(white.ranks) != 1 or len(black.ranks) != 1:
        return False
    low, high = white.ranks[0], black.ranks[0]
    if low >= high:
        return False
    helped = False
    for square, piece in pieces.items():
        if piece.kind.is_pawn and piece.color in (Color.WHITE, Color.BLACK):
            rank, other = (low, high) if piece.color is Color.WHITE else (high, low)
            as_written = (rank - square.y) * piece.color.forward > 0
            exchanged = (other - square.y) * piece.color.forward > 0
            if as_written:
                return False
            helped = helped or exchanged
    return helped
