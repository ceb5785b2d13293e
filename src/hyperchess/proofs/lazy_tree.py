"""Tree of a proof file that is read on demand, for viewers of large proofs.

The records are a depth-first list without references: those of a choice follow those of all earlier choices.
One pass through the records with the rules finds the size of each subtree. It starts when the first size is
needed, and can be paused and resumed. After it, each step costs one list of legal actions.

The tree shows a proof and does not verify it, but it shows legal actions only.

>>> from io import BytesIO
>>> from hyperchess.multiverse import Color
>>> from hyperchess.proofs.files import ProofWriter
>>> file = BytesIO()
>>> ending = ProofWriter(file, Claim.of_variant("Small", ClaimKind.NONE, Color.WHITE, 1)).end({})
>>> tree = ProofTree(BytesIO(file.getvalue()))
>>> str(tree.claim), tree.is_recorded(tree.root), len(tree.choices(tree.root))
('White cannot force mate within 1 action', False, 7)
"""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import repeat
from typing import IO

from hyperchess.budget import Budget, check_budget
from hyperchess.errors import BudgetExhausted, MoveError
from hyperchess.multiverse import Action, Move, Position
from hyperchess.multiverse.defaults import default_rules
from hyperchess.proofs.claims import Claim, ClaimKind
from hyperchess.proofs.errors import ProofRejected
from hyperchess.proofs.files import ProofReader
from hyperchess.proofs.records import MOST_ACTIONS, NO_REPLY, order_actions, parse_action

__all__ = ["MOST_RECORDS", "Choice", "ProofNode", "ProofTree"]

MOST_RECORDS = 10_000_000
_MOST_TEXT = 1 << 29  # bytes of all records
_CACHED = 8  # blocks of records that are kept decompressed
_LISTING = Budget(seconds=10.0)  # for the actions of one position


@dataclass(frozen=True, slots=True)
class Choice:
    """An action of a node.

    `size` is the number of records of its subtree, and `longest` the number of the attacker's actions up to
    the mate in its longest line; `None` if the pass has not found them yet. `longest` is 0 in a proof that
    there is no mate.
    """

    action: Action
    size: int | None
    longest: int | None


@dataclass(eq=False)
class ProofNode:
    """A position of the tree; `within` is the number of actions that the attacker has left."""

    parent: ProofNode | None
    action: Action | None
    position: Position
    within: int
    place: int = 0
    """Place among the choices of the parent."""
    _first: int | None = field(default=None, repr=False)
    _actions: list[Action] | None = field(default=None, repr=False)

    @property
    def depth(self) -> int:
        """Number of actions before this node."""
        return 0 if self.parent is None else 1 + self.parent.depth


