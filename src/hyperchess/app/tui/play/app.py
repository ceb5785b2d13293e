"""`hyperchess play` as a textual app."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress

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
        self.was_terminated = False

    def on_load(self) -> None:
        """Restore the terminal when the system ends the program (SIGTERM), where it has signals."""
        with suppress(NotImplementedError, RuntimeError, ValueError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._terminate)

    def _terminate(self) -> None:
        self.was_terminated = True
        self.exit()
