"""Plots of a collection as SVG: bars in four panels, drawn without a library."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from hyperchess.analysis.statistics import Collection

__all__ = ["library_svg", "plot_svg"]

_WIDTH, _HEIGHT = 960, 640
_PANEL_WIDTH, _PANEL_HEIGHT = 460, 270
_MOST_BARS = 20
_STYLE = """
text{font-family:'Helvetica Neue',Arial,'Liberation Sans','DejaVu Sans',sans-serif;fill:#2b2a27}
.ground{fill:#fbfaf7}.title{font-size:20px;font-weight:bold}.head{font-size:14px;font-weight:bold}
.label{font-size:11px}.bar{fill:#4a6f9c}.axis{stroke:#8b877d;stroke-width:1}
"""
Bars = Sequence[tuple[str, int]]


def plot_svg(collection: Collection, title: str) -> str:
    """Results, lengths, timelines and openings of a collection."""
    numbers = collection.numbers
    openings = ("Openings", collection.openings)
    return _svg(
        title, collection.games, collection.results, numbers["actions"], numbers["timelines"], openings
    )


def library_svg(summary: dict[str, dict[Any, int]], title: str) -> str:
    """Results, lengths, timelines and variants of a library."""
    results, actions, timelines, variants = (
        Counter(summary[name]) for name in ("results", "actions", "timelines", "variants")
    )
    return _svg(title, summary["numbers"]["games"], results, actions, timelines, ("Variants", variants))


def _svg(
    title: str,
    games: int,
    results: Counter[str],
    actions: Counter[int],
    timelines: Counter[int],
    last: tuple[str, Counter[str]],
) -> str:
    shapes = [
        *_panel(0, 0, "Results", _rows(_most(results))),
        *_panel(1, 0, "Actions of a game", _columns(_binned(actions))),
        *_panel(0, 1, "Timelines at the end", _columns(_binned(timelines))),
        *_panel(1, 1, last[0], _rows(_most(last[1], 9))),
    ]
    count = f"{games:,} game{'s' * (games != 1)}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" '
            f'viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img">',
            f"<title>{_text(title)}</title>",
            f"<style>{_STYLE}</style>",
            f'<rect class="ground" width="{_WIDTH}" height="{_HEIGHT}"/>',
            f'<text class="title" x="20" y="34">{_text(title[:80])}: {count}</text>',
            *shapes,
            "</svg>",
            "",
        ]
    )


def _text(text: str) -> str:
    return escape("".join(sign for sign in text if sign.isprintable()))


def _most(counts: Counter[str], most: int = 8) -> Bars:
    """The most frequent values; the rest as one."""
    rows = counts.most_common(most)
    rest = counts.total() - sum(count for _, count in rows)
    return [*rows, ("others", rest)] if rest else rows


def _binned(counts: Counter[int]) -> Bars:
    """Values in at most `_MOST_BARS` bins of equal width, each with a whole number of values.

    >>> _binned(Counter({1: 2, 3: 1}))
    [('1', 2), ('2', 0), ('3', 1)]
    """
    if not counts:
        return []
    low, high = min(counts), max(counts)
    size = -(-(high - low + 1) // _MOST_BARS)
    bins: Counter[int] = Counter()
    for value, count in counts.items():
        bins[(value - low) // size] += count
    last = (high - low) // size
    return [(_name(low + index * size, size), bins[index]) for index in range(last + 1)]


def _name(first: int, size: int) -> str:
    return str(first) if size == 1 else f"{first}-{first + size - 1}"


def _panel(column: int, row: int, title: str, shapes: Iterator[str]) -> Iterator[str]:
    x, y = 20 + column * (_PANEL_WIDTH + 10), 60 + row * (_PANEL_HEIGHT + 20)
    yield f'<g transform="translate({x} {y})"><text class="head" x="0" y="12">{title}</text>'
    yield from shapes
    yield "</g>"


def _columns(bars: Bars) -> Iterator[str]:
    """Yield vertical bars, with as many labels as fit."""
    if not bars:
        return
    top, bottom = 30, _PANEL_HEIGHT - 24
    highest = max(count for _, count in bars) or 1
    step = _PANEL_WIDTH / max(len(bars), 4)
    every = -(-max(len(name) for name, _ in bars) * 7 // int(step)) or 1
    for place, (name, count) in enumerate(bars):
        height = (bottom - top) * count / highest
        x, middle = place * step, place * step + step / 2
        yield (
            f'<rect class="bar" x="{x + step * 0.1:.1f}" y="{bottom - height:.1f}" '
            f'width="{step * 0.8:.1f}" height="{height:.1f}"><title>{name}: {count:,}</title></rect>'
        )
        if count and step > 18:
            above = f'x="{middle:.1f}" y="{bottom - height - 4:.1f}"'
            yield f'<text class="label" text-anchor="middle" {above}>{count:,}</text>'
        if place % every == 0:
            yield f'<text class="label" text-anchor="middle" x="{middle:.1f}" y="{bottom + 15}">{name}</text>'
    yield f'<line class="axis" x1="0" x2="{_PANEL_WIDTH}" y1="{bottom}" y2="{bottom}"/>'


def _rows(bars: Bars) -> Iterator[str]:
    """Horizontal bars, each below its label and its number."""
    highest = max((count for _, count in bars), default=1) or 1
    step = (_PANEL_HEIGHT - 30) / max(len(bars), 6)
    for place, (name, count) in enumerate(bars):
        y = 26 + place * step
        width = max(1.0, _PANEL_WIDTH * count / highest)
        label = name if len(name) <= 66 else name[:63] + "..."
        thick = max(3.0, min(12.0, step - 18))
        yield f'<text class="label" x="0" y="{y + 10:.1f}">{_text(label)}</text>'
        number = f'x="{_PANEL_WIDTH}" y="{y + 10:.1f}"'
        yield f'<text class="label" text-anchor="end" {number}>{count:,}</text>'
        yield f'<rect class="bar" x="0" y="{y + 14:.1f}" width="{width:.1f}" height="{thick:.1f}"/>'
