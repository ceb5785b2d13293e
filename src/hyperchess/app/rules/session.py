"""The line protocol for both games: a session of each, and the word `game` that goes from one to the other.

>>> import io
>>> from hyperchess.line_protocol import serve
>>> answers = io.StringIO()
>>> serve(io.StringIO("variant Classical\\ngame 5d\\nvariant Standard\\ngame\\n"), answers, RulesSession())
>>> answers.getvalue().splitlines()
['ok', 'ok', 'ok', 'game 5d', 'ok']
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hyperchess.app.rules.infinite import InfiniteSession
from hyperchess.app.rules.multiverse import MultiverseSession
from hyperchess.errors import InvalidArgument
from hyperchess.line_protocol import Command, Session
from hyperchess.text import quote

__all__ = ["GAMES", "RulesSession"]

GAMES = ("infinite", "5d")


class RulesSession:
    """A session that starts with one of the games; each game has its own positions."""

    def __init__(self, game: str = GAMES[0]) -> None:
        self._sessions: Mapping[str, Session] = dict(
            zip(GAMES, (InfiniteSession(), MultiverseSession()), strict=True)
        )
        self._game = _checked(game)

    @property
    def commands(self) -> Mapping[str, Command]:
        """The commands of the chosen game, and the command that chooses one."""
        return {"game": self.choose, **self._sessions[self._game].commands}

    def choose(self, game: str) -> Iterable[str]:
        """Switch to another game, or return the current one."""
        if not game:
            return [f"game {self._game}", "ok"]
        self._game = _checked(game)
        return ["ok"]


def _checked(game: str) -> str:
    if game.lower() not in GAMES:
        raise InvalidArgument(f"expected a game ({' or '.join(GAMES)}), found {quote(game)}")
    return game.lower()
