"""From the script of a small notation to a game: every step becomes a move, with the rules.

Each action is read in every way its words allow. Of several ways the legal one is taken; of several legal
ones the first, with a warning. What the rules reject is kept as written and reported, and so is all that
follows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar, cast

from hyperchess.game import Comment, Game, Node, WrittenMove
from hyperchess.multiverse import Color, Move, MoveKind, Position, Status, Timeline
from hyperchess.multiverse.movetext import MoveText
from hyperchess.notation.common5d.claims import claim_problems
from hyperchess.notation.common5d.interpret import Understanding, Understood
from hyperchess.notation.common5d.script import ActionScript, Script, Step, timeline_named
from hyperchess.notation.common5d.start import find_start
from hyperchess.text import MAX_PROBLEMS, Problem, Severity, Span

__all__ = ["Game5D", "Node5D", "replay"]

Game5D = Game[Position, Move]
Node5D = Node[Position, Move]
WordsT = TypeVar("WordsT")

_MOST_PLIES = 10_000
_VERDICTS = {"#": Status.CHECKMATE, "=": Status.STALEMATE}


def replay(script: Script[WordsT], *, start: Position | None = None, find: bool = True) -> Game5D:
    """The game that a script tells, from a given start or, if `find`, the one that its headers name."""
    player = _Player(script, find_start(script.syntax) if start is None and find else start)
    player.run()
    return player.game


@dataclass(frozen=True, slots=True)
class _Task(Generic[WordsT]):
    """An action, and where it belongs."""

    action: ActionScript[WordsT]
    parent: Node5D
    position: Position | None
    number: int
    color: Color
    ply: int


class _Player(Generic[WordsT]):
    def __init__(self, script: Script[WordsT], start: Position | None) -> None:
        self.script = script
        headers = {header.key: header.value for header in script.syntax.headers}
        self.game: Game5D = Game(start, headers, notation=script.notation)
        self.problems = script.syntax.problems

    def run(self) -> None:
        root = self.script.root
        self.game.root.comments = [Comment(comment.text) for comment in root.comments]
        self.game.root.result = root.result.text if root.result else ""
        start = self.game.start
        color = start.player if start is not None else Color.WHITE
        waiting = self.tasks(_Task(root, self.game.root, start, 1, color, 0), self.game.root, start)
        while waiting:
            task = waiting.pop()
            self.check_serial(task)
            position = task.position
            if task.ply > _MOST_PLIES and position is not None:
                self.report(task.action.span, "limit", f"actions after number {_MOST_PLIES} are not checked")
                position = None
            if not task.action.moves:
                self.check_verdict(task.action, position)
                self.without_moves(task)
                waiting += self.tasks(task, task.parent, position)
                continue
            node, after = self.play(task.action, task.parent, position)
            number = task.number + (task.color is Color.BLACK)
            following = replace(task, number=number, color=task.color.other, ply=task.ply + 1)
            waiting += self.tasks(following, node, after)
        self.problems.sort(key=lambda problem: problem.span)
        self.game.problems = tuple(self.problems)

    def tasks(self, task: _Task[WordsT], parent: Node5D, position: Position | None) -> list[_Task[WordsT]]:
        """What follows an action, the main line last: it is taken first."""
        return [
            replace(task, action=cast(ActionScript[WordsT], child), parent=parent, position=position)
            for child in reversed(task.action.children)
        ]

    def report(
        self,
        span: Span,
        code: str,
        message: str,
        severity: Severity = Severity.ERROR,
        *,
        hint: str = "",
    ) -> None:
        if len(self.problems) <= MAX_PROBLEMS:
            self.problems.append(Problem(self.script.source, span, code, message, hint, severity))

    def check_serial(self, task: _Task[WordsT]) -> None:
        serial = task.action.serial
        if serial is None:
            return
        if serial.color is not None and serial.color is not task.color:
            message = f"it is {task.color}'s turn here, not {serial.color}'s"
            self.report(serial.span, "serial", message, Severity.WARNING)
        if serial.number is not None and serial.number != task.number:
            message = f"expected turn {task.number}, found {serial.number}"
            self.report(serial.span, "serial", message, Severity.WARNING)
        present = task.action.present
        if present is not None and task.position is not None and present != task.position.present.turn:
            message = f"the present is at T{task.position.present.turn}, not at T{present}"
            self.report(serial.span, "present-token", message, Severity.WARNING)

    def check_verdict(self, action: ActionScript[WordsT], position: Position | None) -> None:
        """A mate or stalemate that is claimed apart from a move."""
        if position is None or not action.claim:
            return
        if position.status not in (_VERDICTS[action.claim], Status.UNKNOWN):
            message = f"{_VERDICTS[action.claim].value} is claimed, but this is {position.status.value}"
            self.report(_span_of(action), "check-mark", message, Severity.WARNING)

    def without_moves(self, task: _Task[WordsT]) -> None:
        if task.action.claim or not task.action.steps:
            return
        self.report(_span_of(task.action), "action", "an action without a move", Severity.WARNING)

    def play(
        self, action: ActionScript[WordsT], parent: Node5D, position: Position | None
    ) -> tuple[Node5D, Position | None]:
        """The node of an action, and the position after it if it could be understood."""
        understood = self.choose(action, position) if position is not None else None
        moves: Sequence[Move | None] = [None] * len(action.moves)
        texts: Sequence[MoveText | None] = [None] * len(action.moves)
        after = None
        legal = True
        if position is not None and understood is not None:
            moves, texts = understood.reading.moves, understood.texts
            legal = understood.reading.fault is None
            if legal:
                after = understood.reading.state.submit_unchecked()
                self.check_claims(action, position, understood, after)
                self.check_verdict(action, after)
        node = self.node_for(action, parent, position, moves, texts, legal=legal)
        if after is not None:
            self.game.keep(node, after)
        return node, after

    def choose(self, action: ActionScript[WordsT], position: Position) -> Understood | None:
        """What the action means: the only reading, or the best one, with a word about the choice."""
        if not all(step.readable for step in action.steps):
            return None
        understanding = Understanding(self.script.translate, action.steps, position)
        found = list(understanding.readings())
        if not any(understood.reading.fault is None for understood in found):
            relaxed = understanding.readings(relaxed=True)
            found += [understood for understood in relaxed if understood.reading.fault is None]
        legal = [understood for understood in found if understood.reading.fault is None]
        if legal:
            self.report_choice(action, found, legal)
            return legal[0]
        if found:
            fault = found[0].reading.fault
            assert fault is not None
            self.report(action.span, fault.rule, f"not a legal action: {fault}")
            return found[0]
        step = action.steps[understanding.reached]
        message = f"no piece of {position.player}'s can play {self.text_of(step)}"
        self.report(step.span, "illegal-move", message)
        return None

    def text_of(self, step: Step[WordsT]) -> str:
        return step.name or self.script.syntax.text(step.span)

    def report_choice(
        self, action: ActionScript[WordsT], found: Sequence[Understood], legal: Sequence[Understood]
    ) -> None:
        chosen = legal[0]
        others = {understood.reading.moves: understood for understood in legal}
        if len(others) > 1:
            listed = ", ".join(" ".join(map(str, moves)) for moves in list(others)[:5])
            message = f"{len(others)} legal actions fit what is written: {listed}"
            hint = f"read as {' '.join(map(str, chosen.reading.moves))}"
            self.report(action.span, "ambiguous", message, Severity.WARNING, hint=hint)
        elif len(found) > 1 and not chosen.strayed:
            message = "several moves fit; only one of them makes a legal action"
            self.report(action.span, "pinned", message, Severity.INFO)
        elif chosen.reading.by_capture_mark:
            message = "several moves fit; the capture mark tells which one is meant"
            self.report(action.span, "capture-mark", message, Severity.INFO)
        for index in chosen.strayed:
            move = chosen.reading.moves[index]
            message = f"not playable on the board whose turn it is; read on timeline {move.source.timeline}"
            self.report(action.moves[index].span, "board-order", message, Severity.WARNING)

    def check_claims(
        self, action: ActionScript[WordsT], position: Position, understood: Understood, after: Position
    ) -> None:
        """Captures, checks and new timelines that the text claims and the rules contradict."""
        syntax, reading = self.script.syntax, understood.reading
        seen = reading.seen(position, after)
        captures = tuple(
            captured and (self.script.marks_captures or text.capture)
            for captured, text in zip(seen.captures, understood.texts, strict=True)
        )
        seen = seen._replace(captures=captures)
        self.problems += claim_problems(syntax, action, understood.texts, position, seen)
        made = iter(sorted(set(after.timelines) - set(position.timelines), key=lambda name: abs(name.number)))
        for syntax_move, kind in zip(action.moves, seen.kinds, strict=True):
            step = cast(Step[WordsT], syntax_move)
            timeline = next(made) if kind is MoveKind.BRANCH else None
            if step.made is not None:
                self.check_made(step.made, timeline, after)

    def check_made(self, span: Span, timeline: Timeline | None, after: Position) -> None:
        if timeline is None:
            self.report(span, "timeline-token", "this move makes no timeline", Severity.WARNING)
            return
        stated = timeline_named(self.script.syntax.text(span))
        if stated.row(even=after.even) != timeline.row(even=after.even):
            self.report(span, "timeline-token", f"the new timeline is L{timeline}", Severity.WARNING)

    def node_for(
        self,
        action: ActionScript[WordsT],
        parent: Node5D,
        position: Position | None,
        moves: Sequence[Move | None],
        texts: Sequence[MoveText | None],
        *,
        legal: bool,
    ) -> Node5D:
        """A new node, or the sibling that reaches the same state."""
        comments = [Comment(comment.text, comment.after) for comment in action.comments]
        node = _sibling(parent, position, moves) if legal else None
        if node is not None:
            message = "another variation starts with the same action; the two are merged"
            self.report(action.span, "duplicate", message, Severity.INFO)
            node.comments += comments
        else:
            written = zip(moves, action.moves, texts, strict=True)
            node = parent.attach(
                tuple(
                    WrittenMove(
                        move,
                        self.text_of(cast(Step[WordsT], step)),
                        step.evaluation or (text.evaluation if text is not None else ""),
                    )
                    for move, step, text in written
                )
            )
            node.comments = comments
            node.legal = legal
        if action.result is not None:
            node.result = action.result.text
        return node


def _sibling(parent: Node5D, position: Position | None, moves: Sequence[Move | None]) -> Node5D | None:
    if position is None or not parent.children or None in moves:
        return None
    canonical = position.canonical(move for move in moves if move is not None)
    for node in parent.children:
        action = node.action
        if action is not None and position.canonical(action) == canonical:
            return node
    return None


def _span_of(action: ActionScript[WordsT]) -> Span:
    """Where an action without moves stands."""
    if action.steps:
        return Span(action.steps[0].span.start, action.steps[-1].span.end)
    return action.serial.span if action.serial is not None else Span(0, 0)
