"""Contests and views of both games."""

from __future__ import annotations

from hyperchess.app.tui.play.contest import AnyContest
from hyperchess.app.tui.play.infinite.contest import InfiniteContest
from hyperchess.app.tui.play.infinite.view import InfinitePlayView
from hyperchess.app.tui.play.multiverse.contest import MultiverseContest
from hyperchess.app.tui.play.multiverse.view import MultiversePlayView
from hyperchess.app.tui.play.view import AnyPlayView
from hyperchess.game import AnyGame, expect
from hyperchess.infinite import INFINITE
from hyperchess.multiverse import MULTIVERSE
from hyperchess.ruleset import GameKind

__all__ = ["create_contest", "create_view"]


def create_contest(game: AnyGame) -> AnyContest:
    """Continue a game from the end of its main line; raise `InputError` if it is not for two players."""
    if game.kind is GameKind.INFINITE:
        return InfiniteContest(expect(game, INFINITE))
    return MultiverseContest(expect(game, MULTIVERSE))


def create_view(contest: AnyContest) -> AnyPlayView:
    """Create the view of a contest."""
    return InfinitePlayView() if contest.game.kind is GameKind.INFINITE else MultiversePlayView()
