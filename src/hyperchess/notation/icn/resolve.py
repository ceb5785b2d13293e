"""From the syntax tree to a game: every written move becomes a move, with the rules.

What the rules reject is kept as written, with the reason; the game stays unresolved from there on.
"""

from __future__ import annotations

from hyperchess.errors import IllegalAction, MoveError, ParseError
from hyperchess.game import RESULTS, Comment, Game, Node, WrittenMove
from hyperchess.infinite import Color, Move, Position
from hyperchess.infinite.rules import DEFAULT_WINS
from hyperchess.kinds import Kind
from hyperchess.notation.icn.claims import Claims
from hyperchess.notation.icn.codes import move_of
from hyperchess.notation.icn.dialect import find_dialect
from hyperchess.notation.icn.start import find_start
from hyperchess.notation.icn.syntax import GameSyntax, MoveSyntax
from hyperchess.text import MAX_PROBLEMS, Edit, Problem, Severity, Span, quote

__all__ = ["InfiniteGame", "InfiniteNode", "most_plies", "resolve"]

InfiniteGame = Game[Position, Move]
InfiniteNode = Node[Position, Move]

_MOST_WORK = 200_000_000  # half-moves times pieces (and some) that are checked
_WORK_OF_MOVE = 1_000  # in pieces: what a half-move costs on an empty board
_LONGEST_MARK = 8
_MOST_PIECES = 10_000  # on larger boards the verdict at the end is not worked out unasked


def resolve(syntax: GameSyntax, *, start: Position | None = None) -> InfiniteGame:
    """The game that a text tells, from a given start or its own.

    `game.problems` lists all that is wrong or doubtful in it.
    """
    resolver = _Resolver(syntax, start)
    resolver.run()
    return resolver.game


def most_plies(start: Position | None) -> int:
    """How many half-moves of a game are checked: the fewer, the more pieces there are."""
    pieces = len(start.board.placed) if start is not None else 0
    return _MOST_WORK // (_WORK_OF_MOVE + pieces)