class ProofTree:
    """A proof whose records are in memory, compressed; `walk` finds the sizes of subtrees.

    The constructor raises `ProofRejected` if the file is damaged. `problem` says why the pass has stopped
    early, and is empty otherwise. There is no lock: one thread at a time may call `walk` or `find`, while
    another one reads `choices`.
    """

    def __init__(self, file: IO[bytes]) -> None:
        reader = ProofReader(file)
        self.claim = reader.claim
        self._records = _Records(reader)
        self.ending = reader.end()
        start = replace(self.claim.start, rules=default_rules())
        self.root = ProofNode(None, None, start, self.claim.within, _first=0)
        self._pass = _Pass(self._records, self._is_recorded(start), self.claim, start)
        self._found: list[ProofNode] = [self.root]

    # --- the pass ---

    @property
    def records(self) -> int:
        """Number of records of the file."""
        return self.ending.records

    @property
    def walked(self) -> int:
        """Number of records that the pass has visited."""
        return len(self._pass.sizes)

    @property
    def positions(self) -> int:
        """Number of positions that the pass has computed."""
        return self._pass.positions

    @property
    def is_complete(self) -> bool:
        """Whether the pass is over, and all sizes are known unless there is a `problem`."""
        return self._pass.is_over

    @property
    def problem(self) -> str:
        """The reason why the pass has stopped before the end of the records; empty if it has not."""
        return self._pass.problem

    def walk(self, budget: Budget | None = None, *, until: ProofNode | None = None) -> None:
        """Continue the pass to its end, or until the budget is exhausted (a round is a record).

        With `until`, stop when the first record of that node is found.
        """
        meter = check_budget(budget).start()
        level = 0 if until is None else (until.depth + 1) // 2 + 2
        while not self._pass.is_over:
            # Records deeper in the tree than the node do not tell where the node starts.
            if until is not None and self._pass.level <= level and self.find_first(until) is not None:
                return
            try:
                meter.spend()
            except BudgetExhausted:
                return
            self._pass.step()

    def find_first(self, node: ProofNode) -> int | None:
        """Return the number of the first record of a node's subtree; `None` if it is not known yet."""
        if node._first is None:
            assert node.parent is not None
            first = self.find_first(node.parent)
            if first is None:
                return None
            if self.is_recorded(node.parent):
                node._first = first + 1
            else:
                for _ in range(node.place):
                    size = self._size(first, node.within)
                    if size is None:
                        return None
                    first += size
                node._first = first
        return node._first

    def _size(self, first: int, within: int) -> int | None:
        """Return the number of records of a choice; `None` if it is not known yet."""
        if within <= 1:
            return within  # the last action needs no records after it
        sizes = self._pass.sizes
        return (sizes[first] or None) if first < len(sizes) else None

    # --- the nodes ---

    def is_recorded(self, node: ProofNode) -> bool:
        """Return whether a record has the action at a node; otherwise all legal actions are choices."""
        return self._is_recorded(node.position)

    def _is_recorded(self, position: Position) -> bool:
        return (position.player is self.claim.attacker) == (self.claim.goal is ClaimKind.MATE)

    def choices(self, node: ProofNode) -> list[Choice] | None:
        """Return the actions of a node in the order of the file; `None` if its record is not found yet.

        Raise `ProofRejected` if the record is not a legal action.
        """
        first = self.find_first(node)
        if self.is_recorded(node):
            if first is None:
                return None
            return [
                Choice(action, *self._facts(first, node.within)) for action in self._recorded(node, first)
            ]
        within = self._after(node)
        found = []
        for action in self._legal(node):
            size, longest = (None, None) if first is None else self._facts(first, within)
            found.append(Choice(action, size, longest))
            first = None if first is None or size is None else first + size
        return found

    def _facts(self, first: int, within: int) -> tuple[int | None, int | None]:
        """Return size and length of the subtree whose record is `first`."""
        size = self._size(first, within)
        if self.claim.goal is ClaimKind.NONE:
            return size, 0
        return size, None if size is None else 1 if within <= 1 else self._pass.heights[first]

    def _after(self, node: ProofNode) -> int:
        """Return the number of actions that the attacker has left after an action at a node."""
        return node.within - (node.position.player is self.claim.attacker)

    def _recorded(self, node: ProofNode, first: int) -> list[Action]:
        if node._actions is None:
            action = None if node.within == 0 else self._records.play(first, node.position)
            node._actions = [] if action is None else [action[0]]
        return node._actions

    def _legal(self, node: ProofNode) -> list[Action]:
        if node._actions is None:
            node._actions = [] if node.within == 0 else order_actions(node.position.actions(budget=_LISTING))
        return node._actions

    def child(self, node: ProofNode, action: Iterable[Move]) -> ProofNode | None:
        """Return the node after an action; `None` if the action is not in the proof, or not found yet."""
        wanted = node.position.canonical(action)
        if self.is_recorded(node):
            first = self.find_first(node)
            choices = [] if first is None else self._recorded(node, first)
        else:
            choices = self._legal(node)
        if wanted not in choices:
            return None
        return ProofNode(
            node, wanted, node.position.play_legal(wanted), self._after(node), choices.index(wanted)
        )

    def find(self, actions: Sequence[Iterable[Move]]) -> ProofNode:
        """Return the last node of a line of actions that is in the proof, as far as it is found."""
        path = self._found
        node = path[0]
        for place, action in enumerate(actions, 1):
            if len(path) > place and path[place].action == node.position.canonical(action):
                node = path[place]
                continue
            after = self.child(node, action)
            if after is None:
                break
            path = [*path[:place], after]
            node = after
        self._found = path
        return node

    def verdict(self, node: ProofNode) -> str:
        """Return what a node without choices shows; raise `ProofRejected` if it refutes the proof."""
        position = node.position
        has_action = position.find_action(_LISTING) is not None
        mate = self.claim.goal is ClaimKind.MATE
        if has_action:
            if mate:
                raise ProofRejected("the attacker has no action left, and this is not mate")
            if node.within > 0:
                raise ProofRejected("the record says stalemate, but this is not stalemate")
            return "not mate"
        if position.in_check is not mate and position.player is not self.claim.attacker:
            raise ProofRejected("this is stalemate and not mate" if mate else "this is mate")
        return "checkmate" if position.in_check else "stalemate"


