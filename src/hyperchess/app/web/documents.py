"""A study as it is stored: everything that a game of either kind holds, and the numbers of its nodes.

No notation of infinite chess holds variations, so studies have a format of their own, the same for both
games. The start and the text that a game was read from are large and do not change: they are stored apart,
and a document names them by their fingerprints.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from typing import Any

from hyperchess import infinite, multiverse
from hyperchess.errors import HyperchessError
from hyperchess.game import Comment, Game, WrittenMove
from hyperchess.kinds import Kind
from hyperchess.multiverse.coordinates import Timeline, format_square, parse_square
from hyperchess.notation.registry import AnyGame
from hyperchess.studies.content import AnyNode, Content
from hyperchess.text import Edit, Problem, Severity, Source, Span

__all__ = ["Document", "read_document", "write_document"]

VERSION = 1

_FLAGS = ("ranks_exchanged", "free_promotion", "automatic_move_rule", "drop_idle_rights")


@dataclass(frozen=True, slots=True)
class Document:
    """What is stored: a text, and the fingerprints and texts of the parts that lie apart."""

    text: str
    parts: dict[str, str]


def write_document(content: Content) -> Document:
    """The document of a study."""
    game = content.game
    parts: dict[str, str] = {}
    data: dict[str, Any] = {
        "version": VERSION,
        "game": content.kind,
        "notation": game.notation,
        "headers": list(map(list, game.headers.items())),
        "start": None if game.start is None else _apart(parts, _start(game.start)),
        "source": None if content.source is None else _apart(parts, _source(content.source, game.problems)),
        "title": content.title,
        "games": content.games,
        "next": content.next_id,
        "nodes": [_node(content, node) for node in game.root.walk()],
    }
    return Document(json.dumps(data, separators=(",", ":")), parts)


def _apart(parts: dict[str, str], value: object) -> str:
    text = json.dumps(value, separators=(",", ":"))
    fingerprint = sha256(text.encode("ascii")).hexdigest()
    parts[fingerprint] = text
    return fingerprint


def _start(start: Any) -> dict[str, Any]:
    if isinstance(start, multiverse.Position):
        return {
            "boards": start.fen(),
            "promotions": list(start.promotions),
            "initial": [str(line.timeline) for line in start.lines if line.maker is None],
        }
    flags = {name: True for name in _FLAGS if getattr(start.rules, name)}
    return {"text": start.text(full=True), **flags}


def _source(source: Source, problems: tuple[Problem, ...]) -> dict[str, Any]:
    told = [_problem(problem, apart=problem.source.text != source.text) for problem in problems]
    return {"text": source.text, "name": source.name, "problems": told}


def _problem(problem: Problem, *, apart: bool) -> list[Any]:
    """A problem; of one in a part that was read `apart` the place is not known."""
    fix = None if apart else problem.fix
    span = Span(0, 0) if apart else problem.span
    told: list[Any] = [*span, problem.code, problem.message, problem.hint, problem.severity.value]
    return [*told, None if fix is None else [*fix.span, fix.text]]


def _node(content: Content, node: AnyNode) -> dict[str, Any]:
    data: dict[str, Any] = {"id": content.ids[node]}
    if node.parent is not None:
        data["parent"] = content.ids[node.parent]
    if node.moves:
        short = content.short.get(node, ())
        data["moves"] = [
            _move(written, short[place] if place < len(short) else "")
            for place, written in enumerate(node.moves)
        ]
    if node.span is not None:
        data["spans"] = [None if written.span is None else [*written.span] for written in node.moves]
    if node.comments:
        data["comments"] = [[comment.text, comment.after] for comment in node.comments]
    data |= {name: value for name in ("mark", "result") if (value := getattr(node, name))}
    if not node.legal:
        data["legal"] = False
    return data


def _move(written: WrittenMove[Any], short: str) -> list[str]:
    """The move, its text, its evaluation, its short form; what is empty at the end is left out."""
    parts = [_raw(written.move), written.text, written.evaluation, short]
    while parts and not parts[-1]:
        parts.pop()
    return parts


@lru_cache(maxsize=1 << 15)
def _raw(move: multiverse.Move | infinite.Move | None) -> str:
    if not isinstance(move, multiverse.Move):
        return "" if move is None else str(move)
    source, target = format_square(move.source, color=True), format_square(move.target, color=True)
    return f"{source}>{target}{move.promotion}"


def read_document(document: Document) -> Content:
    """The study of a document; `HyperchessError` if it is damaged."""
    try:
        return _read(document)
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise HyperchessError(f"a stored study is damaged: {type(error).__name__}: {error}") from error


def _read(document: Document) -> Content:
    data = json.loads(document.text)
    if data["version"] != VERSION:
        raise HyperchessError(f"a stored study has version {data['version']}, which is not known here")
    start = None if data["start"] is None else _read_start(json.loads(document.parts[data["start"]]))
    headers = dict(data["headers"])
    kind = Kind(data["game"])
    game: AnyGame = Game(start, headers, notation=data["notation"], kind=kind)
    source = None
    if data["source"] is not None:
        told = json.loads(document.parts[data["source"]])
        source = Source(told["text"], told["name"])
        game.problems = tuple(_read_problem(source, entry) for entry in told["problems"])
    ids: dict[AnyNode, int] = {}
    nodes: dict[int, AnyNode] = {}
    short: dict[AnyNode, tuple[str, ...]] = {}
    read_move = _READERS[kind]
    for entry in data["nodes"]:
        moves = [[*move, "", "", "", ""][:4] for move in entry.get("moves", ())]
        spans = entry.get("spans") or [None] * len(moves)
        written = tuple(
            WrittenMove(read_move(raw) if raw else None, text, evaluation, span and Span(*span))
            for (raw, text, evaluation, _), span in zip(moves, spans, strict=True)
        )
        node = nodes[entry["parent"]].attach(written) if "parent" in entry else game.root
        node.comments = [Comment(text, after) for text, after in entry.get("comments", ())]
        node.mark, node.result = entry.get("mark", ""), entry.get("result", "")
        node.legal = entry.get("legal", True)
        nodes[entry["id"]] = node
        ids[node] = entry["id"]
        if any(move[3] for move in moves):
            short[node] = tuple(move[3] for move in moves)
    return Content(game, ids, data["next"], source, data["title"], data["games"], short)


def _read_start(data: dict[str, Any]) -> multiverse.Position | infinite.Position:
    if "boards" in data:
        initial = [Timeline.parse(name) for name in data["initial"]]
        return multiverse.Position.of_fen(data["boards"], promotions=data["promotions"], initial=initial)
    position = infinite.Position.parse(data["text"])
    flags: dict[str, Any] = {name: True for name in _FLAGS if name in data}
    return position.with_rules(replace(position.rules, **flags)) if flags else position


def _read_problem(source: Source, entry: list[Any]) -> Problem:
    start, end, code, message, hint, severity, fix = entry
    edit = None if fix is None else Edit(Span(fix[0], fix[1]), fix[2])
    return Problem(source, Span(start, end), code, message, hint, Severity(severity), edit)


@lru_cache(maxsize=1 << 15)
def _read_5d(raw: str) -> multiverse.Move:
    source, _, rest = raw.partition(">")
    promotion = rest[-1] if rest[-1:].isupper() else ""
    target = rest.removesuffix(promotion)
    return multiverse.Move(parse_square(source), parse_square(target), promotion)


def _read_infinite(raw: str) -> infinite.Move:
    return infinite.parse_move(raw)


_READERS: dict[Kind, Callable[[str], Any]] = {Kind.MULTIVERSE: _read_5d, Kind.INFINITE: _read_infinite}
