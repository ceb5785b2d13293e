"""Look of the display: theme, letters or chess symbols, and orientation."""

from __future__ import annotations

from dataclasses import dataclass

from hyperchess.app.tui.palettes import PALETTES, Palette, Styles

__all__ = ["Look"]


@dataclass(frozen=True, slots=True)
class Look:
    """Theme, letters or chess symbols, and White's or Black's view."""

    theme: str = "dark"
    letters: bool = False
    flipped: bool = False

    @property
    def palette(self) -> Palette:
        """The colours."""
        return PALETTES[self.theme]

    @property
    def styles(self) -> Styles:
        """The styles derived from the colours."""
        return self.palette.styles
