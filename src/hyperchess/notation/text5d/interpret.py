"""Meaning of a written action: its moves, found with the rules, and a report of every choice made.

Two interpreters share one interface. `PatternInterpreter` reads 5DPGN moves, each of which is a pattern
independent of the position; `SituationInterpreter` asks the grammar of a notation for the meaning of its
words in each situation. If an action has several readings, the legal one is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, Protocol

from hyperchess.errors import IllegalAction, ParseError
from hyperchess.game import RESULTS
from hyperchess.multiverse import Color, Move, Position, Timeline
from hyperchess.multiverse.moves import MovePattern
from hyperchess.multiverse.rules import PlainReading
from hyperchess.multiverse.syntax.movetext import MoveText, read_move
from hyperchess.multiverse.syntax.refusals import why_none_fits
from hyperchess.multiverse.syntax.shorthand import find_candidates
from hyperchess.notation.text5d.readings import (
    Effort,
    Reading,
    first_promotion,
    legal_readings,
    plain_readings,
    relaxed_readings,
)
from hyperchess.notation.text5d.repair import (
    best_reading,
    find_repair,
    find_separation,
    first_legal,
    repaired_text,
    split_action,
    suits_next,
    with_capital,
)
from hyperchess.notation.text5d.syntax import ActionSyntax, GameSyntax, MoveSyntax, PassSyntax, Situation
from hyperchess.problems import Problems
from hyperchess.text import Edit, Problem, Severity, Span, quote

__all__ = ["Interpretation", "Interpreter", "PatternInterpreter", "Plain", "SituationInterpreter"]

_MOST_READINGS = 200


class Interpretation(NamedTuple):
    """The moves of an action, the text of each, and their effects (`None` if they are not legal).

    The moves are empty if only `action`, the part that belongs to the player, is known.
    """

    moves: tuple[Move, ...]
    texts: Sequence[MoveText]
    seen: PlainReading[Position] | None
    repaired: Span | None = (
        None  # the move that was replaced; statements in its text do not apply to the replacement
    )
    action: ActionSyntax | None = None  # the interpreted part, if the moves belong to both players


Plain = tuple[Sequence[MoveText], PlainReading[Position]]
"""The texts of moves that need no choice, and the effects of the moves."""


class Interpreter(Protocol):
    """Interpreter of the actions of a game.

    `ahead` contains actions whose moves need no choice and that were found together with an earlier one.
    """

    ahead: dict[ActionSyntax, Plain]

    def texts(self, action: ActionSyntax) -> Sequence[MoveText] | None:
        """Return the position-independent meaning of the moves, or `None` if there is none."""

    def interpret(
        self, action: ActionSyntax, texts: Sequence[MoveText] | None, position: Position
    ) -> Interpretation | None:
        """Interpret an action, with the `texts` of its moves, in a position; `None` if it has no meaning
        there.
        """

    def separate(self, action: ActionSyntax, opponent: Color) -> ActionSyntax:
        """Return an action without the opponent's moves in it, for an action after which the position is
        unknown.
        """


_MOST_AHEAD = 32  # actions that are resolved together
_LEAST_EFFORT = 300
_CHOICES_PER_MOVE = 1
_EFFORT_PER_MOVE = 4  # bounds the time for a text with mistakes to a multiple of the time for one without
_GIVEN_UP = "no replacement was found: the search for one is limited by the size of the text"


def _effort(syntax: GameSyntax, per_move: int) -> Effort:
    """Return an effort that grows with the length of the text."""
    return Effort(_LEAST_EFFORT + per_move * syntax.count_moves())


class _Unreadable(NamedTuple):
    """A move that cannot be read, and the reason if it has the form of a move."""

    move: MoveSyntax
    error: ParseError | None = None


class PatternInterpreter:
    """Interpreter of 5DPGN moves.

    Where an action is illegal, a move may be replaced so that the game continues.
    """

    def __init__(self, syntax: GameSyntax, problems: Problems, *, without_signs: bool, repair: bool) -> None:
        self.syntax = syntax
        self.problems = problems
        self.without_signs = without_signs
        self.repair = repair
        self.ahead: dict[ActionSyntax, Plain] = {}
        self._texts: dict[ActionSyntax, tuple[MoveText, ...] | None] = {}  # cache for choices that look ahead
        self._without_slash: bool | None = (
            None  # whether the text never separates the players; `None` until needed
        )
        self._told_separator = False
        self._one_each = True  # whether all actions so far without `/` had one move of each player

    def texts(self, action: ActionSyntax) -> tuple[MoveText, ...] | None:
        """Return the moves as patterns and marks; `None` if one of them does not have the form of a move."""
        if self._texts and action in self._texts:
            return self._texts[action]
        found = self._read(action)
        if not isinstance(found, _Unreadable):
            return found
        move, error = found
        if error is not None and action.is_readable:
            start, end = error.problem.span
            span = move.span
            if not move.text:
                span = Span(span.start + start, span.start + end)
            self.problems.add(replace(error.problem, source=self.syntax.source, span=span))
        return None

    def _read(self, action: ActionSyntax) -> tuple[MoveText, ...] | _Unreadable:
        """Return the moves as patterns and marks, or the first that is not a move; report nothing."""
        source = self.syntax.source.text
        texts = []
        for move in action.moves:
            if not move.readable:
                return _Unreadable(move)
            start, end = move.span
            try:
                texts.append(read_move(move.text or source[start:end]))
            except ParseError as error:
                return _Unreadable(move, error)
        return tuple(map(_with_signed_zeros, texts) if self.without_signs else texts)

    def interpret(
        self, action: ActionSyntax, texts: Sequence[MoveText] | None, position: Position
    ) -> Interpretation | None:
        """Return the only reading, or the best one with a report of the choice."""
        if texts is None:
            part = self.separate(action, position.player.other)
            return None if part is action else Interpretation((), (), None, action=part)
        plain = self._plain(action, texts, position)
        if plain is not None:
            return plain
        readings = plain_readings(position, texts)
        first, second = next(readings, None), next(readings, None)
        if first is not None and second is None and first.fault is None:
            if first.by_capture_mark:
                message = "several moves fit; the capture mark decides"
                self.problems.report(action.span, "capture-mark", message, Severity.INFO)
            return _interpretation(first, texts, position)
        find = relaxed_readings if first is None else legal_readings
        legal = find(position, texts, 20)
        if len(legal) == 1:
            if second is not None:
                message = "several moves fit; only one of them makes a legal action"
                self.problems.report(action.span, "pinned", message, Severity.INFO)
            return _interpretation(legal[0], texts, position)
        if legal:
            chosen = best_reading(legal, self._split_rest(action), self.effort)
            others = ", ".join(" ".join(map(str, reading.moves)) for reading in legal[:5])
            message = f"{len(legal)} legal actions fit what is written: {others}"
            hint = f"read as {' '.join(map(str, chosen.moves))}, after which the rest replays furthest"
            self.problems.report(action.span, "ambiguous", message, Severity.WARNING, hint=hint)
            return _interpretation(chosen, texts, position)
        own = self._separation(action, texts, position) if len(texts) > 1 else 0
        if own:
            return self._separated(action, texts, position, own)
        respelled = self._respelled(action, texts, position)
        return respelled or self._repaired(action, texts, position, first)

    def _plain(
        self, action: ActionSyntax, texts: Sequence[MoveText], position: Position
    ) -> Interpretation | None:
        """Resolve the action if each move fits exactly once, and the following actions as far as that holds
        (see `ahead`).
        """
        line: list[ActionSyntax] = []
        told: list[Sequence[MoveText]] = []
        wanted: list[list[MovePattern]] = []
        follower = action
        while True:
            patterns = [text.pattern for text in texts if text.offset is None]
            if len(patterns) != len(texts):  # a board relative to another
                break
            line.append(follower)
            told.append(texts)
            wanted.append(patterns)
            if not follower.children or len(line) >= _MOST_AHEAD:
                break
            follower = follower.children[0]
            found = self._texts.get(follower) or self._read(follower)
            if not found or isinstance(found, _Unreadable):
                break
            texts = found
        if not line:
            return None
        readings = position.rules.match_line(position, wanted)
        if not readings:
            return None
        self.ahead = dict(zip(line[1:], zip(told[1:], readings[1:], strict=False), strict=False))
        return Interpretation(readings[0].moves, told[0], readings[0])

    def _separation(self, action: ActionSyntax, texts: Sequence[MoveText], position: Position) -> int:
        """Return the number of moves that belong to the player if `/` is missing before the opponent's; else
        0.
        """
        found = find_separation(position, texts, self.effort)
        if found is None:
            capital = self._with_capitals(action, texts)
            found = find_separation(position, capital, self.effort) if capital is not None else None
        if found is not None and sum(found) == len(texts):
            return found[0] if suits_next(action, position.player) else 0
        if self._without_slash is None:
            serials = (written.serial for written in self.syntax.root.walk())
            self._without_slash = not any(serial and serial.sign == "slash" for serial in serials)
        if not self._without_slash:
            return 0
        if found is not None:
            return found[0]
        if not self._told_separator:
            return 0
        # With one playable board a player has one move, even if it is illegal.
        alone = len(position.playable) == 1 and suits_next(action, position.player)
        return first_legal(position, texts, self.effort) or int(alone)

    def _separated(
        self, action: ActionSyntax, texts: Sequence[MoveText], position: Position, own: int
    ) -> Interpretation | None:
        """Return the player's moves and report the missing separator (once, as a warning)."""
        part = split_action(action, own, position.player.other)
        self._one_each &= own == 1 and len(texts) == 2
        self._tell_separator(action.moves[own])
        found = self.interpret(part, texts[:own], position)
        found = found or Interpretation((), (), None)
        return found._replace(action=found.action or part)

    def separate(self, action: ActionSyntax, opponent: Color) -> ActionSyntax:
        """Return an action without the opponent's moves in it, for an action after which the position is
        unknown.
        """
        if not self._has_two_players(action):
            return action
        self._tell_separator(action.moves[1])
        return split_action(action, 1, opponent)

    def _has_two_players(self, action: ActionSyntax) -> bool:
        """Return whether `/` is missing in an action, as in all actions before it."""
        return self._told_separator and self._one_each and len(action.moves) == 2

    def _tell_separator(self, move: MoveSyntax) -> None:
        """Report that `/` is missing before the opponent's first move; only the first report is a warning."""
        span = move.whole or move.span
        severity = Severity.INFO if self._told_separator else Severity.WARNING
        self._told_separator = True
        fix = Edit(Span(span.start, span.start), "/ ")
        message = "5DPGN separates the players by '/'"
        self.problems.add(Problem(self.syntax.source, span, "separator", message, "", severity, fix))

    def _respelled(
        self, action: ActionSyntax, texts: Sequence[MoveText], position: Position
    ) -> Interpretation | None:
        """Return the action with capital piece letters if only that makes it legal: `nf3` for `Nf3`."""
        changed = self._with_capitals(action, texts)
        legal = legal_readings(position, changed, 2, self.effort) if changed is not None else []
        if changed is None or len(legal) != 1:
            return None
        for move in action.moves:
            written = self.syntax.move_text(move)
            capital = with_capital(written)
            if capital != written:
                message = f"{quote(self.syntax.text(move.span))} is written {capital!r} in 5DPGN"
                self.problems.report(move.span, "spelling", message, Severity.WARNING, fix=capital)
        return _interpretation(legal[0], changed, position)

    def _with_capitals(self, action: ActionSyntax, texts: Sequence[MoveText]) -> list[MoveText] | None:
        """Return the moves with capital piece letters; `None` if no letter changes."""
        changed = list(texts)
        for place, move in enumerate(action.moves[: len(texts)]):
            written = self.syntax.move_text(move)
            capital = with_capital(written)
            if capital != written:
                changed[place] = read_move(capital)
        return changed if changed != [*texts] else None

    @cached_property
    def effort(self) -> Effort:
        """Effort left for choices and repairs in the whole game."""
        return _effort(self.syntax, _EFFORT_PER_MOVE)

    def _split_rest(self, action: ActionSyntax) -> list[tuple[MoveText, ...]]:
        """Return the following actions of the main line, as far as they have the form of moves."""
        rest: list[tuple[MoveText, ...]] = []
        while action.children:
            action = action.children[0]
            texts = self._texts[action] = self.texts(action)
            if texts is None:
                break
            rest += [(text,) for text in texts] if self._has_two_players(action) else [texts]
        return rest

    def _repaired(
        self,
        action: ActionSyntax,
        texts: Sequence[MoveText],
        position: Position,
        illegal: Reading | None,
    ) -> Interpretation | None:
        """Return the best repair as an assumption and report the error; or the moves as written, if they
        exist.
        """
        found = None
        if self.repair and not self.problems.full:
            found = find_repair(position, texts, self._split_rest(action), self.effort)
        fault = illegal.fault if illegal is not None else None
        if found is None:
            hint = _GIVEN_UP if self.repair and self.effort.is_exhausted else ""
            if illegal is not None and fault is not None and self._is_pending(action, fault):
                message = f"the moves are not submitted: {fault}"
                self.problems.report(action.span, "unsubmitted", message, Severity.WARNING)
                return _interpretation(illegal, texts, position)
            if illegal is not None and fault is not None:
                self.problems.report(action.span, fault.rule, f"not a legal action: {fault}", hint=hint)
                return _interpretation(illegal, texts, position)
            place = _first_impossible(position, texts)
            state = _state_before(position, texts[:place])
            self._report_impossible(action.moves[place], texts[place], state, hint=hint)
            return None
        move = action.moves[found.place]
        text = repaired_text(self.syntax.move_text(move), texts[found.place], found, position)
        hint = f"read as {text}, after which the game goes on"
        fix = text if found.sure else None
        if fault is not None:
            self.problems.report(move.span, fault.rule, f"not a legal action: {fault}", hint=hint, fix=fix)
        else:
            state = _state_before(position, texts[: found.place])
            self._report_impossible(move, texts[found.place], state, hint=hint, fix=fix)
        return _interpretation(found.reading, texts, position)._replace(repaired=move.span)

    def _is_pending(self, action: ActionSyntax, fault: IllegalAction) -> bool:
        """Return whether an action at the end of the main line, without a result, only lacks moves."""
        headers = (header.value for header in self.syntax.headers if header.key.casefold() == "result")
        if fault.rule != "present" or action.children or action.result or any(v in RESULTS for v in headers):
            return False
        end = self.syntax.root
        while end.children and not end.ends_line:
            end = end.children[0]
        return end is action

    def _report_impossible(
        self, move: MoveSyntax, text: MoveText, state: Position, *, hint: str = "", fix: str | None = None
    ) -> None:
        message = _impossible(self.syntax.move_text(move), text, state)
        self.problems.report(move.span, "illegal-move", message, hint=hint, fix=fix)


