"""Search of the collection without a database: conditions on whole games, and patterns.

Patterns are searched by replaying games. Other conditions on positions need a library; the error says so.

>>> from hyperchess.library.language import parse_query
>>> text = 'variant = "Standard" and actions < 20'
>>> find = game_search(text)
>>> from hyperchess.library.demo.collection import bundled_collection
>>> {game.variant for game in bundled_collection() if find(game) is None}
{'Standard'}
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import eq, ge, gt, le, lt, ne
from typing import Any, TypeAlias

from hyperchess.library.conditions import line_pattern
from hyperchess.library.demo.collection import CollectionGame
from hyperchess.library.errors import QueryError
from hyperchess.library.language import And, Comparison, Expression, Not, Number, Or, Phrase, parse_query
from hyperchess.text import Problem, Source, Span

__all__ = ["game_search"]

_COMPARE = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
_MATES = {"mate": "checkmate", "stalemate": "stalemate"}

Plies: TypeAlias = Callable[[CollectionGame], "frozenset[int] | None"]
"""Function from a game to the plies at which a condition is true; `None` for all of them."""

_NONE: frozenset[int] = frozenset()


def game_search(query: str) -> Plies:
    """Return the plies of a game at which a query is true; `None` if it is about whole games.

    Raise `QueryError` for conditions that only a library can evaluate.
    """
    return _plies(parse_query(query), query)


def _plies(part: Expression, query: str) -> Plies:
    if isinstance(part, Not):
        inner = _plies(part.part, query)
        return lambda game: _without(game, inner(game))
    if isinstance(part, And | Or):
        # Cheap conditions first: patterns replay the game.
        parts = [_plies(each, query) for each in sorted(part.parts, key=_has_pattern)]
        return partial(_all if isinstance(part, And) else _any, parts)
    if isinstance(part, Phrase):
        if part.name == "pattern":
            line = line_pattern(part, query)
            return lambda game: line.plies(game, game.plies)
        if part.name in _MATES:
            return lambda game: frozenset((game.plies,)) if game.status == _MATES[part.name] else _NONE
        raise _unknown(query, part.span)
    test = _text(part) if part.field else _number(part, query)
    return lambda game: None if test(game) else _NONE


def _has_pattern(part: Expression) -> bool:
    if isinstance(part, Not):
        return _has_pattern(part.part)
    if isinstance(part, And | Or):
        return any(map(_has_pattern, part.parts))
    return isinstance(part, Phrase) and part.name == "pattern"


def _all(parts: list[Plies], game: CollectionGame) -> frozenset[int] | None:
    found: frozenset[int] | None = None
    for part in parts:
        plies = part(game)
        if plies is not None:
            found = plies if found is None else found & plies
            if not found:
                break
    return found


def _any(parts: list[Plies], game: CollectionGame) -> frozenset[int] | None:
    found = _NONE
    for part in parts:
        plies = part(game)
        if plies is None:
            return None
        found |= plies
    return found


def _without(game: CollectionGame, plies: frozenset[int] | None) -> frozenset[int] | None:
    """Return the plies at which a condition is false."""
    if plies is None:
        return _NONE
    return frozenset(range(game.plies + 1)) - plies if plies else None


def _text(part: Comparison) -> Callable[[CollectionGame], bool]:
    wanted = part.text.casefold()
    if part.operator == "~":
        return lambda game: wanted in _value(game, part.field).casefold()
    compare = _COMPARE[part.operator]
    if part.field == "date":
        return lambda game: False  # the games of the collection have none
    return lambda game: compare(_value(game, part.field).casefold(), wanted)


def _value(game: CollectionGame, field: str) -> str:
    if field == "game":
        return game.kind.value
    return str(getattr(game, field, ""))


def _number(part: Comparison, query: str) -> Callable[[CollectionGame], bool]:
    for _, term in (*part.left, *part.right):
        if not isinstance(term, Number) and term.name != "actions":
            raise _unknown(query, Span(0, len(query)))
    compare = _COMPARE[part.operator]

    def total(side: tuple[tuple[int, Any], ...], game: CollectionGame) -> int:
        return sum(sign * (term.value if isinstance(term, Number) else game.plies) for sign, term in side)

    return lambda game: compare(total(part.left, game), total(part.right, game))


def _unknown(query: str, span: Span) -> QueryError:
    message = "this condition looks into the positions of games, which needs a library"
    hint = "`hyperchess library demo --library DIR` makes one, and `hyperchess serve --library DIR` uses it"
    return QueryError(Problem(Source(query, "<query>"), span, "", message, hint=hint))
