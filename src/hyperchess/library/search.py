"""Search: the games that match a query, with the first match in each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import Any, NamedTuple, TypeAlias

from hyperchess.budget import UNLIMITED, Budget, Meter
from hyperchess.errors import BudgetExhausted
from hyperchess.library.conditions import Compiled
from hyperchess.library.games import LINE, STORED, StoredGame, StoredLine
from hyperchess.library.store import Store
from hyperchess.ruleset import GameKind

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
_TOGETHER = 200  # games fetched at once
_PARTS = 32  # batches grow up to this factor in a long scan


Values: TypeAlias = tuple[Any, ...]
Rows: TypeAlias = dict[int, Values] | Values
"""Database values of the plies to examine; one tuple if they are the same for all plies of a game."""


LineRow: TypeAlias = tuple[int, str, int, bytes, int]
"""The columns of a line, and the number of its start."""


class Part(NamedTuple):
    """Games to replay for a query, with their database values and starts.

    Rows are decoded in the process that replays them. `budget` is the remaining time, `rounds` the number of
    positions, if limited.
    """

    query: Compiled
    games: tuple[tuple[LineRow, Rows], ...]
    starts: Mapping[int, bytes]
    budget: Budget
    rounds: int | None


class Scanned(NamedTuple):
    """A replayed game: the first ply where the query is true, and the number of positions examined.

    The number includes the preceding games without a match; only the last game of a part is reported without
    one. `ended`: the budget was exhausted.
    """

    game: int
    ply: int | None
    positions: int
    ended: str = ""


Share: TypeAlias = Callable[[Callable[[Part], Iterator[Scanned]], Iterator[Part]], Iterable[Scanned]]
"""Strategy for sharing the work: takes `scan` and the parts, and returns the results in order."""


def in_turn(work: Callable[[Part], Iterator[Scanned]], parts: Iterator[Part]) -> Iterator[Scanned]:
    """Run one part after the other in this process."""
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
    """Yield the matching games, in the order of the library.

    `BudgetExhausted` is raised after the games found within the budget.
    """
    # Database results arrive at once; replayed ones arrive one by one.
    first = 1 if query.replay else _TOGETHER if limit is None else max(1, min(limit, _TOGETHER))
    return islice(stored_games(store, _hits(store, query, budget, share), first), limit)


def count_games(store: Store, query: Compiled, *, budget: Budget = UNLIMITED, share: Share = in_turn) -> int:
    """Count the matching games."""
    if query.replay:
        return sum(1 for _ in _hits(store, query, budget, share))
    if query.needs_rows:
        sql = f"SELECT count(DISTINCT p.game) FROM {_POSITIONS} WHERE {query.where}"
    else:
        sql = f"SELECT count(*) FROM games g WHERE {query.where}"
    return int(next(store.rows(sql, seconds=budget.seconds))[0])


def _hits(store: Store, query: Compiled, budget: Budget, share: Share) -> Iterator[tuple[int, int | None]]:
    """Yield the numbers of the matching games, with the ply of the first match."""
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
    """Yield the games that SQL cannot decide, in batches."""
    candidates = _candidates(store, query, meter)
    starts: dict[int, bytes] = {}
    size = 1
    while together := list(islice(candidates, size * _TOGETHER)):
        lines = _line_rows(store, [game for game, _ in together])
        starts = _starts(store, {line[-1] for line in lines.values()}, starts)
        length = _TOGETHER * (1 + (size == _PARTS))  # sending few games takes nearly as long as sending many
        for begin in range(0, len(together), length):
            games = tuple([(lines[game], rows) for game, rows in together[begin : begin + length]])
            theirs = {start: starts[start] for (*_, start), _ in games if start in starts}
            yield Part(query, games, theirs, meter.left(), meter.rounds_left)
        size = min(2 * size, _PARTS)


def _line_rows(store: Store, numbers: list[int]) -> dict[int, LineRow]:
    """Return the lines of games by their ascending numbers."""
    sql = (
        f"SELECT {LINE}, g.start FROM games g "
        "WHERE g.id BETWEEN ? AND ? AND g.id IN (SELECT unnest(?::INTEGER[]))"
    )
    rows = store.rows(sql, [numbers[0], numbers[-1], numbers])
    return {number: (number, kind, plies, packed, start) for number, kind, plies, packed, start in rows}


def _starts(store: Store, numbers: set[int], known: Mapping[int, bytes]) -> dict[int, bytes]:
    """Return the starts of some numbers, reusing known ones. A game with an unknown start has none."""
    sql = "SELECT id, data FROM starts WHERE id IN (SELECT unnest(?::INTEGER[]))"
    found = {number: known[number] for number in numbers & known.keys()}
    if unknown := numbers - known.keys():
        found |= dict(store.rows(sql, [sorted(unknown)]))
    return found


def _candidates(store: Store, query: Compiled, meter: Meter) -> Iterator[tuple[int, Rows]]:
    """Yield the numbers of the games that SQL cannot decide."""
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
    """Replay games and yield the ply of the first match of each. Runs in any process."""
    meter = Budget(part.budget.seconds, part.rounds).start()
    told = 0
    for place, ((number, kind, plies, packed, start), rows) in enumerate(part.games, start=1):
        game = StoredLine(number, GameKind(kind), plies, packed, part.starts.get(start))
        try:
            ply = _first_ply(part.query, game, rows, meter)
        except BudgetExhausted as error:
            yield Scanned(number, None, meter.rounds - told, str(error))
            return
        if ply is not None or place == len(part.games):
            yield Scanned(number, ply, meter.rounds - told)
            told = meter.rounds


def _first_ply(query: Compiled, game: StoredLine, rows: Rows, meter: Meter) -> int | None:
    """Return the first ply at which a query is true."""
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
    """Yield the games of hits, fetched in growing batches that start with `first` games."""
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
    """Return games by their numbers."""
    if not numbers:
        return {}
    # A list in the query itself would read the wide columns of all games.
    wanted = "SELECT unnest(?::INTEGER[])"
    rows = store.rows(f"SELECT {STORED} FROM {JOINED} WHERE g.id IN ({wanted})", [numbers])
    return {row[0]: StoredGame.of_row(row, (plies or {}).get(row[0])) for row in rows}
