"""Match: openings played from both sides, several games in parallel, resumable.

Finished games are appended to a file as lines of JSON, if one is given. A match that is started again with
the same file continues after them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import TypeAlias

from hyperchess.annotations import EvalComment
from hyperchess.budget import Budget
from hyperchess.engine.games import find_adapter
from hyperchess.engine.matches.openings import random_opening
from hyperchess.engine.matches.players import Player, open_player, player_name
from hyperchess.engine.matches.referee import MatchGame, play_game
from hyperchess.engine.matches.statistics import Results, Sprt
from hyperchess.errors import HyperchessError
from hyperchess.game import AnyGame, Game
from hyperchess.journal import Journal
from hyperchess.notation.reading import write
from hyperchess.ruleset import GameKind

__all__ = ["Match", "MatchRecord", "Pairing", "Share", "play_games", "read_records", "run_match"]

_BEGINS = ('{"number": ',)  # the start of each line of a match file


@dataclass(frozen=True, slots=True)
class Pairing:
    """The players and settings of a match, which must stay the same for it to be resumed."""

    first: str
    second: str
    variants: tuple[str, ...]
    limit: Budget
    games: int
    opening_actions: int = 4
    most_actions: int = 200
    seed: int = 1
    tolerance: float = 0.25
    threads: int = 1
    odds: int = 1
    kind: GameKind = GameKind.MULTIVERSE
    sprt: Sprt | None = None

    @property
    def names(self) -> tuple[str, str]:
        """The names of the players in tables and files."""
        return player_name(self.first), player_name(self.second)

    @property
    def limits(self) -> tuple[Budget, Budget]:
        """The limits per action; the first player's is `odds` times the second's."""
        seconds, rounds = self.limit.seconds, self.limit.rounds
        more = Budget(
            None if seconds is None else self.odds * seconds, None if rounds is None else self.odds * rounds
        )
        return more, self.limit


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A finished game of a match; `points` are those of the first player."""

    number: int
    points: float
    reason: str
    white: str
    black: str
    variant: str
    actions: int
    timelines: int
    longest: float
    remark: str
    text: str

    @property
    def first_is_white(self) -> bool:
        """True if the first player of the match has White, as in every second game."""
        return self.number % 2 == 0


@dataclass
class Match:
    """The games so far, and their results."""

    pairing: Pairing
    records: list[MatchRecord] = field(default_factory=list)

    @property
    def results(self) -> Results:
        """The results from the side of the first player."""
        results = Results()
        for record in self.records:
            results = results.plus(record.points)
        return results

    @property
    def reasons(self) -> Counter[str]:
        """The number of games by reason of their end."""
        return Counter(record.reason for record in self.records)

    @property
    def verdict(self) -> str | None:
        """The decision of the sequential test, or `None`."""
        return self.pairing.sprt.verdict(self.results) if self.pairing.sprt else None


Share: TypeAlias = Callable[[Pairing, Iterator[int]], Iterable[MatchRecord]]
"""Plays the games with some numbers elsewhere, and returns them as they end."""


def run_match(
    pairing: Pairing,
    *,
    file: Path | None = None,
    concurrency: int = 1,
    share: Share | None = None,
    on_game: Callable[[Match], None] | None = None,
    on_note: Callable[[str], None] | None = None,
) -> Match:
    """Play the games that are missing in `file`: `concurrency` at once, or on other machines with `share`.

    `on_game` is called after each game, `on_note` if an incomplete last line of the file was removed.
    """
    journal = None if file is None else Journal(file, begins=_BEGINS)
    match = Match(pairing, [] if journal is None else list(_of_match(journal, pairing)))
    if journal is not None and on_note is not None and journal.note:
        on_note(journal.note)
    done = {record.number for record in match.records}

    def missing() -> Iterator[int]:
        for number in range(pairing.games):
            if match.verdict is not None:
                return
            if number not in done:
                yield number

    for record in share(pairing, missing()) if share else _play_here(pairing, missing(), concurrency):
        match.records.append(record)
        if journal is not None:
            journal.append(asdict(record))
        if on_game is not None:
            on_game(match)
    return match


