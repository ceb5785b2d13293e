"""Verifier of proof files: it uses the rules and the file, and nothing of the search.

It walks through the tree in the order of the records and keeps one line of play in memory. By default it uses
the Python rules; with other rules it trusts those.

>>> from io import BytesIO
>>> from hyperchess.multiverse import Color
>>> from hyperchess.proofs.claims import Claim, ClaimKind
>>> from hyperchess.proofs.files import ProofWriter
>>> file = BytesIO()
>>> ending = ProofWriter(file, Claim.of_variant("Small", ClaimKind.NONE, Color.WHITE, 1)).end({})
>>> verified = verify(BytesIO(file.getvalue()))
>>> str(verified.claim), verified.ending.records, verified.positions, verified.rules
('White cannot force mate within 1 action', 0, 7, 'python')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import IO, NoReturn

from hyperchess.budget import Budget, check_budget
from hyperchess.errors import MoveError
from hyperchess.multiverse import Action, Position
from hyperchess.multiverse.reference import ReferenceRules
from hyperchess.multiverse.rules import Rules
from hyperchess.proofs.claims import Claim, ClaimKind
from hyperchess.proofs.errors import ProofRejected
from hyperchess.proofs.files import Ending, ProofReader
from hyperchess.proofs.records import NO_REPLY, order_actions, parse_action

__all__ = ["Verified", "verify"]

OnPosition = Callable[[int], None]
OnAction = Callable[[int, Action], None]
_BETWEEN_REPORTS = 256  # positions


@dataclass(frozen=True, slots=True)
class Verified:
    """A valid proof: its claim, its ending, the number of positions examined, and the rules used."""

    claim: Claim
    ending: Ending
    positions: int
    rules: str


def verify(
    file: IO[bytes],
    *,
    rules: Rules | None = None,
    budget: Budget | None = None,
    progress: OnPosition | None = None,
    on_action: OnAction | None = None,
) -> Verified:
    """Check a proof file from its first to its last byte.

    Raise `ProofRejected` if it is damaged or proves something else, and `BudgetExhausted` if the budget is
    exhausted first (a round is a position). `progress` is called periodically with the number of positions,
    `on_action` with each action of the tree before its continuations, and the number of actions before it.
    """
    reader = ProofReader(file)
    chosen = rules or ReferenceRules()
    check = _Check(reader, check_budget(budget), progress, on_action)
    check.claim(reader.claim, replace(reader.claim.start, rules=chosen))
    return Verified(reader.claim, reader.end(), check.positions, chosen.name)


class _Check:
    """One walk through a proof, record by record."""

    def __init__(
        self, reader: ProofReader, budget: Budget, progress: OnPosition | None, on_action: OnAction | None
    ) -> None:
        self.positions = 0
        self._reader = reader
        self._meter = budget.start()
        self._progress = progress
        self._on_action = on_action
        self._path: list[Action] = []

    def claim(self, claim: Claim, start: Position) -> None:
        """Verify a claim of either kind, with either player to move."""
        attacks = start.player is claim.attacker
        if claim.goal is ClaimKind.MATE:
            (self._mates if attacks else self._is_lost)(start, claim.within)
        else:
            (self._does_not_mate if attacks else self._holds)(start, claim.within)

    def _mates(self, position: Position, within: int) -> None:
        """Verify that the attacker to move mates: the record is the attacker's action."""
        with_action, after = self._recorded(position)
        self._enter(with_action)
        self._is_lost(after, within - 1)
        self._path.pop()

    def _is_lost(self, position: Position, within: int) -> None:
        """Verify that the defender to move is mated, or that the attacker mates after each action."""
        if within == 0:
            if self._has_action(position):
                self._fail("the attacker has no action left, and this is not mate")
            defences = []
        else:
            defences = order_actions(position.actions(budget=self._meter.left()))
        if not defences and not position.in_check:
            self._fail("this is stalemate and not mate")
        for defence in defences:
            self._enter(defence)
            self._mates(self._played(position, defence), within)
            self._path.pop()

    def _does_not_mate(self, position: Position, within: int) -> None:
        """Verify that the defender holds after each action of the attacker to move."""
        actions: Iterator[Action] | list[Action] = position.actions(budget=self._meter.left())
        if within > 1:
            actions = order_actions(actions)
        for action in actions:
            self._enter(action)
            self._holds(self._played(position, action), within - 1)
            self._path.pop()

    def _holds(self, position: Position, within: int) -> None:
        """Verify that the defender is not mated now, nor after the action in the record."""
        if within == 0:
            if position.in_check and not self._has_action(position):
                self._fail("this is mate")
            return
        text = self._reader.record()
        if text == NO_REPLY:
            if position.in_check or self._has_action(position):
                self._fail("the record says stalemate, but this is not stalemate")
            return
        reply, after = self._play(position, text)
        self._enter(reply)
        self._does_not_mate(after, within)
        self._path.pop()

    def _enter(self, action: Action) -> None:
        if self._on_action is not None:
            self._on_action(len(self._path), action)
        self._path.append(action)

    def _has_action(self, position: Position) -> bool:
        return position.find_action(self._meter.left()) is not None

    def _recorded(self, position: Position) -> tuple[Action, Position]:
        return self._play(position, self._reader.record())

    def _play(self, position: Position, text: str) -> tuple[Action, Position]:
        """Return the action of a record, and the position after it; the rules must allow it."""
        try:
            action = parse_action(text, position.player)
        except ProofRejected as error:
            self._fail(str(error))
        self._count()
        try:
            return action, position.play(action)
        except (MoveError, ValueError, OverflowError) as error:  # some squares do not even have a name
            self._fail(f"{text} is not a legal action: {error}")

    def _played(self, position: Position, action: Action) -> Position:
        """Return the position after an action that the rules have listed."""
        self._count()
        return position.play_legal(action)

    def _count(self) -> None:
        self._meter.spend()
        self.positions += 1
        if self._progress is not None and self.positions % _BETWEEN_REPORTS == 0:
            self._progress(self.positions)

    def _fail(self, message: str) -> NoReturn:
        path = " / ".join(map(str, self._path)) or "the start"
        raise ProofRejected(f"line {self._reader.line_number}: after {path}: {message}")
