"""The two games as they are played: a contest for a game, and a view for a contest."""

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
    """Play a game on from the end of its main line; `InputError` if it is not one for two."""
    return InfiniteContest(game) if game.kind is Kind.INFINITE else MultiverseContest(game)


def create_view(contest: AnyContest) -> AnyPlayView:
    """The boards of a contest."""
    return InfinitePlayView() if contest.game.kind is Kind.INFINITE else MultiversePlayView()
