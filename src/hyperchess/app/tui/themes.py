"""Textual themes made from the palettes."""

from __future__ import annotations

from textual.theme import Theme

from hyperchess.app.tui.palettes import PALETTES, Palette

__all__ = ["theme_name", "themes"]


def theme_name(name: str) -> str:
    """Return the textual name of one of our themes."""
    return f"hyperchess-{name}"


def themes() -> list[Theme]:
    """Return all themes."""
    return [_theme(palette) for palette in PALETTES.values()]


def _theme(palette: Palette) -> Theme:
    return Theme(
        name=theme_name(palette.name),
        primary=palette.frame_black if palette.fills else palette.text,
        secondary=palette.white_line,
        accent=palette.accent,
        warning=palette.accent,
        error=palette.danger,
        success=palette.white_line,
        foreground=palette.text,
        background=palette.ground,
        surface=palette.band if palette.fills else palette.ground,
        panel=palette.faint,
        dark=palette.dark,
        variables={
            "hyperchess-on-primary": palette.on_black if palette.fills else palette.ground,
            "footer-background": palette.band,
            "footer-foreground": palette.text,
            "footer-key-foreground": palette.accent,
            "footer-description-foreground": palette.text,
            "footer-description-background": palette.band,
            "footer-key-background": palette.band,
            "footer-item-background": palette.band,
            "block-cursor-background": palette.accent,
            "block-cursor-foreground": palette.on_accent,
            "block-cursor-blurred-background": palette.frame_black,
            "block-cursor-blurred-foreground": palette.on_black,
            "input-cursor-background": palette.text,
            "input-cursor-foreground": palette.ground,
            "input-selection-background": palette.moved,
            "scrollbar": palette.faint,
            "scrollbar-background": palette.band,
        },
    )