class SituationInterpreter:
    """Interpreter of notations with their own move words, which the grammar translates in each situation."""

    def __init__(self, syntax: GameSyntax, problems: Problems) -> None:
        self.syntax = syntax
        self.problems = problems
        assert syntax.grammar.translate is not None
        self._translate = syntax.grammar.translate
        self.ahead: dict[ActionSyntax, Plain] = {}

    @cached_property
    def effort(self) -> Effort:
        """Limit on the moves tried in the whole game besides the first ones that fit."""
        return _effort(self.syntax, _CHOICES_PER_MOVE)

    def separate(self, action: ActionSyntax, opponent: Color) -> ActionSyntax:
        """Return the action unchanged: these notations separate the players."""
        return action

    def texts(self, action: ActionSyntax) -> None:
        """Return `None`: the words have a meaning only in a position."""

    def interpret(self, action: ActionSyntax, texts: object, position: Position) -> Interpretation | None:
        """Return the first legal reading, or the first reading, and report the choice."""
        if not action.is_readable:
            return None
        if len(action.moves) == 1 and not action.passes:
            text = self._translate(action.moves[0], Situation(position, position))
            if text is not None and text.offset is None:
                plain = position.rules.match_unique(position, [text.pattern])
                if plain is not None:
                    return Interpretation(plain.moves, (text,), plain)
        search = _Search(self.syntax, action, position, self.effort)
        found = list(search.readings())
        if not any(placed.reading.fault is None for placed in found):
            relaxed = search.readings(relaxed=True)
            found += [placed for placed in relaxed if placed.reading.fault is None]
        if self.effort.is_exhausted:
            message = "too many moves match the written text; the game is not replayed from here on"
            self.problems.report(action.span, "limit", message)
            return None
        legal = [placed for placed in found if placed.reading.fault is None]
        if legal:
            self._report_choice(action, found, legal)
            return _interpretation(legal[0].reading, legal[0].texts, position)
        if found:
            reading = found[0].reading
            assert reading.fault is not None
            message = f"not a legal action: {reading.fault}"
            self.problems.report(action.span, reading.fault.rule, message)
            return _interpretation(reading, found[0].texts, position)
        move = action.moves[search.reached]
        text = self._translate(move, Situation(position, position)) if search.reached == 0 else None
        message = _impossible(self.syntax.move_text(move), text, position)
        self.problems.report(move.span, "illegal-move", message)
        return None

    def _report_choice(
        self, action: ActionSyntax, found: Sequence[_Placed], legal: Sequence[_Placed]
    ) -> None:
        chosen = legal[0]
        others = list(dict.fromkeys(placed.reading.moves for placed in legal))
        if len(others) > 1:
            listed = ", ".join(" ".join(map(str, moves)) for moves in others[:5])
            message = f"{len(others)} legal actions fit what is written: {listed}"
            hint = f"read as {' '.join(map(str, chosen.reading.moves))}"
            self.problems.report(action.span, "ambiguous", message, Severity.WARNING, hint=hint)
        elif len(found) > 1 and not chosen.displaced:
            message = "several moves fit; only one of them makes a legal action"
            self.problems.report(action.span, "pinned", message, Severity.INFO)
        elif chosen.reading.by_capture_mark:
            message = "several moves fit; the capture mark decides"
            self.problems.report(action.span, "capture-mark", message, Severity.INFO)
        for index in chosen.displaced:
            move = chosen.reading.moves[index]
            message = f"not playable on the board whose turn it is; read on timeline {move.source.timeline}"
            self.problems.report(action.moves[index].span, "board-order", message, Severity.WARNING)


