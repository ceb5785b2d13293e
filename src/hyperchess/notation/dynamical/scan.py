"""Scanner from text to cells, without the rules and without an order.

One scanner reads both editions, either layout and the stored form. Cells identify a text as Dynamical
notation, so everything around them is kept as comments.

Another game starts at the first header or board after cells:

>>> text = '[White "Ada"] <0T1>1[e3] [White "Bo"] <0T1>1[e4]'
>>> [text[slice(*boundary)] for boundary in boundaries(text, True)]
['[White "Bo"]']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from hyperchess.notation.boundaries import Boundary
from hyperchess.notation.dynamical.cells import STEP_PATTERN, CellAddress, Step, parse_address, parse_step
from hyperchess.notation.pgn5d.boundaries import decided_length
from hyperchess.notation.text5d.header_text import match_header
from hyperchess.notation.text5d.syntax import GameSyntax, HeaderSyntax, ResultSyntax
from hyperchess.text import Severity, Source, Span, quote

__all__ = ["CellText", "GameText", "Note", "boundaries", "scan_games"]


# All repetition is possessive or stops at the next bracket, so scanning time is linear in the text.
_PLACE = r"\s*+L?+\s*+(?P<line{0}>[+-]?+[0-9]++)\s*+T\s*+(?P<turn{0}>[+-]?+[0-9]++)\s*+"
_TOKEN = re.compile(
    rf"""
    (?P<comment>\{{)
  | (?P<header>\[\s*+[^\s"\[\]]++\s*+"(?:(?:[^"\\]++|\\.)*+"\s*+\]|[^"]*+"\s*+\]))
  | (?P<fen>\[[^\[\]":]*+:[^\[\]"]*+\])
  | (?P<cell>
        (?: (?P<place> -?+<{_PLACE.format(1)}> | \({_PLACE.format(2)}\) )\s*+ | (?<![\w.\#+-]) )
        (?:S\s*+)?+
        (?P<step>(?:(?P<sign>[+-])\s*+)?+(?P<number>{STEP_PATTERN}))\s*+
        \[(?P<move>[^\[\]{{}}<"]*+)\](?:\+)?+
    )
  | (?P<bad>-?+<[^<>\[\]{{}}\r\n]*+>?+[^<>\[\]{{}}\r\n]*+\[[^<\[\]{{}}\r\n]*+\]?+\+?+)
    """,
    re.VERBOSE,
)
_BRACE = re.compile(r"[{}]")
_AROUND = " \t\r\n\f\v/|\ufeff"  # separators of cells
_RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "½-½": "1/2-1/2"}
_BLANK = re.compile(r"\s+")


@dataclass(frozen=True, slots=True, eq=False)
class CellText:
    """A cell as written; `move` has no blanks, `arriving` is the sign of its step."""

    span: Span
    place: CellAddress
    step: Step
    step_span: Span
    arriving: bool
    move: str
    move_span: Span
    angular: bool  # whether the coordinate is in < >, as in the first edition


@dataclass(frozen=True, slots=True, eq=False)
class Note:
    """A comment, or text between cells, and the cell it belongs to (`None` for the whole game)."""

    text: str
    span: Span
    cell: CellText | None
    before: bool = False  # whether it precedes that cell and touches it


@dataclass(slots=True)
class GameText:
    """A game of a text: headers and boards (in `syntax`), cells in text order, notes."""

    syntax: GameSyntax
    cells: list[CellText] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    result: ResultSyntax | None = None

    def report(
        self, span: Span, code: str, message: str, severity: Severity = Severity.ERROR, *, hint: str = ""
    ) -> None:
        """Record a problem."""
        self.syntax.problems.report(span, code, message, severity, hint=hint)


def scan_games(source: Source) -> list[GameText]:
    """Scan all games of a text, at least one; a header after cells starts a new game."""
    scanner = _Scanner(source)
    scanner.run()
    return scanner.games


class _Scanner:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text
        self.games: list[GameText] = []
        self.start_game(0)

    def start_game(self, start: int) -> None:
        self.game = GameText(GameSyntax(self.source, start=start))
        self.games.append(self.game)
        self.touching: list[tuple[str, Span]] = []  # comments that touch the next token
        self.place: CellAddress | None = None  # board of a step without a board
        self.angular = False

    def run(self) -> None:
        offset = 0
        while (match := _TOKEN.search(self.text, offset)) is not None:
            self.add_around(Span(offset, match.start()))
            offset = match.end()
            if match["comment"]:
                offset = self.add_comment(match.start())
            elif match["header"] or match["fen"]:
                self.add_head(match)
            elif match["cell"]:
                self.add_cell(match)
            else:
                self.add_bad(Span(*match.span()))
            if self.game.syntax.problems.full:
                self.end_touching()
                self.game.syntax.problems.stop()
                return
        self.add_around(Span(offset, len(self.text)))
        self.end_touching()

    def add_around(self, span: Span) -> None:
        """Add the text between two tokens: separators, a result, or words, which are kept."""
        if span.start == span.end:
            return
        self.end_touching()
        around = self.text[span.start : span.end]
        text = around.strip(_AROUND)
        if not text:
            return
        start = span.start + around.index(text)
        place = Span(start, start + len(text))
        self.place = None
        if text in _RESULTS:
            if self.game.result is not None:
                self.game.report(place, "result", "a second result", Severity.WARNING)
            self.game.result = ResultSyntax(_RESULTS[text], place)
            return
        self.game.report(place, "text", "not a cell; kept as a comment", Severity.INFO)
        self.add_note(text, place)

    def add_note(self, text: str, span: Span) -> None:
        self.game.notes.append(Note(text, span, self.game.cells[-1] if self.game.cells else None))

    def end_touching(self) -> None:
        """Attach comments that touch nothing to the previous cell."""
        for text, span in self.touching:
            self.add_note(text, span)
        self.touching = []

    def add_comment(self, start: int) -> int:
        depth = 0
        for brace in _BRACE.finditer(self.text, start):
            depth += 1 if brace.group() == "{" else -1
            if depth == 0:
                end, text = brace.end(), self.text[start + 1 : brace.start()]
                break
        else:
            span = Span(start, start + 1)
            self.game.report(span, "comment", "this comment is not closed", hint="add '}' where it ends")
            end, text = len(self.text), self.text[start + 1 :]
        self.touching.append((text, Span(start, end)))
        return end

    def add_head(self, match: re.Match[str]) -> None:
        self.end_touching()
        if self.game.cells or self.game.result:
            self.start_game(match.start())
        span = Span(*match.span())
        if match["header"]:
            header = match_header(self.source.text, span.start)
            assert header is not None
            self.game.syntax.headers.append(HeaderSyntax(header.key, header.value, span))
        else:
            self.game.syntax.boards.append(span)

    def add_cell(self, match: re.Match[str]) -> None:
        span = Span(*match.span())
        if match["place"]:
            self.angular = match["line1"] is not None
            group = "1" if self.angular else "2"
            self.place = parse_address(match["line" + group], match["turn" + group])
            if self.place is None:
                self.add_bad(span, f"the board {quote(match['place'])} is out of range")
                return
        if self.place is None:
            self.add_bad(span, "no board stands before this step and its move")
            return
        step = parse_step(_BLANK.sub("", match["number"]))
        if step is None:
            self.add_bad(span, f"{quote(match['step'])} is not a step")
            return
        cell = CellText(
            span=span,
            place=self.place,
            step=step,
            step_span=Span(*match.span("step")),
            arriving=match["sign"] == "-",
            move=_BLANK.sub("", match["move"]),
            move_span=Span(*match.span("move")),
            angular=self.angular,
        )
        if not step.is_exact:
            message = f"{match['step']} is the step of no move: it lies between two of them"
            self.game.report(cell.step_span, "step", message, Severity.WARNING)
        self.game.notes += (Note(text, place, cell, before=True) for text, place in self.touching)
        self.touching = []
        self.game.cells.append(cell)

    def add_bad(self, span: Span, message: str = "") -> None:
        """Report text in brackets that is not a cell, and keep it."""
        self.end_touching()
        self.place = None
        text = self.text[span.start : span.end]
        hint = "a cell is a board, a step and a move: <0T1>1.5[Nf6] or (0T1)1.5[Nf6]"
        self.game.report(span, "cell", message or f"expected a cell, found {quote(text)}", hint=hint)
        self.add_note(text, span)


def boundaries(text: str, final: bool) -> Iterator[Boundary]:
    """Yield the boundaries in the beginning of a text."""
    for game in scan_games(Source(text[: decided_length(text, final)]))[1:]:
        head = [header.span for header in game.syntax.headers] + game.syntax.boards
        yield Boundary(*min(head))
