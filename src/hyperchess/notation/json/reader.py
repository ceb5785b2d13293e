"""Reading hyperchess' own JSON. Moves are held against the rules: a file may have been changed by hand."""

from __future__ import annotations

from collections import Counter

from hyperchess.errors import HyperchessError, ParseError
from hyperchess.game import Comment, Game, Node, WrittenMove
from hyperchess.multiverse import Move, Position, Square
from hyperchess.multiverse.coordinates import Timeline, parse_square
from hyperchess.multiverse.pieces import PIECES
from hyperchess.notation.json.writer import FORMAT, VERSION
from hyperchess.notation.json_text import Json, JsonDocument, read_json
from hyperchess.text import Edit, Problem, Severity, Source, Span

__all__ = ["read_json_games"]

Game5D = Game[Position, Move]
Node5D = Node[Position, Move]

_KEYS = {
    "game": {"format", "version", "game", "notation", "headers", "start", "nodes", "problems", "source"},
    "start": {"boards", "promotions", "initial"},
    "node": {"parent", "moves", "comments", "mark", "result", "legal"},
    "move": {"from", "to", "promotion", "text", "evaluation"},
}


def read_json_games(source: Source) -> list[Game5D]:
    """Read all games of a text, one after the other."""
    return [_read_game(document) for document in read_json(source)]


def _read_game(document: JsonDocument) -> Game5D:
    root = document.root
    if not _is_ours(root):
        return Game(None, notation="json", problems=tuple(document.problems))
    _unknown(root, "game")
    headers = {} if root["headers"].is_empty else dict(map(_header, root["headers"].items()))
    notation = "" if root["notation"].is_empty else root["notation"].text()
    game: Game5D = Game(_start(root["start"]), headers, notation=notation)
    entries = root["nodes"].items()
    tree = _Tree(game, Counter(parent for parent in map(_parent, entries) if parent is not None))
    for data in entries:
        tree.add(data)
    if not tree.nodes:
        root["nodes"].report("a game has at least its root among the nodes")
    game.problems = (*_problems(root), *document.problems)
    return game


def _parent(entry: Json) -> int | None:
    parent = entry["parent"].value
    return parent if isinstance(parent, int) else None


def _is_ours(root: Json) -> bool:
    """Whether this is a game of a kind and version that can be read; if not, that is reported."""
    if root.is_missing:
        return False
    if root["format"].value != FORMAT:
        root.report(f'expected an object with "format": "{FORMAT}"')
    elif root["version"].value != VERSION:
        root["version"].report(f"only version {VERSION} of the format can be read", code="version")
    elif root["game"].value != "5d":
        root["game"].report("only games of 5D chess ('5d') can be read so far", code="version")
    else:
        return True
    return False


def _unknown(value: Json, kind: str) -> None:
    for key in value.names():
        if key not in _KEYS[kind]:
            value[key].report(f"unknown key {key!r:.60}: it is ignored", severity=Severity.WARNING)


def _header(header: Json) -> tuple[str, str]:
    pair = header.items()
    if len(pair) != 2:
        header.report("a header is a list of two texts: its name and its value")
        return "", ""
    return pair[0].text(), pair[1].text()


def _start(start: Json) -> Position | None:
    if start.is_empty:
        return None
    _unknown(start, "start")
    boards = "".join(board.text() for board in start["boards"].items())
    promotions = [letter.text() for letter in start["promotions"].items()]
    try:
        initial = [Timeline.parse(name.text("0")) for name in start["initial"].items()]
        return Position.of_fen(boards, promotions=promotions, initial=initial)
    except ParseError as error:
        start.report(f"the start cannot be read: {error.problem.message}", code="start")
    except HyperchessError as error:
        start.report(f"the start cannot be read: {error}", code="start")
    return None


