"""5DFEN: boards as text, from one board to a whole multiverse.

    board  = "[" row ("/" row)* ":" timeline ":" turn ":" ("w" | "b") "]"
    row    = (blank | piece)+             rows from the last rank down, files from a
    blank  = a number from 1              that many empty squares
    piece  = ["+"] letter ["*"]           capitals are White's; "*" while unmoved

>>> board = parse_board("[+k*1p*/3/K*R*1:0:1:w]")
>>> board.fen(), board.width, board.height
('[k*1p*/3/K*R*1:0:1:w]', 3, 3)

Problems are reported with their position in the text; `read_boards` collects all of them, `parse_boards`
raises the first:

>>> parse_board("[k2/4/K2:0:1:w]")
Traceback (most recent call last):
...
hyperchess.errors.ParseError: <text>:1:5: error[fen-width]: this row has 4 squares, the first row has 3
  1 | [k2/4/K2:0:1:w]
    |     ^
"""

from __future__ import annotations

from collections.abc import Iterable

from hyperchess.errors import ParseError
from hyperchess.lazy_pattern import lazy_pattern
from hyperchess.multiverse.board import Board
from hyperchess.multiverse.consistency import find_faults
from hyperchess.multiverse.coordinates import (
    MAX_FILES,
    MAX_RANKS,
    BoardAt,
    Color,
    Timeline,
    scan_timeline,
    scan_turn,
)
from hyperchess.multiverse.memo import Memo
from hyperchess.multiverse.pieces import PIECES, Piece
from hyperchess.problems import Problems
from hyperchess.scanner import Scanner
from hyperchess.text import Problem, Severity, Source, Span, quote
from hyperchess.validation import check_text

__all__ = ["MAX_BOARDS", "format_boards", "parse_board", "parse_boards", "read_boards"]

MAX_BOARDS = 100_000
_SPACE = lazy_pattern(r"\s*")
_OPEN = lazy_pattern(r"\[\s*")
_SLASH = lazy_pattern(r"\s*/\s*")
_COLON = lazy_pattern(r"\s*:\s*")
_CLOSE = lazy_pattern(r"\s*\]")
_COLOR = lazy_pattern(r"[wbWB](?![A-Za-z])")
_BLANK = lazy_pattern(r"[0-9]+")
_PIECE = lazy_pattern(r"(\+?)([A-Za-z])(\*?)")
_PLAIN_BOARD = lazy_pattern(r"\[([0-9A-Za-z*/]{1,2000}):([+-]?[0-9]{1,4}):([0-9]{1,4}):([wb])\]")
_SQUARES = lazy_pattern(r"([0-9]+)|([A-Za-z])(\*?)|.")
_HEADER = lazy_pattern(r"\[\s*\w+\s*\"")
_TO_BRACKET = lazy_pattern(r"[^\[\]]*\]?")


def format_boards(boards: Iterable[Board], *, signed: bool = True) -> str:
    """Write boards in canonical order: by timeline, then turn, White before Black."""
    return "".join(board.fen(signed=signed) for board in sorted(boards, key=lambda board: board.at))


def parse_board(text: str, name: str = "<text>") -> Board:
    """Parse exactly one board, from anywhere in a multiverse."""
    source = Source(check_text("text", text), name)
    boards, problems = read_boards(source, whole=False)
    _raise_first(problems)
    if len(boards) > 1:
        message = f"expected one board, found {len(boards)}"
        raise ParseError(Problem(source, Span(0, len(text)), "fen", message))
    return boards[0]


def parse_boards(text: str, name: str = "<text>") -> tuple[Board, ...]:
    """Parse the boards of a multiverse; white space between them is ignored."""
    boards, problems = read_boards(Source(check_text("fen", text), name))
    _raise_first(problems)
    return boards


def _raise_first(problems: Iterable[Problem]) -> None:
    for problem in problems:
        if problem.severity is Severity.ERROR:
            raise ParseError(problem)


def read_boards(source: Source, *, whole: bool = True) -> tuple[tuple[Board, ...], tuple[Problem, ...]]:
    """Parse all boards of a text, and collect every problem instead of stopping at the first.

    With `whole`, the boards must also form a multiverse.
    """
    scanner = Scanner(source)
    boards: list[Board] = []
    starts: list[Span] = []
    problems = Problems(source)
    scanner.take(_SPACE)
    while not scanner.at_end:
        start = scanner.offset
        try:
            boards.append(_scan_board(scanner, problems))
            starts.append(Span(start, scanner.offset))
        except ParseError as error:
            problems.add(error.problem)
            _skip_board(scanner, start)
        scanner.take(_SPACE)
        if problems.full:
            problems.stop()
            break
        if len(boards) > MAX_BOARDS:
            too_many = f"more than {MAX_BOARDS} boards: reading stopped here"
            problems.add(scanner.problem(too_many, code="limit"))
            break
    if not boards and not problems:
        example = "expected a board such as [k*2/3/2K*:0:1:w], found nothing"
        problems.add(scanner.problem(example, code="fen-empty"))
    if whole and not any(problem.severity is Severity.ERROR for problem in problems):
        for fault in find_faults(boards):
            problems.report(starts[fault.which], fault.code, fault.message, hint=fault.hint)
            if problems.full:
                break
    return tuple(boards), problems.listed()


def _skip_board(scanner: Scanner, start: int) -> None:
    """Skip past the bracket that closes the board that starts at `start`."""
    scanner.offset = max(scanner.offset, start + 1)
    scanner.take(_TO_BRACKET)


