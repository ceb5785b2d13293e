"""The colours of the four themes: light, dark, high contrast and print (no fills).

>>> PALETTES["dark"].contrast("white", "light") > 4.5
True
>>> next_name("print")
'dark'
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rich.color import Color
from rich.style import Style

__all__ = ["PALETTES", "Palette", "next_name"]


@dataclass(frozen=True)
class Palette:
    """Colours by purpose; `fills`: squares and marks have a background."""

    name: str
    dark: bool
    ground: str
    text: str
    faint: str  # less important text
    accent: str  # boards that need a move, the present
    on_accent: str
    band: str  # background of an active timeline
    white: str  # pieces
    black: str
    past_white: str  # pieces on past boards
    past_black: str
    light: str  # squares of the last boards
    shaded: str
    past_light: str  # squares of past boards
    past_shaded: str
    frame_white: str
    on_white: str
    frame_black: str
    on_black: str
    moved: str  # backgrounds of marked squares
    checked: str
    target: str  # target of the selected piece
    white_line: str  # arrows and timelines by player
    black_line: str
    danger: str
    players: tuple[str, str, str, str]  # red, blue, yellow and green, in infinite chess
    fills: bool = True

    @cached_property
    def styles(self) -> Styles:
        """The styles derived from the colours."""
        return Styles(self)

    def contrast(self, one: str, other: str) -> float:
        """Return the contrast ratio of two colours, from 1 to 21 (WCAG)."""
        brightness = sorted(_luminance(getattr(self, name)) for name in (one, other))
        return (brightness[1] + 0.05) / (brightness[0] + 0.05)


def _luminance(color: str) -> float:
    parts = (part / 255 for part in Color.parse(color).get_truecolor())
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class Styles:
    """Styles for everything that is drawn on a canvas."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self.ground = Style(color=palette.text, bgcolor=palette.ground)
        self.faint = Style(color=palette.faint, bgcolor=palette.ground)
        self.strong = Style(color=palette.text, bgcolor=palette.ground, bold=True)
        self.comment = Style(color=palette.faint, bgcolor=palette.ground, italic=True)
        self.band = Style(color=palette.faint, bgcolor=palette.band)
        self.present = Style(color=palette.accent, bold=True)
        self.danger = Style(color=palette.danger, bold=True)
        self.lines = (Style(color=palette.white_line, bold=True), Style(color=palette.black_line, bold=True))
        self.frames = (
            Style(color=palette.on_white, bgcolor=palette.frame_white),
            Style(color=palette.on_black, bgcolor=palette.frame_black),
        )
        self.due = Style(color=palette.on_accent, bgcolor=palette.accent, bold=True)
        self.open = Style(color=palette.accent, bgcolor=palette.ground, bold=True)
        self.selected = Style(bold=True, underline=True)
        self.pieces = (Style(color=palette.white, bold=True), Style(color=palette.black, bold=True))
        self.past_pieces = (Style(color=palette.past_white), Style(color=palette.past_black))
        self.others = tuple(Style(color=color, bold=True) for color in palette.players)
        self.ink = Style(color=palette.text, bold=True)
        self.faint_ink = Style(color=palette.faint)
        self.squares = (Style(bgcolor=palette.shaded), Style(bgcolor=palette.light))
        self.past_squares = (Style(bgcolor=palette.past_shaded), Style(bgcolor=palette.past_light))
        fills = palette.fills
        self.moved = Style(bgcolor=palette.moved) if fills else Style(underline=True)
        self.checked = Style(bgcolor=palette.checked) if fills else Style(reverse=True)
        self.chosen = Style(color=palette.ground, bgcolor=palette.white_line, bold=True)
        if not fills:
            self.chosen = Style(reverse=True, bold=True)
        self.target = Style(bgcolor=palette.target) if fills else Style(bold=True, underline2=True)
        self.movable = Style(underline=True)


_DARK = Palette(
    name="dark",
    dark=True,
    ground="#14171c",
    text="#e6e8eb",
    faint="#9aa3ae",
    accent="#f2b544",
    on_accent="#14171c",
    band="#1f242c",
    white="#ffffff",
    black="#ffab70",
    past_white="#c3c9d1",
    past_black="#d3946a",
    light="#414b59",
    shaded="#2c343f",
    past_light="#313842",
    past_shaded="#262c34",
    frame_white="#cdd3db",
    on_white="#14171c",
    frame_black="#4a5362",
    on_black="#ffffff",
    moved="#564600",
    checked="#921b1b",
    target="#174a33",
    white_line="#7cc4ff",
    black_line="#ffab70",
    danger="#ff8a80",
    players=("#ff9d96", "#8ec7ff", "#ffd75e", "#8fe09a"),
)
_LIGHT = Palette(
    name="light",
    dark=False,
    ground="#fbfbf9",
    text="#1d2126",
    faint="#5a626b",
    accent="#a44a00",
    on_accent="#ffffff",
    band="#edece6",
    white="#0a4f96",
    black="#101214",
    past_white="#2f5f93",
    past_black="#3d4349",
    light="#f2f4f6",
    shaded="#d3dce6",
    past_light="#eceae4",
    past_shaded="#dddbd3",
    frame_white="#d8d5c8",
    on_white="#1d2126",
    frame_black="#3c4450",
    on_black="#ffffff",
    moved="#f0d878",
    checked="#f6b8b2",
    target="#a9dcb8",
    white_line="#0a5fb4",
    black_line="#6b2fa0",
    danger="#b3261e",
    players=("#a3231d", "#1553a0", "#6f4e00", "#1f6b2b"),
)
_CONTRAST = Palette(
    name="contrast",
    dark=True,
    ground="#000000",
    text="#ffffff",
    faint="#d8d8d8",
    accent="#ffff00",
    on_accent="#000000",
    band="#1a1a1a",
    white="#ffffff",
    black="#ffb000",
    past_white="#ffffff",
    past_black="#ffb000",
    light="#3a3a3a",
    shaded="#101010",
    past_light="#2c2c2c",
    past_shaded="#101010",
    frame_white="#ffffff",
    on_white="#000000",
    frame_black="#505050",
    on_black="#ffffff",
    moved="#5a4a00",
    checked="#a00000",
    target="#004a25",
    white_line="#00ffff",
    black_line="#ffb000",
    danger="#ff9090",
    players=("#ff9090", "#80c8ff", "#ffff60", "#80ff80"),
)
_PRINT = Palette(
    name="print",
    dark=False,
    ground="#ffffff",
    text="#000000",
    faint="#444444",
    accent="#000000",
    on_accent="#ffffff",
    band="#ffffff",
    white="#000000",
    black="#000000",
    past_white="#444444",
    past_black="#444444",
    light="#ffffff",
    shaded="#ffffff",
    past_light="#ffffff",
    past_shaded="#ffffff",
    frame_white="#ffffff",
    on_white="#000000",
    frame_black="#ffffff",
    on_black="#000000",
    moved="#ffffff",
    checked="#ffffff",
    target="#ffffff",
    white_line="#000000",
    black_line="#000000",
    danger="#000000",
    players=("#000000", "#000000", "#000000", "#000000"),
    fills=False,
)

PALETTES = {palette.name: palette for palette in (_DARK, _LIGHT, _CONTRAST, _PRINT)}


def next_name(name: str) -> str:
    """Return the name of the next theme, wrapping around."""
    names = list(PALETTES)
    return names[(names.index(name) + 1) % len(names)]
