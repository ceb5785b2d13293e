"""From the syntax tree to a game: every written move becomes a move, with the rules.

What the rules reject is kept as written. If a repair makes the rest of the line playable it is assumed and
reported; otherwise the line stays unresolved from there on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hyperchess.errors import ParseError
from hyperchess.game import Comment, Game, Node, WrittenMove
from hyperchess.multiverse import Color, Move, Position, Timeline
from hyperchess.multiverse.movetext import MoveText, read_move
from hyperchess.notation.common5d.claims import claim_problems
from hyperchess.notation.common5d.readings import Reading, legal_readings, plain_readings
from hyperchess.notation.common5d.start import counts_without_signs, find_start
from hyperchess.notation.common5d.syntax import ActionSyntax, GameSyntax, MoveSyntax, Serial
from hyperchess.notation.pgn5d.repair import best_reading, find_repair
from hyperchess.notation.pgn5d.wording import wording
from hyperchess.text import MAX_PROBLEMS, Edit, Problem, Severity, Span

__all__ = ["Game5D", "Node5D", "resolve"]

Game5D = Game[Position, Move]
Node5D = Node[Position, Move]

_MOST_PLIES = 10_000


def resolve(syntax: GameSyntax, *, start: Position | None = None, repair: bool = True) -> Game5D:
    """The game that a text tells, from a given start or its own.

    `game.problems` lists all that is wrong or doubtful in it.
    """
    resolver = _Resolver(syntax, start, repair=repair)
    resolver.run()
    return resolver.game


_Task = tuple[ActionSyntax, Node5D, Position | None, int, Color, int]
"""A written action, the node and the position before it, its number and player, and how far in it is."""


class _Resolver:
    def __init__(self, syntax: GameSyntax, start: Position | None, *, repair: bool) -> None:
        self.syntax = syntax
        self.repair = repair
        headers = {header.key: header.value for header in syntax.headers}
        self.game: Game5D = Game(start or find_start(syntax), headers, notation=syntax.dialect)
        self.problems = syntax.problems
        self.unlisted: Span | None = None  # where the first problem stands that is one too many
        syntax.without_signs = counts_without_signs(syntax, self.game.start)
        self.repaired_spans: set[Span] = set()
        self.texts: dict[ActionSyntax, tuple[MoveText, ...] | None] = {}

    def run(self) -> None:
        root = self.syntax.root
        self.game.root.comments = [Comment(comment.text) for comment in root.comments]
        self.game.root.result = root.result.text if root.result else ""
        start = self.game.start
        color = start.player if start is not None else Color.WHITE
        waiting: list[_Task] = [
            (child, self.game.root, start, 1, color, 1) for child in reversed(root.main_first)
        ]
        while waiting:
            written, parent, before, number, color, ply = waiting.pop()
            if written.serial is not None:
                self.check_serial(written.serial, number, color)
            position = before if ply <= _MOST_PLIES else None
            if position is not before:
                self.report(written.span, "limit", f"actions after number {_MOST_PLIES} are not checked")
            node, after = self.resolve_action(written, parent, position)
            if len(written.children) != 1 or written.children[0].bracketed:
                for child in reversed(self.alternatives(written, number, color)):
                    waiting.append((child, parent, before, number, color, ply))
            number += color is Color.BLACK
            for child in reversed(written.main_first):
                waiting.append((child, node, after, number, color.other, ply + 1))
        self.check_result()
        self.problems.sort(key=lambda problem: problem.span)
        if self.unlisted is not None:
            message = "there are more problems than are listed"
            self.problems.append(Problem(self.syntax.source, self.unlisted, "limit", message))
        self.game.problems = tuple(self.problems)

    def alternatives(self, written: ActionSyntax, number: int, color: Color) -> list[ActionSyntax]:
        """Variations that stand after the action they replace, as in PGN of ordinary chess."""
        found = [child for child in written.children if child.bracketed and child.is_numbered(number, color)]
        for child in found:
            written.children.remove(child)
            message = "this variation replaces the action before it; in Branched 5DPGN it stands before that"
            self.report(child.span, "variation", message, Severity.INFO)
        return found

    def report(
        self,
        span: Span,
        code: str,
        message: str,
        severity: Severity = Severity.ERROR,
        *,
        hint: str = "",
        fix: str | None = None,
    ) -> None:
        if len(self.problems) <= MAX_PROBLEMS:
            edit = None if fix is None else Edit(span, fix)
            self.problems.append(Problem(self.syntax.source, span, code, message, hint, severity, edit))
        elif self.unlisted is None:
            self.unlisted = span

    def check_serial(self, serial: Serial, number: int, color: Color) -> None:
        if serial.color is not None and serial.color is not color:
            message = f"it is {color}'s turn here, not {serial.color}'s"
            self.report(serial.span, "serial", message, Severity.WARNING)
        if serial.number is not None and serial.number != number:
            message = f"expected turn {number}, found {serial.number}"
            self.report(serial.span, "serial", message, Severity.WARNING)

    def check_result(self) -> None:
        header = next((header for header in self.syntax.headers if header.key == "Result"), None)
        written = self.game.end.result
        if header is not None and written and header.value not in (written, "*", ""):
            message = f"the header says {header.value}, the game ends with {written}"
            self.report(header.span, "result", message, Severity.WARNING)

    def resolve_action(
        self, written: ActionSyntax, parent: Node5D, position: Position | None
    ) -> tuple[Node5D, Position | None]:
        """The node of an action, and the position after it if it could be resolved."""
        words = self.words(written)
        texts = self.read_texts(written, words)
        moves: Sequence[Move | None] = [None] * len(words)
        after = None
        legal = True
        if position is not None and texts is not None:
            plain = position.rules.read_plainly(position, [text.pattern for text in texts])
            if plain is not None:
                moves, after = plain.moves, plain.after
                self.problems += claim_problems(self.syntax, written, texts, position, plain)
            elif (reading := self.choose(written, texts, position)) is not None:
                moves = reading.moves
                legal = reading.fault is None
                if legal:
                    after = reading.state.submit_unchecked()
                    seen = reading.seen(position, after)
                    found = claim_problems(self.syntax, written, texts, position, seen)
                    self.problems += (claim for claim in found if claim.span not in self.repaired_spans)
        node = self.sibling(parent, position, moves) if legal and parent.children else None
        if node is None:
            node = parent.attach(_written_moves(written, moves, words, texts))
            node.legal = legal
            node.mark = written.moves[-1].mark
        else:
            message = "another variation starts with the same action; the two are merged"
            self.report(written.span, "duplicate", message, Severity.INFO)
        node.comments += [Comment(comment.text, comment.after) for comment in written.comments]
        if written.result is not None:
            node.result = written.result.text
        if after is not None:
            self.game.keep(node, after)
        return node, after

    def words(self, written: ActionSyntax) -> list[str]:
        """The moves as written, each together with its board."""
        source = self.syntax.source.text
        return [
            source[move.span.start : move.span.end]
            if move.board is None
            else self.syntax.text(move.board) + self.syntax.text(move.span)
            for move in written.moves
        ]

    def read_texts(self, written: ActionSyntax, words: Sequence[str]) -> tuple[MoveText, ...] | None:
        """The moves as patterns and claims; `None` if one of them has not the form of a move."""
        if written not in self.texts:
            self.texts[written] = self.scan_texts(written, words)
        return self.texts[written]

    def scan_texts(self, written: ActionSyntax, words: Sequence[str]) -> tuple[MoveText, ...] | None:
        if not written.is_readable:
            return None
        texts = []
        for move, word in zip(written.moves, words, strict=True):
            try:
                texts.append(read_move(word))
            except ParseError as error:
                start, end = error.problem.span
                offset = move.span.end - len(word)
                span = Span(max(move.span.start, offset + start), offset + end)
                self.problems.append(replace(error.problem, source=self.syntax.source, span=span))
                return None
        return tuple(map(_with_signed_zeros, texts) if self.syntax.without_signs else texts)

    def rest_of(self, written: ActionSyntax) -> list[tuple[MoveText, ...]]:
        """The actions that follow on the main line, as far as they have the form of moves."""
        rest = []
        while written.children:
            written = written.children[-1]
            texts = self.read_texts(written, self.words(written))
            if texts is None:
                break
            rest.append(texts)
        return rest

    def choose(
        self, written: ActionSyntax, texts: tuple[MoveText, ...], position: Position
    ) -> Reading | None:
        """What the action means: the only reading, or the best one, with a word about the choice."""
        readings = plain_readings(position, texts)
        first = next(readings, None)
        second = next(readings, None)
        if first is not None and second is None and first.fault is None:
            if first.by_capture_mark:
                message = "several moves fit; the capture mark tells which one is meant"
                self.report(written.span, "capture-mark", message, Severity.INFO)
            return first
        legal = legal_readings(position, texts, 20)
        if len(legal) == 1:
            if second is not None:
                message = "several moves fit; only one of them makes a legal action"
                self.report(written.span, "pinned", message, Severity.INFO)
            return legal[0]
        if legal:
            chosen = best_reading(legal, self.rest_of(written))
            others = ", ".join(" ".join(map(str, reading.moves)) for reading in legal[:5])
            message = f"{len(legal)} legal actions fit what is written: {others}"
            hint = f"read as {' '.join(map(str, chosen.moves))}, after which the rest replays furthest"
            self.report(written.span, "ambiguous", message, Severity.WARNING, hint=hint)
            return chosen
        return self.repaired(written, texts, position, first)

    def repaired(
        self,
        written: ActionSyntax,
        texts: tuple[MoveText, ...],
        position: Position,
        illegal: Reading | None,
    ) -> Reading | None:
        """The best repair as an assumption, with the error; or the moves as they are, if they exist."""
        found = find_repair(position, texts, self.rest_of(written)) if self.repair else None
        if found is None:
            if illegal is not None and illegal.fault is not None:
                self.report(written.span, illegal.fault.rule, f"not a legal action: {illegal.fault}")
                return illegal
            index = _first_impossible(position, texts)
            self.report_impossible(written, texts, index, position)
            return None
        fix = wording(self.syntax.text(written.moves[found.place].span), texts[found.place], found, position)
        hint = f"read as {fix}, after which the game goes on"
        span = written.moves[found.place].span
        self.repaired_spans.add(span)
        if illegal is not None and illegal.fault is not None:
            message = f"not a legal action: {illegal.fault}"
            self.report(span, illegal.fault.rule, message, hint=hint, fix=fix)
        else:
            self.report_impossible(written, texts, found.place, position, hint=hint, fix=fix)
        return found.reading

    def report_impossible(
        self,
        written: ActionSyntax,
        texts: tuple[MoveText, ...],
        index: int,
        position: Position,
        *,
        hint: str = "",
        fix: str | None = None,
    ) -> None:
        span = written.moves[index].span
        player = position.player
        message = f"no piece of {player}'s can play {self.syntax.text(span)}"
        self.report(span, "illegal-move", message, hint=hint, fix=fix)

    def sibling(
        self, parent: Node5D, position: Position | None, moves: Sequence[Move | None]
    ) -> Node5D | None:
        """The node beside a new one that reaches the same state (Branched 5DPGN 5.1)."""
        if position is None or None in moves:
            return None
        canonical = position.canonical(move for move in moves if move is not None)
        for node in parent.children:
            action = node.action
            if action is not None and position.canonical(action) == canonical:
                return node
        return None


def _written_moves(
    written: ActionSyntax,
    moves: Sequence[Move | None],
    words: Sequence[str],
    texts: tuple[MoveText, ...] | None,
) -> tuple[WrittenMove[Move], ...]:
    if texts is None:
        evaluations = [syntax.evaluation for syntax in written.moves]
        return tuple(map(WrittenMove, moves, words, evaluations, map(_span, written.moves)))
    return tuple(
        [
            WrittenMove(move, word, syntax.evaluation or text.evaluation, _span(syntax))
            for move, word, syntax, text in zip(moves, words, written.moves, texts, strict=True)
        ]
    )


def _span(syntax: MoveSyntax) -> Span:
    """Where a move stands, its board included."""
    return syntax.span if syntax.board is None else Span(syntax.board.start, syntax.span.end)


def _with_signed_zeros(text: MoveText) -> MoveText:
    """The move with timelines `-1 0` of an even start called `-0 +0`."""
    pattern = text.pattern
    timeline, to_timeline = (
        Timeline.of_row(name.number, even=True) if name is not None else None
        for name in (pattern.timeline, pattern.to_timeline)
    )
    return replace(text, pattern=replace(pattern, timeline=timeline, to_timeline=to_timeline))


def _first_impossible(position: Position, texts: Sequence[MoveText]) -> int:
    for length in range(1, len(texts) + 1):
        if next(plain_readings(position, texts[:length]), None) is None:
            return length - 1
    return len(texts) - 1
