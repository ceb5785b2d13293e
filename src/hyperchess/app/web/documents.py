"""A study as it is stored: everything that a game of either kind holds, and the numbers of its nodes.

No notation of infinite chess holds variations, so studies have a format of their own, the same for both
games. The start and the text that a game was read from are large and do not change: they are stored apart,
and a document names them by their fingerprints.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from typing import Any

from hyperchess import infinite, multiverse
from hyperchess.errors import HyperchessError
from hyperchess.game import Comment, Game, Node, WrittenMove
from hyperchess.kinds import Kind
from hyperchess.multiverse.coordinates import Timeline, format_square, parse_square
from hyperchess.notation.registry import AnyGame
from hyperchess.text import Edit, Problem, Severity, Source, Span

__all__ = ["AnyNode", "Content", "Document", "read_document", "write_document"]

VERSION = 1
AnyNode = Node[Any, Any]

_FLAGS = ("ranks_exchanged", "free_promotion", "automatic_move_rule", "drop_idle_rights")


@dataclass
class Content:
    """A game with the numbers of its nodes, and what else belongs to a study."""

    game: AnyGame
    kind: Kind
    ids: dict[AnyNode, int]
    next_id: int
    source: Source | None = None
    title: str = ""  # as given by the user; empty: found from the headers
    games: int = 1  # in the text
    short: dict[AnyNode, tuple[str, ...]] = field(default_factory=dict)  # for moves that nobody wrote
    nodes: dict[int, AnyNode] = field(init=False)

    def __post_init__(self) -> None:
        self.nodes = {number: node for node, number in self.ids.items()}

    @staticmethod
    def of(game: AnyGame, *, source: Source | None = None, title: str = "", games: int = 1) -> Content:
        """A game that has just been read: its nodes are numbered from the root on."""
        ids = {node: number for number, node in enumerate(game.root.walk())}
        return Content(game, game.kind, ids, len(ids), source, title, games)

    def add(self, node: AnyNode) -> int:
        """Number a new node."""
        number = self.next_id
        self.next_id += 1
        self.ids[node] = number
        self.nodes[number] = node
        return number

    def number_from(self, first: int) -> None:
        """Give all nodes but the root numbers that were never used."""
        self.ids = {node: number and first + number - 1 for node, number in self.ids.items()}
        self.nodes = {number: node for node, number in self.ids.items()}
        self.next_id = first + len(self.ids) - 1

    def drop(self, node: AnyNode) -> None:
        """Forget a node that is not in the tree any more."""
        del self.nodes[self.ids.pop(node)]
        self.short.pop(node, None)


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
    game: AnyGame = Game(start, headers, notation=data["notation"])
    source = None
    if data["source"] is not None:
        told = json.loads(document.parts[data["source"]])
        source = Source(told["text"], told["name"])
        game.problems = tuple(_read_problem(source, entry) for entry in told["problems"])
    ids: dict[AnyNode, int] = {}
    nodes: dict[int, AnyNode] = {}
    short: dict[AnyNode, tuple[str, ...]] = {}
    read_move = _read_5d if data["game"] == "5d" else _read_infinite
    for entry in data["nodes"]:
        moves = [[*move, "", "", "", ""][:4] for move in entry.get("moves", ())]
        written = tuple(
            WrittenMove(read_move(raw) if raw else None, text, evaluation)
            for raw, text, evaluation, _ in moves
        )
        node = nodes[entry["parent"]].attach(written) if "parent" in entry else game.root
        node.comments = [Comment(text, after) for text, after in entry.get("comments", ())]
        node.mark, node.result = entry.get("mark", ""), entry.get("result", "")
        node.legal = entry.get("legal", True)
        nodes[entry["id"]] = node
        ids[node] = entry["id"]
        if any(move[3] for move in moves):
            short[node] = tuple(move[3] for move in moves)
    return Content(game, data["game"], ids, data["next"], source, data["title"], data["games"], short)


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
