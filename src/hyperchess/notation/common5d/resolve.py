"""From the syntax tree to a game: every written move becomes a move, with the rules.

One resolver serves all notations of 5D chess. What the rules reject is kept as written and reported, and so
is all that follows it, unless a repair that makes the rest of the line playable can be assumed. The syntax
is not changed: resolving it again gives the same game and the same problems.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hyperchess.game import Comment, Game, Node, Reached, WrittenMove
from hyperchess.multiverse import Color, Move, Position, Status
from hyperchess.multiverse.rules import PlainReading
from hyperchess.multiverse.syntax.movetext import MoveText
from hyperchess.notation.common5d.claims import claim_problems, has_claims
from hyperchess.notation.common5d.interpret import (
    Interpreter,
    PatternInterpreter,
    SituationInterpreter,
)
from hyperchess.notation.common5d.start import counts_without_signs, find_start
from hyperchess.notation.common5d.syntax import (
    ActionSyntax,
    GameSyntax,
    MoveSyntax,
    ResultSyntax,
    SerialToken,
)
from hyperchess.text import Severity, Span

__all__ = ["Game5D", "Node5D", "resolve", "resolve_all"]

Game5D = Game[Position, Move]
Node5D = Node[Position, Move]

_MOST_PLIES = 10_000
_SILENT = (None, None, None)  # a serial such as `/`, which says neither number nor player nor present
_VERDICTS = {"#": Status.CHECKMATE, "=": Status.STALEMATE}

_Task = tuple[ActionSyntax, Node5D, Reached[Position] | None, int, Color, int]
"""A written action, the node and the position before it, its number and player, and how far in it is."""


def resolve(syntax: GameSyntax, *, start: Position | None = None, repair: bool = True) -> Game5D:
    """The game of a text; `game.problems` lists everything wrong or doubtful in it.

    It begins from `start`, or else from the position that the text says. `repair` allows to replace an
    impossible move, which is then reported, where a notation has moves in 5DPGN.
    """
    resolver = _Resolver(syntax, start, repair=repair)
    resolver.run()
    return resolver.game


def resolve_all(games: list[GameSyntax], start: Position | None = None) -> list[Game5D]:
    """The games of a text, each from the start that it says, or from a given one. The syntax is used up."""
    found = []
    for syntax in games:
        found.append(resolve(syntax, start=start))
        syntax.take_apart()
    return found


class _Resolver:
    def __init__(self, syntax: GameSyntax, start: Position | None, *, repair: bool) -> None:
        self.syntax = syntax
        self.problems = syntax.problems.copy()
        if start is None:
            start = find_start(syntax, self.problems)
        headers = {header.key: header.value for header in syntax.headers}
        self.game: Game5D = Game(start, headers, notation=syntax.notation)
        self.interpreter: Interpreter
        # Words that mean something in a position only are searched for: not without end in a text like that.
        self.stops = syntax.grammar.translate is not None
        self.arrange = syntax.grammar.arrange
        if syntax.grammar.translate is None:
            self.without_signs = counts_without_signs(syntax, start)
            self.interpreter = PatternInterpreter(
                syntax, self.problems, without_signs=self.without_signs, repair=repair
            )
        else:
            self.without_signs = False
            self.interpreter = SituationInterpreter(syntax, self.problems)

    def run(self) -> None:
        root = self.syntax.root
        self.game.root.comments = [Comment(comment.text) for comment in root.comments]
        self.game.root.result = _result(root.result) if root.result else ""
        start = self.game.start
        color = start.player if start is not None else Color.WHITE
        reached = None if start is None else PlainReading((), (), (), (start,))
        waiting: list[_Task] = [
            (child, self.game.root, reached, 1, color, 1) for child in reversed(root.children)
        ]
        while waiting:
            written, node, reached, number, color, ply = waiting.pop()
            while True:
                serial = written.serial
                if serial is not None and serial[2:] != _SILENT:
                    self.check_serial(serial, reached, number, color)
                if ply > _MOST_PLIES and reached is not None:
                    message = f"actions after number {_MOST_PLIES} are not checked"
                    self.problems.report(written.span, "limit", message)
                    reached = None
                if self.stops and self.problems.added > self.problems.limit and reached is not None:
                    self.problems.stop()
                    reached = None
                if written.moves:
                    node, reached, written = self.add(written, node, reached)
                    number += color
                    color = color.other
                    ply += 1
                else:
                    self.check_empty(written, reached)
                children = written.children
                if len(children) != 1:  # the line ends, or has variations
                    break
                written = children[0]
            for child in reversed(children):
                waiting.append((child, node, reached, number, color, ply))
        self.check_result()
        self.game.problems = self.problems.listed()

    def check_serial(
        self, serial: SerialToken, reached: Reached[Position] | None, number: int, color: Color
    ) -> None:
        if serial.color is not None and serial.color is not color:
            message = f"it is {color}'s turn here, not {serial.color}'s"
            self.problems.report(serial.span, "serial", message, Severity.WARNING)
        if serial.number is not None and serial.number != number:
            message = f"expected turn {number}, found {serial.number}"
            self.problems.report(serial.span, "serial", message, Severity.WARNING)
        if serial.present is not None and reached is not None:
            turn = reached.after.present.turn
            if serial.present != turn:
                message = f"the present is at T{turn}, not at T{serial.present}"
                self.problems.report(serial.span, "present-token", message, Severity.WARNING)

    def check_empty(self, written: ActionSyntax, reached: Reached[Position] | None) -> None:
        """An action without moves may claim a mate; else there is nothing to play."""
        if written.claim:
            self.check_verdict(written, reached)
        elif written.passes:
            self.problems.report(written.span, "action", "action without a move", Severity.WARNING)

    def check_verdict(self, written: ActionSyntax, reached: Reached[Position] | None) -> None:
        """A mate or stalemate that is claimed apart from a move."""
        claimed = _VERDICTS[written.claim]
        status = Status.UNKNOWN if reached is None else reached.after.status
        if status not in (claimed, Status.UNKNOWN):
            message = f"{claimed.value} is claimed, but this is {status.value}"
            self.problems.report(written.span, "check-mark", message, Severity.WARNING)

    def check_result(self) -> None:
        for header in self.syntax.headers:
            if header.key == "Result":
                written = self.game.end.result
                if written and header.value not in (written, "*", ""):
                    message = f"the header says {header.value}, the game ends with {written}"
                    self.problems.report(header.span, "result", message, Severity.WARNING)
                return

    def add(
        self, written: ActionSyntax, parent: Node5D, before: Reached[Position] | None
    ) -> tuple[Node5D, Reached[Position] | None, ActionSyntax]:
        """The node of an action, the position after it if it could be resolved, and what it was made of."""
        if self.arrange is not None and before is not None:
            written = replace(written, moves=self.arrange(written, before.after))
        moves: Sequence[Move | None] | None = None
        texts: Sequence[MoveText] | None = None
        seen = None
        legal = True
        ahead = self.interpreter.ahead
        if before is not None and written in ahead:
            texts, seen = ahead.pop(written)
            moves = seen.moves
            self.check_claims(written, before, texts, seen)
        else:
            texts = self.interpreter.texts(written)
            found = None if before is None else self.interpreter.interpret(written, texts, before.after)
            if before is not None and found is not None:
                moves, texts, seen, repaired, part = found
                written = part or written
                legal = seen is not None
                if seen is not None:
                    self.check_claims(written, before, texts, seen, repaired)
        if moves is None:
            moves = [None] * len(written.moves)
        if seen is not None and written.claim:
            self.check_verdict(written, seen)
        node = _sibling(parent, before, moves) if legal and parent.children else None
        if node is None:
            node = parent.attach(self.written_moves(written.moves, moves, texts))
            node.legal = legal
            node.mark = written.moves[-1].mark
        else:
            message = "another variation starts with the same action; the two are merged"
            self.problems.report(written.span, "duplicate", message, Severity.INFO)
        if written.comments:
            node.comments += [Comment(comment.text, comment.after) for comment in written.comments]
        if written.result is not None:
            node.result = _result(written.result)
            if written.result.text == "*" and self.is_softmate(seen):
                node.mark = "*"
        if seen is not None:
            self.game.keep_reached(node, seen)
        return node, seen, written

    def is_softmate(self, reached: Reached[Position] | None) -> bool:
        """Whether a `*` at the end of a game may be the mark of a softmate, and is one."""
        unfinished = any(header.key == "Result" and header.value == "*" for header in self.syntax.headers)
        return not unfinished and reached is not None and reached.after.status is Status.SOFTMATE

    def check_claims(
        self,
        written: ActionSyntax,
        before: Reached[Position],
        texts: Sequence[MoveText],
        seen: PlainReading[Position],
        repaired: Span | None = None,
    ) -> None:
        """What the text says beside the moves and the rules contradict, but for a move that was replaced."""
        if not self.syntax.grammar.marks_captures:
            pairs = zip(seen.captures, texts, strict=True)
            captures = tuple(taken and text.capture for taken, text in pairs)
            seen = PlainReading(seen.moves, seen.kinds, captures, (seen.after,))
        if not has_claims(written, texts, seen.moves, seen.captures):
            return
        claims = claim_problems(
            self.syntax, written, texts, before.after, seen, without_signs=self.without_signs
        )
        for problem in claims:
            if problem.span != repaired:
                self.problems.add(problem)

    def written_moves(
        self,
        written: Sequence[MoveSyntax],
        moves: Sequence[Move | None],
        texts: Sequence[MoveText] | None,
    ) -> tuple[WrittenMove[Move], ...]:
        source = self.syntax.source.text
        kept = []
        for place, move in enumerate(moves):
            syntax = written[place]
            start, end = syntax.span
            evaluation = syntax.evaluation or ("" if texts is None else texts[place].evaluation)
            parts = (
                move,
                syntax.text or source[start:end],
                evaluation,
                syntax.whole or syntax.span,
                syntax.nags,
            )
            kept.append(tuple.__new__(WrittenMove, parts))  # faster than `WrittenMove(...)`
        return tuple(kept)


def _result(written: ResultSyntax) -> str:
    """The result of a line; a game that is not finished has none."""
    return "" if written.text == "*" else written.text


def _sibling(parent: Node5D, before: Reached[Position] | None, moves: Sequence[Move | None]) -> Node5D | None:
    """The node beside a new one that reaches the same state (Branched 5DPGN 5.1)."""
    if before is None or None in moves:
        return None
    position = before.after
    canonical = position.canonical(move for move in moves if move is not None)
    for node in parent.children:
        action = node.action
        if action is not None and position.canonical(action) == canonical:
            return node
    return None
