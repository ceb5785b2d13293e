"""The scores of a reviewed game as a picture: who was better when, and where it went wrong."""

from __future__ import annotations

from hyperchess.engine.chances import find_chances
from hyperchess.engine.review import Judgement, Review, ended_by_win

__all__ = ["score_svg"]

_WIDTH, _HEIGHT, _LEFT, _TOP, _BOTTOM = 960, 320, 60, 50, 40
_COLORS = {Judgement.INACCURACY: "#d8a200", Judgement.MISTAKE: "#d9691e", Judgement.BLUNDER: "#c22b2b"}
_STYLE = """
text{font-family:'Helvetica Neue',Arial,'Liberation Sans','DejaVu Sans',sans-serif;fill:#2b2a27}
.ground{fill:#fbfaf7}.title{font-size:18px;font-weight:bold}.label{font-size:11px}
.black{fill:#3a3935}.white{fill:#efece3}.line{fill:none;stroke:#4a6f9c;stroke-width:2}.axis{stroke:#8b877d}
"""


def score_svg(reviewed: Review) -> str:
    """White's chance to win after each action, with a dot where an action was bad."""
    inner = _HEIGHT - _TOP - _BOTTOM
    step = (_WIDTH - 2 * _LEFT) / max(len(reviewed.judged) - 1, 1)
    points, dots, labels = [], [], []
    for number, each in enumerate(reviewed.judged):
        if each.score is not None:
            white = find_chances(each.score.white).expected
        elif ended_by_win(each.node.position):
            white = 100.0 if each.player.name == "WHITE" else 0.0
        else:
            white = 50.0
        x, y = _LEFT + number * step, _TOP + inner * (1 - white / 100)
        points.append(f"{x:.1f},{y:.1f}")
        if each.judgement is not None:
            dots.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{_COLORS[each.judgement]}">'
                f"<title>{each.node.serial}. {each.judgement.value}</title></circle>"
            )
        if number % max(1, len(reviewed.judged) // 12) == 0:
            place = f'x="{x:.1f}" y="{_HEIGHT - 16}" text-anchor="middle"'
            labels.append(f'<text class="label" {place}>{each.node.serial}</text>')
    middle = _TOP + inner / 2
    legend = "".join(
        f'<circle cx="{_WIDTH - 330 + 110 * place}" cy="26" r="5" fill="{color}"/>'
        f'<text class="label" x="{_WIDTH - 320 + 110 * place}" y="30">{judgement.value}</text>'
        for place, (judgement, color) in enumerate(_COLORS.items())
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" '
            f'viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img">',
            "<title>White's chance to win over the game</title>",
            f"<style>{_STYLE}</style>",
            f'<rect class="ground" width="{_WIDTH}" height="{_HEIGHT}"/>',
            f'<text class="title" x="{_LEFT}" y="32">White\'s chance to win</text>',
            legend,
            f'<rect class="white" x="{_LEFT}" y="{_TOP}" width="{_WIDTH - 2 * _LEFT}" height="{inner / 2}"/>',
            f'<rect class="black" x="{_LEFT}" y="{middle}" width="{_WIDTH - 2 * _LEFT}" height="{inner / 2}" '
            'opacity="0.25"/>',
            f'<line class="axis" x1="{_LEFT}" y1="{middle}" x2="{_WIDTH - _LEFT}" y2="{middle}"/>',
            f'<polyline class="line" points="{" ".join(points)}"/>',
            *dots,
            *labels,
            *(
                f'<text class="label" x="{_LEFT - 8}" y="{_TOP + inner * (1 - percent / 100) + 4:.0f}" '
                f'text-anchor="end">{percent} %</text>'
                for percent in (0, 50, 100)
            ),
            "</svg>",
            "",
        ]
    )
