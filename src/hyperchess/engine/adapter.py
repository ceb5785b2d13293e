"""Interface of a game to the engine: everything in this package that differs between the two games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Protocol

from hyperchess.engine.history import History
from hyperchess.engine.levels import Level
from hyperchess.engine.limits import Limit
from hyperchess.engine.lines import OnReport, SearchReport
from hyperchess.engine.reasons import Reason
from hyperchess.engine.stopping import Stopping

__all__ = ["Adapter", "Search"]


class Search(Protocol):
    """A search for the best lines of a position."""

    memory: int
    """Bytes of a search, with its threads."""

    def search(
        self, position: Any, limit: Limit, lines: int, on_report: OnReport | None, stopping: Stopping
    ) -> SearchReport:
        """Return the best lines within the limit."""

    def clear(self) -> None:
        """Clear the transposition table."""


class Adapter(ABC):
    """One of the two games, as the engine sees it."""

    levels: ClassVar[tuple[Level, ...]]
    notation: ClassVar[str]  # in which match games are written
    variant_header: ClassVar[str]  # of that notation
    chance_scale: ClassVar[int]  # centipawns: how fast the chance to win grows with the score
    draw_margin: ClassVar[int]  # centipawns: half of the range of scores in which most games are drawn

    @abstractmethod
    def start(self, variant: str) -> Any:
        """Return the starting position of a variant."""

    @abstractmethod
    def load_weights(self) -> Mapping[str, int]:
        """Return the weights of the evaluation."""

    @abstractmethod
    def read_weights(self, path: Path) -> Mapping[str, int]:
        """Return the weights of a file; missing ones are the engine's."""

    @abstractmethod
    def plain_search(self, weights: Mapping[str, int]) -> Search:
        """Create a search with the Python rules."""

    @abstractmethod
    def native_search(self, weights: Mapping[str, int], *, threads: int, memory: int) -> Search:
        """Create a search with the native rules."""

    @abstractmethod
    def is_covered(self, position: Any) -> bool:
        """Return whether the native search supports a position."""

    @abstractmethod
    def evaluate(self, position: Any, weights: Mapping[str, int]) -> Any:
        """Return the static evaluation of a position with the native rules, term by term."""

    @abstractmethod
    def distance(self, action: Sequence[Any]) -> float:
        """Return how far the moves of an action go, from 0 to 1: weak levels overlook distant moves."""

    @abstractmethod
    def is_opening(self, position: Any) -> bool:
        """Return whether a position is still in the opening."""

    @abstractmethod
    def count_timelines(self, position: Any) -> int:
        """Return the number of timelines of a position."""

    @abstractmethod
    def sample_actions(self, position: Any) -> list[Any]:
        """Return some of the legal actions of a position, for random openings."""

    @abstractmethod
    def status_text(self, position: Any) -> str:
        """Return the status of a position for a message."""

    @abstractmethod
    def is_over(self, position: Any) -> bool:
        """Return whether a position is too decided for an opening."""

    @abstractmethod
    def find_ending(self, position: Any) -> tuple[Reason, float] | None:
        """Return why a game is over, and White's points; `None` if it continues."""

    @abstractmethod
    def is_won(self, position: Any) -> bool:
        """Return whether the last action has won the game, in a position without a legal action."""

    @abstractmethod
    def format_position(self, history: History) -> str:
        """Return the words after `position` of the engine protocol."""

    @abstractmethod
    def format_action(self, action: Any, position: Any, ending: str = "") -> str:
        """Return an action in the engine protocol, followed by `ending` if actions are submitted."""

    @abstractmethod
    def parse_action(self, words: Sequence[str], position: Any) -> Any:
        """Return the legal action that an engine names; raise `MoveError` if there is none."""
