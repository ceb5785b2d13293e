"""Contests and views of both games."""

from __future__ import annotations

from hyperchess.app.tui.play.contest import AnyContest
from hyperchess.app.tui.play.infinite.contest import InfiniteContest
from hyperchess.app.tui.play.infinite.view import InfinitePlayView
from hyperchess.app.tui.play.multiverse.contest import MultiverseContest
from hyperchess.app.tui.play.multiverse.view import MultiversePlayView
from hyperchess.app.tui.play.view import AnyPlayView
from hyperchess.kinds import Kind
from hyperchess.notation.registry import AnyGame

__all__ = ["create_contest", "create_view"]


def create_contest(game: AnyGame) -> AnyContest:
    """Continue a game from the end of its main line; raise `InputError` if it is not for two players."""
    return InfiniteContest(game) if game.kind is Kind.INFINITE else MultiverseContest(game)


def create_view(contest: AnyContest) -> AnyPlayView:
    """Create the view of a contest."""
    return InfinitePlayView() if contest.game.kind is Kind.INFINITE else MultiversePlayView()
