"""Export of the game in other notations, with the losses.

>>> from hyperchess.notation.reading import parse
>>> cursor = Cursor([parse("1. e4 {hello} / e5", "shad")])
>>> [choice.name for choice in choices(cursor)][:2]
['position', 'shad']
>>> export_text(cursor, "raw").text.splitlines()[-1], export_text(cursor, "position").text[:9]
('/ (0T1)e7>(0T1)e5', '[r*nbqk*b')
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from hyperchess.app.files.inputs import InputError
from hyperchess.app.files.outputs import write_file
from hyperchess.app.tui.cursor import Cursor
from hyperchess.app.tui.terminal_text import escape_line
from hyperchess.errors import HyperchessError
from hyperchess.notation.registry import find_notation, notations
from hyperchess.notation.writing import Written
from hyperchess.ruleset import GameKind

__all__ = ["POSITION", "Choice", "choices", "export_text", "losses_text", "save"]

POSITION = "position"


class Choice(NamedTuple):
    """An export format: its name, a title for people, and its file suffix."""

    name: str
    title: str
    suffix: str


def choices(cursor: Cursor) -> list[Choice]:
    """Return the export formats: the position, then every notation for the game, its own first."""
    fitting = [notation for notation in notations().values() if cursor.game.kind in notation.kinds]
    fitting.sort(key=lambda notation: notation.name != cursor.game.notation)
    return [
        Choice(POSITION, "this position", ".txt"),
        *(Choice(notation.name, notation.title, notation.suffix) for notation in fitting),
    ]


def export_text(cursor: Cursor, name: str) -> Written:
    """Return the exported text; raise `InputError` with the reason if there is none."""
    if name == POSITION:
        position = cursor.shown.position
        if position is None:
            raise InputError("there is no position to write")
        return Written((position.fen() if position.kind is GameKind.MULTIVERSE else position.text()) + "\n")
    try:
        return find_notation(name).write(cursor.game)
    except HyperchessError as error:
        raise InputError(f"this game cannot be written in {name}: {error}") from error


def losses_text(written: Written) -> str:
    """Return the losses, one per line."""
    if not written.losses:
        return "nothing is lost"
    lines = ["lost:"]
    for loss in written.losses:
        lines.append(escape_line(f"  {loss}" + (f" ({loss.place})" if loss.place else "")))
    return "\n".join(lines)


def save(text: str, name: str) -> Path:
    """Write a new file; an existing one is not replaced."""
    if not name.strip():
        raise InputError("name a file")
    path = Path(name.strip()).expanduser()
    if path.exists():
        raise InputError(f"{path} exists already; choose another name")
    write_file(path, text)
    return path
