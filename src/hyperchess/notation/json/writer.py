"""Writing hyperchess' own JSON. What is empty is left out."""

from __future__ import annotations

import json
from typing import Any

from hyperchess.errors import HyperchessError
from hyperchess.game import Game, Node, WrittenMove
from hyperchess.multiverse import Move, Position
from hyperchess.multiverse.coordinates import format_square
from hyperchess.notation.writing import Written
from hyperchess.text import Problem

__all__ = ["FORMAT", "VERSION", "write_json"]

FORMAT = "hyperchess"
VERSION = 1


def write_json(game: Game[Position, Move], *, indent: int | None = 2, problems: bool = False) -> Written:
    """Write a game. With `problems`, also what its reader reported, and the text it was about."""
    if game.start is not None and not isinstance(game.start, Position):
        raise HyperchessError(f"version {VERSION} of this format holds games of 5D chess only")
    data: dict[str, Any] = {"format": FORMAT, "version": VERSION, "game": "5d"}
    if game.notation:
        data["notation"] = game.notation
    if game.headers:
        data["headers"] = [[key, value] for key, value in game.headers.items()]
    data["start"] = None if game.start is None else _start(game.start)
    data["nodes"] = _nodes(game)
    if problems and game.problems:
        source = game.problems[0].source
        told = [problem for problem in game.problems if problem.source == source]
        data["problems"] = [_problem(problem) for problem in told]
        data["source"] = {"text": source.text, "name": source.name}
    return Written(json.dumps(data, indent=indent, ensure_ascii=False) + "\n")


def _start(start: Position) -> dict[str, Any]:
    return {
        "boards": [board.fen() for board in start.boards],
        "promotions": list(start.promotions),
        "initial": [str(line.timeline) for line in start.lines if line.maker is None],
    }


def _nodes(game: Game[Position, Move]) -> list[dict[str, Any]]:
    """All nodes, each before its children; siblings keep their order."""
    index: dict[Node[Position, Move], int] = {}
    nodes = []
    for place, node in enumerate(game.root.walk()):
        index[node] = place
        nodes.append(_node(node, None if node.parent is None else index[node.parent]))
    return nodes


def _node(node: Node[Position, Move], parent: int | None) -> dict[str, Any]:
    data: dict[str, Any] = {"parent": parent}
    if node.moves:
        data["moves"] = [_move(written) for written in node.moves]
    if node.comments:
        data["comments"] = [
            {"text": comment.text, **({"after": comment.after} if comment.after else {})}
            for comment in node.comments
        ]
    if node.mark:
        data["mark"] = node.mark
    if node.result:
        data["result"] = node.result
    if not node.legal:
        data["legal"] = False
    return data


def _move(written: WrittenMove[Move]) -> dict[str, str]:
    data = {}
    move = written.move
    if move is not None:
        data = {"from": format_square(move.source, color=True), "to": format_square(move.target, color=True)}
        if move.promotion:
            data["promotion"] = move.promotion
    if written.text:
        data["text"] = written.text
    if written.evaluation:
        data["evaluation"] = written.evaluation
    return data


def _problem(problem: Problem) -> dict[str, Any]:
    data: dict[str, Any] = {
        "start": problem.span.start,
        "end": problem.span.end,
        "code": problem.code,
        "message": problem.message,
        "severity": problem.severity.value,
    }
    if problem.hint:
        data["hint"] = problem.hint
    if problem.fix is not None:
        span, text = problem.fix
        data["fix"] = {"start": span.start, "end": span.end, "text": text}
    return data