class _Resolver:
    def __init__(self, syntax: GameSyntax, start: Position | None) -> None:
        self.syntax = syntax
        self.problems = syntax.problems
        headers = {header.key: header.value for header in syntax.headers}
        self.game: InfiniteGame = Game(
            start or find_start(syntax), headers, notation=find_dialect(syntax), kind=Kind.INFINITE
        )
        start = self.game.start
        self.position = start
        self.players = start.players if start is not None else syntax.arguments.players
        self.number = start.full_move if start is not None else syntax.arguments.full_move
        self.claims = Claims(syntax)
        # Only checkmate leaves no move; after other goals a text may go on, which is worth a word.
        goals = start.rules.wins.values() if start is not None else ()
        self.watches_goals = any(goal != DEFAULT_WINS for goal in goals)

    def run(self) -> None:
        syntax, node = self.syntax, self.game.root
        comments: dict[int, list[Comment]] = {}
        for comment in syntax.comments:
            text = syntax.comment_text(comment)
            comments.setdefault(comment.move, []).append(Comment(text, 0 if comment.before else 1))
        node.comments = [Comment(comment.text) for comment in comments.get(-1, ())]
        most = most_plies(self.position)
        for index, written in enumerate(syntax.moves):
            if index == most and self.position is not None:
                self.report(written.span, "limit", f"moves after number {most} are not checked")
                self.position = None
            if written.lead is not None:
                self.check_number(written)
            node = self.add(node, written)
            node.comments = comments.get(index, [])
            self.advance()
        self.finish(node)
        self.problems.sort(key=lambda problem: problem.span)
        self.game.problems = tuple(self.problems)

    def advance(self) -> None:
        """Whose move it is next, and its number."""
        mover, *others = self.players
        self.players = (*others, mover)
        self.number += mover is max(self.players) and self.players[0] is not mover

    def report(
        self,
        span: Span,
        code: str,
        message: str,
        severity: Severity = Severity.ERROR,
        *,
        hint: str = "",
        fix: Edit | None = None,
    ) -> None:
        self.keep(Problem(self.syntax.source, span, code, message, hint, severity, fix))

    def keep(self, problem: Problem) -> None:
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(problem)
        elif len(self.problems) == MAX_PROBLEMS:
            end = Span(self.syntax.end, self.syntax.end)
            message = "too many problems; further ones are not listed"
            self.problems.append(Problem(self.syntax.source, end, "limit", message))

    def check_number(self, written: MoveSyntax) -> None:
        assert written.lead is not None
        text = self.syntax.text(written.lead)
        digits, _, rest = text.partition(".")
        digits = digits.rstrip()
        span = Span(written.lead.start, written.lead.start + len(digits))
        if digits.lstrip("0") != str(self.number):
            message = f"expected move number {self.number}, found {quote(digits)}"
            fix = Edit(span, str(self.number))
            self.report(span, "number", message, Severity.WARNING, fix=fix)
        first = self.players[0] is min(self.players)
        if first and ".." in rest:
            message = f"'...' is written, but it is {self.players[0]}'s turn"
            self.report(written.lead, "number", message, Severity.WARNING)

    def add(self, parent: InfiniteNode, written: MoveSyntax) -> InfiniteNode:
        """A new node for a written move, resolved if it can be."""
        move, after, legal = self.play(written)
        evaluation = written.evaluation
        if len(evaluation) > _LONGEST_MARK:
            self.report(written.span, "limit", f"a judgement has at most {_LONGEST_MARK} signs")
            evaluation = evaluation[:_LONGEST_MARK]
        node = parent.attach((WrittenMove(move, self.syntax.text(written.core), evaluation),))
        node.mark = written.mark
        node.legal = legal
        self.position = after
        if after is not None:
            self.game.keep(node, after)
        return node

    def play(self, written: MoveSyntax) -> tuple[Move | None, Position | None, bool]:
        """The move, the position after it, and whether it is legal, as far as they are known."""
        if written.match is None:
            return None, None, True
        position = self.position
        try:
            move = move_of(self.syntax, written)
            if position is None:
                return None, None, True
            after = position.play(move)
        except ParseError as error:
            self.keep(error.problem)
            return None, None, True
        except MoveError as error:
            assert position is not None
            code = error.rule if isinstance(error, IllegalAction) else "illegal-move"
            text = quote(self.syntax.text(written.core))
            message = f"{position.player} cannot play {text}: {error}"
            self.report(written.core, code, message)
            return (move, None, False) if isinstance(error, IllegalAction) else (None, None, True)
        last = after.last
        assert last is not None
        for problem in self.claims.problems(written, last.move, position, after):
            self.keep(problem)
        if self.watches_goals and position.last is not None and position.status.is_over:
            message = f"the game was over before this move ({position.status})"
            self.report(written.core, "over", message, Severity.WARNING)
            self.watches_goals = False
        return last.move, after, True

    def finish(self, node: InfiniteNode) -> None:
        """The result behind the moves, held against the header and the verdict."""
        result, header = self.syntax.result, self.syntax_header("Result")
        if result is not None and result.text in RESULTS:
            node.result = result.text
            if header is not None and header[0] not in (result.text, "*", ""):
                message = f"the header says {quote(header[0])}, the game ends with {result.text}"
                self.report(header[1], "result", message, Severity.WARNING)
        claimed = self.game.result
        position = self.position
        if not claimed or position is None or not self.syntax.moves:
            return
        if len(position.board.placed) > _MOST_PIECES or len(set(position.players)) != 2:
            return
        status = position.status
        if status.is_over and status.winner in _RESULT_OF and claimed != _RESULT_OF[status.winner]:
            span = result.span if result is not None and node.result else header[1] if header else Span(0, 0)
            message = f"the result is {claimed}, but the rules say: {status}"
            self.report(span, "result", message, Severity.WARNING)

    def syntax_header(self, key: str) -> tuple[str, Span] | None:
        found = [header for header in self.syntax.headers if header.key == key]
        return (found[-1].value, found[-1].span) if found else None


_RESULT_OF = {Color.WHITE: "1-0", Color.BLACK: "0-1", None: "1/2-1/2"}
