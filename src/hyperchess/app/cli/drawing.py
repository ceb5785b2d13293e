"""A position drawn as text, no wider than the terminal."""

from __future__ import annotations

from shutil import get_terminal_size
from statistics import median_low
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from hyperchess.ruleset import GameKind

if TYPE_CHECKING:
    from hyperchess import infinite, multiverse

__all__ = ["draw_position"]

_MARGIN = 5  # columns reserved for the names of timelines
_MOST_LINES = 8
_MOST_RANKS = 40
_MOST_FAR = 12  # pieces outside the window that are named


def draw_position(position: Any, *, width: int | None = None) -> str:
    """The position as text that fits into the terminal (or `width` columns)."""
    columns = width or get_terminal_size().columns
    if position.kind is GameKind.INFINITE:
        return _infinite(position, columns)
    return _multiverse(position, columns)


def _multiverse(position: multiverse.Position, columns: int) -> str:
    """The last half-turns that fit, the present always among them."""
    from hyperchess.multiverse import HalfTurn
    from hyperchess.picture.terminal import draw

    first = min(line.start for line in position.timeline_boards).ordinal
    last = max(line.end for line in position.timeline_boards).ordinal
    names = [str(HalfTurn.of_ordinal(ordinal)) for ordinal in range(first, last + 1)]
    cell = max(len(str(position.height)) + 1 + position.width, *map(len, names)) + 2
    fitting = max(1, (columns - _MARGIN + 2) // cell)
    kept = _kept_lines(position)
    if fitting >= len(names) and len(kept) == len(position.timeline_boards):
        return draw(position)
    left = max(0, min(len(names) - fitting, position.present.ordinal - first))
    cut = slice(_MARGIN + left * cell, _MARGIN + (left + fitting) * cell)
    head, *rows, stars, blank, foot = draw(position).splitlines()
    high = position.height + 1
    rows = [row for line in kept for row in rows[line * high : (line + 1) * high]]
    shown = [(row[:_MARGIN].ljust(_MARGIN) + row[cut]).rstrip() for row in (head, *rows, stars)]
    hidden = ((left, "earlier half-turns"), (len(names) - left - fitting, "later half-turns"))
    lost = [f"{count} {what}" for count, what in hidden if count > 0]
    if len(kept) < len(position.timeline_boards):
        lost.append(f"{len(position.timeline_boards) - len(kept)} timelines")
    return "\n".join([*shown, blank, foot, f"not shown: {', '.join(lost)}"])


def _kept_lines(position: multiverse.Position) -> list[int]:
    """Return the timelines to draw: all, or those with an obligatory move and then those near the middle."""
    waiting = {board.timeline for board in position.mandatory}
    order = sorted(
        range(len(position.timeline_boards)),
        key=lambda place: (
            position.timeline_boards[place].timeline not in waiting,
            abs(position.timeline_boards[place].timeline.halves),
        ),
    )
    return sorted(order[:_MOST_LINES])


def _infinite(position: infinite.Position, columns: int) -> str:
    """Draw a window around the middle of the pieces; pieces outside are listed below it."""
    from hyperchess.infinite import Square

    texts = {square: piece.code for square, piece in position.pieces().items()}
    cell = 1 + max((len(text) for text in texts.values()), default=1)
    ys, xs = [at.y for at in texts], [at.x for at in texts]
    bottom, top = _window(ys, _MOST_RANKS)
    label = max(len(str(bottom)), len(str(top)))
    left, right = _window(xs, max(1, (columns - label - 1) // cell))
    rows = []
    for y in range(top, bottom - 1, -1):
        cells = (texts.get(Square(x, y), "·").rjust(cell) for x in range(left, right + 1))
        rows.append(f"{y:>{label}}" + "".join(cells))
    marks = [" " * cell] * (right - left + 1)
    for x in range(left, right + 1):
        if x in (left, right) or (x % 5 == 0 and x - left > 1 and right - x > 1):
            marks[x - left] = str(x).rjust(cell)[-cell:] if len(str(x)) <= cell else " " * cell
    rows.append(" " * label + "".join(marks).rstrip())
    far = [
        f"{text}{at}" for at, text in texts.items() if not (left <= at.x <= right and bottom <= at.y <= top)
    ]
    if far:
        more = f" and {len(far) - _MOST_FAR:,} more" if len(far) > _MOST_FAR else ""
        named = " ".join(name if len(name) < 40 else name[:37] + "..." for name in far[:_MOST_FAR])
        rows += ["", *wrap(f"outside the window: {named}{more}", max(columns, 45))]
    corner = f"{left},{bottom} to {right},{top}"
    window = f" (the window is {corner})" if len(corner) < 60 else ""
    return "\n".join([*rows, "", f"move {position.full_move}: {position.player} to move{window}"])


def _window(places: list[int], most: int) -> tuple[int, int]:
    """Return the range of all places, or the largest range around the middle one that fits."""
    if not places:
        return 0, 0
    low, high = min(places), max(places)
    if high - low < most:
        return low, high
    middle = median_low(places)
    low = max(low, min(middle - most // 2, high - most + 1))
    return low, low + most - 1