class _Records:
    """The records in compressed blocks."""

    def __init__(self, reader: ProofReader) -> None:
        self._blocks: list[bytes] = []
        self._starts: list[int] = []  # the number of the first record of each block
        self.count = size = 0
        for batch in reader.batches():
            text = b"\n".join(batch)
            self._starts.append(self.count)
            self.count += len(batch)
            size += len(text)
            if self.count > MOST_RECORDS or size > _MOST_TEXT:
                raise ProofRejected(
                    f"the proof is too large to view: at most {MOST_RECORDS:,} records "
                    f"with {_MOST_TEXT:,} characters"
                )
            self._blocks.append(zlib.compress(text, 1))
        self._block = lru_cache(maxsize=_CACHED)(self._unpack)

    def _unpack(self, block: int) -> list[str]:
        return zlib.decompress(self._blocks[block]).decode("ascii").split("\n")

    def __getitem__(self, number: int) -> str:
        if number >= self.count:
            raise ProofRejected("the records end, but the proof goes on")
        block = bisect_right(self._starts, number) - 1
        return self._block(block)[number - self._starts[block]]

    def play(self, number: int, position: Position) -> tuple[Action, Position] | None:
        """Return the action of a record with the position after it; `None` for a stalemate.

        Raise `ProofRejected` if the action is not legal.
        """
        text = self[number]
        if text == NO_REPLY:
            return None
        try:
            action = parse_action(text, position.player)
            return action, position.play(action)
        except (MoveError, ValueError, OverflowError, ProofRejected) as error:
            reason = (
                str(error) if isinstance(error, ProofRejected) else f"{text} is not a legal action: {error}"
            )
            raise ProofRejected(f"record {number + 1:,}: {reason}") from None


@dataclass(slots=True)
class _Frame:
    """A record on the current line: the positions after it that the pass has not visited yet."""

    record: int
    within: int  # of the records after it
    left: Iterator[Position]
    height: int = 0


class _Pass:
    """Depth-first pass that counts the records of each subtree.

    `sizes` has an entry for each visited record, which is 0 until its subtree is complete. Records of the
    attacker's last action have no records after them, so that they are counted without their positions.
    """

    def __init__(self, records: _Records, starts_recorded: bool, claim: Claim, start: Position) -> None:
        self.sizes = array("I")
        self.heights = bytearray()
        self.positions = 0
        self.problem = ""
        self._records = records
        self._stack: list[_Frame] = []
        self._start = (start, claim, starts_recorded)
        self._is_started = False

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to visit."""
        return bool(self.problem) or (self._is_started and not self._stack)

    @property
    def level(self) -> int:
        """Number of records on the current line."""
        return len(self._stack)

    def step(self) -> None:
        """Visit one record, and complete the subtrees that end before it."""
        try:
            if not self._is_started:
                self._begin()
            while self._stack:
                frame = self._stack[-1]
                position = next(frame.left, None)
                if position is not None:
                    self._visit(position, frame.within)
                    return
                self._complete(self._stack.pop())
        except (ProofRejected, BudgetExhausted) as error:
            self.problem = str(error)

    def _begin(self) -> None:
        self._is_started = True
        start, claim, is_recorded = self._start
        within = claim.within - (not is_recorded and start.player is claim.attacker)
        positions = iter((start,)) if is_recorded else iter(()) if within == 0 else self._after(start)
        self._stack.append(_Frame(-1, within, positions))

    def _after(self, position: Position) -> Iterator[Position]:
        """Return the positions after all actions, in the order of their records."""
        actions = order_actions(position.actions(budget=_LISTING))
        return (self._played(position, action) for action in actions)

    def _played(self, position: Position, action: Action) -> Position:
        self.positions += 1
        return position.play_legal(action)

    def _visit(self, position: Position, within: int) -> None:
        record = len(self.sizes)
        played = self._records.play(record, position) if within > 1 else None
        self.positions += played is not None
        if played is None:
            self._append(1, 1)
        elif within == 2:
            count = played[1].count_actions(MOST_ACTIONS + 1, _LISTING)
            if count > MOST_ACTIONS:
                raise BudgetExhausted(f"a position has more than {MOST_ACTIONS:,} legal actions")
            self._append(1 + count, 1 + (count > 0))
            self._append(1, 1, count)
        else:
            self._append(0, 0)
            self._stack.append(_Frame(record, within - 1, self._after(played[1])))
        if len(self.sizes) > self._records.count:
            raise ProofRejected("the records end, but the proof goes on")
        if played is None or within == 2:
            self._raise_height(self.heights[record])

    def _append(self, size: int, height: int, count: int = 1) -> None:
        self.sizes.extend(repeat(size, count))
        self.heights.extend(repeat(height, count))

    def _complete(self, frame: _Frame) -> None:
        if frame.record < 0:
            if len(self.sizes) < self._records.count:
                raise ProofRejected("the proof is complete, but the records go on")
            return
        self.sizes[frame.record] = len(self.sizes) - frame.record
        self.heights[frame.record] = 1 + frame.height
        self._raise_height(1 + frame.height)

    def _raise_height(self, height: int) -> None:
        top = self._stack[-1]
        top.height = max(top.height, height)
