"""Records of a proof: an action in the raw notation of 5DPGN, or `-` if there is none.

>>> from hyperchess.multiverse import Color
>>> parse_action("(0T1)e2>(0T1)e4", Color.WHITE)[0].target.name
'e4'
>>> parse_action("e4", Color.WHITE)
Traceback (most recent call last):
...
hyperchess.proofs.errors.ProofRejected: expected an action such as (0T1)e2>(0T1)e4, found 'e4'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

from hyperchess.errors import BudgetExhausted
from hyperchess.multiverse import Action, Color, Move, Square, Timeline
from hyperchess.proofs.errors import ProofRejected
from hyperchess.text import quote

__all__ = ["MOST_ACTIONS", "NO_REPLY", "order_actions", "parse_action"]

NO_REPLY = "-"
MOST_ACTIONS = 100_000  # maximum for a position whose actions each have a record: they are sorted in memory
_SQUARE = r"\(([+-]?[0-9]{1,5})T(-?[0-9]{1,5})\)([a-z])([1-9][0-9]?)"
_MOVE = re.compile(rf"{_SQUARE}>{_SQUARE}([A-Z]?)")


def order_actions(actions: Iterable[Action]) -> list[Action]:
    """Return the actions of a position in the order of their records, which is that of their texts."""
    found = list(islice(actions, MOST_ACTIONS + 1))
    if len(found) > MOST_ACTIONS:
        raise BudgetExhausted(f"a position has more than {MOST_ACTIONS:,} legal actions")
    return sorted(found, key=str)


def parse_action(text: str, player: Color) -> Action:
    """Parse the moves of a record; each has exactly one spelling."""
    action = Action(_parse_move(part, text, player) for part in text.split(" "))
    if str(action) != text:
        raise _expected_action(text)
    return action


def _parse_move(part: str, text: str, player: Color) -> Move:
    match = _MOVE.fullmatch(part)
    if match is None:
        raise _expected_action(text)
    groups = match.groups()
    return Move(_square(groups[0:4], player), _square(groups[4:8], player), groups[8])


def _square(parts: tuple[str, ...], player: Color) -> Square:
    timeline, turn, file, rank = parts
    return Square(Timeline.parse(timeline), int(turn), player, ord(file) - ord("a"), int(rank) - 1)


def _expected_action(text: str) -> ProofRejected:
    return ProofRejected(f"expected an action such as (0T1)e2>(0T1)e4, found {quote(text)}")
