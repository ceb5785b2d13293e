"""Data of a game for the board without a server: the study, positions, and the start for the kernel.

A position is stored as its changes since the parent's. In 5D chess an action only adds boards: `timelines`
lists those that differ, each with its new boards and `from`, the index of the first of them. In infinite
chess pieces are `removed` and `added`.

The start of the game is stored in the kernel's format (`play`), so that a reader can continue the game; if
the browser kernel does not support a game, `why` gives the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hyperchess.budget import Budget
from hyperchess.game import AnyNode
from hyperchess.studies.adapter import View
from hyperchess.studies.content import Content
from hyperchess.studies.data import json_text, to_data
from hyperchess.studies.errors import StudyError
from hyperchess.studies.study import Study

__all__ = ["MOST_NODES", "embed_content"]

MOST_NODES = 10_000
_VERSION = 1
_EACH = Budget(seconds=0.2)  # for the status of a position
_ALL = Budget(seconds=20.0)  # for all statuses together; afterwards they are "unknown"
_NONE = Budget(rounds=0)


def embed_content(content: Content, at: int | None) -> str:
    """Return the JSON for a file that opens at a node, or at the end of the main line."""
    if len(content.ids) > MOST_NODES:
        message = f"a file holds at most {MOST_NODES:,} actions, and this game has {len(content.ids):,}"
        raise StudyError("too-large", message)
    study = Study(content)
    head = {"id": "embedded", "revision": 1, "can_undo": False, "can_redo": False, **to_data(study.head())}
    positions = ",".join(f'"{id}":{json_text(difference)}' for id, difference in _differences(study))
    parts = {
        "version": str(_VERSION),
        "node": json_text(at),
        "study": json_text({**head, "nodes": study.nodes()}),
        "play": json_text(_playable(study)),
        "positions": f"{{{positions}}}",
    }
    whole = ",".join(f'"{name}":{text}' for name, text in parts.items())
    return f"{{{whole}}}"


def _playable(study: Study) -> Mapping[str, Any]:
    """Return the start of the game for the kernel, or the reason why it is not supported."""
    try:
        if study.game.start is None:
            raise StudyError("start", "the game does not say from which position it starts")
        return {"start": study.adapter.playable(study.game.start), "why": ""}
    except StudyError as error:
        return {"why": str(error)}


def _differences(study: Study) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield the changes at each reachable node, parents before their children."""
    if study.game.start is None:
        return
    meter = _ALL.start()
    above: list[View] = []  # the full positions on the path to the node
    depths: dict[AnyNode, int] = {}
    for node in study.game.root.walk():
        if node.parent is not None and (node.action is None or node.parent not in depths):
            continue
        depth = depths[node] = 0 if node.parent is None else depths[node.parent] + 1
        del above[depth:]
        place = study.place(study.content.ids[node])
        whole = study.adapter.embedded(place, _EACH if meter.left().seconds else _NONE)
        yield study.content.ids[node], study.adapter.difference(above[-1] if above else None, whole)
        above.append(whole)
