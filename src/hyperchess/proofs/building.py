"""Generation of the records of a proof by a search for mates.

Each `Builder` settles one task with its own search, so the records depend only on the task: not on earlier
results, nor on the process.

>>> from hyperchess.multiverse import start
>>> builder = Builder(start("Focused - Just Queens"), Budget())
>>> builder.mates(start("Focused - Just Queens"), 2)
False
>>> len(list(builder.no_mate_records(start("Focused - Just Queens"), 2)))
15
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice

from hyperchess.budget import Budget
from hyperchess.multiverse import Action, Position
from hyperchess.multiverse.mates import DEFAULT_MEMORY
from hyperchess.proofs.records import NO_REPLY, order_actions

__all__ = ["Builder"]

_LAST_ACTIONS = 16  # mates in one among which the simplest is chosen
_COMPARED = 64  # replies that are tried in order of the number of actions they leave to the attacker
_COUNTED = 10_000  # counting limit for actions


class Builder:
    """Finds the actions of a proof. All calls share the budget and may raise `BudgetExhausted`.

    `check` is called periodically during a search; an exception from it ends the search.
    """

    def __init__(
        self,
        position: Position,
        budget: Budget,
        *,
        memory: int = DEFAULT_MEMORY,
        check: Callable[[], None] | None = None,
    ) -> None:
        watch = None if check is None else lambda nodes, done: check()
        self._search = position.rules.mates(position, budget, softmates=False, memory=memory, watch=watch)

    @property
    def nodes(self) -> int:
        """The number of positions searched."""
        return self._search.nodes

    @property
    def memory(self) -> int:
        """The size of the table of positions in bytes."""
        return self._search.memory

    def mates(self, position: Position, within: int) -> bool:
        """Return whether the attacker to move mates within `within` actions."""
        return next(self._search.first_actions(position, within), None) is not None

    def holding_reply(self, position: Position, within: int) -> Action | None:
        """Return a defence after which there is no mate within `within` actions, or `None`."""
        for reply in _promising(position):
            if not self.mates(position.play_legal(reply), within):
                return reply
        return None

    def mate_records(self, position: Position, within: int) -> Iterator[str]:
        """Yield the records of a mate by the attacker to move: an action, and those after every defence."""
        length, action = self._shortest(position, within)
        yield str(position.canonical(action))
        yield from self.loss_records(position.play_legal(action), length - 1)

    def loss_records(self, position: Position, within: int) -> Iterator[str]:
        """Yield the records of a loss of the defender to move, who is mated now or after every action."""
        if within > 0:
            for defence in order_actions(position.actions()):
                yield from self.mate_records(position.play_legal(defence), within)

    def no_mate_records(self, position: Position, within: int) -> Iterator[str]:
        """Yield the records if the attacker does not mate: a reply to each action, unless it is the last."""
        if within > 1:
            for action in order_actions(position.actions()):
                yield from self.hold_records(position.play_legal(action), within - 1)

    def hold_records(self, position: Position, within: int) -> Iterator[str]:
        """Yield the records if the defender to move is not mated: a reply that holds, and those after it."""
        reply = self.holding_reply(position, within)
        if reply is None:
            yield NO_REPLY  # stalemate: it is not mate, but there is no reply
        else:
            yield from self.records_after_reply(position, reply, within)

    def records_after_reply(self, position: Position, reply: Action, within: int) -> Iterator[str]:
        """Yield a reply that holds, and the records after it."""
        yield str(position.canonical(reply))
        yield from self.no_mate_records(position.play_legal(reply), within)

    def _shortest(self, position: Position, within: int) -> tuple[int, Action]:
        for length in range(1, within + 1):
            found = self._search.first_actions(position, length)
            best = min(islice(found, _LAST_ACTIONS if length == 1 else 1), key=len, default=None)
            if best is not None:
                return length, best
        raise AssertionError("a defence holds against a proven mate")


def _promising(position: Position) -> Iterator[Action]:
    """Yield the replies to try: those that leave the attacker few actions first, for a small proof."""
    actions = position.actions()
    first = list(islice(actions, _COMPARED))
    first.sort(key=lambda reply: position.play_legal(reply).count_actions(_COUNTED))
    return chain(first, actions)