def _scan_board(scanner: Scanner, problems: Problems) -> Board:
    plain = _PLAIN_BOARD.match(scanner.source.text, scanner.offset)
    board = _plain_board(*plain.groups()) if plain is not None else None
    if plain is not None and board is not None:
        scanner.offset = plain.end()
        return board
    if _HEADER.match(scanner.source.text, scanner.offset):
        scanner.fail("expected a board such as [k*2/3/2K*:0:1:w], found a header", code="fen")
    scanner.expect(_OPEN, "'['", code="fen")
    rows = [_scan_row(scanner, 0, problems)]
    while scanner.take(_SLASH) is not None:
        if len(rows) == MAX_RANKS:
            scanner.fail(f"a board has at most {MAX_RANKS} rows", code="limit")
        rows.append(_scan_row(scanner, len(rows[0]), problems))
    hint = "after the rows come timeline, turn and colour, as in [k*2/3/2K*:0:1:w]"
    scanner.expect(_COLON, "'/' or ':'", code="fen", hint=hint)
    timeline = scan_timeline(scanner)
    scanner.expect(_COLON, "':' and a turn", code="fen", hint=hint)
    turn = scan_turn(scanner)
    scanner.expect(_COLON, "':' and a colour", code="fen", hint=hint)
    color = _scan_color(scanner, problems)
    scanner.expect(_CLOSE, "']'", code="fen")
    cells = b"".join(reversed(rows))
    return Board(BoardAt(timeline, turn, color), len(rows[0]), len(rows), cells)


def _scan_color(scanner: Scanner, problems: Problems) -> Color:
    start = scanner.offset
    written = scanner.expect(_COLOR, "'w' or 'b'", code="fen")
    letter = written.lower()
    if letter != written:
        message = f"the colour {written!r} is written {letter!r}"
        problems.report(Span(start, scanner.offset), "fen", message, Severity.WARNING, fix=letter)
    return Color("wb".index(letter))


def _scan_row(scanner: Scanner, width: int, problems: Problems) -> bytes:
    """Parse one row, which must have `width` squares unless it is the first (`width` 0)."""
    start = scanner.offset
    row = bytearray()
    while True:
        if (blank := scanner.take(_BLANK)) is not None:
            row += bytes(_blank_length(scanner, blank))
        elif (piece := scanner.take(_PIECE)) is not None:
            row.append(_piece_code(scanner, piece, problems))
        else:
            break
        scanner.take(_SPACE)
        if len(row) > MAX_FILES:
            scanner.fail(
                f"this row has more than {MAX_FILES} squares",
                code="limit",
                hint=f"files run from a to z: a board is at most {MAX_FILES} wide",
                start=start,
            )
    if not row:
        scanner.expect(_PIECE, "a piece letter or a number of blanks", code="fen")
    if width and len(row) != width:
        squares = "square" if len(row) == 1 else "squares"
        scanner.fail(
            f"this row has {len(row)} {squares}, the first row has {width}",
            code="fen-width",
            start=start,
        )
    return bytes(row)


def _plain_board(text: str, timeline: str, turn: str, color: str) -> Board | None:
    """Return a board without problems; `None` if it may have one, to be parsed character by character."""
    rows = [_PLAIN_ROWS[row] for row in text.split("/")]
    if not rows[0] or len(rows) > MAX_RANKS or len(set(map(len, rows))) > 1:
        return None
    at = BoardAt(_TIMELINES[timeline], int(turn), Color("wb".index(color)))
    return Board(at, len(rows[0]), len(rows), b"".join(reversed(rows)))


def _plain_row(text: str) -> bytes:
    """Return the squares of a row without problems, or empty bytes if it may have one."""
    row = bytearray()
    for digits, letter, star in _SQUARES.findall(text):
        if digits:
            if digits[0] == "0" or len(digits) > 2:
                return b""
            row += bytes(int(digits))
            continue
        kind = PIECES.get(letter.upper())  # none for a star without a letter
        if kind is None or (star and not kind.keeps_unmoved):
            return b""
        row.append(Piece(kind, Color.WHITE if letter.isupper() else Color.BLACK, bool(star)).code)
    return bytes(row) if len(row) <= MAX_FILES else b""


_PLAIN_ROWS = Memo(_plain_row)  # boards repeat their rows
_TIMELINES = Memo(Timeline.parse)


def _blank_length(scanner: Scanner, digits: str) -> int:
    start = scanner.offset - len(digits)
    # Check the length first: Python refuses to convert numbers of more than 4,300 digits.
    if len(digits) > 3 or int(digits) > MAX_FILES:
        scanner.fail(
            f"{quote(digits)} blanks do not fit on a board",
            code="limit",
            hint=f"files run from a to z: a board is at most {MAX_FILES} wide",
            start=start,
        )
    if digits[0] == "0":
        scanner.fail(f"a number of blanks is at least 1, found {digits!r}", code="fen", start=start)
    return int(digits)


def _piece_code(scanner: Scanner, text: str, problems: Problems) -> int:
    start = scanner.offset - len(text)
    letter = text.strip("+*")
    kind = PIECES.get(letter.upper())
    if kind is None:
        scanner.fail(
            f"unknown piece {letter!r}",
            code="fen-piece",
            hint=f"the pieces are {' '.join(PIECES)}, in lower case for Black",
            start=start,
        )
    unmoved = text.endswith("*")
    if unmoved and not kind.keeps_unmoved:
        problems.add(
            scanner.problem(
                f"a {kind.name} has no unmoved mark: '*' is ignored",
                code="fen-unmoved",
                start=start,
                severity=Severity.WARNING,
            )
        )
    color = Color.WHITE if letter.isupper() else Color.BLACK
    return Piece(kind, color, unmoved and kind.keeps_unmoved).code
