"""Searching the collection without a database: conditions on games as a whole.

What happens in the positions of a game is known to a library only, and an error says so.

>>> from hyperchess.library.language import parse_query
>>> text = 'variant = "Standard" and actions < 20'
>>> fits = game_test(text)
>>> from hyperchess.library.demo.collection import bundled_collection
>>> {game.variant for game in bundled_collection() if fits(game)}
{'Standard'}
"""

from __future__ import annotations

from collections.abc import Callable
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from hyperchess.library.demo.collection import CollectionGame
from hyperchess.library.errors import QueryError
from hyperchess.library.language import And, Comparison, Expression, Not, Number, Or, Phrase, parse_query
from hyperchess.text import Problem, Source, Span

__all__ = ["game_test"]

_COMPARE = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
_MATES = {"mate": "checkmate", "stalemate": "stalemate"}

Test = Callable[[CollectionGame], bool]


def game_test(query: str) -> Test:
    """Whether a game fits a query; `QueryError` for conditions that only a library can answer."""
    return _test(parse_query(query), query)


def _test(part: Expression, query: str) -> Test:
    if isinstance(part, Not):
        inner = _test(part.part, query)
        return lambda game: not inner(game)
    if isinstance(part, And | Or):
        tests = [_test(each, query) for each in part.parts]
        join = all if isinstance(part, And) else any
        return lambda game: join(test(game) for test in tests)
    if isinstance(part, Phrase):
        if part.name in _MATES:
            return lambda game: game.status == _MATES[part.name]
        raise _unknown(query, part.span)
    return _text(part) if part.field else _number(part, query)


def _text(part: Comparison) -> Test:
    wanted = part.text.casefold()
    if part.operator == "~":
        return lambda game: wanted in _value(game, part.field).casefold()
    compare = _COMPARE[part.operator]
    if part.field == "date":
        return lambda game: False  # the games have none
    return lambda game: compare(_value(game, part.field).casefold(), wanted)


def _value(game: CollectionGame, field: str) -> str:
    if field == "game":
        return game.kind.value
    return str(getattr(game, field, ""))


def _number(part: Comparison, query: str) -> Test:
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
