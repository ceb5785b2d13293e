"""Places in a game: `12b` on the main line, `5w.1/7b` through variations.

A step is the number and the player of an action, and behind a dot which variation is taken there: 0 is
the main line, 1 the first variation. Between steps the path follows the first continuation.

>>> from hyperchess.notation.reading import parse
>>> game = parse("1. e4 / e5 (2w. d4 / exd4 (3w. c3) 3w. Qxd4) 2. Nf3 / Nc6")
>>> [move.text for move in find_node(game, "2b").moves]
['Nc6']
>>> [move.text for move in find_node(game, "2w.1/3w.1").moves], find_node(game, "start") is game.root
(['c3'], True)
>>> path_of(find_node(game, "2w.1/3w.1")), path_of(game.end)
('2w.1/3w.1', '2b')
>>> find_node(game, "7b")
Traceback (most recent call last):
...
hyperchess.app.inputs.InputError: there is no action 7b here: the line ends with 2b
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Any, NamedTuple

import typer

from hyperchess.app.inputs import InputError
from hyperchess.game import Game, Node

__all__ = ["At", "GameNumber", "InGame", "Serial", "find_node", "node_at", "path_of", "serials"]

At = Annotated[
    str | None, typer.Option("--at", metavar="12b", help="After this action of the main line; start, end.")
]
InGame = Annotated[
    str | None, typer.Option("--node", metavar="PATH", help="After this action, as in 5w.1/7b; see docs.")
]
GameNumber = Annotated[int, typer.Option("--game", min=1, help="Which game of the file.")]

_AnyGame = Game[Any, Any]
_AnyNode = Node[Any, Any]
_STEP = re.compile(r"(?P<number>[0-9]{1,9})\s*(?P<player>[a-z]{0,2})(?:\.(?P<variation>[0-9]{1,9}))?")


class Serial(NamedTuple):
    """The number of an action and the letter of its player."""

    number: int
    player: str

    def __str__(self) -> str:
        return f"{self.number}{self.player}"


def serials(game: _AnyGame) -> Iterator[Serial]:
    """The numbers of the actions of any line: `1w`, `1b`, `2w` and so on, as the start has it."""
    players = _players(game.start)
    number, place = 1, 0
    while True:
        yield Serial(number, players[place][1])
        number += players[place] == max(players)
        place = (place + 1) % len(players)


def _players(start: Any) -> list[tuple[int, str]]:
    """Whose turn it is, in the order of play from the start: the rank among the players, and the letter."""
    if start is None:
        return [(0, "w"), (1, "b")]
    if hasattr(start, "players"):
        return [(int(color), color.code) for color in start.players]
    return [(int(color), color.letter) for color in (start.player, start.player.other)]


def node_at(game: _AnyGame, at: str | None, path: str | None) -> _AnyNode:
    """The node that the options `--at` and `--node` name; the end of the main line without them."""
    if at is not None and path is not None:
        raise InputError("--at and --node both name a place; give one of them")
    return find_node(game, at or path or "end")


def find_node(game: _AnyGame, path: str) -> _AnyNode:
    """The node at a place; `InputError` if there is none. A number without a player is a whole turn."""
    path = path.strip().lower()
    if path in ("start", "end", ""):
        return game.root if path == "start" else game.end
    node, numbers, whole_turn = game.root, serials(game), False
    for step in path.split("/"):
        match = _STEP.fullmatch(step.strip())
        if match is None:
            raise InputError(f"a place in a game looks like 12b or 5w.1/7b, not {step.strip()[:40]!r}")
        node = _follow(node, numbers, match)
        whole_turn = not match["player"]
    if whole_turn:
        here = next(islice(serials(game), len(node.path) - 1, None))
        while node.children and next(numbers).number == here.number:
            node = node.children[0]
    return node


def _follow(node: _AnyNode, numbers: Iterator[Serial], step: re.Match[str]) -> _AnyNode:
    """Down the first continuations to the action of a step, and there into its variation."""
    for serial in numbers:
        if not node.children:
            end = "the start" if node.parent is None else path_of(node)
            raise InputError(f"there is no action {step.group()} here: the line ends with {end}")
        if serial.number == int(step["number"]) and step["player"] in ("", serial.player):
            return _child(node, int(step["variation"] or 0), serial)
        node = node.children[0]
    raise AssertionError("numbers never end")


def _child(node: _AnyNode, variation: int, serial: Serial) -> _AnyNode:
    if variation >= len(node.children):
        count = len(node.children) - 1
        known = f"has {count} variation{'s' * (count != 1)}" if count else "has no variations"
        raise InputError(f"there is no variation {variation} at {serial}, which {known}")
    return node.children[variation]


def path_of(node: _AnyNode) -> str:
    """The shortest path that leads to a node."""
    steps = []
    for serial, step in zip(serials(node.game), node.path, strict=False):
        assert step.parent is not None
        variation = step.parent.children.index(step)
        if variation or step is node:
            steps.append(f"{serial}.{variation}" if variation else str(serial))
    return "/".join(steps) or "start"
