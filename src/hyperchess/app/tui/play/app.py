"""`hyperchess play` as a textual app."""

from __future__ import annotations

from hyperchess.app.tui.base import StyledApp
from hyperchess.app.tui.look import Look
from hyperchess.app.tui.play.clocks import Clocks
from hyperchess.app.tui.play.contest import AnyContest
from hyperchess.app.tui.play.opponent import Opponent
from hyperchess.app.tui.play.screen import PlayScreen
from hyperchess.app.tui.play.turns import PlayOptions

__all__ = ["PlayApp"]


class PlayApp(StyledApp):
    """The app around `PlayScreen`."""

    CSS = "Horizontal { height: 1fr; } ToastRack { dock: top; margin-top: 1; }"

    def __init__(
        self,
        contest: AnyContest,
        opponent: Opponent,
        *,
        look: Look | None = None,
        options: PlayOptions | None = None,
        clocks: Clocks | None = None,
    ) -> None:
        self.play_screen = PlayScreen(contest, opponent, look or Look(), options or PlayOptions(), clocks)
        super().__init__(self.play_screen)
