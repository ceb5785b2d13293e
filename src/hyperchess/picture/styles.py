"""Style rules: the appearance of every class of shapes in a theme.

>>> from hyperchess.picture.theme import find_theme
>>> rules(find_theme("light"))["light"]
'fill:#f4eee1'
"""

from __future__ import annotations

from hyperchess.picture.theme import Theme

__all__ = ["FONTS", "rules"]

FONTS = "'Helvetica Neue',Arial,'Liberation Sans','DejaVu Sans','Noto Sans',sans-serif"
_VEIL_PAST = 0.22
_VEIL_INACTIVE = 0.55


def rules(theme: Theme) -> dict[str, str]:
    """Return the style of each class."""
    parts = (_board, _time, _words, _infinite, _marks, _owners)
    return {kind: style for part in parts for kind, style in part(theme).items()}


def _board(theme: Theme) -> dict[str, str]:
    white, black = theme.owners["white"], theme.owners["black"]
    thin = f"stroke:{theme.ink};stroke-width:1"
    return {
        "ground": f"fill:{theme.ground}",
        "light": f"fill:{theme.light}",
        "dark": f"fill:none;stroke:{theme.ink};stroke-width:0.6" if theme.plain else f"fill:{theme.dark}",
        "shade": f"fill:{theme.dark}",
        "frame-white": f"fill:{white.fill};{thin}",
        "frame-black": f"fill:{black.fill};{thin}",
        "tile-white": f"fill:{white.fill};{thin}",
        "tile-black": f"fill:{black.fill};{thin}",
        "pixel-white": f"fill:{white.fill};stroke:{white.line};stroke-width:0.5",
        "pixel-black": f"fill:{black.fill};stroke:{black.line};stroke-width:0.5",
        "mandatory": f"fill:none;stroke:{theme.accent};stroke-width:5",
        "optional": f"fill:none;stroke:{theme.accent};stroke-width:2",
        "past": f"fill:{theme.ground};fill-opacity:{_VEIL_PAST}",
        "inactive": f"fill:{theme.ground};fill-opacity:{_VEIL_INACTIVE}",
    }


def _time(theme: Theme) -> dict[str, str]:
    edge = f"stroke:{theme.quiet};stroke-width:1;stroke-linejoin:round"
    bands = {"band": theme.band, "band-white": theme.band_white, "band-black": theme.band_black}
    veil = 0 if theme.plain else 0.16
    dash = ";stroke-dasharray:5 3" if theme.plain else ""
    return {
        **{name: f"fill:{colour};{edge}{dash * (name == 'band-black')}" for name, colour in bands.items()},
        "branch-white": f"fill:none;stroke:{theme.band_white}",
        "branch-black": f"fill:none;stroke:{theme.band_black}",
        "branch-edge-white": f"fill:none;stroke:{theme.quiet}",
        "branch-edge-black": f"fill:none;stroke:{theme.quiet}{dash}",
        "present": f"fill:{theme.accent};fill-opacity:{veil};stroke:{theme.accent};stroke-width:1.5",
        "tag": f"fill:{theme.accent}",
    }


def _words(theme: Theme) -> dict[str, str]:
    return {
        "label": f"fill:{theme.ink};font-weight:600",
        "quiet": f"fill:{theme.quiet}",
        "tag-text": f"fill:{theme.accent_ink};font-weight:600",
        "count-white": f"fill:{theme.owners['white'].line};font-weight:600",
        "count-black": f"fill:{theme.owners['black'].line};font-weight:600",
    }


def _infinite(theme: Theme) -> dict[str, str]:
    stroke = "fill:none;stroke-linecap:round"
    return {
        "axis": f"{stroke};stroke:{theme.quiet};stroke-width:1",
        "grid": f"{stroke};stroke:{theme.quiet};stroke-width:0.4",
        "promotion": f"{stroke};stroke:{theme.quiet};stroke-width:1.5;stroke-dasharray:2 5",
        "border": f"{stroke};stroke:{theme.ink};stroke-width:4;stroke-linecap:square",
        "edge": f"{stroke};stroke:{theme.quiet};stroke-width:1",
        "void": f"fill:{theme.ground};stroke:{theme.quiet};stroke-width:1",
        "pointer": f"fill:{theme.ink}",
        "card": f"fill:{theme.light};stroke:{theme.quiet};stroke-width:1",
    }


def _marks(theme: Theme) -> dict[str, str]:
    styles: dict[str, str] = {}
    for name, mark in theme.marks.items():
        edged = f"stroke:{mark.edge};stroke-width:2.5;paint-order:stroke;stroke-linejoin:round"
        styles |= {
            f"tint-{name}": "fill:none" if theme.plain else f"fill:{mark.tint};fill-opacity:0.75",
            f"outer-{name}": f"fill:none;stroke:{mark.edge};stroke-width:4",
            f"inner-{name}": f"fill:none;stroke:{mark.core};stroke-width:2",
            f"arrow-{name}": f"fill:{mark.core};{edged}",
            f"dot-{name}": f"fill:{mark.core};stroke:{mark.edge};stroke-width:1.5;paint-order:stroke",
            f"ray-{name}": f"fill:none;stroke:{mark.core};stroke-width:3;stroke-linecap:round",
        }
    return styles


def _owners(theme: Theme) -> dict[str, str]:
    outline = "stroke-width:8;stroke-linejoin:round;stroke-linecap:round;paint-order:stroke"
    owners = theme.owners.items()
    return {
        "piece": outline,
        **{name: f"fill:{owner.fill};stroke:{owner.line}" for name, owner in owners},
        **{
            f"swarm-{name}": f"fill:{owner.fill};stroke:{owner.line};stroke-width:1;paint-order:stroke"
            for name, owner in owners
        },
    }
