"""Searching: the games that fit a query, one by one, and where in each of them it holds first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, islice
from typing import Any, NamedTuple, TypeAlias

from hyperchess.budget import UNLIMITED, Budget, Meter
from hyperchess.errors import BudgetExhausted
from hyperchess.library.conditions import Compiled
from hyperchess.library.games import STORED, StoredGame
from hyperchess.library.store import Store

__all__ = [
    "JOINED",
    "Part",
    "Scanned",
    "Share",
    "count_games",
    "find_games",
    "in_turn",
    "scan",
    "stored_games",
]

JOINED = "games g JOIN sources s ON s.id = g.source LEFT JOIN starts t ON t.id = g.start"
_POSITIONS = "positions p JOIN games g ON g.id = p.game"
_TOGETHER = 200  # games that are fetched at once


Values: TypeAlias = tuple[Any, ...]
Rows: TypeAlias = dict[int, Values] | Values
"""What the database says of the plies in question; one tuple if it says the same of all plies of a game."""


class Part(NamedTuple):
    """Games to replay for a query, each with what the database says of them.

    `budget` is the time that is left, `rounds` the number of positions, if that is limited.
    """

    query: Compiled
    games: tuple[tuple[StoredGame, Rows], ...]
    budget: Budget
    rounds: int | None


class Scanned(NamedTuple):
    """A game that was replayed: the first ply where the query holds, and how many positions were looked at.

    `ended` says that the budget ended first.
    """

    game: int
    ply: int | None
    positions: int
    ended: str = ""


Share: TypeAlias = Callable[[Callable[[Part], Iterator[Scanned]], Iterator[Part]], Iterable[Scanned]]
"""How the work is shared: takes `scan` and the parts, and gives back what it yields, in their order."""


def in_turn(work: Callable[[Part], Iterator[Scanned]], parts: Iterator[Part]) -> Iterator[Scanned]:
    """One part after the other, in this process."""
    for part in parts:
        yield from work(part)


def find_games(
    store: Store,
    query: Compiled,
    *,
    limit: int | None = None,
    budget: Budget = UNLIMITED,
    share: Share = in_turn,
) -> Iterator[StoredGame]:
    """The games that fit, in the order of the library.

    `BudgetExhausted` comes after the games that were found in time.
    """
    # what the database knows comes at once; what is replayed comes one by one
    first = 1 if query.replay else _TOGETHER if limit is None else max(1, min(limit, _TOGETHER))
    return islice(stored_games(store, _hits(store, query, budget, share), first), limit)


def count_games(store: Store, query: Compiled, *, budget: Budget = UNLIMITED, share: Share = in_turn) -> int:
    """How many games fit."""
    if query.replay:
        return sum(1 for _ in _hits(store, query, budget, share))
    if query.needs_rows:
        sql = f"SELECT count(DISTINCT p.game) FROM {_POSITIONS} WHERE {query.where}"
    else:
        sql = f"SELECT count(*) FROM games g WHERE {query.where}"
    return int(next(store.rows(sql, seconds=budget.seconds))[0])


def _hits(store: Store, query: Compiled, budget: Budget, share: Share) -> Iterator[tuple[int, int | None]]:
    """The numbers of the games that fit, and the first ply where they do."""
    if not query.needs_ply:
        sql = f"SELECT g.id, NULL FROM games g WHERE {query.where} ORDER BY g.id"
        yield from ((game, None) for game, _ in store.rows(sql, seconds=budget.seconds))
    elif not query.replay:
        sql = (
            f"SELECT p.game, min(p.ply) FROM {_POSITIONS} WHERE {query.where} GROUP BY p.game ORDER BY p.game"
        )
        yield from ((game, ply) for game, ply in store.rows(sql, seconds=budget.seconds))
    else:
        yield from _replayed(store, query, budget, share)


def _replayed(store: Store, query: Compiled, budget: Budget, share: Share) -> Iterator[tuple[int, int]]:
    meter = budget.start()
    for scanned in share(scan, _parts(store, query, meter)):
        meter.spend(scanned.positions)
        if scanned.ended:
            raise BudgetExhausted(scanned.ended)
        if scanned.ply is not None:
            yield scanned.game, scanned.ply


def _parts(store: Store, query: Compiled, meter: Meter) -> Iterator[Part]:
    """The games that SQL cannot decide, some at a time."""
    candidates = _candidates(store, query, meter)
    while together := list(islice(candidates, _TOGETHER)):
        games = game_rows(store, [game for game, _ in together])
        found = tuple([(games[game], rows) for game, rows in together])
        yield Part(query, found, meter.left(), meter.rounds_left)


def _candidates(store: Store, query: Compiled, meter: Meter) -> Iterator[tuple[int, Rows]]:
    """The numbers of the games that SQL cannot decide."""
    values = ", ".join(f"({value})" for value in query.values)
    seconds = meter.left().seconds
    if not query.needs_rows:
        sql = f"SELECT g.id, {values} FROM games g WHERE {query.where} ORDER BY g.id"
        yield from ((row[0], row[1:]) for row in store.rows(sql, seconds=seconds))
        return
    sql = f"SELECT p.game, p.ply, {values} FROM {_POSITIONS} WHERE {query.where} ORDER BY p.game, p.ply"
    for game, rows in groupby(store.rows(sql, seconds=seconds), key=lambda row: row[0]):
        yield game, {row[1]: row[2:] for row in rows}


def scan(part: Part) -> Iterator[Scanned]:
    """Replay games, and say of each where the query holds. Runs in any process."""
    meter = Budget(part.budget.seconds, part.rounds).start()
    for game, rows in part.games:
        before = meter.rounds
        try:
            ply = _first_ply(part.query, game, rows, meter)
        except BudgetExhausted as error:
            yield Scanned(game.id, None, meter.rounds - before, str(error))
            return
        yield Scanned(game.id, ply, meter.rounds - before)


def _first_ply(query: Compiled, game: StoredGame, rows: Rows, meter: Meter) -> int | None:
    """The first ply at which a query holds."""
    if game.start is None:
        return None
    last = max(rows) if isinstance(rows, dict) else game.plies
    marks = query.marks(game, last)
    if marks:
        meter.spend(last + 1)
    plies = query.plies(marks)
    if plies is None:
        plies = frozenset(rows if isinstance(rows, dict) else range(last + 1))
    if not plies:
        return None
    positions: Sequence[Any] = ()
    if query.needs_positions:
        positions = list(game.positions(max(plies)))
    for ply in sorted(plies):
        values = rows.get(ply) if isinstance(rows, dict) else rows
        if values is None:
            continue
        position = None
        if query.needs_positions:
            meter.spend()
            position = positions[ply]
        marked = [number for number, found in marks.items() if ply in found]
        if query.holds(position, values, meter.left(), marked):
            return ply
    return None


def stored_games(
    store: Store, hits: Iterable[tuple[int, int | None]], first: int = _TOGETHER
) -> Iterator[StoredGame]:
    """The games of hits, fetched some at a time: so many at `first`, then more and more of them."""
    waiting = iter(hits)
    size = first
    while True:
        together: list[tuple[int, int | None]] = []
        ended: BudgetExhausted | None = None
        try:
            for hit in islice(waiting, size):
                together.append(hit)
        except BudgetExhausted as error:
            ended = error
        rows = game_rows(store, [game for game, _ in together], dict(together))
        for game, _ in together:
            yield rows[game]
        if ended is not None:
            raise ended
        if len(together) < size:
            return
        size = min(4 * size, _TOGETHER)


def game_rows(
    store: Store, numbers: list[int], plies: dict[int, int | None] | None = None
) -> dict[int, StoredGame]:
    """Games by their numbers."""
    if not numbers:
        return {}
    # A list in the query itself would read the wide columns of all games.
    wanted = "SELECT unnest(?::INTEGER[])"
    rows = store.rows(f"SELECT {STORED} FROM {JOINED} WHERE g.id IN ({wanted})", [numbers])
    return {row[0]: StoredGame.of_row(row, (plies or {}).get(row[0])) for row in rows}
