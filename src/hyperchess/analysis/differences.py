"""Differences between two games as trees.

>>> from hyperchess.notation.reading import parse
>>> mine = parse("1. e4 / e5 2. Nf3 {quiet} / Nc6")
>>> theirs = parse("1. e4 / e5 (2w. d4) 2. Nf3")
>>> for difference in differences(mine, theirs):
...     print(difference)
+ 2w.1 d4
~ 2w comments: quiet | none
- 2b Nc6
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hyperchess.game import AnyGame, AnyNode, Game
from hyperchess.notation.places import format_path
from hyperchess.rulesets import canonical_action
from hyperchess.text import plural
from hyperchess.validation import check_instance

__all__ = ["START_HEADERS", "Difference", "differences", "text_of_node"]


START_HEADERS = frozenset(
    {"Board", "Variant", "Mode", "Size", "Timeline", "Timelines", "InitialMultiverses", "Promotions"}
)


@dataclass(frozen=True, slots=True)
class Difference:
    """An item of only one game (`-` the first, `+` the second), or one that differs (`~`)."""

    sign: str
    place: str
    what: str
    first: str = ""
    second: str = ""

    def __str__(self) -> str:
        values = f": {self.first or 'none'} | {self.second or 'none'}" if self.sign == "~" else ""
        return f"{self.sign} {self.place} {self.what}{values}"


def differences(first: AnyGame, second: AnyGame) -> Iterator[Difference]:
    """Yield all differences: headers, the start, then the trees, each variation before its continuation."""
    check_instance("first", first, Game, "a game")
    check_instance("second", second, Game, "a game")
    yield from _headers(first.headers, second.headers)
    if first.start != second.start:
        yield Difference("~", "start", "position", _start(first), _start(second))
        return
    waiting: list[tuple[AnyNode, AnyNode]] = [(first.root, second.root)]
    while waiting:
        one, other = waiting.pop()
        yield from _nodes(one, other)
        theirs: list[AnyNode] = [*other.children]
        pairs: list[tuple[AnyNode, AnyNode]] = []
        for child in one.children:
            match = next((node for node in theirs if _same_action(child, node)), None)
            if match is None:
                yield Difference("-", format_path(child), _line(child))
            else:
                theirs.remove(match)
                pairs.append((child, match))
        yield from (Difference("+", format_path(child), _line(child)) for child in theirs)
        if (
            pairs
            and other.children
            and one.children[0] is pairs[0][0]
            and pairs[0][1] is not other.children[0]
        ):
            yield Difference(
                "~", format_path(pairs[0][0]), "main line", "here", text_of_node(other.children[0])
            )
        waiting += reversed(pairs)


def _headers(first: dict[str, str], second: dict[str, str]) -> Iterator[Difference]:
    for key in dict.fromkeys((*first, *second)):
        if key not in START_HEADERS and first.get(key) != second.get(key):
            yield Difference("~", key, "header", first.get(key, ""), second.get(key, ""))


def _nags(node: AnyNode) -> str:
    return " ".join(f"${number}" for written in node.moves for number in written.nags)


def _nodes(one: AnyNode, other: AnyNode) -> Iterator[Difference]:
    """Yield the differences between two nodes with the same action."""
    rows = (
        ("comments", _comments(one), _comments(other)),
        ("evaluation", one.evaluation, other.evaluation),
        ("numbered marks", _nags(one), _nags(other)),
        ("result", one.result, other.result),
    )
    for what, mine, theirs in rows:
        if mine != theirs:
            yield Difference("~", format_path(one), what, mine, theirs)


def _comments(node: AnyNode) -> str:
    return " / ".join(" ".join(comment.text.split()) for comment in node.comments)


def _same_action(one: AnyNode, other: AnyNode) -> bool:
    """Return whether two actions have the same moves in any order, or are unresolved with the same text."""
    mine, theirs = one.action, other.action
    if mine is None or theirs is None:
        return mine is theirs and text_of_node(one) == text_of_node(other)
    if mine == theirs:
        return True
    if one.parent is None or not one.parent.is_resolved:
        return False
    position = one.parent.position
    return canonical_action(position, mine) == canonical_action(position, theirs)


def text_of_node(node: AnyNode) -> str:
    """Return an action as it was written, else in raw notation."""
    return " ".join(move.text or str(move.move) for move in node.moves)


def _line(node: AnyNode) -> str:
    """Describe an action that only one game has, and the number of actions after it."""
    following = sum(1 for _ in node.walk()) - 1
    more = f" and {plural(following, 'action')} after it" if following else ""
    return text_of_node(node) + more


def _start(game: AnyGame) -> str:
    named = game.headers.get("Board") or game.headers.get("Variant")
    return named or ("unknown" if game.start is None else "another position")
