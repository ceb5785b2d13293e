"""Engines in the seats of games: they think, play and answer offers under the rules of all players.

One server runs the engines of a game and records that they are present, as for a player. If it ends, another
server runs them. An action has an operation id that depends on its node, so it is played once even if two
servers choose one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from hyperchess.api.context import OWN_ENGINE, Engine
from hyperchess.api.library import Library
from hyperchess.api.roles import Role
from hyperchess.app.web.live.match import SIDES, Match, opponent
from hyperchess.app.web.live.matches import Matches
from hyperchess.app.web.processes.workers import Busy, Job, Workers
from hyperchess.engine.levels import LEVELS
from hyperchess.errors import HyperchessError
from hyperchess.studies.analysis.searching import SearchResult

__all__ = ["EngineSeats", "engine_name"]

_LONGEST = 3.0  # seconds of thought for an action
_SHARE = 30.0  # an engine uses this fraction of its remaining time
_TRIES = 3  # failures at one node after which an engine resigns
_ACCEPTS = 45.0  # an engine accepts a draw if its expected score in percent is not larger


def engine_name(engine: str) -> str:
    """Return the name of a player for an engine and its level.

    >>> engine_name("hyperchess:3"), engine_name("Other:8")
    ('Computer, level 3 (learner)', 'Other')
    """
    name, _, level = engine.rpartition(":")
    return f"Computer, level {level} ({LEVELS[int(level) - 1].name})" if name == OWN_ENGINE else name


@dataclass
class _Thought:
    """The search of an engine in one game."""

    node: int = -1
    failures: int = 0
    job: Job | None = None
    chance: float = 100.0  # expected score of the engine after its last action, in percent


class EngineSeats:
    """The engines that this server runs."""

    def __init__(
        self, matches: Matches, library: Library, workers: Workers, find_engine: Callable[[str], Engine]
    ) -> None:
        self._matches = matches
        self._library = library
        self._workers = workers
        self._find_engine = find_engine
        self._thoughts: dict[str, _Thought] = {}

    def run(self, games: Sequence[tuple[str, Match, float]]) -> None:
        """Continue the games whose engines this server runs, with their states and the current time."""
        self._thoughts = {study: self._thoughts.get(study, _Thought()) for study, _, _ in games}
        for study, match, now in games:
            for side, engine in zip(SIDES, match.engines, strict=True):
                if not engine:
                    continue
                with suppress(HyperchessError):  # the player was faster, or the storage failed
                    self._continue(study, match, Role(side), engine, now)

    def _continue(self, study: str, match: Match, role: Role, engine: str, now: float) -> None:
        thought, other = self._thoughts[study], opponent(role)
        act = self._matches.act
        if not match.active:
            if match.offers.rematch == other:
                act(study, role, "accept", "rematch")
        elif match.offers.takeback == other:
            act(study, role, "accept", "takeback")
        elif match.offers.draw == other:
            act(study, role, "accept" if thought.chance <= _ACCEPTS else "decline")
        elif match.is_begun and match.seconds is None and match.can_claim(other, now):
            act(study, role, "claim")
        elif match.to_move == role:
            self._think(study, match, role, engine, now)

    def _think(self, study: str, match: Match, role: Role, engine: str, now: float) -> None:
        thought, node = self._thoughts[study], match.node
        if thought.node != node:
            if thought.job is not None:
                self._workers.cancel(thought.job)
            thought.node, thought.failures, thought.job = node, 0, None
        if thought.job is not None:
            if not thought.job.is_over:
                return
            thought.failures += 1
        if thought.failures >= _TRIES:
            self._matches.act(study, role, "resign")
            return
        left = match.left_now(now)[SIDES.index(role)] / _SHARE if match.seconds else _LONGEST
        name, _, level = engine.rpartition(":")
        place = self._library.place(study, node)
        task = self._find_engine(name).play(place, max(0.1, min(_LONGEST, left)), int(level))

        def finish(answer: SearchResult) -> SearchResult:
            self._matches.play(study, role, answer.data["moves"], f"match:engine-{node}", node)
            chance = answer.data["score"].chance
            thought.chance = chance if role is Role.WHITE else 100.0 - chance
            return answer

        try:
            thought.job = self._workers.submit(task, finish, client=study)
        except Busy:
            thought.job = None  # retried at the next check of the clocks