class _Tree:
    """The nodes read so far, and the positions after those of which more children are to come."""

    def __init__(self, game: Game5D, children: Counter[int]) -> None:
        self.game = game
        self.children = children
        self.nodes: list[Node5D | None] = []
        self.positions: dict[int, Position | None] = {0: game.start}

    def add(self, data: Json) -> None:
        """Put the node of an entry in its place; if it has none, that is reported."""
        _unknown(data, "node")
        moves = () if data["moves"].is_empty else tuple(_move(move) for move in data["moves"].items())
        if not self.nodes:
            node = self.game.root
            if data["parent"].value is not None or moves:
                data.report("the first node is the root: it has no parent and no moves")
        else:
            place = data["parent"].integer(-1)
            parent = self.nodes[place] if 0 <= place < len(self.nodes) else None
            if parent is None:
                data["parent"].report("expected the index of a node that stands before this one")
                self.nodes.append(None)
                return
            node = parent.attach(moves)
            node.legal = True if data["legal"].is_empty else data["legal"].boolean()
            after = _after(node, self.positions.get(place), data)
            if self.children[len(self.nodes)]:
                self.positions[len(self.nodes)] = after
            self.children[place] -= 1
            if not self.children[place]:
                self.positions.pop(place, None)
        if not data["comments"].is_empty:
            node.comments = [_comment(comment) for comment in data["comments"].items()]
        node.mark = "" if data["mark"].is_empty else data["mark"].text()
        node.result = "" if data["result"].is_empty else data["result"].text()
        self.nodes.append(node)


def _after(node: Node5D, position: Position | None, data: Json) -> Position | None:
    """The position after a node's action. What is not legal is reported, and marked as such."""
    action = node.action
    if position is None or action is None:
        return None
    try:
        after = position.play(action) if action else None
    except HyperchessError as error:
        data.report(f"not a legal action: {error}", code="illegal-move")
        after = None
    if after is None:
        node.legal = False
        return None
    node.game.keep(node, after)
    return after


def _move(data: Json) -> WrittenMove[Move]:
    _unknown(data, "move")
    text = "" if data["text"].is_empty else data["text"].text()
    evaluation = "" if data["evaluation"].is_empty else data["evaluation"].text()
    if data["from"].is_empty and data["to"].is_empty:
        return WrittenMove(None, text, evaluation)
    source, target = _square(data["from"]), _square(data["to"])
    promotion = "" if data["promotion"].is_empty else data["promotion"].text()
    if promotion and promotion not in PIECES:
        data["promotion"].report(f"no piece has the letter {promotion!r:.20}")
        return WrittenMove(None, text, evaluation)
    if source is None or target is None:
        return WrittenMove(None, text, evaluation)
    return WrittenMove(Move(source, target, promotion), text, evaluation)


def _square(data: Json) -> Square | None:
    try:
        return parse_square(data.text())
    except ParseError as error:
        data.report(f"expected a square such as (0T1w)e4: {error.problem.message}")
        return None


def _comment(data: Json) -> Comment:
    after = 0 if data["after"].is_empty else data["after"].integer()
    return Comment(data["text"].text(), after)


def _problems(root: Json) -> list[Problem]:
    """The problems of the original text, as they were."""
    if root["problems"].is_empty:
        return []
    name = root["source"]["name"].text("<text>")
    source = Source(root["source"]["text"].text(), name)
    return [_problem(data, source) for data in root["problems"].items()]


def _problem(data: Json, source: Source) -> Problem:
    severity = next((one for one in Severity if one.value == data["severity"].value), Severity.ERROR)
    hint = "" if data["hint"].is_empty else data["hint"].text()
    fix = None if data["fix"].is_empty else Edit(_span(data["fix"], source), data["fix"]["text"].text())
    code, message = data["code"].text(), data["message"].text()
    return Problem(source, _span(data, source), code, message, hint, severity, fix)


def _span(data: Json, source: Source) -> Span:
    """A stretch of the source, kept within it."""
    start = min(max(data["start"].integer(), 0), len(source.text))
    return Span(start, min(max(data["end"].integer(), start), len(source.text) + 1))
