"""The position at a place of a study as JSON, for either game."""

from __future__ import annotations

from typing import Any

from hyperchess import infinite, multiverse
from hyperchess.app.web.positions_5d import position_5d
from hyperchess.app.web.positions_infinite import position_infinite
from hyperchess.app.web.studies import Here

__all__ = ["position_data"]


def position_data(here: Here) -> dict[str, Any]:
    """All that the page shows of a position."""
    if isinstance(here.state, infinite.Position):
        headers = {key.casefold(): value for key, value in here.study.game.headers.items()}
        return position_infinite(here.state, headers.get("variant", ""))
    node = here.node
    start = here.study.game.start
    assert isinstance(start, multiverse.Position)
    assert isinstance(here.base, multiverse.Position)
    with here.study.lock:
        before = None if node.parent is None else node.parent.position
        path = [step.action or () for step in node.path]
    return position_5d(start, path, before, here.base, here.state)
