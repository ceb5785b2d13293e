"""Random game trees, and a small reader of written ones that shares nothing with the product's."""

import random
import re

from hyperchess.game import Comment, Game, Node, WrittenMove
from hyperchess.multiverse import Color, Move, Position

Game5D = Game[Position, Move]
Node5D = Node[Position, Move]

_COMMENTS = ("a fork", "nested {braces} inside", "two\nlines", " blanks at both ends ", "1. e4 (0T1)", "")
_TOKEN = re.compile(
    r"(?P<open>\((?=\d+[wb]\.))|(?P<serial>\d+[wb]?\.|[./](?=\s|$))|(?P<result>1-0|0-1|1/2-1/2)"
    r"|(?P<hint>\((?:>L|~T|\+L)[^)]*\)[!?]*)|(?P<move>(?:\((?!>L|~T|\+L)[^()\s]*\)|[^\s()])+)|(?P<close>\))|\s+"
)


def random_action(position: Position, chance: random.Random) -> tuple[Move, ...] | None:
    """A legal action: moves at random if that works out soon, else one of the first that a search finds."""
    for _ in range(5):
        state = position
        for _ in range(6):
            moves = state.moves()
            if not moves:
                break
            state = state.move(chance.choice(moves))
            if state.rules.submit_fault(state) is None:
                return state.pending
    return next(iter(chance.sample(found, 1)), None) if (found := list(position.actions(limit=15))) else None


def random_game(start: Position, chance: random.Random, *, actions: int, branching: float = 0.2) -> Game5D:
    """A game tree with comments, evaluation marks and results."""
    game: Game5D = Game(start, {"White": "Ada", "Event": "Test"})
    known: list[tuple[Node5D, Position]] = [(game.root, start)]
    for _ in range(actions):
        parent, position = chance.choice(known) if chance.random() < branching else known[-1]
        action = random_action(position, chance)
        if action is None:
            continue
        siblings = len(parent.children)
        node = parent.add(action)
        if len(parent.children) == siblings:
            continue
        marks = ("", "", "", "!", "??", "!?")
        node.moves = tuple(WrittenMove(move, "", chance.choice(marks)) for move in action)
        places = sorted(chance.randint(0, len(action)) for _ in range(chance.choice((0, 0, 0, 1, 2))))
        node.comments = [Comment(chance.choice(_COMMENTS), place) for place in places]
        known.append((node, position.play_legal(action)))
    for node in game.walk():
        if not node.children and chance.random() < 0.5:
            node.result = chance.choice(("1-0", "0-1", "1/2-1/2"))
    return game


def moves_part(text: str) -> str:
    """Return the text after headers and boards, without comments."""
    lines = text.split("\n")
    body = "\n".join(lines[next((i for i, line in enumerate(lines) if not line.startswith("[")), 0) :])
    while (shorter := re.sub(r"\{[^{}]*\}", " ", body)) != body:
        body = shorter
    return body


def read_back(text: str, start: Position) -> Game5D:
    """The game that a written text tells, every action read move by move in the position before it."""
    game: Game5D = Game(start)
    parent, moves = game.root, list[str]()
    opened: list[Node5D] = []

    def finish() -> None:
        nonlocal parent
        if moves:
            position = parent.position
            action = position.read(" ".join(moves))
            texts = [WrittenMove(move, text) for move, text in zip(action, moves, strict=True)]
            assert position.is_legal(action)
            parent = parent.attach(tuple(texts))
            moves.clear()

    body = moves_part(text)
    offset = 0
    while offset < len(body):
        match = _TOKEN.match(body, offset)
        assert match is not None, body[offset : offset + 20]
        offset = match.end()
        kind = match.lastgroup
        if kind == "move":
            moves.append(match[0])
        elif kind == "open":
            finish()
            opened.append(parent)
        elif kind == "close":
            finish()
            parent = opened.pop()
        elif kind == "serial":
            finish()
            _check_serial(match[0], parent, start)
        elif kind == "result":
            finish()
            parent.result = match[0]
    finish()
    assert not opened
    for node in [game.root, *game.walk()]:
        node.children[:] = node.children[-1:] + node.children[:-1]  # the main line was written last
    return game


def _check_serial(serial: str, parent: Node5D, start: Position) -> None:
    plies = len(parent.path) + (start.player is Color.BLACK)
    number, color = plies // 2 + 1, Color(plies % 2)
    if serial[0].isdigit():
        digits = serial.rstrip("wb.")
        assert int(digits) == number
        assert serial[len(digits) :] in (".", f"{color.letter}.")
    elif serial == ".":
        assert color is Color.WHITE


def outline(node: Node5D, position: Position, *, main_line: bool = False) -> list[object]:
    """The tree below a node as plain values: depth, action in standard order, result."""
    found: list[object] = []
    waiting = [(node, 0, position)]
    while waiting:
        at, depth, before = waiting.pop()
        if at is not node:
            action = at.action
            assert action is not None
            found.append((depth, str(before.canonical(action)), at.result))
            before = before.play_legal(action)
        children = at.children[:1] if main_line else at.children
        waiting += [(child, depth + 1, before) for child in reversed(children)]
    return found
