"""Resolution of a syntax tree into a game: every written move becomes a move of the rules.

One resolver serves all 5D chess notations. Moves that the rules reject are kept as written and reported,
together with everything after them, unless a repair that makes the rest of the line playable can be assumed.
The syntax is not modified: resolving it again gives the same game and the same problems.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple, Protocol

from hyperchess.annotations import Clock, find_clock, is_clock, replace_commands
from hyperchess.game import KEPT_POSITIONS, Comment, Game, Node, PlainLine, Reached, WrittenMove
from hyperchess.lazy_pattern import lazy_pattern
from hyperchess.multiverse import Action, Color, Move, Position, Status
from hyperchess.multiverse.rules import PlainReading
from hyperchess.multiverse.syntax.movetext import MoveText
from hyperchess.notation.text5d.header_text import check_headers
from hyperchess.notation.text5d.interpret import Interpreter, PatternInterpreter, SituationInterpreter
from hyperchess.notation.text5d.start import counts_without_signs, find_start
from hyperchess.notation.text5d.statements import has_statements, statement_problems
from hyperchess.notation.text5d.syntax import ActionSyntax, CommentSyntax, GameSyntax, MoveSyntax, SerialToken
from hyperchess.ruleset import Verdict
from hyperchess.text import Severity, Source, Span

__all__ = ["Game5D", "Node5D", "Reader5D", "make_reader", "resolve", "resolve_all"]

Game5D = Game[Position, Move]
Node5D = Node[Position, Move]


class Reader5D(Protocol):
    """A function that reads all games of a text; `start` overrides the start given by the text."""

    def __call__(self, source: Source, /, *, start: Position | None = None) -> list[Game5D]:
        """Return all games, at least one."""


_MOST_PLIES = 10_000
_TIME = lazy_pattern(r"\s*(?:[0-9]{1,2}:)?[0-9]{1,2}:[0-5][0-9](?:\.[0-9]{1,3})?\s*")
_NO_SHIFT = (0, False)
_SILENT = (None, None, None)  # a serial such as `/`, without number, player or present
_STATES = ("", "+", "*", "#")  # marks that describe the position and follow from the rules
_VERDICTS = {"#": Verdict.CHECKMATE, "=": Verdict.STALEMATE}


class _Step:
    """A resolved action: the content of its node, and the step it follows."""

    __slots__ = (
        "children",
        "comments",
        "legal",
        "mark",
        "moves",
        "parent",
        "reached",
        "result",
        "texts",
        "written",
    )

    def __init__(
        self,
        parent: int,
        written: Sequence[MoveSyntax],
        moves: Sequence[Move | None],
        texts: Sequence[MoveText] | None,
        reached: PlainReading[Position] | None,
        legal: bool,
    ) -> None:
        self.parent = parent
        self.written = written
        self.moves = moves
        self.texts = texts  # the parsed text of each move, if known
        self.reached = reached
        self.legal = legal
        self.mark = written[-1].mark if written else ""
        self.comments: Sequence[CommentSyntax] = ()
        self.result = ""
        self.children: list[int] | None = None

    def node_moves(self, source: str) -> tuple[WrittenMove[Move], ...]:
        """Return the moves as written in a source, with the resolved moves."""
        kept = []
        for place, move in enumerate(self.moves):
            syntax = self.written[place]
            start, end = syntax.span
            evaluation = syntax.evaluation or ("" if self.texts is None else self.texts[place].evaluation)
            text = syntax.text or source[start:end]
            hints = tuple([_hint(source[span.start : span.end]) for span in syntax.hints or ()])
            kept.append(WrittenMove(move, text, evaluation, syntax.whole or syntax.span, syntax.nags, hints))
        return tuple(kept)


class _Count(NamedTuple):
    """The ply of the last number of a line, its distance to that of the game, and how many numbers agree."""

    ply: int
    shift: int
    times: int


_Task = tuple[ActionSyntax, int, Reached[Position] | None, int, Color, int, _Count | None, bool | None]
"""A written action, the step and the position before it, its number and player, its depth, the count, and
if the action before it was merged into an earlier one, whether the later one counted.
"""


def resolve(syntax: GameSyntax, *, start: Position | None = None, repair: bool = True) -> Game5D:
    """Resolve the game of a text; `game.problems` lists everything wrong or doubtful in it.

    The game starts from `start`, or from the position that the text names. With `repair`, an impossible move
    may be replaced and reported, in notations with 5DPGN moves.
    """
    return _Resolver(syntax, start, repair=repair).run()


def make_reader(parse: Callable[[Source], list[GameSyntax]]) -> Reader5D:
    """Return the reader of a notation, which resolves what its parser finds."""

    def read(source: Source, *, start: Position | None = None) -> list[Game5D]:
        return resolve_all(parse(source), start)

    return read


def resolve_all(games: list[GameSyntax], start: Position | None = None) -> list[Game5D]:
    """Resolve the games of a text, each from `start` or its own start. The syntax is consumed."""
    found = []
    for syntax in games:
        found.append(resolve(syntax, start=start))
        syntax.take_apart()
    return found


class _Resolver:
    def __init__(self, syntax: GameSyntax, start: Position | None, *, repair: bool) -> None:
        self.syntax = syntax
        self.problems = syntax.problems.copy()
        self.headers = {header.key: header for header in check_headers(syntax, self.problems)}
        if start is None:
            start = find_start(syntax, self.headers.values(), self.problems)
        self.start = start
        self.steps = [_Step(-1, (), (), None, None, legal=True)]
        # By parent with several children: the legal ones by their moves.
        self.siblings: defaultdict[int, defaultdict[frozenset[Move | None], list[int]]]
        self.siblings = defaultdict(lambda: defaultdict(list))
        self.last_shift = _NO_SHIFT  # by how much the last serial was wrong, and whether its player was
        self.interpreter: Interpreter
        # Notations whose words depend on the position are searched, so stop at the first action that cannot
        # be resolved.
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

    def run(self) -> Game5D:
        self.resolve()
        self.check_result()
        syntax = self.syntax
        headers = {key: header.value for key, header in self.headers.items()}
        problems = self.problems.listed()
        grow = partial(_grow, steps=self.steps, source=syntax.source.text)
        plain = partial(_plain_line, self.steps)
        return Game(
            self.start,
            headers,
            notation=syntax.notation,
            problems=problems,
            gives_boards=bool(syntax.boards),
            grow=grow,
            plain=plain,
        )

    def resolve(self) -> None:
        root, first = self.syntax.root, self.steps[0]
        first.comments = [c._replace(after=c.after if root.children else 0) for c in root.comments]
        first.result = _result(root)
        start = self.start
        color = start.player if start is not None else Color.WHITE
        reached: Reached[Position] | None
        reached = None if start is None else PlainReading((), (), (), (start,))
        waiting: list[_Task] = [
            (child, 0, reached, 1, color, 1, None, None) for child in reversed(root.children)
        ]
        while waiting:
            written, step, reached, number, color, ply, count, later = waiting.pop()
            while True:
                serial = written.serial
                if serial is not None and serial[2:] != _SILENT:
                    count = self.check_serial(serial, reached, number, color, count)
                if ply > _MOST_PLIES and reached is not None:
                    message = f"actions after number {_MOST_PLIES} are not checked"
                    self.problems.report(written.span, "limit", message)
                    reached = None
                if self.stops and self.problems.warned > self.problems.limit and reached is not None:
                    self.problems.stop()
                    reached = None
                if written.moves:
                    if reached is None:
                        written = self.interpreter.separate(written, color.other)
                    step, reached, written, later = self.add(written, step, reached, later)
                    number += color is Color.BLACK
                    color = color.other
                    ply += 1
                else:
                    self.check_empty(written, reached)
                children = written.children
                if len(children) != 1:  # the line ends or branches
                    break
                written = children[0]
            for child in reversed(children):
                waiting.append((child, step, reached, number, color, ply, count, later))

    def check_serial(
        self,
        serial: SerialToken,
        reached: Reached[Position] | None,
        number: int,
        color: Color,
        count: _Count | None,
    ) -> _Count | None:
        goes_back, is_first = False, count is None
        if serial.number is not None:
            ply = 2 * serial.number + (Color.BLACK if serial.color is None else serial.color)
            shift = 2 * (serial.number - number) + (0 if serial.color is None else serial.color - color)
            if count is not None and (ply < count.ply or (ply == count.ply and shift)):
                goes_back = shift != 0 or count.times > 1  # else the last number was a slip
            count = _Count(ply, shift, 1 if count is None or count.shift != shift else count.times + 1)
        if goes_back:
            self.report_return(serial, number, color)
        elif serial.number in (None, number) and serial.color in (None, color):
            self.last_shift = _NO_SHIFT
        else:
            self.check_number(serial, number, color, Severity.WARNING if is_first else Severity.ERROR)
        if serial.present is not None and reached is not None:
            turn = reached.after.present.turn
            if serial.present != turn:
                message = f"the present is at T{turn}, not at T{serial.present}"
                self.problems.report(serial.span, "present-token", message, Severity.WARNING)
        return count

    def report_return(self, serial: SerialToken, number: int, color: Color) -> None:
        """Report a number that goes back: what follows may be another line or another game."""
        self.last_shift = _NO_SHIFT if serial.number is None else (serial.number - number, False)
        found = self.syntax.text(serial.span)
        message = f"the number goes back: expected {number}{color.letter}., found {found}"
        hint = "a variation is written in parentheses; another game starts after a blank line with 1."
        self.problems.report(serial.span, "serial", message, hint=hint)

    def check_number(self, serial: SerialToken, number: int, color: Color, severity: Severity) -> None:
        """Report a wrong number or player, unless the serial before is wrong by as much."""
        is_other = serial.color is not None and serial.color is not color
        shift = 0 if serial.number is None else serial.number - number
        if (shift, is_other) == self.last_shift:
            return
        self.last_shift = (shift, is_other)
        if is_other:
            message = f"it is {color}'s turn here, not {serial.color}'s"
            self.problems.report(serial.span, "serial", message, Severity.WARNING)
        if shift:
            message = f"expected turn {number}, found {serial.number}"
            self.problems.report(serial.span, "serial", message, severity)

    def check_empty(self, written: ActionSyntax, reached: Reached[Position] | None) -> None:
        """Check an action without moves, which may only state a mate."""
        if written.claim:
            self.check_verdict(written, reached)
        elif written.passes:
            self.problems.report(written.span, "action", "action without a move", Severity.WARNING)

    def check_verdict(self, written: ActionSyntax, reached: Reached[Position] | None) -> None:
        """Check a mate or stalemate that is stated apart from a move."""
        claimed = _VERDICTS[written.claim]
        status = Status(Verdict.UNKNOWN) if reached is None else reached.after.status
        if status.verdict not in (claimed, Verdict.UNKNOWN):
            message = f"{claimed.value} is claimed, but this is {status.word}"
            self.problems.report(written.span, "check-mark", message, Severity.WARNING)

    def check_result(self) -> None:
        header = self.headers.get("Result")
        if header is None:
            return
        written = self.last.result
        if written and header.value.strip() not in (written, "*", ""):
            message = f"the header says {header.value}, the game ends with {written}"
            self.problems.report(header.span, "result", message, Severity.WARNING)

    @property
    def last(self) -> _Step:
        """End of the main line."""
        step = self.steps[0]
        while step.children and not step.result:
            step = self.steps[step.children[0]]
        return step

    def add(
        self, written: ActionSyntax, parent: int, before: Reached[Position] | None, later: bool | None
    ) -> tuple[int, Reached[Position] | None, ActionSyntax, bool | None]:
        """Return the step of an action, the position after it if it was resolved, its syntax, and `later`.

        `later` is `None`, or whether the later one of two merged actions counts where they differ.
        """
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
            self.check_statements(written, before, texts, seen)
        else:
            texts = self.interpreter.texts(written)
            found = None if before is None else self.interpreter.interpret(written, texts, before.after)
            if before is not None and found is not None:
                moves, texts, seen, repaired, part = found
                written = part or written
                legal = seen is not None or not moves
                if seen is not None:
                    self.check_statements(written, before, texts, seen, repaired)
        if not moves:
            moves, texts = [None] * len(written.moves), None
        if seen is not None and written.claim:
            self.check_verdict(written, seen)
        siblings = self.steps[parent].children
        place = self.sibling(parent, siblings, before, moves) if legal and siblings else None
        if place is None:
            place = len(self.steps)
            step = _Step(parent, written.moves, moves, texts, seen, legal)
            self.steps.append(step)
            if place >= KEPT_POSITIONS:
                self.steps[place - KEPT_POSITIONS].reached = None
            if siblings is None:
                self.steps[parent].children = [place]
            else:
                siblings.append(place)
                if legal:
                    self.siblings[parent][frozenset(moves)].append(place)
            later = None
            step.comments = self.read_clocks(written.comments)
            step.result = _result(written)
        else:
            step = self.steps[place]
            if later is None:  # of a main line and a variation, the main line counts
                later = siblings is None or place != siblings[0] or bool(self.steps[parent].result)
            self.merge(step, written, moves, texts, later=later)
            if seen is not None:
                step.reached = seen
        if written.result is not None and written.result.text == "*" and self.is_softmate(seen):
            step.mark = "*"
        return place, seen, written, later

    def merge(
        self,
        step: _Step,
        written: ActionSyntax,
        moves: Sequence[Move | None],
        texts: Sequence[MoveText] | None,
        *,
        later: bool,
    ) -> None:
        """Add what a second text says about an action; where the two differ, one counts, with a warning."""
        message = "another variation starts with the same action; the two are merged"
        self.problems.report(written.span, "duplicate", message, Severity.INFO)
        both = []
        for place, move in enumerate(step.moves):
            other = list(moves).index(move)
            old, new = step.written[place], written.moves[other]
            mark = old.evaluation or (step.texts[place].evaluation if step.texts else "")
            new_mark = new.evaluation or (texts[other].evaluation if texts else "")
            found = self.settle(mark, new_mark, new.span, later=later)
            nags = tuple(dict.fromkeys((*old.nags, *new.nags)))
            hints = {self.syntax.hint_text(hint): hint for hint in (*(old.hints or ()), *(new.hints or ()))}
            chosen = new if later else old
            both.append(replace(chosen, evaluation=found, nags=nags, hints=list(hints.values())))
        step.written = both
        claim = written.moves[-1].mark
        step.mark = claim if later and claim else step.mark or claim
        step.comments = self.merge_comments(step.comments, written, later=later)
        result = _result(written)
        if result and step.children and not step.result and not later:
            assert written.result is not None
            message = f"the result {result} is left out: the main line goes on here"
            self.problems.report(written.result.span, "duplicate", message, Severity.WARNING)
        elif written.result is not None:
            step.result = self.settle(step.result, result, written.result.span, later=later)

    def merge_comments(
        self, comments: Sequence[CommentSyntax], written: ActionSyntax, *, later: bool
    ) -> list[CommentSyntax]:
        """Return the comments on two equal actions, with one clock."""
        old, new = [*comments], [*self.read_clocks(written.comments)]
        first, second = (str(find_clock(both) or "") for both in (old, new))
        if first and second and first != second:
            self.settle(first, second, written.span, later=later)
            lists = (old, new)
            kept, _ = replace_commands([comment.text for comment in lists[not later]], is_clock, "")
            pairs = zip(lists[not later], kept, strict=True)
            lists[not later][:] = [comment._replace(text=text) for comment, text in pairs if text is not None]
        known = {(comment.text, comment.after) for comment in old}
        return [*old, *(comment for comment in new if (comment.text, comment.after) not in known)]

    def read_clocks(self, comments: Sequence[CommentSyntax]) -> Sequence[CommentSyntax]:
        """Return the comments on an action; a time before its first move, `1.{20:05}e4`, becomes a clock."""
        if not comments or _TIME.fullmatch(comments[0].text) is None or comments[0].after:
            return comments
        time = comments[0].text.strip()
        clock = Clock.read(time if time.count(":") == 2 else f"0:{time}")
        if clock is None or find_clock(comments) is not None:
            return comments
        message = f"this time is read as the clock of the player: [%{Clock.name} {clock}]"
        self.problems.report(comments[0].span, "style", message, Severity.INFO)
        return [comments[0]._replace(text=f"[%{Clock.name} {clock}]"), *comments[1:]]

    def settle(self, old: str, new: str, span: Span, *, later: bool) -> str:
        """Return what is said about one of two equal actions, and report what does not count."""
        if old and new and old != new:
            kept, lost = (new, old) if later else (old, new)
            message = f"{kept} counts: the same action also has {lost}"
            self.problems.report(span, "duplicate", message, Severity.WARNING)
            return kept
        return old or new

    def sibling(
        self,
        parent: int,
        siblings: Sequence[int],
        before: Reached[Position] | None,
        moves: Sequence[Move | None],
    ) -> int | None:
        """Return the child of `parent` that reaches the same state (Branched 5DPGN 5.1)."""
        if parent not in self.siblings:
            for place in siblings:
                if self.steps[place].legal:
                    self.siblings[parent][frozenset(self.steps[place].moves)].append(place)
        canonical = _canonical(before, moves)
        if canonical is None:
            return None
        for place in self.siblings[parent][frozenset(moves)]:
            if _canonical(before, self.steps[place].moves) == canonical:
                return place
        return None

    def is_softmate(self, reached: Reached[Position] | None) -> bool:
        """Return whether a `*` at the end of a game is the mark of a softmate."""
        header = self.headers.get("Result")
        unfinished = header is not None and header.value == "*"
        return not unfinished and reached is not None and reached.after.status.verdict is Verdict.SOFTMATE

    def check_statements(
        self,
        written: ActionSyntax,
        before: Reached[Position],
        texts: Sequence[MoveText],
        seen: PlainReading[Position],
        repaired: Span | None = None,
    ) -> None:
        """Report statements of the text that the rules contradict, except for a replaced move."""
        if not self.syntax.grammar.marks_captures:
            pairs = zip(seen.captures, texts, strict=True)
            captures = tuple(taken and text.capture for taken, text in pairs)
            seen = PlainReading(seen.moves, seen.kinds, captures, (seen.after,))
        may_be_plain = self.start is not None and self.start.even and not self.without_signs
        if not may_be_plain and not has_statements(written, texts, seen.moves, seen.captures):
            return
        for problem in statement_problems(
            self.syntax, written, texts, before, seen, without_signs=self.without_signs
        ):
            if problem.span != repaired:
                self.problems.add(problem)


def _hint(written: str) -> str:
    """Return a token such as `(>L1)` without blanks and with a capital letter."""
    return "".join(written.split()).upper()


def _result(written: ActionSyntax) -> str:
    """Return the result that ends a line; empty for an unfinished game, and if moves follow."""
    result = written.result if written.ends_line else None
    return "" if result is None or result.text == "*" else result.text


def _canonical(before: Reached[Position] | None, moves: Sequence[Move | None]) -> Action | None:
    """Return the moves in standard order; `None` if some are unknown."""
    known = [move for move in moves if move is not None]
    if before is None or len(known) != len(moves):
        return None
    return before.after.canonical(known)


def _grow(root: Node5D, *, steps: Sequence[_Step], source: str) -> None:
    """Create the nodes of all steps."""
    nodes: list[Node5D] = []
    for step in steps:
        comments = [Comment(comment.text, comment.after) for comment in step.comments]
        node = root
        if nodes:
            moves, mark, result = step.node_moves(source), step.mark, step.result
            node = nodes[step.parent].attach(moves, comments, mark=mark, result=result, legal=step.legal)
        else:
            root.comments, root.result = comments, step.result
        nodes.append(node)
        if step.reached is not None:
            root.game._keep_reached(node, step.reached)


def _plain_line(steps: Sequence[_Step]) -> PlainLine[Position, Move] | None:
    """Return the line of all steps if it has no variation, comment, mark or unknown move."""
    packed: list[bytes] = []
    for place, step in enumerate(steps[1:]):
        if step.parent != place or not step.legal or step.comments or step.mark not in _STATES:
            return None
        if None in step.moves:
            return None
        for syntax in step.written:
            if syntax.evaluation or syntax.nags:
                return None
        for text in step.texts or ():
            if text.evaluation:
                return None
        packed.append(b"" if step.reached is None else step.reached.packed)
    first, last = steps[0], steps[-1]
    if last.reached is None or first.comments or any(step.result for step in steps[:-1]):
        return None
    data = b"".join(packed) if all(packed) else b""
    return PlainLine([step.moves for step in steps[1:]], data, last.reached, last.result)
