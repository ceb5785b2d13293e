"""Themes: the colours of a picture, by meaning.

Text and marks have a contrast of at least 4.5 to 1 (WCAG 2.2) with their background. Arrows and other marks
can be on any background, so each has an `edge` around its `core`.

>>> round(contrast("#ffffff", "#000000"), 1), find_theme("dark").name
(21.0, 'dark')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from types import MappingProxyType
from typing import NamedTuple

from hyperchess.errors import UnknownName

__all__ = ["MARKS", "OWNERS", "THEMES", "Mark", "Owner", "Theme", "UnknownTheme", "contrast", "find_theme"]

OWNERS = ("neutral", "white", "black", "red", "blue", "yellow", "green")
"""The owners of pieces, in the order of the players of infinite chess."""

MARKS = ("by-white", "by-black", "check", "green", "blue", "yellow", "red", "choice")
"""The kinds of marks: a player's last move, a check, four colours for the user, legal targets."""


class UnknownTheme(UnknownName):
    """No theme has that name."""

    kind = "theme"


class Mark(NamedTuple):
    """The colour of arrows and outlines, the edge around them, and the tint of squares."""

    core: str
    edge: str
    tint: str


class Owner(NamedTuple):
    """The appearance of one player's pieces."""

    fill: str
    line: str


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture. In a `plain` theme areas are hatched or outlined, not filled."""

    name: str
    ground: str
    ink: str
    quiet: str  # secondary text
    light: str
    dark: str
    accent: str  # the present, and the boards that need a move
    accent_ink: str
    band: str  # an initial timeline
    band_white: str
    band_black: str
    owners: Mapping[str, Owner]
    marks: Mapping[str, Mark]
    plain: bool = False


_PALE = ("#ff9d8f", "#8fc4ff", "#ffe066", "#8fe0a0")
_DEEP = ("#97201f", "#1b4a94", "#6b5a00", "#1c5f31")


def _owners(
    white: Owner, black: Owner, neutral: Owner, further: tuple[str, ...], line: str
) -> Mapping[str, Owner]:
    """Return the appearance of all owners; `further` are the fills of the third to the sixth player."""
    more = (Owner(fill, line) for fill in further)
    return MappingProxyType(dict(zip(OWNERS, (neutral, white, black, *more), strict=True)))


def _marks(edge: str, **colours: tuple[str, str]) -> Mapping[str, Mark]:
    marks = {name.replace("_", "-"): Mark(core, edge, tint) for name, (core, tint) in colours.items()}
    return MappingProxyType(marks)


_LIGHT = Theme(
    name="light",
    ground="#fbfaf7",
    ink="#1f2328",
    quiet="#535963",
    light="#f4eee1",
    dark="#d5c4a4",
    accent="#006d77",
    accent_ink="#ffffff",
    band="#e6e4de",
    band_white="#f7dfb4",
    band_black="#dcd3f3",
    owners=_owners(
        Owner("#ffffff", "#24262b"),
        Owner("#2a2c31", "#f7f7f5"),
        Owner("#9aa0a8", "#24262b"),
        _PALE,
        "#24262b",
    ),
    marks=_marks(
        "#ffffff",
        by_white=("#9a5200", "#f5b94d"),
        by_black=("#5a3ea6", "#b39ff0"),
        check=("#c00020", "#ff8a8a"),
        green=("#1a7238", "#86d59b"),
        blue=("#1359b0", "#8dbdf5"),
        yellow=("#7a6000", "#ffe45e"),
        red=("#a8324a", "#f59aa9"),
        choice=("#1f5c4a", "#9ad3c0"),
    ),
)

_DARK = Theme(
    name="dark",
    ground="#16191e",
    ink="#eceff3",
    quiet="#a9b1bc",
    light="#596374",
    dark="#333943",
    accent="#4fd1c5",
    accent_ink="#0b1014",
    band="#2a2f37",
    band_white="#4b3a1c",
    band_black="#3a3157",
    owners=_owners(
        Owner("#f6f4ee", "#121418"),
        Owner("#14161a", "#f0efe9"),
        Owner("#dbdfe4", "#121418"),
        _DEEP,
        "#f0efe9",
    ),
    marks=_marks(
        "#101216",
        by_white=("#ffc061", "#7a500a"),
        by_black=("#c9b3ff", "#5f47ab"),
        check=("#ff8078", "#b3261e"),
        green=("#7fdc9a", "#246b3c"),
        blue=("#8ec2ff", "#28599a"),
        yellow=("#ffe66b", "#6b5a08"),
        red=("#ff9fb0", "#9c3a50"),
        choice=("#8be0cb", "#25665a"),
    ),
)

_CONTRAST = Theme(
    name="contrast",
    ground="#ffffff",
    ink="#000000",
    quiet="#1a1a1a",
    light="#ffffff",
    dark="#b8b8b8",
    accent="#0033cc",
    accent_ink="#ffffff",
    band="#dcdcdc",
    band_white="#ffe08a",
    band_black="#c8b6ff",
    owners=_owners(
        Owner("#ffffff", "#000000"),
        Owner("#000000", "#ffffff"),
        Owner("#8c8c8c", "#000000"),
        _PALE,
        "#000000",
    ),
    marks=_marks(
        "#ffffff",
        by_white=("#7a3e00", "#ffb000"),
        by_black=("#3d1a99", "#a68cff"),
        check=("#b30000", "#ff7070"),
        green=("#005c1f", "#66d98a"),
        blue=("#003d99", "#80b8ff"),
        yellow=("#5c4700", "#ffe600"),
        red=("#8a0f3c", "#ff8fb3"),
        choice=("#004d40", "#80d6c2"),
    ),
)

_PRINT = replace(
    _CONTRAST,
    name="print",
    light="#ffffff",
    dark="#ffffff",
    accent="#000000",
    band="#ffffff",
    band_white="#ffffff",
    band_black="#ffffff",
    owners=MappingProxyType(
        {
            **_CONTRAST.owners,
            "neutral": Owner("#ffffff", "#000000"),
            "red": Owner("#ffffff", "#000000"),
            "blue": Owner("#000000", "#ffffff"),
            "yellow": Owner("#ffffff", "#000000"),
            "green": Owner("#000000", "#ffffff"),
        }
    ),
    marks=MappingProxyType(
        {
            name: Mark("#ffffff", "#000000", "#ffffff")
            if name in ("by-white", "yellow", "choice")
            else Mark("#000000", "#ffffff", "#ffffff")
            for name in MARKS
        }
    ),
    plain=True,
)

THEMES: Mapping[str, Theme] = MappingProxyType(
    {theme.name: theme for theme in (_LIGHT, _DARK, _CONTRAST, _PRINT)}
)


def find_theme(theme: Theme | str) -> Theme:
    """Return the theme with this name, or the theme itself; raise `UnknownTheme` with suggestions."""
    if isinstance(theme, Theme):
        return theme
    if theme not in THEMES:
        raise UnknownTheme(theme, tuple(get_close_matches(theme, THEMES, cutoff=0.4)) or tuple(THEMES))
    return THEMES[theme]


def contrast(one: str, other: str) -> float:
    """Return the WCAG contrast ratio of two colours `#rrggbb`, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    channels = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (
        value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4 for value in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
