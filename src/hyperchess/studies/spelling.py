"""Moves as text for people: in a short form, else as written."""

from __future__ import annotations

from itertools import islice
from typing import Any

from hyperchess.budget import Budget
from hyperchess.errors import HyperchessError
from hyperchess.game import AnyNode, WrittenMove
from hyperchess.ruleset import GameKind
from hyperchess.studies.content import Content
from hyperchess.studies.games import find_adapter

__all__ = ["add_short_texts", "short_texts", "shown_text"]

_MOST_SPELLED = 2_000  # further moves are displayed as written


def shown_text(written: WrittenMove[Any], short: str) -> str:
    """Return the text of a move without its evaluation: short, else as written, else raw.

    >>> shown_text(WrittenMove(None, "Nf3!? ", "!?"), "")
    'Nf3'
    >>> shown_text(WrittenMove("e2>e4"), ""), shown_text(WrittenMove("e2>e4", "e2e4"), "e4")
    ('e2>e4', 'e4')
    """
    text = written.text.strip()
    if short or not text:
        return short or str(written.move or "?")
    return text.removesuffix(written.evaluation).rstrip() if written.evaluation else text


def short_texts(node: AnyNode, budget: Budget | None = None) -> tuple[str, ...]:
    """Return short forms of the moves of a node; none if the game cannot be followed to it.

    With a budget, mates are searched.
    """
    if node.parent is None or node.action is None:
        return ()
    try:
        position = node.parent.position
    except HyperchessError:
        return ()
    return find_adapter(node.game.kind).short_texts(node, position, budget)


def add_short_texts(content: Content) -> None:
    """Compute short forms of the first moves.

    In 5D chess notations differ in how they write boards, so this applies to all moves; in infinite chess
    only to those without a written text.
    """
    every = content.kind is GameKind.MULTIVERSE
    wanted = (
        node for node in content.game.walk() if every or any(not move.text.strip() for move in node.moves)
    )
    for node in islice(wanted, _MOST_SPELLED):
        texts = short_texts(node)
        if texts:
            content.short[node] = texts
