"""An opening book from a collection of games: for each position the actions played, and how they fared."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from hyperchess.game import Game, Node, WrittenMove
from hyperchess.multiverse import Action, Move, Position

__all__ = ["Book", "Entry", "build_book"]


@dataclass
class Entry:
    """How often an action was played, and the results of those games."""

    action: Action
    count: int = 0
    results: dict[str, int] = field(default_factory=dict)


@dataclass
class Book:
    """Actions by the hash of the position in which they were played."""

    positions: dict[str, dict[Action, Entry]] = field(default_factory=dict)
    games: int = 0

    def actions(self, position: Position) -> list[Entry]:
        """What was played in a position, the most frequent first.

        A hash does not tell the promotions that a game allows: actions of other games may not be legal here.
        """
        played = self.positions.get(position.hash(), {}).values()
        entries = (entry for entry in played if position.is_legal(entry.action))
        return sorted(entries, key=lambda entry: (-entry.count, str(entry.action)))

    def as_data(self) -> dict[str, object]:
        """The book for machines: hash -> raw notation -> count and results."""
        return {
            digest: {
                str(entry.action): {"count": entry.count, "results": entry.results}
                for entry in entries.values()
            }
            for digest, entries in sorted(self.positions.items())
        }

    def as_game(self, start: Position, *, least: int = 1) -> Game[Position, Move]:
        """The book as a game tree from a start: the most frequent action is the main line."""
        game: Game[Position, Move] = Game(start, {"Event": f"opening book of {self.games} games"})
        waiting: deque[Node[Position, Move]] = deque([game.root])
        seen = set()
        while waiting:
            # By depth, then by frequency: what is reached in several ways goes on where it comes first.
            node = waiting.popleft()
            digest = node.position.hash()
            if digest in seen:
                continue
            seen.add(digest)
            for entry in self.actions(node.position):
                if entry.count >= least:
                    waiting.append(node.attach(tuple(map(WrittenMove, entry.action))))
        return game


def build_book(games: Iterable[Game[Position, Move]], *, depth: int = 20) -> Book:
    """The book of a collection: main lines and variations, as far as they could be resolved.

    >>> from hyperchess.notation.reading import parse
    >>> book = build_book([parse("1. e4 / e5 1-0"), parse("1. e4 / c5 0-1"), parse("1. d4")])
    >>> start = parse("").start
    >>> [(str(entry.action), entry.count, entry.results) for entry in book.actions(start)]
    [('(0T1)e2>(0T1)e4', 2, {'1-0': 1, '0-1': 1}), ('(0T1)d2>(0T1)d4', 1, {})]
    """
    book = Book()
    for game in games:
        if game.start is None:
            continue
        book.games += 1
        main = set(game.main_line)
        waiting = [(game.root, game.start, 0)]
        while waiting:
            node, position, ply = waiting.pop()
            for child in node.children:
                if child.action is None or ply >= depth:
                    continue
                _count(book, position, child, game.result if child in main else "")
                waiting.append((child, position.play_legal(child.action), ply + 1))
    return book


def _count(book: Book, position: Position, child: Node[Position, Move], result: str) -> None:
    assert child.action is not None
    action = position.canonical(child.action)
    entries = book.positions.setdefault(position.hash(), {})
    entry = entries.setdefault(action, Entry(action))
    entry.count += 1
    if result:
        entry.results[result] = entry.results.get(result, 0) + 1