class _Placed(NamedTuple):
    """A reading, the text of each move, and the moves that are out of order."""

    reading: Reading
    texts: tuple[MoveText, ...]
    displaced: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Partial:
    """A prefix of an action, interpreted."""

    situation: Situation
    moves: tuple[Move, ...] = ()
    texts: tuple[MoveText, ...] = ()
    marked: bool = False  # whether a capture mark decided between several moves
    displaced: tuple[int, ...] = ()


class _Search:
    """Search for the readings of one action; `reached` is the furthest move that any reading got to."""

    def __init__(self, syntax: GameSyntax, action: ActionSyntax, position: Position, effort: Effort) -> None:
        self.effort = effort
        translate = syntax.grammar.translate
        assert translate is not None
        self.translate = translate
        self.steps = _steps(action)
        self.position = position
        self.reached = 0

    def readings(self, *, relaxed: bool = False) -> Iterator[_Placed]:
        """Yield all ways in which every move exists, at most a few hundred.

        With `relaxed`, a move that does not exist at its place in the notation may be played elsewhere.
        """
        waiting = [(0, _Partial(Situation(self.position, self.position)))]
        for _ in range(_MOST_READINGS):
            if not waiting:
                return
            place, partial = waiting.pop()
            while place < len(self.steps):
                if isinstance(self.steps[place], MoveSyntax):
                    self.reached = max(self.reached, len(partial.moves))
                followed = self._follow(self.steps[place], partial, relaxed=relaxed)
                if not followed:
                    break
                partial = followed[0]
                place += 1
                waiting.extend((place, other) for other in reversed(followed[1:]))
            else:
                state = partial.situation.state
                fault = state.rules.submit_fault(state)
                reading = Reading(partial.moves, state, fault, partial.marked)
                yield _Placed(reading, partial.texts, partial.displaced)

    def _follow(self, step: MoveSyntax | PassSyntax, partial: _Partial, *, relaxed: bool) -> list[_Partial]:
        """Return the continuations of `partial` by one step."""
        situation = partial.situation
        text = self.translate(step, situation)
        if isinstance(step, PassSyntax):
            passed = None if text is None else text.pattern.timeline
            if passed is None or passed in situation.done:
                return [partial]
            return [replace(partial, situation=replace(situation, done=situation.done | {passed}))]
        displaced = partial.displaced
        found, by_mark = find_candidates(situation.state, text) if text is not None else ((), False)
        if not found and relaxed:
            text = self.translate(step, replace(situation, relaxed=True))
            found, by_mark = find_candidates(situation.state, text) if text is not None else ((), False)
            displaced = (*displaced, len(partial.moves))
        if text is None:
            return []
        return [
            _Partial(
                replace(
                    situation,
                    state=situation.state.move(move),
                    done=situation.done | {move.source.timeline},
                ),
                (*partial.moves, move),
                (*partial.texts, text),
                partial.marked or by_mark,
                displaced,
            )
            for place, move in enumerate(first_promotion(found))
            if place == 0 or self.effort.spend()
        ]


