"""Paths to nodes of a game: `12b` on the main line, `5w.1/7b` through variations.

A step is the number and the player of an action, and after a dot the chosen variation: 0 is the main line, 1
the first variation. Between steps the path follows the first continuation.

>>> from hyperchess.notation.reading import parse
>>> game = parse("1. e4 / e5 (2w. d4 / exd4 (3w. c3) 3w. Qxd4) 2. Nf3 / Nc6")
>>> [move.text for move in find_node(game, "2b").moves]
['Nc6']
>>> [move.text for move in find_node(game, "2w.1/3w.1").moves], find_node(game, "start") is game.root
(['c3'], True)
>>> format_path(find_node(game, "2w.1/3w.1")), format_path(game.end)
('2w.1/3w.1', '2b')
>>> find_node(game, "7b")
Traceback (most recent call last):
...
hyperchess.errors.UnknownPlace: there is no action 7b here: the line ends with 2b
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from hyperchess.errors import UnknownPlace
from hyperchess.game import AnyGame, AnyNode, Serial

__all__ = ["find_node", "format_path"]


_STEP = re.compile(r"(?P<number>[0-9]{1,9})\s*(?P<player>[a-z]{0,2})(?:\.(?P<variation>[0-9]{1,9}))?")


def find_node(game: AnyGame, path: str) -> AnyNode:
    """Return the node at a path; raise `UnknownPlace` if there is none.

    A number without a player is a whole turn.
    """
    path = path.strip().lower()
    if path in ("start", "end", ""):
        return game.root if path == "start" else game.end
    node, numbers, whole_turn = game.root, game.serials(), False
    for step in path.split("/"):
        match = _STEP.fullmatch(step.strip())
        if match is None:
            raise UnknownPlace(f"a place in a game looks like 12b or 5w.1/7b, not {step.strip()[:40]!r}")
        node = _follow(node, numbers, match)
        whole_turn = not match["player"]
    if whole_turn:
        here = next(islice(game.serials(), len(node.path) - 1, None))
        while node.continuation is not None and next(numbers).number == here.number:
            node = node.continuation
    return node


def _follow(node: AnyNode, numbers: Iterator[Serial], step: re.Match[str]) -> AnyNode:
    """Follow first continuations to the action of a step, then enter its variation."""
    for serial in numbers:
        if not node.children:
            end = "the start" if node.parent is None else format_path(node)
            raise UnknownPlace(f"there is no action {step.group()} here: the line ends with {end}")
        if serial.number == int(step["number"]) and step["player"] in ("", serial.player):
            return _child(node, int(step["variation"] or 0), serial)
        if node.continuation is None:
            raise UnknownPlace(
                f"there is no action {step.group()} here: the line ends with {format_path(node)}"
            )
        node = node.continuation
    raise AssertionError("numbers never end")


def _child(node: AnyNode, variation: int, serial: Serial) -> AnyNode:
    line: list[AnyNode | None] = [node.continuation, *node.variations]
    found = line[variation] if variation < len(line) else None
    if found is None:
        count = len(node.variations)
        known = f"has {count} variation{'s' * (count != 1)}" if count else "has no variations"
        raise UnknownPlace(f"there is no variation {variation} at {serial}, which {known}")
    return found


def format_path(node: AnyNode) -> str:
    """Return the shortest path to a node."""
    steps = []
    path: Sequence[AnyNode] = node.path
    for serial, step in zip(node.game.serials(), path, strict=False):
        assert step.parent is not None
        variation = step.rank + (not step.parent.continuation)
        if variation or step is node:
            steps.append(f"{serial}.{variation}" if variation else str(serial))
    return "/".join(steps) or "start"
