"""Proving or refuting mates from a position, length by length, first action by first action.

`Prover` lists the open first actions (`tasks`), accepts the results of `settle` from any process, and stores
them in a `Store`. The knowledge so far can be queried at any time, and written as a proof.

>>> from io import BytesIO
>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> from hyperchess.multiverse import Color, start
>>> from hyperchess.proofs.verifying import verify
>>> with TemporaryDirectory() as folder, Store(Path(folder) / "queens.sqlite", start("Just Queens")) as store:
...     prover = Prover(store, start("Just Queens"), Color.WHITE)
...     while prover.known.mate_in is None:
...         for task in prover.tasks(prover.known.refuted + 1):
...             prover.add(settle(task))
...     file = BytesIO()
...     ending = prover.write(file, prover.claims()[0])
...     prover.known, str(verify(BytesIO(file.getvalue())).claim)
(Known(attacker=Color.WHITE, refuted=2, mate_in=3), 'White mates within 3 actions')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from time import process_time
from typing import IO

from hyperchess.budget import UNLIMITED, Budget
from hyperchess.errors import BudgetExhausted, InvalidArgument
from hyperchess.multiverse import Color, Position
from hyperchess.proofs.building import Builder
from hyperchess.proofs.claims import LONGEST_MATE, Claim, ClaimKind
from hyperchess.proofs.files import Ending, ProofWriter
from hyperchess.proofs.records import order_actions, parse_action
from hyperchess.proofs.store import Result, Settled, Store, pack_records, unpack_records
from hyperchess.ruleset import Verdict

__all__ = ["MOST_RECORDS", "Known", "Prover", "Task", "settle"]

MOST_RECORDS = 2_000_000  # maximum for the part of a proof after one first action
_COUNTED = 1_000  # counting limit for replies


@dataclass(frozen=True, slots=True)
class Task:
    """The question whether the attacker mates within a number of actions after this first action.

    The first action belongs to the player to move at the start. If that is the attacker, it counts.
    """

    start: Position
    attacker: Color
    within: int
    action: str
    budget: Budget = UNLIMITED
    most_records: int = MOST_RECORDS


@dataclass(frozen=True, slots=True)
class Known:
    """There is no mate within `refuted` actions; the shortest takes `mate_in`, or is unknown."""

    attacker: Color
    refuted: int
    mate_in: int | None


def settle(task: Task, check: Callable[[], None] | None = None) -> Settled | None:
    """Return the result with its proof; `None` if the budget is exhausted first. Runs in any process.

    `check` is called periodically; an exception from it ends the work.
    """
    started = process_time()
    position = task.start.play(parse_action(task.action, task.start.player))
    builder = Builder(position, task.budget, check=check)
    try:
        result, records = _answer(builder, position, task)
        count, proof = pack_records(_checked(records, check), task.most_records)
    except BudgetExhausted:
        return None
    seconds = round(process_time() - started, 3)
    return Settled(
        task.attacker, task.within, task.action, result, count, proof, builder.nodes, seconds, builder.memory
    )


def _checked(records: Iterator[str], check: Callable[[], None] | None) -> Iterator[str]:
    for record in records:
        if check is not None:
            check()
        yield record


def _answer(builder: Builder, position: Position, task: Task) -> tuple[Result, Iterator[str]]:
    """Return the result, and the records after the first action, which are generated lazily."""
    if position.player is task.attacker:
        if builder.mates(position, task.within):
            return Result.MATES, builder.mate_records(position, task.within)
        return Result.HOLDS, builder.no_mate_records(position, task.within)
    within = task.within - 1
    status = position.find_status(task.budget)
    if status.verdict is Verdict.UNKNOWN:
        raise BudgetExhausted("not known whether this is mate")
    if status.verdict is Verdict.CHECKMATE:
        return Result.MATES, iter(())
    if within == 0:
        return Result.HOLDS, iter(())
    if status.verdict is Verdict.STALEMATE:
        return Result.HOLDS, builder.hold_records(position, within)
    reply = builder.holding_reply(position, within)
    if reply is None:
        return Result.MATES, builder.loss_records(position, within)
    return Result.HOLDS, builder.records_after_reply(position, reply, within)


class Prover:
    """The knowledge about the mates of one side from one position."""

    def __init__(self, store: Store, start: Position, attacker: Color, variant: str = "") -> None:
        self.start = start
        self.attacker = attacker
        self.variant = variant
        self._store = store
        self._attacks = start.player is attacker
        actions = order_actions(start.actions())
        if not actions:
            raise InvalidArgument("the game is over at the start: there is nothing to prove")
        self.actions = tuple(map(str, actions))
        # Fewest replies first: a mate is found early, and the proof that there is none is small.
        replies = {str(action): start.play_legal(action).count_actions(_COUNTED) for action in actions}
        self._in_order = sorted(self.actions, key=replies.__getitem__)
        self._results: dict[int, dict[str, Result]] = {}

    @property
    def known(self) -> Known:
        """The conclusions from everything settled."""
        refuted = 0
        while refuted < LONGEST_MATE and self.result(refuted + 1) is Result.HOLDS:
            refuted += 1
        mates = refuted < LONGEST_MATE and self.result(refuted + 1) is Result.MATES
        return Known(self.attacker, refuted, refuted + 1 if mates else None)

    def result(self, within: int) -> Result | None:
        """Return whether the attacker mates within `within` actions; `None` if unknown.

        For the player to move one first action is enough; for the opponent all of them are needed.
        """
        results = self._of_length(within)
        own, other = (Result.MATES, Result.HOLDS) if self._attacks else (Result.HOLDS, Result.MATES)
        if own in results.values():
            return own
        return other if len(results) == len(self.actions) else None

    def tasks(self, within: int) -> list[Task]:
        """Return the open first actions for a length; none if it is decided."""
        if self.result(within) is not None:
            return []
        settled = self._of_length(within)
        before = self._of_length(within - 1)
        # Try actions first that held against a shorter mate.
        first = [] if self._attacks else [a for a in self._in_order if before.get(a) is Result.HOLDS]
        actions = dict.fromkeys([*first, *self._in_order])
        return [
            Task(self.start, self.attacker, within, action) for action in actions if action not in settled
        ]

    def settled(self, within: int) -> int:
        """Return the number of settled first actions for a length."""
        return len(self._of_length(within))

    def add(self, settled: Settled | None) -> None:
        """Store the result of a task; `None` changes nothing."""
        if settled is not None:
            self._store.add(settled)
            self._of_length(settled.within)[settled.action] = settled.result

    def claims(self) -> list[Claim]:
        """Return the provable claims: the shortest mate if known, and the greatest length without one."""
        known = self.known
        claims = []
        if known.mate_in is not None:
            claims.append(Claim(self.start, ClaimKind.MATE, self.attacker, known.mate_in, self.variant))
        if known.refuted:
            claims.append(Claim(self.start, ClaimKind.NONE, self.attacker, known.refuted, self.variant))
        return claims

    def write(self, file: IO[bytes], claim: Claim) -> Ending:
        """Write the proof of one of the `claims`."""
        writer = ProofWriter(file, claim)
        for record in self._records(claim):
            writer.record(record)
        nodes, seconds, memory = self._store.effort(self.attacker, claim.within)
        effort = {"nodes": nodes, "seconds": round(seconds, 2), "memory": memory}
        return writer.end({**effort, "program": f"hyperchess {version('hyperchess')}"})

    def count_records(self, claim: Claim) -> int:
        """Return the number of records of the proof of one of the `claims`, or of a shorter `NONE` claim."""
        parts = list(self._parts(claim))
        return sum(part.records for part in parts) + self._is_one_enough(claim)

    def _records(self, claim: Claim) -> Iterator[str]:
        for part in self._parts(claim):
            if self._is_one_enough(claim):
                yield part.action
            if part.proof is None:
                limit = f"more than {MOST_RECORDS:,} records after {part.action}"
                raise InvalidArgument(f"the proof is too large: it has {limit}")
            yield from unpack_records(part.proof)

    def _parts(self, claim: Claim) -> Iterator[Settled]:
        """Yield the first actions that form the proof of a claim, in the order of the records."""
        wanted = Result.MATES if claim.goal is ClaimKind.MATE else Result.HOLDS
        results = self._of_length(claim.within)
        fitting = [action for action in self.actions if results.get(action) is wanted]
        one = self._is_one_enough(claim)
        if not fitting or (not one and len(fitting) < len(self.actions)):
            raise InvalidArgument(f"not settled: {claim}")
        parts = (self._store.settled(self.attacker, claim.within, action) for action in fitting)
        if one:
            yield min(parts, key=lambda part: (part.proof is None, part.records))
        else:
            yield from parts

    def _is_one_enough(self, claim: Claim) -> bool:
        """Return whether one action of the player to move proves the claim; otherwise all are needed."""
        return self._attacks == (claim.goal is ClaimKind.MATE)

    def _of_length(self, within: int) -> dict[str, Result]:
        if within not in self._results:
            self._results[within] = self._store.results(self.attacker, within)
        return self._results[within]
