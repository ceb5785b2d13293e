"""All that a self-contained file has to know: the study, the art, and the position after every node.

A position is written as what changed since the parent's. In 5D chess an action only adds boards: `timelines`
lists those that look different, each with its new boards and `from`, the number of the first of them. In
infinite chess pieces are `removed` and `added`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any

from hyperchess import infinite, multiverse
from hyperchess.app.web.answers import json_text
from hyperchess.app.web.catalogue import art
from hyperchess.app.web.documents import AnyNode, Content
from hyperchess.app.web.moves import passing
from hyperchess.app.web.positions_5d import STATUS_BUDGET, position_5d
from hyperchess.app.web.positions_infinite import position_infinite
from hyperchess.app.web.studies import Study
from hyperchess.errors import HyperchessError
from hyperchess.multiverse import Budget

__all__ = ["MOST_NODES", "embedded"]

MOST_NODES = 10_000
_VERSION = 1
_PATIENCE = 20.0  # seconds for all verdicts together; then they are "unknown"

_Data = dict[str, Any]


def embedded(content: Content, at: int | None) -> str:
    """The JSON for a file that opens at a node; nothing may change the game meanwhile."""
    if len(content.ids) > MOST_NODES:
        message = f"a file holds at most {MOST_NODES:,} actions, and this game has {len(content.ids):,}"
        raise HyperchessError(message)
    study = Study("embedded", 1, content).text()
    positions = ",".join(f'"{number}":{json_text(delta)}' for number, delta in _deltas(content))
    head = f'"version":{_VERSION},"node":{json_text(at)}'
    return f'{{{head},"study":{study},"art":{art()},"positions":{{{positions}}}}}'


def _deltas(content: Content) -> Iterator[tuple[int, _Data]]:
    """What changes at each node that can be reached, parents before their children."""
    if content.game.start is None:
        return
    writer = _Writer5D(content) if content.kind == "5d" else _WriterInfinite(content)
    above: list[_Data] = []  # the whole positions on the way to the node
    depths: dict[AnyNode, int] = {}
    for node in content.game.root.walk():
        if node.parent is not None and (node.action is None or node.parent not in depths):
            continue
        depth = depths[node] = 0 if node.parent is None else depths[node.parent] + 1
        del above[depth:]
        whole = writer.whole(node)
        yield content.ids[node], writer.delta(above[-1] if above else None, whole)
        above.append(whole)


class _Writer5D:
    def __init__(self, content: Content) -> None:
        self._start = content.game.start
        self._deadline = monotonic() + _PATIENCE

    def whole(self, node: AnyNode) -> _Data:
        """The position after a node, with what the opponent could take after a pass."""
        position = node.position
        assert isinstance(position, multiverse.Position) and isinstance(self._start, multiverse.Position)
        before = None if node.parent is None else node.parent.position
        path = [step.action or () for step in node.path]
        budget = STATUS_BUDGET if monotonic() < self._deadline else Budget(rounds=0)
        data = position_5d(self._start, path, before, position, position, budget)
        return {**data, "passing": passing(position)["attacks"]}

    def delta(self, before: _Data | None, whole: _Data) -> _Data:
        """What is new."""
        known = {} if before is None else {line["row"]: line for line in before["timelines"]}
        return {**whole, "timelines": list(_changed(known, whole["timelines"]))}


def _changed(known: dict[int, _Data], lines: Sequence[_Data]) -> Iterator[_Data]:
    for line in lines:
        older = known.get(line["row"])
        if older != line:
            count = 0 if older is None else len(older["boards"])
            yield {**line, "boards": line["boards"][count:], "from": count}


class _WriterInfinite:
    def __init__(self, content: Content) -> None:
        headers = {key.casefold(): value for key, value in content.game.headers.items()}
        self._variant = headers.get("variant", "")

    def whole(self, node: AnyNode) -> _Data:
        """The position after a node."""
        position = node.position
        assert isinstance(position, infinite.Position)
        return position_infinite(position, self._variant)

    def delta(self, before: _Data | None, whole: _Data) -> _Data:
        """What is new."""
        old = [] if before is None else before["pieces"]
        older, newer = ({tuple(piece) for piece in pieces} for pieces in (old, whole["pieces"]))
        return {
            **{name: value for name, value in whole.items() if name != "pieces"},
            "removed": [piece[2:4] for piece in old if tuple(piece) not in newer],
            "added": [piece for piece in whole["pieces"] if tuple(piece) not in older],
        }