def _steps(action: ActionSyntax) -> list[MoveSyntax | PassSyntax]:
    """Return the moves and passes of an action in order."""
    steps: list[MoveSyntax | PassSyntax] = []
    played = 0
    for passed in action.passes or ():
        steps += action.moves[played : passed.after]
        steps.append(passed)
        played = passed.after
    return [*steps, *action.moves[played:]]


def _interpretation(reading: Reading, texts: Sequence[MoveText], position: Position) -> Interpretation:
    """Build an interpretation with the effects of the moves, if they can be submitted."""
    if reading.fault is not None:
        return Interpretation(reading.moves, texts, None)
    return Interpretation(reading.moves, texts, reading.seen(position, reading.state.submit_unchecked()))


def _with_signed_zeros(text: MoveText) -> MoveText:
    """Return the move with the timelines `-1 0` of an even start renamed to `-0 +0`."""
    pattern = text.pattern
    timeline, to_timeline = (
        Timeline.of_row(name.number, even=True) if name is not None else None
        for name in (pattern.timeline, pattern.to_timeline)
    )
    return replace(text, pattern=replace(pattern, timeline=timeline, to_timeline=to_timeline))


def _impossible(written: str, text: MoveText | None, state: Position) -> str:
    """Return the message that no piece can play a move, with the reason if there is one."""
    reason = "" if text is None or text.offset is not None else why_none_fits(state, text)
    return f"no piece of {state.player}'s can play {written}{': ' if reason else ''}{reason}"


def _state_before(position: Position, texts: Sequence[MoveText]) -> Position:
    """Return the unfinished state after the first moves of an action."""
    reading = next(plain_readings(position, texts, faults="ignore"), None)
    return position if reading is None else reading.state


def _first_impossible(position: Position, texts: Sequence[MoveText]) -> int:
    """Return the index of the first move that cannot be played after its predecessors; the last one if all
    others can.
    """
    for length in range(1, len(texts)):
        if next(plain_readings(position, texts[:length]), None) is None:
            return length - 1
    return len(texts) - 1
