"""A game in the terminal, driven by keys as a person would; the engine has a seed and a number of nodes."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("textual")

from textual.pilot import Pilot
from textual.widgets import Input

from hyperchess.app.tui.look import Look
from hyperchess.app.tui.play.app import PlayApp
from hyperchess.app.tui.play.clocks import Clocks
from hyperchess.app.tui.play.contest import AnyContest
from hyperchess.app.tui.play.games import contest_of
from hyperchess.app.tui.play.opponent import Opponent
from hyperchess.app.tui.play.screen import PlayOptions, PlayScreen
from hyperchess.app.tui.screens.prompt import Prompt
from hyperchess.budget import Budget
from hyperchess.engine.engine import Engine
from hyperchess.notation.registry import AnyGame


class Recorded(PlayApp):
    """An app that remembers its messages."""

    told: list[str]

    def notify(self, message: str, **options: Any) -> None:
        self.told.append(message)
        super().notify(message, **options)


class Driver:
    """A running game."""

    def __init__(self, app: Recorded, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot
        self.screen: PlayScreen = app.play_screen
        self.contest: Any = self.screen.contest  # of either game
        self.view: Any = self.screen.board_view

    @property
    def text(self) -> str:
        """What is on the screen."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)

    @property
    def outcome(self) -> Any:
        return self.contest.outcome

    def over(self) -> bool:
        return self.contest.outcome is not None

    def shows(self, kind: type) -> bool:
        """Whether a screen of this kind has the keys."""
        return isinstance(self.app.screen, kind)

    @property
    def told(self) -> list[str]:
        return self.app.told

    async def settle(self) -> None:
        """Wait until the engine has answered and all is drawn, however long that takes."""
        while True:
            for _ in range(3):
                drawn = asyncio.Event()
                await self.pilot._wait_for_screen(timeout=1_000)
                if not self.app.screen.call_after_refresh(drawn.set):
                    return
                while not drawn.is_set():
                    if self.app._exit:
                        return
                    await asyncio.sleep(0.001)
            if not list(self.app.workers):
                return
            await self.app.workers.wait_for_complete()

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def type(self, text: str) -> None:
        """Type moves into the line for them; the line closes if they are taken."""
        await self.press("m")
        assert isinstance(self.app.screen, Prompt)
        self.app.screen.query_one(Input).value = text
        await self.press("enter")

    async def play(self, text: str) -> None:
        await self.type(text)
        await self.press("space")


Script = Callable[[Driver], Awaitable[None]]


def drive(
    script: Script,
    game: AnyGame,
    *,
    options: PlayOptions | None = None,
    clocks: Clocks | None = None,
    look: Look | None = None,
    size: tuple[int, int] = (100, 30),
    level: int = 1,
) -> AnyContest:
    contest = contest_of(game)
    given = options or PlayOptions(engine=contest.players[1])

    async def run() -> None:
        opponent = Opponent(level=level, limit=Budget(rounds=60), engine=Engine(memory=1 << 20, seed=1))
        app = Recorded(
            contest,
            opponent,
            look=look or Look(letters=True),
            options=replace(given, pace=0, to_judge=Budget()),
            clocks=clocks,
        )
        app.told = []
        async with app.run_test(size=size) as pilot:
            driver = Driver(app, pilot)
            await driver.settle()
            await script(driver)

    asyncio.run(run())
    return contest
