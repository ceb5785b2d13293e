"""A text in which characters are replaced one for one, and a note of each kind of replacement.

>>> mask = Mask("**1.** e4")
>>> mask.put(0, 2, "", "markup")
>>> mask.put(4, 6, "", "markup")
>>> mask.text, mask.notes["markup"]
('  1.   e4', Note(span=Span(start=0, end=2), places=2))
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hyperchess.text import Span

__all__ = ["COMMENT", "Mask", "Note"]

COMMENT = r"\{[^{}]*+\}"
for _ in range(8):
    COMMENT = rf"\{{(?:[^{{}}]++|{COMMENT})*+\}}"
COMMENT += "?"  # not closed: to the next brace
"""Regular expression of a comment, which may contain others."""


class Note(NamedTuple):
    """The first place of a kind of replacement, and the number of places."""

    span: Span
    places: int


class Mask:
    """A text of constant length, whose ranges are replaced in time proportional to their own length."""

    __slots__ = ("_characters", "_text", "notes")

    def __init__(self, text: str, notes: Mapping[str, Note] | None = None) -> None:
        self.notes = dict(notes or {})
        self._text: str | None = text
        self._characters = list(text)

    @property
    def text(self) -> str:
        """The text with all replacements so far."""
        if self._text is None:
            self._text = "".join(self._characters)
        return self._text

    def put(self, start: int, end: int, new: str, kind: str, *, right: bool = False) -> None:
        """Replace a range by `new`, padded with blanks on the left if `right`, and note the kind."""
        size = end - start
        assert len(new) <= size
        self._characters[start:end] = new.rjust(size) if right else new.ljust(size)
        self._text = None
        noted = self.notes.get(kind)
        self.notes[kind] = (
            Note(Span(start, end), 1) if noted is None else noted._replace(places=noted.places + 1)
        )

    def copy(self) -> Mask:
        """Return an independent mask with the same text and notes."""
        return Mask(self.text, self.notes)
