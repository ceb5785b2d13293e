"""Benchmarks of pictures. Each row says what is timed; the best of several runs is printed.

python -m benchmarks.picture
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks.timing import Figures, best, print_times
from hyperchess import infinite, multiverse, picture
from hyperchess.multiverse.actions.effects import Effects, effects

RUNS = 3
GAMES = Path(__file__).parents[1] / "tests" / "facts" / "games.json"


def hundred_timelines() -> Effects:
    """The last action of a game with 120 timelines."""
    game = json.loads(GAMES.read_text(encoding="utf-8"))["100_timelines"]
    position = multiverse.start(game["variant"])
    actions = [ply["action"] for ply in game["plies"] if ply["action"]]
    for action in actions[:-1]:
        position = position.play(action)
    return effects(position, position.read(actions[-1]))


def main() -> Figures:
    """Print the figures and return them."""
    rows: list[tuple[str, Callable[[], object]]] = []
    start = multiverse.start("Standard")
    rows.append(("SVG of a start", partial(picture.svg, start)))
    last = hundred_timelines()
    boards = f"{len(last.after.timeline_boards)} timelines, {len(last.after.boards)} boards"
    for detail in picture.Detail:
        draw = partial(picture.svg, last.after, last_action=last, detail=detail)
        rows.append((f"SVG of {boards}, {detail.value}", draw))
    rows.append(("SVG of Classical", partial(picture.svg, infinite.start("Classical"))))
    crowd = infinite.find_variant("Omega^3").position
    rows.append((f"SVG of {len(crowd.pieces()):,} pieces on an infinite board", partial(picture.svg, crowd)))
    try:
        picture.png(start)
        rows.append(("PNG of a start", partial(picture.png, start)))
        whole = partial(picture.png, last.after, last_action=last)
        rows.append((f"PNG of {boards}", whole))
    except picture.MissingExtra as error:
        print(error)
    print("Pictures")
    return print_times({what: best(work, RUNS) for what, work in rows})


if __name__ == "__main__":
    main()
