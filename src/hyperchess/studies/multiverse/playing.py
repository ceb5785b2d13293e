"""Start of a game of 5D chess for the embedded kernel (`page/js/data/playing/multiverse/rules.js`).

>>> from hyperchess.multiverse import start
>>> playable(start("Very Small - Open"))["lines"][0][:2], playable(start("Very Small - Open"))["last"]
((2, True), 'black')
"""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from hyperchess.multiverse import Color, Position
from hyperchess.multiverse.rules import STATUS_WORDS, status_of
from hyperchess.studies.errors import StudyError
from hyperchess.studies.multiverse.positions import view_status

__all__ = ["playable"]

_MOST_SQUARES = 64  # maximum for a board of the kernel


def playable(start: Position) -> dict[str, Any]:
    """Return shape, player, promotions, and the boards with marks on unmoved pieces."""
    if start.width * start.height > _MOST_SQUARES:
        raise StudyError("too-large", "games on boards of more than 64 squares cannot be continued in a file")
    even = start.even
    return {
        "width": start.width,
        "height": start.height,
        "player": int(start.player),
        "even": even,
        "promotions": "".join(start.promotions),
        "lowest": start.timeline_boards[0].timeline.row(even=even),
        "lines": [
            (
                line.start.ordinal,
                line.maker is None,
                [b64encode(board.cells).decode("ascii") for board in line.boards],
            )
            for line in start.timeline_boards
        ],
        "last": "black",  # the player who moves last in a turn
        "statuses": {  # in the order of the kernel's numbers, then `unknown`
            str(player).lower(): [view_status(status_of(word, player), player) for word in STATUS_WORDS]
            for player in Color
        },
    }
