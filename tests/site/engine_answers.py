"""`python -m tests.site.engine_answers [browser]`: what both engines answer at fixed nodes, as JSON."""

from __future__ import annotations

import json
import sys
from typing import Any

from tests.site.node_kernel import use_browser_kernel

MULTIVERSE = (
    "Standard",
    "Standard - Turn Zero",
    "Standard - Two Timelines",
    "Princess",
    "Small",
    "Very Small",
)
INFINITE = ("Classical", "Confined Classical", "Space", "Palace", "Pawn Horde", "Knightline")


def main() -> None:
    """Play eight actions from each variant, and print every action with its score, depth and nodes."""
    if sys.argv[1:] == ["browser"]:
        use_browser_kernel()
    from hyperchess import infinite, multiverse
    from hyperchess.budget import Budget
    from hyperchess.engine import Engine
    from hyperchess.multiverse.defaults import default_rules

    assert default_rules().name == "native"
    engine = Engine(memory=1 << 20)
    starts: list[Any] = [*map(multiverse.start, MULTIVERSE), *map(infinite.start, INFINITE)]
    for position in starts:
        engine.clear()
        for _ in range(8):
            assert not engine.is_plain(position)
            found = engine.search(position, Budget(rounds=300))
            if not found.lines:
                break
            line = found.lines[0]
            text = " ".join(map(str, line.actions[0]))
            print(json.dumps([text, str(line.score), line.depth, found.nodes]))
            position = position.play_legal(line.actions[0])


if __name__ == "__main__":
    main()
