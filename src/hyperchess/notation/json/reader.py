"""Reading hyperchess JSON. A file may have been changed by hand, so its moves are checked against the rules.

A stored study is read by the same code, as a value and without the rules: only the program writes it, and a
study with thousands of moves opens at once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from typing import Any

from hyperchess import infinite, multiverse
from hyperchess.errors import HyperchessError, ParseError
from hyperchess.game import (
    MARKS,
    RESULTS,
    AnyGame,
    AnyNode,
    Comment,
    WrittenMove,
    keep_position,
    new_game,
)
from hyperchess.notation.icn.resolve import most_plies
from hyperchess.notation.json.writer import FORMAT, START_KEYS, VERSION, Record, read_move, read_start
from hyperchess.notation.json_text import Json, JsonDocument, JsonObject, Path, read_json
from hyperchess.ruleset import GameKind
from hyperchess.rulesets import AnyPosition, play_action
from hyperchess.text import Edit, Location, Problem, Severity, Source, Span

__all__ = ["read_json_games", "read_record"]

_KEYS = {
    "game": frozenset(
        {
            *("format", "version", "game", "notation", "headers", "start"),
            *("nodes", "problems", "source", "study"),
        }
    ),
    "node": frozenset({"id", "parent", "moves", "comments", "mark", "result", "legal"}),
    "move": frozenset({"from", "to", "promotion", "text", "evaluation", "nags", "hints", "short", "span"}),
}
_TEXTS = ("from", "to", "promotion", "text", "evaluation", "short")
_HINT = re.compile(r"\((?:[>+]L|~T)[+-]?[0-9]{1,9}\)")
_VERSIONS = {1: (GameKind.MULTIVERSE,), VERSION: tuple(GameKind)}


def read_json_games(source: Source, *, start: AnyPosition | None = None) -> list[AnyGame]:
    """Read all games of a text: objects one after the other, or in a list.

    With `start`, the games start there, whatever the text says.
    """
    games = []
    for document in read_json(source, lists=True):
        game = _Reader(document, checked=True).read(start).game
        game.problems = (*game.problems, *document.problems)
        games.append(game)
    return games


def read_record(data: Any) -> Record:
    """Read a stored study without checking its moves again; `HyperchessError` if it is damaged."""
    document = _Value(Source(""), Span(0, 0), data)
    record = _Reader(document, checked=False).read(None)
    for problem in document.problems:
        if problem.severity is Severity.ERROR:
            raise HyperchessError(f"a stored study is damaged: {problem.message}")
    return record


class _Value(JsonDocument):
    """A document that is not a text: nothing in it has a place."""

    def place(self, path: Path) -> Span:
        return self.span


class _Reader:
    """One game. Values of the right form are taken as they are; `Json` reports the others."""

    def __init__(self, document: JsonDocument, *, checked: bool) -> None:
        self.document = document
        self.checked = checked
        self.kind = GameKind.MULTIVERSE

    def at(self, value: Any, *path: str | int) -> Json:
        """A value with its place."""
        return Json(self.document, value, path)

    def read(self, start: AnyPosition | None) -> Record:
        root = self.document.root
        if not self.is_ours(root):
            game = new_game(None, notation="json")
            return Record(game, {game.root: 0}, 1)
        self.kind = GameKind(root["game"].value)
        self.find_unknown(root.value, _KEYS["game"])
        headers = {} if root["headers"].is_empty else dict(map(_header, root["headers"].items()))
        notation = "" if root["notation"].is_empty else root["notation"].text()
        given = start if start is not None else self.start(root["start"])
        game = new_game(given, headers, notation=notation, kind=self.kind)
        source = self.source(root["source"])
        tree = _Tree(self, game)
        tree.read(root["nodes"])
        if source is not None and not root["problems"].is_empty:
            game.problems = tuple(_problem(data, source) for data in root["problems"].items())
        study = root["study"]
        highest = max(tree.ids.values(), default=0) + 1
        return Record(
            game,
            tree.ids,
            highest if study["next"].is_empty else max(highest, study["next"].integer()),
            source,
            "" if study["title"].is_empty else study["title"].text(),
            1 if study["games"].is_empty else study["games"].integer(1),
            tree.short,
        )

    def is_ours(self, root: Json) -> bool:
        """Return whether this is a supported game and version; report it otherwise."""
        if root.is_missing:
            return False
        version, game = root["version"].value, root["game"].value
        if root["format"].value != FORMAT:
            root.report(f'expected an object with "format": "{FORMAT}"')
        elif type(version) is not int or version not in _VERSIONS:
            known = " and ".join(map(str, _VERSIONS))
            root["version"].report(f"only versions {known} of the format can be read", code="version")
        elif game not in _VERSIONS[version]:
            names = " or ".join(repr(kind.value) for kind in _VERSIONS[version])
            root["game"].report(f"the game of version {version} is {names}", code="version")
        else:
            return True
        return False

    def find_unknown(self, entry: JsonObject, known: Collection[str], *path: str | int) -> None:
        for key in entry:
            if key not in known:
                message = f"unknown key {key!r:.60}: it is ignored"
                self.at(entry[key], *path, key).report(message, severity=Severity.WARNING)

    def text(self, entry: JsonObject, key: str, path: Path) -> str:
        """A text that may be missing."""
        value = entry.get(key)
        if value is None:
            return ""
        return value if isinstance(value, str) else self.at(value, *path, key).text()

    def choice(self, entry: JsonObject, key: str, choices: tuple[str, ...], path: Path) -> str:
        """One of some texts, which may be missing."""
        text = self.text(entry, key, path)
        if text in (*choices, ""):
            return text
        self.at(text, *path, key).report(f"expected {', '.join(choices)} or an empty text")
        return ""

    def start(self, start: Json) -> AnyPosition | None:
        if start.is_empty or not start.names():
            return None
        self.find_unknown(start.value, START_KEYS[self.kind], "start")
        before = len(self.document.problems)
        data: JsonObject = {}
        if self.kind is GameKind.MULTIVERSE:
            for key in ("boards", "promotions", "initial"):
                data[key] = [item.text() for item in start[key].items()]
        else:
            data["position"] = start["position"].text()
            data["rules"] = (
                [] if start["rules"].is_empty else [name.text() for name in start["rules"].items()]
            )
        if len(self.document.problems) > before:
            return None
        try:
            return read_start(data, self.kind)
        except ParseError as error:
            start.report(f"the start cannot be read: {error.problem.message}", code="start")
        except HyperchessError as error:
            start.report(f"the start cannot be read: {error}", code="start")
        return None

    def source(self, source: Json) -> Source | None:
        if source.is_empty:
            return None
        first = Location(1, 1)
        if not source["first"].is_empty:
            numbers = [number.integer(1) for number in source["first"].items()]
            first = Location(*numbers) if len(numbers) == 2 else first
        return Source(source["text"].text(), source["name"].text("<text>"), first)

    def move(self, entry: Any, path: Path) -> tuple[WrittenMove[Any], str]:
        """A move, and its short form."""
        if not isinstance(entry, dict):
            self.at(entry, *path).names()
            return WrittenMove(None), ""
        if not entry.keys() <= _KEYS["move"]:
            self.find_unknown(entry, _KEYS["move"], *path)
        source, target, promotion, text, evaluation, short = [
            self.text(entry, key, path) if key in entry else "" for key in _TEXTS
        ]
        span = None if entry.get("span") is None else self.span(entry["span"], *path, "span")
        move = None
        if source or target:
            try:
                move = read_move(source, target, promotion, self.kind)
            except ParseError as error:
                square = "(0T1w)e4" if self.kind is GameKind.MULTIVERSE else "4,2"
                message = f"expected squares such as {square}: {error.problem.message}"
                self.at(entry, *path).report(message)
            except HyperchessError as error:
                self.at(entry.get("promotion"), *path, "promotion").report(str(error))
        nags = self.nags(entry["nags"], *path, "nags") if "nags" in entry else ()
        hints = self.hints(entry["hints"], *path, "hints") if "hints" in entry else ()
        return WrittenMove(move, text, evaluation, span, nags, hints), short

    def nags(self, value: Any, *path: str | int) -> tuple[int, ...]:
        if isinstance(value, list) and all(type(number) is int and 0 <= number < 1000 for number in value):
            return tuple(value)
        self.at(value, *path).report("expected a list of numbers from 0 to 999")
        return ()

    def hints(self, value: Any, *path: str | int) -> tuple[str, ...]:
        if isinstance(value, list) and all(isinstance(hint, str) and _HINT.fullmatch(hint) for hint in value):
            return tuple(value)
        self.at(value, *path).report("expected a list of tokens such as (>L1) or (~T2)")
        return ()

    def span(self, value: Any, *path: str | int) -> Span | None:
        if (
            isinstance(value, list)
            and [type(end) for end in value] == [int, int]
            and 0 <= value[0] <= value[1]
        ):
            return Span(*value)
        self.at(value, *path).report("a span is a list of two offsets, the smaller one first")
        return None


class _Tree:
    """The nodes read so far, and the positions of those that may get more children."""

    def __init__(self, reader: _Reader, game: AnyGame) -> None:
        self.reader = reader
        self.game = game
        self.nodes: list[AnyNode | None] = []
        self.ids: dict[AnyNode, int] = {}
        self.short: dict[AnyNode, tuple[str, ...]] = {}
        self.children: Counter[int] = Counter()
        self.positions: dict[int, AnyPosition | None] = {0: game.start}
        self.numbers: set[int] = set()
        self.most = self.room = most_plies(game.start) if isinstance(game.start, infinite.Position) else None

    def read(self, nodes: Json) -> None:
        """Read all nodes."""
        entries = nodes.value if isinstance(nodes.value, list) else nodes.items()
        if self.reader.checked:
            parents = (entry.get("parent") for entry in entries if isinstance(entry, dict))
            self.children.update(parent for parent in parents if isinstance(parent, int))
        for index, entry in enumerate(entries):
            self.nodes.append(self.add(index, entry))
        if not self.nodes:
            nodes.report("a game has at least its root among the nodes")
            self.ids[self.game.root] = 0

    def add(self, index: int, entry: Any) -> AnyNode | None:
        """Put the node of an entry in its place; if it has none, that is reported."""
        reader = self.reader
        path = ("nodes", index)
        if not isinstance(entry, dict):
            reader.at(entry, *path).names()
            entry = {}
        if not entry.keys() <= _KEYS["node"]:
            reader.find_unknown(entry, _KEYS["node"], *path)
        moves = self.moves(entry, index)
        node = self.game.root
        if index == 0:
            if entry.get("parent") is not None or moves:
                reader.at(entry, *path).report("the first node is the root: it has no parent and no moves")
        else:
            attached = self.attach(index, entry, tuple(move for move, _ in moves))
            if attached is None:
                return None
            node = attached
        if entry.get("comments") is not None:
            comments = reader.at(entry["comments"], *path, "comments").items()
            node.comments = list(map(_comment, comments))
        if "mark" in entry or "result" in entry:
            node.mark = reader.choice(entry, "mark", MARKS, path)
            node.result = reader.choice(entry, "result", RESULTS, path)
        self.number(node, index, entry)
        if any(short for _, short in moves):
            self.short[node] = tuple(short for _, short in moves)
        return node

    def moves(self, entry: JsonObject, index: int) -> list[tuple[WrittenMove[Any], str]]:
        moves = entry.get("moves")
        if not isinstance(moves, list):
            if moves is not None:
                self.reader.at(moves, "nodes", index, "moves").items()
            return []
        return [self.reader.move(move, ("nodes", index, "moves", place)) for place, move in enumerate(moves)]

    def number(self, node: AnyNode, index: int, entry: JsonObject) -> None:
        """Give a node its number: that of the entry, else its place in the list."""
        number = entry.get("id")
        if number is None:
            number = index
        elif type(number) is not int or number < 0 or number in self.numbers:
            self.reader.at(number, "nodes", index, "id").report("expected a number that no other node has")
            number = index
        self.numbers.add(number)
        self.ids[node] = number

    def attach(self, index: int, entry: JsonObject, moves: tuple[WrittenMove[Any], ...]) -> AnyNode | None:
        """The new node below its parent, and the position after it."""
        reader = self.reader
        place = entry.get("parent")
        parent = self.nodes[place] if type(place) is int and 0 <= place < index else None
        if parent is None:
            message = "expected the index of a node that stands before this one"
            reader.at(place, "nodes", index, "parent").report(message)
            return None
        assert isinstance(place, int)
        node = parent.attach(moves)
        legal = entry.get("legal")
        if legal is not None:
            node.legal = reader.at(legal, "nodes", index, "legal").boolean()
        if reader.checked:
            after = self.after(node, self.positions.get(place), reader.at(entry, "nodes", index))
            if self.children[index]:
                self.positions[index] = after
            self.children[place] -= 1
            if not self.children[place]:
                self.positions.pop(place, None)
        return node

    def after(self, node: AnyNode, position: AnyPosition | None, data: Json) -> AnyPosition | None:
        """The position after a node's action. What is not legal is reported, and marked as such."""
        action = node.action
        if position is None or action is None or self.is_full(data):
            return None
        after: AnyPosition | None = None
        try:
            if len(action) == 1 or (action and isinstance(position, multiverse.Position)):
                after = play_action(position, action)
            elif not isinstance(position, multiverse.Position):
                data.report("an action of infinite chess is one move", code="illegal-move")
        except HyperchessError as error:
            data.report(f"not a legal action: {error}", code="illegal-move")
        if after is None:
            node.legal = False
            return None
        keep_position(node, after)
        return after

    def is_full(self, data: Json) -> bool:
        """Return whether the limit of checked moves is reached; report the first move beyond it."""
        if self.room is None:
            return False
        self.room -= 1
        if self.room == -1:
            data.report(f"moves after number {self.most} are not checked", code="limit")
        return self.room < 0


def _header(header: Json) -> tuple[str, str]:
    pair = header.items()
    if len(pair) != 2:
        header.report("a header is a list of two texts: its name and its value")
        return "", ""
    return pair[0].text(), pair[1].text()


def _comment(data: Json) -> Comment:
    return Comment(data["text"].text(), 0 if data["after"].is_empty else data["after"].integer())


def _problem(data: Json, source: Source) -> Problem:
    severity = next((one for one in Severity if one.value == data["severity"].value), Severity.ERROR)
    hint = "" if data["hint"].is_empty else data["hint"].text()
    fix = None if data["fix"].is_empty else Edit(_span_in(data["fix"], source), data["fix"]["text"].text())
    code, message = data["code"].text(), data["message"].text()
    return Problem(source, _span_in(data, source), code, message, hint, severity, fix)


def _span_in(data: Json, source: Source) -> Span:
    """Return a span, clipped to the source."""
    start = min(max(data["start"].integer(), 0), len(source.text))
    return Span(start, min(max(data["end"].integer(), start), len(source.text) + 1))
