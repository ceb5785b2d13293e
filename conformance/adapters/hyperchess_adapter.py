"""Answers the conformance questions with hyperchess, through its public API only."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import hyperchess as hc
from hyperchess import infinite, multiverse
from hyperchess.multiverse.syntax.fen import parse_boards

__all__ = ["ANSWERS", "answer"]

Given = dict[str, Any]
Answer = dict[str, Any]
Move = tuple[Any, ...]


def position_of(given: Given) -> multiverse.Position:
    """A position of 5D chess: a variant or boards, promotions if stated, then actions in raw notation."""
    first = (
        multiverse.start(given["variant"])
        if "variant" in given
        else multiverse.Position.of_fen(given["boards"])
    )
    if "promotions" in given:
        first = multiverse.Position.of_boards(first.boards, promotions=given["promotions"])
    position = first
    for action in given.get("actions", ()):
        position = position.play(" ".join(action))
    return position


def raw(action: Move | None) -> list[str] | None:
    """An action in raw notation, in standard order."""
    return None if action is None else [str(move) for move in action]


def fen(given: Given) -> Answer:
    """Check whether boards form a multiverse, and return their canonical form."""
    try:
        return {"valid": True, "canonical": multiverse.Position.of_fen(given["boards"]).fen()}
    except hc.HyperchessError:
        return {"valid": False}


def board_hash(given: Given) -> Answer:
    """The hash of a single board."""
    (board,) = parse_boards(given["board"])
    return {"hash": board.hash()}


def variant(given: Given) -> Answer:
    """The boards of a named variant and their hash."""
    position = multiverse.start(given["name"])
    return {"boards": position.fen(), "hash": position.hash()}


def timelines(given: Given) -> Answer:
    """Return the timelines, the active ones, and the present."""
    position = position_of(given)
    return {
        "timelines": [str(name) for name in position.timelines],
        "active": [str(name) for name in position.timelines if name in position.active],
        "present": str(position.present),
        "player": position.player.letter,
    }


def is_legal(given: Given) -> Answer:
    """Return whether an action is legal."""
    position = position_of(given)
    try:
        position.play(" ".join(given["action"]))
    except hc.HyperchessError:
        return {"legal": False}
    return {"legal": True}


def _games(given: Given) -> list[Any]:
    return hc.parse_all(given["text"], given.get("notation"))


def read_line(given: Given) -> Answer:
    """The main line of the first game, each action in raw notation and standard order."""
    game = _games(given)[0]
    position = game.start
    actions = []
    for node in game.main_line:
        if node.action is None:
            break
        actions.append(raw(position.canonical(node.action)))
        position = node.position
    return {"actions": actions}


def read_tree(given: Given) -> Answer:
    """The tree of the first game: nested lists [action, child, child, ...], the main line first."""
    return {"tree": [_tree(child) for child in _games(given)[0].root.children]}


def _tree(node: Any) -> list[Any]:
    action = None if node.action is None else node.parent.position.canonical(node.action)
    return [raw(action), *(_tree(child) for child in node.children)]


def read_headers(given: Given) -> Answer:
    """The headers of the first game."""
    return {"headers": dict(_games(given)[0].headers)}


def read_result(given: Given) -> Answer:
    """The result of the first game; empty if there is none."""
    return {"result": _games(given)[0].result}


def count_games(given: Given) -> Answer:
    """Return the number of games in a text."""
    return {"games": len(_games(given))}


def problems(given: Given) -> Answer:
    """The errors and warnings of a text: severity, code, line, column."""
    found = [problem for game in _games(given) for problem in game.problems]
    return {
        "problems": [
            [problem.severity.value, problem.code, problem.line, problem.column]
            for problem in found
            if problem.severity.value != "info"
        ]
    }


def write(given: Given) -> Answer:
    """A game written in another notation."""
    options = given.get("options", {})
    return {"text": hc.convert(given["text"], given["to"], given.get("from"), **options).text}


def icn_position(given: Given) -> Answer:
    """Check whether a position text can be read, and return its canonical form."""
    try:
        return {"valid": True, "text": infinite.Position.parse(given["position"]).text()}
    except hc.HyperchessError:
        return {"valid": False}


def _icn(given: Given) -> infinite.Position:
    position = infinite.Position.parse(given["position"])
    for move in given.get("moves", ()):
        position = position.play(move)
    return position


def icn_targets(given: Given) -> Answer:
    """The squares inside a window that pieces can go to: start>end, with =X where a pawn promotes."""
    return {"moves": sorted(map(str, _icn(given).moves().within(*given["window"])))}


def icn_count(given: Given) -> Answer:
    """The number of legal moves into a window [left, right, bottom, top]."""
    return {"count": _icn(given).moves().count(*given["window"])}


def icn_checks(given: Given) -> Answer:
    """The squares of the royals in check."""
    return {"checks": sorted({str(check.royal) for check in _icn(given).checks()})}


def icn_status(given: Given) -> Answer:
    """The verdict on a position."""
    return {"verdict": _icn(given).status.verdict.value}


def icn_legal(given: Given) -> Answer:
    """Return whether a move is legal."""
    return {"legal": given["move"] in _icn(given).moves()}


ANSWERS: dict[str, Callable[[Given], Answer]] = {
    "fen": fen,
    "board hash": board_hash,
    "state hash": lambda given: {"hash": position_of(given).hash()},
    "variant": variant,
    "timelines": timelines,
    "pseudo-legal moves": lambda given: {"count": len({move[:2] for move in position_of(given).moves()})},
    "legal actions": lambda given: {"count": position_of(given).count_actions()},
    "perft": lambda given: {"count": position_of(given).perft(given["depth"])},
    "check": lambda given: {"check": position_of(given).in_check},
    "status": lambda given: {"status": position_of(given).status.word},
    "legal": is_legal,
    "read": read_line,
    "tree": read_tree,
    "headers": read_headers,
    "result": read_result,
    "games": count_games,
    "problems": problems,
    "write": write,
    "icn position": icn_position,
    "icn moves": icn_targets,
    "icn count": icn_count,
    "icn checks": icn_checks,
    "icn status": icn_status,
    "icn legal": icn_legal,
}


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The reply to one question."""
    ask = ANSWERS.get(question["ask"])
    if ask is None:
        return {"id": question["id"], "unsupported": True}
    try:
        return {"id": question["id"], "answer": ask(question["given"])}
    except hc.HyperchessError as error:
        return {"id": question["id"], "error": str(error)}


def main() -> None:
    """Answer line by line until the input ends."""
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