def _play_here(pairing: Pairing, numbers: Iterator[int], concurrency: int) -> Iterator[MatchRecord]:
    """Play games in threads. A number is taken when a game can begin."""
    players: SimpleQueue[tuple[Player, Player]] = SimpleQueue()
    with ExitStack() as stack, ThreadPoolExecutor(concurrency) as pool:
        for number in range(concurrency):
            players.put(_open_pair(pairing, number, stack))

        def one(number: int) -> MatchRecord:
            first, second = players.get()
            try:
                return _play(pairing, number, first, second)
            finally:
                players.put((first, second))

        running: set[Future[MatchRecord]] = set()
        while True:
            running |= {pool.submit(one, number) for number in islice(numbers, concurrency - len(running))}
            if not running:
                return
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in finished)


def play_games(pairing: Pairing, numbers: Sequence[int]) -> list[MatchRecord]:
    """Play some games of a match with players of their own, for example in a worker of a cluster."""
    with ExitStack() as stack:
        pair = _open_pair(pairing, numbers[0], stack)
        return [_play(pairing, number, *pair) for number in numbers]


def _open_pair(pairing: Pairing, number: int, stack: ExitStack) -> tuple[Player, Player]:
    """Return the two players of one of the parallel games; the stack closes them."""
    first = open_player(pairing.first, pairing.kind, threads=pairing.threads, seed=pairing.seed + number)
    stack.callback(first.close)
    second = open_player(
        pairing.second, pairing.kind, threads=pairing.threads, seed=pairing.seed + 1_000 + number
    )
    stack.callback(second.close)
    return first, second


def _play(pairing: Pairing, number: int, first: Player, second: Player) -> MatchRecord:
    """Play game `number`: two consecutive games share an opening, with the players' colours swapped."""
    opening = random_opening(
        pairing.variants, pairing.opening_actions, pairing.seed, number // 2, pairing.kind
    )
    first_is_white = number % 2 == 0
    white, black = (first, second) if first_is_white else (second, first)
    limits = pairing.limits if first_is_white else pairing.limits[::-1]
    game = play_game(
        white,
        black,
        opening,
        dict(zip(("WHITE", "BLACK"), limits, strict=True)),
        most_actions=pairing.most_actions,
        tolerance=pairing.tolerance,
    )
    variant = pairing.variants[number // 2 % len(pairing.variants)]
    names = pairing.names if first_is_white else pairing.names[::-1]
    return MatchRecord(
        number,
        game.points if first_is_white else 1 - game.points,
        game.reason.value,
        *names,
        variant,
        len(game.history.actions),
        find_adapter(pairing.kind).count_timelines(game.history.position),
        round(game.longest, 3),
        game.remark,
        _text(game, names, variant),
    )


def _text(game: MatchGame, names: tuple[str, str], variant: str) -> str:
    """Return the game in 5DPGN or ICN, with the players' scores as `[%eval]` comments."""
    result = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[game.points]
    adapter = find_adapter(game.history.start.kind)
    headers = {"White": names[0], "Black": names[1], adapter.variant_header: variant, "Result": result}
    written: AnyGame = Game(game.history.start, headers)
    node = written.root
    thought_from = len(game.history.actions) - len(game.scores)
    for index, action in enumerate(game.history.actions):
        node = node.add(action)
        if index >= thought_from:
            score = game.scores[index - thought_from].white
            node.score = EvalComment(centipawns=score.centipawns, mate=score.mate)
    return write(written, adapter.notation)


def read_records(file: Path) -> list[MatchRecord]:
    """Return the games of a match file."""
    return list(_read(Journal(file, begins=_BEGINS)))


def _of_match(journal: Journal, pairing: Pairing) -> Iterator[MatchRecord]:
    for number, record in enumerate(_read(journal), 1):
        if {record.white, record.black} != set(pairing.names):
            raise HyperchessError(
                f"{journal.path}, line {number}: {record.white} against {record.black} is another match"
            )
        yield record


def _read(journal: Journal) -> Iterator[MatchRecord]:
    for number, entry in enumerate(journal.entries, 1):
        try:
            yield MatchRecord(**entry)
        except TypeError:
            raise HyperchessError(f"{journal.path}, line {number}: this is not a game of a match") from None
