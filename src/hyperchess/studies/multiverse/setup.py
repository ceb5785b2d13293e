"""Position setup for 5D chess: from an editor's boards, with all problems.

>>> board = EditedBoard("0", 1, "white", "k...K", ((0, 0),))
>>> made = compose([board], width=5, height=1)
>>> made.fen, made.position is not None, [finding.message for finding in made.findings]
('[k*3K:0:1:w]', True, [])
>>> later = replace(board, turn=3)
>>> [finding.message for finding in compose([later, board], width=5, height=1).findings]
['timeline 0 has a gap: (0T1b) is missing between (0T1w) and (0T3w)']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Annotated, Literal

from hyperchess.errors import HyperchessError, ParseError
from hyperchess.game import Game
from hyperchess.multiverse import Board, BoardAt, Color, Move, Piece, Position, Timeline, start
from hyperchess.multiverse.consistency import find_faults
from hyperchess.multiverse.coordinates import MAX_FILES, MAX_RANKS, MAX_TURN
from hyperchess.multiverse.pieces import PIECES
from hyperchess.multiverse.syntax.fen import format_boards, read_boards
from hyperchess.notation.registry import find_notation
from hyperchess.ruleset import GameKind
from hyperchess.studies.data import optional
from hyperchess.studies.fields import Field, Name, Side, Small, Text, Word, tag
from hyperchess.studies.multiverse.positions import STATUS_BUDGET, PositionView, view_position
from hyperchess.studies.multiverse.squares import player_name
from hyperchess.studies.views import Finding
from hyperchess.text import Source, quote

__all__ = [
    "MOST_BOARDS",
    "EditedBoard",
    "Made",
    "SetupRequest",
    "SetupView",
    "compose",
    "format_position",
    "list_boards",
    "of_fen",
    "of_position",
    "view_setup",
]

MOST_BOARDS = 2_000
_MOST_FINDINGS = 100
_EMPTY = "."
_MOST_SQUARES = MAX_FILES * MAX_RANKS
_COLORS = {player_name(color): color for color in Color}


@dataclass(frozen=True, slots=True)
class EditedBoard:
    """A board in the editor: `cells` from the last rank down, `unmoved` as files and ranks from 0."""

    name: Annotated[Word, Field("The timeline, such as `0`, `-1` or `+0`.")]
    turn: Small
    player: Side
    cells: Annotated[
        str,
        Field("One character per square, the last rank first; `.` is empty.", max_length=_MOST_SQUARES),
    ]
    unmoved: Annotated[
        tuple[tuple[Small, Small], ...],
        Field("Files and ranks, from 0, of pieces that have not moved.", max_length=_MOST_SQUARES),
    ] = ()


@dataclass(frozen=True, slots=True)
class Made:
    """The result; without a position there is an error among the findings."""

    fen: str
    position: Position | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class SetupRequest:
    """The content of the editor: boards of a multiverse, or 5DFEN, or the name of a variant."""

    variant: Name | None = None
    boards: Annotated[tuple[EditedBoard, ...] | None, Field(max_length=MOST_BOARDS)] = None
    fen: Text | None = None
    width: Small = 8
    height: Small = 8
    promotions: Annotated[tuple[Annotated[str, Field(max_length=4)], ...] | None, Field(max_length=26)] = None
    initial: Annotated[
        tuple[Word, ...] | None, Field("Timelines that no player created.", max_length=1_000)
    ] = None
    game: Literal[GameKind.MULTIVERSE] = tag(GameKind.MULTIVERSE)

    def view(self) -> SetupView:
        """Return the result."""
        promotions, initial = self.promotions, self.initial
        if self.variant is not None:
            return view_setup(of_position(start(self.variant)))
        if self.fen is not None:
            return view_setup(of_fen(self.fen, promotions=promotions, initial=initial))
        boards = self.boards or ()
        size = {"width": self.width, "height": self.height}
        return view_setup(compose(boards, **size, promotions=promotions, initial=initial))


@dataclass(frozen=True, slots=True)
class SetupView:
    """The position as text, for the board, and as boards for the editor."""

    fen: str
    text: str
    hash: str | None
    problems: tuple[Finding, ...]
    position: PositionView | None
    boards: tuple[EditedBoard, ...] | None = optional()
    promotions: tuple[str, ...] | None = optional()
    initial: tuple[str, ...] | None = optional()
    width: int | None = optional()
    height: int | None = optional()


def view_setup(made: Made) -> SetupView:
    """Return the result for the editor."""
    position = made.position
    if position is None:
        return SetupView(made.fen, "", None, made.findings, None)
    return SetupView(
        fen=made.fen,
        text=format_position(position),
        hash=position.hash(),
        problems=made.findings,
        position=view_position(position, position.find_status(STATUS_BUDGET), start=position),
        boards=tuple(list_boards(position)),
        promotions=position.promotions,
        initial=_initial(position),
        width=position.width,
        height=position.height,
    )


def _initial(position: Position) -> tuple[str, ...]:
    return tuple(line.timeline.signed for line in position.timeline_boards if line.maker is None)


def compose(
    boards: Sequence[EditedBoard],
    *,
    width: int,
    height: int,
    promotions: Sequence[str] | None = None,
    initial: Sequence[str] | None = None,
) -> Made:
    """Build a position from boards and report all problems."""
    findings: list[Finding] = []
    if not (1 <= width <= MAX_FILES and 1 <= height <= MAX_RANKS):
        message = f"boards are 1x1 to {MAX_FILES}x{MAX_RANKS}, not {width}x{height}"
        return Made("", None, (Finding(message),))
    if not 1 <= len(boards) <= MOST_BOARDS:
        return Made("", None, (Finding(f"a position has 1 to {MOST_BOARDS} boards, not {len(boards)}"),))
    made: list[Board] = []
    numbers: list[int] = []  # indices of the valid boards
    for number, board in enumerate(boards):
        try:
            made.append(_board(board, width, height))
            numbers.append(number)
        except _Wrong as wrong:
            findings += (replace(finding, board=number) for finding in wrong.findings)
    findings += (
        Finding(fault.message, fault.hint, board=numbers[fault.which]) for fault in find_faults(made)
    )
    return _finish(made, findings, promotions, initial)


def of_fen(
    fen: str, *, promotions: Sequence[str] | None = None, initial: Sequence[str] | None = None
) -> Made:
    """Parse 5DFEN, and report all problems."""
    boards, problems = read_boards(Source(fen))
    findings = [
        Finding(f"{problem.line}:{problem.column}: {problem.message}", problem.hint, problem.severity.value)
        for problem in problems
    ]
    if not boards and not findings:
        findings.append(Finding("a position needs at least one board"))
    known = {problem.message for problem in problems}  # the parser of boards stops at the first fault
    findings += (
        Finding(fault.message, fault.hint, board=fault.which)
        for fault in find_faults(boards)
        if fault.message not in known
    )
    if len(boards) > MOST_BOARDS:
        findings.append(Finding(f"a position has 1 to {MOST_BOARDS} boards, not {len(boards)}"))
    return _finish(boards, findings, promotions, initial)


def of_position(position: Position) -> Made:
    """Return a position as if it had been set up."""
    return of_fen(position.fen(), promotions=position.promotions, initial=_initial(position))


def list_boards(position: Position) -> Iterator[EditedBoard]:
    """Yield the boards of a position for the editor; the inverse of `compose`."""
    for board in position.boards:
        cells = [_EMPTY] * len(board.cells)
        unmoved = []
        for square, piece in board.pieces():
            cells[(board.height - 1 - square.rank) * board.width + square.file] = piece.text[0]
            if piece.unmoved:
                unmoved.append((square.file, square.rank))
        at = board.at
        player = player_name(at.color)
        yield EditedBoard(at.timeline.signed, at.turn, player, "".join(cells), tuple(unmoved))


def format_position(position: Position) -> str:
    """Return a game text that starts here: headers and boards."""
    game: Game[Position, Move] = Game(position, {"Result": "*"})
    return find_notation("branched").write(game).text


class _Wrong(Exception):
    def __init__(self, *findings: Finding) -> None:
        super().__init__()
        self.findings = findings


def _board(board: EditedBoard, width: int, height: int) -> Board:
    findings: list[Finding] = []
    try:
        timeline = Timeline.parse(board.name)
    except ParseError as error:
        findings.append(Finding(f"{quote(board.name)} is not a timeline: {error.problem.message}"))
    if abs(board.turn) > MAX_TURN:
        findings.append(Finding(f"a turn lies between -{MAX_TURN} and {MAX_TURN}, not {board.turn}"))
    color = _COLORS.get(board.player)
    if color is None:
        raise _Wrong(*findings, Finding(f"there is no player {quote(board.player)}", "white or black"))
    pieces = _pieces(board, color, width, height, findings)
    if findings:
        raise _Wrong(*findings)
    return Board.of_pieces(BoardAt(timeline, board.turn, color), width, height, pieces)


def _pieces(
    board: EditedBoard, player: Color, width: int, height: int, findings: list[Finding]
) -> dict[tuple[int, int], Piece]:
    where = f"the board ({board.name[:20]}T{board.turn}{player.letter})"
    if len(board.cells) != width * height:
        message = f"{where} has {len(board.cells)} squares, not {width}x{height}"
        findings.append(Finding(message, "one character for each square, the last rank first"))
        return {}
    pieces: dict[tuple[int, int], Piece] = {}
    strange: dict[str, None] = {}
    for index, letter in enumerate(board.cells):
        kind = PIECES.get(letter.upper()) if letter.isascii() else None
        if kind is not None:
            rank, file = divmod(index, width)
            color = Color.WHITE if letter.isupper() else Color.BLACK
            pieces[file, height - 1 - rank] = Piece(kind, color)
        elif letter != _EMPTY:
            strange[letter] = None
    if strange:
        letters = quote("".join(strange))
        hint = f"the pieces are {' '.join(PIECES)}, in lower case for Black; '.' is empty"
        findings.append(Finding(f"{where} has unknown pieces: {letters}", hint))
    for place in board.unmoved:
        piece = pieces.get(place)
        if piece is None:
            findings.append(Finding(f"{where}: no piece stands on file {place[0]}, rank {place[1]} (from 0)"))
        elif not piece.kind.keeps_unmoved:
            findings.append(Finding(f"{where}: a {piece.kind.name} has no unmoved mark"))
        else:
            pieces[place] = piece._replace(unmoved=True)
    return pieces


def _finish(
    boards: Sequence[Board],
    findings: list[Finding],
    promotions: Sequence[str] | None,
    initial: Sequence[str] | None,
) -> Made:
    """Build a position if the boards form one; promotions and initial timelines may still be wrong."""
    position = None
    timelines = list(_timelines(boards, initial, findings))
    if not any(finding.severity == "error" for finding in findings):
        try:
            position = Position.of_boards(
                boards, promotions=promotions, initial=None if initial is None else timelines
            )
        except HyperchessError as error:
            findings.append(Finding(str(error)))
    return Made(format_boards(boards), position, tuple(islice(findings, _MOST_FINDINGS)))


def _timelines(
    boards: Sequence[Board], names: Sequence[str] | None, findings: list[Finding]
) -> Iterator[Timeline]:
    """Yield the initial timelines."""
    there = {board.at.timeline for board in boards}
    for name in names or ():
        try:
            timeline = Timeline.parse(name)
        except ParseError as error:
            findings.append(Finding(f"{quote(name)} is not a timeline: {error.problem.message}"))
            continue
        if timeline not in there:
            findings.append(Finding(f"timeline {timeline} is listed as initial, but has no board"))
        yield timeline
