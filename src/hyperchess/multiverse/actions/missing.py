"""Message that tells a player why an unfinished action cannot be submitted yet.

>>> from hyperchess.multiverse.position import Position
>>> position = Position.of_fen("[rk1/3/R1K:0:1:w]")
>>> what_is_missing(position)
'Board L0 still needs a move'
>>> what_is_missing(position.move(position.read("Rxa3")[0]))
''
"""

from __future__ import annotations

from collections.abc import Sequence

from hyperchess.multiverse.position import Position

__all__ = ["what_is_missing"]

_MOST = 4  # maximum number of boards to name; more are counted


def what_is_missing(state: Position) -> str:
    """Return the message, or an empty string if the action can be submitted."""
    fault = state.rules.submit_fault(state)
    if fault is None:
        return ""
    if fault.rule == "present":
        return _owed([f"L{at.timeline}" for at in state.mandatory])
    message = str(fault)
    return f"{message[0].upper()}{message[1:]}"


def _owed(boards: Sequence[str]) -> str:
    """Name the boards that still need a move.

    >>> _owed(["L0", "L1"]), _owed(["L0", "L1", "L2", "L3", "L4", "L5"])
    ('Boards L0 and L1 still need moves', 'Boards L0, L1, L2, L3 and 2 more still need moves')
    """
    if len(boards) == 1:
        return f"Board {boards[0]} still needs a move"
    named = [*boards[:_MOST], f"{len(boards) - _MOST} more"] if len(boards) > _MOST else boards
    return f"Boards {', '.join(named[:-1])} and {named[-1]} still need moves"
