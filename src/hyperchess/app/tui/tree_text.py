"""The tree of a game as lines of text: headers, actions, comments, results; variations are indented.

>>> from hyperchess.notation.reading import parse
>>> game = parse('[White "Ada"]\\n1. e4 / e5 {solid} (2w. d4 / exd4) 2. Nf3 1-0')
>>> for line in tree_lines(game, 24):
...     print(line.lead + line.text)
White  Ada
1w  e4
1b  e5
    solid
2w  Nf3
│ 2w  d4
│ 2b  exd4
    1-0
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from hyperchess.app.tui.cursor import format_node
from hyperchess.app.tui.terminal_text import escape_line, wrap
from hyperchess.game import AnyGame, AnyNode

__all__ = ["TreeLine", "tree_lines"]

_DEEPEST = 6  # deeper variations are not indented further


class TreeLine(NamedTuple):
    """A line: its prefix, its text, its kind, and the node to which it belongs."""

    lead: str
    text: str
    kind: Literal["header", "action", "wrong", "comment", "result"]
    node: AnyNode


def tree_lines(game: AnyGame, width: int) -> list[TreeLine]:
    """Return all lines, wrapped to a width: a main line continues after the variations of its last action."""
    lines = list(_head(game, width))
    labels: list[str] = []
    numbers = game.serials()
    waiting = _next_lines(game.root, 0, 0)
    while waiting:
        node, ply, depth = waiting.pop()
        while len(labels) <= ply:
            labels.append(str(next(numbers)))
        lines += _node(node, labels[ply], depth, width)
        assert node.parent is not None
        waiting += _next_lines(node, ply + 1, depth)
        if not node.is_variation:
            variations: Sequence[AnyNode] = node.parent.variations
            waiting += [(other, ply, depth + 1) for other in reversed(variations)]
    return _results_last(lines)


def _next_lines(node: AnyNode, ply: int, depth: int) -> list[tuple[AnyNode, int, int]]:
    """Return the continuation of a node, or the variations after the end of its line, last first."""
    if node.continuation is not None:
        return [(node.continuation, ply, depth)]
    variations: Sequence[AnyNode] = node.variations
    return [(other, ply, depth + 1) for other in reversed(variations)]


def _head(game: AnyGame, width: int) -> Iterator[TreeLine]:
    headers = [(escape_line(key), value) for key, value in game.headers.items()]
    longest = max((len(key) for key, _ in headers), default=0)
    indent = min(longest, 10) + 2
    for key, value in headers:
        lead = f"{key:{indent}}" if len(key) < indent else f"{key}  "
        for part in wrap(value, max(8, width - len(lead))):
            yield TreeLine(lead, part, "header", game.root)
            lead = " " * len(lead)
    for comment in game.root.comments:
        yield from (TreeLine("", part, "comment", game.root) for part in wrap(comment.text, width))


def _node(node: AnyNode, label: str, depth: int, width: int) -> Iterator[TreeLine]:
    rails = "│ " * min(depth, _DEEPEST)
    lead = f"{rails}{label}  "
    further = rails + " " * (len(label) + 2)
    kind: Literal["action", "wrong"] = "wrong" if node.action is None else "action"
    for part in wrap(format_node(node), max(8, width - len(lead))):
        yield TreeLine(lead, part, kind, node)
        lead = further
    for comment in node.comments:
        for part in wrap(comment.text, max(8, width - len(further))):
            yield TreeLine(further, part, "comment", node)
    if node.result:
        yield TreeLine(further, escape_line(node.result), "result", node)


def _results_last(lines: list[TreeLine]) -> list[TreeLine]:
    """Move the result of the game after the variations of its last action."""
    for index, line in enumerate(lines):
        if line.kind == "result" and line.node is line.node.game.end:
            return [*lines[:index], *lines[index + 1 :], line]
    return lines
