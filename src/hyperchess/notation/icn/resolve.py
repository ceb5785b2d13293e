"""Resolution of the syntax tree into a game: every written move becomes a move of the rules.

Moves that the rules reject are kept as written, with the reason; the game is unresolved from there on. The
syntax is not modified: resolving it again gives the same game and the same problems.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from hyperchess.errors import IllegalAction, MoveError, ParseError
from hyperchess.game import RESULTS, Comment, Game, Node, WrittenMove
from hyperchess.infinite import Color, Move, Position
from hyperchess.infinite.playthrough import Moment, Playthrough
from hyperchess.infinite.position import play_move
from hyperchess.infinite.settings import next_players
from hyperchess.notation.icn.parser import parse_before, parse_games
from hyperchess.notation.icn.start import NamedPieces, find_dialect, find_start
from hyperchess.notation.icn.statements import Endings, Stamp, Statements
from hyperchess.notation.icn.syntax import GameSyntax, HeaderSyntax, MoveSyntax, build_move
from hyperchess.notation.marks import EXPECTED_RESULT, read_result
from hyperchess.ruleset import GameKind
from hyperchess.text import Severity, Source, Span, quote

__all__ = [
    "InfiniteGame",
    "InfiniteNode",
    "most_plies",
    "read_before",
    "read_games",
    "resolve",
    "resolve_all",
]

InfiniteGame = Game[Position, Move]
InfiniteNode = Node[Position, Move]

_MOST_WORK = 200_000_000  # half-moves times pieces (roughly) that are checked
_WORK_OF_MOVE = 1_000  # in pieces: cost of a half-move on an empty board
_LONGEST_MARK = 8
_DOTS = " \t\r\n|.)\N{HORIZONTAL ELLIPSIS}"  # after a number
_MOST_PIECES = 10_000  # on larger boards the final verdict is computed only on request


def resolve(syntax: GameSyntax, *, start: Position | None = None) -> InfiniteGame:
    """Resolve a game text into a game, from a given start or its own.

    `game.problems` lists everything wrong or doubtful in it.
    """
    return _Resolver(syntax, start, NamedPieces(syntax.source)).run()


def read_games(source: Source, *, start: Position | None = None) -> list[InfiniteGame]:
    """Read all games of a text, at least one."""
    return resolve_all(parse_games(source), source, start)


def read_before(
    source: Source, end: int, *, start: Position | None = None
) -> tuple[list[InfiniteGame], bool]:
    """Read the games before an incomplete one at `end`, and return whether that one was found."""
    games, goes_on = parse_before(source, end)
    return resolve_all(games, source, start), goes_on


def resolve_all(games: Iterable[GameSyntax], source: Source, start: Position | None) -> list[InfiniteGame]:
    """Resolve the games of a text, whose named starts share one budget of pieces."""
    named = NamedPieces(source)
    return [_Resolver(syntax, start, named).run() for syntax in games]


def most_plies(start: Position | None) -> int:
    """Return the number of half-moves of a game that are checked; it decreases with the number of pieces."""
    pieces = len(start.board.placed) if start is not None else 0
    return _MOST_WORK // (_WORK_OF_MOVE + pieces)


class _Step:
    """A resolved move: the content of its node, and the steps that follow it."""

    __slots__ = ("children", "comments", "evaluation", "legal", "mark", "move", "result", "text", "whole")

    def __init__(
        self, move: Move | None, text: Span, whole: Span, evaluation: str, mark: str, legal: bool
    ) -> None:
        self.move = move
        self.text = text
        self.whole = whole
        self.evaluation = evaluation
        self.mark = mark
        self.legal = legal
        self.comments: list[Comment] | None = None
        self.result = ""
        self.children: list[int] | None = None


class _BranchStart(NamedTuple):
    """State at the start of a variation."""

    step: int
    position: Position | None
    players: tuple[Color, ...]
    number: int
    plies: int
    stamp: Stamp


class _Resolver:
    def __init__(self, syntax: GameSyntax, start: Position | None, named: NamedPieces) -> None:
        self.syntax = syntax
        self.problems = syntax.problems.copy()
        self.report = self.problems.report
        self.headers = {header.key: header.value for header in syntax.headers}
        self.check_result_header()
        self.notation = find_dialect(syntax, self.problems)
        start = start or find_start(syntax, self.problems, self.notation, named)
        self.start = start
        nowhere = Span(0, 0)
        self.steps = [_Step(None, nowhere, nowhere, "", "", legal=True)]
        self.step = 0
        self.line: Playthrough | None = None
        self.moment: Moment | None = None
        has_moves = bool(syntax.moves)
        if start is not None and has_moves:
            self.begin(start)
        self.players = start.players if start is not None else syntax.arguments.players
        self.number = start.full_move if start is not None else syntax.arguments.full_move
        self.plies = 0
        self.statements = Statements(syntax)
        self.endings = Endings(start if has_moves else None)
        self.played: dict[tuple[int, Move], int] = {}

    def run(self) -> InfiniteGame:
        self.resolve()
        self.finish()
        grow = partial(_grow, steps=self.steps, source=self.syntax.source.text)
        return Game(
            self.start,
            self.headers,
            notation=self.notation,
            problems=self.problems.listed(),
            kind=GameKind.INFINITE,
            grow=grow,
        )

    def resolve(self) -> None:
        syntax, moves = self.syntax, self.syntax.moves
        comments: dict[int, list[Comment]] = {}
        for comment in syntax.comments:
            text = syntax.comment_text(comment)
            comments.setdefault(comment.move, []).append(Comment(text, 0 if comment.before else 1))
        self.steps[0].comments = [Comment(comment.text, 0) for comment in comments.get(-1, ())]
        most = most_plies(self.start)
        branching = set(moves.parents.values())
        places = {-1: self.place()} if branching else {}
        for index in range(len(moves)):
            written = moves[index]
            if index in moves.parents:
                self.go_to(places[moves.parents[index]])
            if index == most and self.start is not None:
                self.report(written.span, "limit", f"moves after number {most} are not checked")
            if index >= most:
                self.moment = None
            if written.lead is not None:
                self.check_number(written)
            parent = self.step
            self.add(written)
            if index in comments:
                step = self.steps[self.step]
                step.comments = [*(step.comments or ()), *comments[index]]
            if index in moves.late:
                siblings = self.steps[parent].children
                assert siblings is not None
                siblings.remove(self.step)
                siblings.insert(0, self.step)
            if index in syntax.results and syntax.results[index].text in RESULTS:
                self.steps[self.step].result = syntax.results[index].text
            self.advance()
            if index in branching:
                places[index] = self.place()

    def place(self) -> _BranchStart:
        """The current state."""
        stamp = self.endings.stamp
        position = None if self.moment is None else self.moment.position
        return _BranchStart(self.step, position, self.players, self.number, self.plies, stamp)

    def go_to(self, place: _BranchStart) -> None:
        self.step, position, self.players, self.number, self.plies, stamp = place
        self.moment = None
        if position is not None:
            self.begin(position)
            self.endings.go_back(self.plies, stamp)

    def begin(self, position: Position) -> None:
        """Continue from a position."""
        self.line = Playthrough(position)
        self.moment = self.line.start()

    def advance(self) -> None:
        """Advance to the next player and number."""
        self.players, ends_round = next_players(self.players)
        self.number += ends_round
        self.plies += 1

    def check_number(self, written: MoveSyntax) -> None:
        assert written.lead is not None
        text = self.syntax.text(written.lead)
        digits = text.rstrip(_DOTS)
        rest = text[len(digits) :].replace("\N{HORIZONTAL ELLIPSIS}", "...")
        span = Span(written.lead.start, written.lead.start + len(digits))
        if digits.lstrip("0") != str(self.number):
            message = f"expected move number {self.number}, found {quote(digits)}"
            self.report(span, "number", message, Severity.WARNING, fix=str(self.number))
        first = self.players[0] is min(self.players)
        if first and ".." in rest:
            message = f"'...' is written, but it is {self.players[0]}'s turn"
            self.report(written.lead, "number", message, Severity.WARNING)

    def add(self, written: MoveSyntax) -> None:
        """Add a step for a written move, resolved if possible, or reuse the sibling with the same move."""
        parent = self.step
        move, after, legal = self.play(written)
        self.moment = after
        if self.syntax.moves.parents and after is not None and move is not None:
            same = self.played.get((parent, move))
            if same is not None:
                message = "this variation begins like another one: the two are merged"
                self.report(written.core, "duplicate", message, Severity.INFO)
                self.step = same
                return
        evaluation = written.evaluation
        if len(evaluation) > _LONGEST_MARK:
            self.report(written.whole, "limit", f"an evaluation has at most {_LONGEST_MARK} characters")
            evaluation = evaluation[:_LONGEST_MARK]
        self.step = len(self.steps)
        self.steps.append(_Step(move, written.core, written.whole, evaluation, written.mark, legal))
        siblings = self.steps[parent].children
        if siblings is None:
            self.steps[parent].children = [self.step]
        else:
            siblings.append(self.step)
        if self.syntax.moves.parents and after is not None and move is not None:
            self.played[parent, move] = self.step

    def play(self, written: MoveSyntax) -> tuple[Move | None, Moment | None, bool]:
        """Return the move, the position after it, and whether it is legal, as far as known."""
        if written.match is None:
            return None, None, True
        before, line = self.moment, self.line
        try:
            move = build_move(self.syntax, written)
            if before is None or line is None:
                return None, None, True
            after = line.play(move)
        except ParseError as error:
            self.problems.add(error.problem)
            return None, None, True
        except MoveError as error:
            assert before is not None
            code = error.rule if isinstance(error, IllegalAction) else "illegal-move"
            text = quote(self.syntax.text(written.core))
            message = f"{before.position.player} cannot play {text}: {error}"
            self.report(written.core, code, message)
            return (move, None, False) if isinstance(error, IllegalAction) else (None, None, True)
        last = after.last
        assert last is not None
        if not self.statements.says_nothing(written, last):
            self.problems.extend(self.statements.problems(written, last, after))
        ended = self.endings.find(before)
        if ended is not None:
            message = f"the game was over before this move ({ended})"
            self.report(written.core, "over", message, Severity.WARNING)
        self.endings.add(after)
        return last.move, after, True

    def check_result_header(self) -> None:
        """Normalise a result header in another spelling; report any other value."""
        header = self.result_header()
        if header is None or header.value in _KNOWN_RESULTS:
            return
        value = read_result(header.value)
        if value is None:
            message = f"the header Result is {quote(header.value)}: {EXPECTED_RESULT}"
            self.report(header.span, "header", message, Severity.WARNING)
            return
        self.headers["Result"] = value
        fix = f'[Result "{value}"]' if header.quoted else f"[Result: {value}]"
        self.report(header.span, "header", f"this header is written {fix}", Severity.WARNING, fix=fix)

    def finish(self) -> None:
        """Check the result after the moves against the header and the verdict."""
        last, is_resolved = self.end()
        result, header = self.syntax.result, self.result_header()
        stated = self.headers.get("Result", "")
        if result is not None and result.text in RESULTS:
            last.result = result.text
            if header is not None and stated not in (result.text, "*", ""):
                message = f"the header says {quote(stated)}, the game ends with {result.text}"
                self.report(header.span, "result", message, Severity.WARNING)
        claimed = last.result or (stated if stated in RESULTS else "")
        if not claimed or not is_resolved or not self.syntax.moves:
            return
        position = self.position_at_end()
        if len(position.board.placed) > _MOST_PIECES or len(set(position.players)) != 2:
            return
        status = position.status
        if status.is_over and status.winner in _RESULT_OF and claimed != _RESULT_OF[status.winner]:
            span = (
                result.span if result is not None and last.result else header.span if header else Span(0, 0)
            )
            message = f"the result is {claimed}, but the rules say: {status}"
            self.report(span, "result", message, Severity.WARNING)

    def main_line(self) -> list[_Step]:
        """The steps of the main line; the first is the root."""
        steps = [self.steps[0]]
        while children := steps[-1].children:
            steps.append(self.steps[children[0]])
        return steps

    def end(self) -> tuple[_Step, bool]:
        """The last step of the main line, and whether all moves could be resolved."""
        _, *steps = line = self.main_line()
        is_resolved = all(step.legal and step.move is not None for step in steps)
        return line[-1], is_resolved and self.start is not None

    def position_at_end(self) -> Position:
        """The position after the main line, which could be resolved."""
        if self.moment is not None and not self.syntax.moves.parents:
            return self.moment.position
        position = self.start
        assert position is not None
        for step in self.main_line()[1:]:
            assert step.move is not None
            position = play_move(position, step.move)
        return position

    def result_header(self) -> HeaderSyntax | None:
        """The result header that applies: the last one."""
        return next((header for header in reversed(self.syntax.headers) if header.key == "Result"), None)


def _grow(root: InfiniteNode, *, steps: Sequence[_Step], source: str) -> None:
    """Create the nodes of all steps."""
    nodes = {0: root}
    root.comments, root.result = steps[0].comments or [], steps[0].result
    for place in _in_order(steps):
        node = nodes[place]
        for child in steps[place].children or ():
            step = steps[child]
            start, end = step.text
            written = WrittenMove(step.move, source[start:end], step.evaluation, step.whole)
            nodes[child] = node.attach(
                (written,), step.comments, mark=step.mark, result=step.result, legal=step.legal
            )


def _in_order(steps: Sequence[_Step]) -> Iterator[int]:
    """Yield all steps; each comes before its successors."""
    waiting = [0]
    while waiting:
        place = waiting.pop()
        yield place
        waiting += reversed(steps[place].children or ())


_KNOWN_RESULTS = (*RESULTS, "*", "0-0", "")  # the site writes 0-0 for an aborted game
_RESULT_OF = {Color.WHITE: "1-0", Color.BLACK: "0-1", None: "1/2-1/2"}
