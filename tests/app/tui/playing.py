"""A game that is played in the terminal; the engine has a seed and a number of nodes."""

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
from hyperchess.app.tui.play.games import create_contest
from hyperchess.app.tui.play.opponent import Opponent
from hyperchess.app.tui.play.screen import PlayScreen
from hyperchess.app.tui.play.turns import PlayOptions
from hyperchess.app.tui.screens.prompt import Prompt
from hyperchess.budget import Budget
from hyperchess.engine.engine import Engine
from hyperchess.game import AnyGame
from hyperchess.notation.reading import parse
from tests.app.tui.driving import AppDriver, Remembers, run_script


class Recorded(Remembers, PlayApp):
    """The app of a game."""


class Driver(AppDriver):
    """A running game."""

    def __init__(self, app: Recorded, pilot: Pilot[None]) -> None:
        super().__init__(app, pilot)
        self.screen: PlayScreen = app.play_screen
        self.contest: Any = self.screen.contest  # of either game
        self.view: Any = self.screen.board_view

    @property
    def outcome(self) -> Any:
        return self.contest.outcome

    def over(self) -> bool:
        return self.contest.outcome is not None

    def shows(self, kind: type) -> bool:
        """Return whether a screen of this kind has the focus."""
        return isinstance(self.app.screen, kind)

    async def type(self, text: str) -> None:
        """Type moves into the line for them; the line closes if they are taken."""
        await self.press("m")
        assert isinstance(self.app.screen, Prompt)
        self.app.screen.query_one(Input).value = text
        await self.press("enter")

    async def play(self, text: str) -> None:
        await self.type(text)
        if not self.contest.plays_at_once:
            await self.press("space")

    async def play_to_the_end(self, nodes: int) -> None:
        """Let White play what the engine thinks best, until the game is over."""
        adviser = Engine(memory=1 << 20)
        for _ in range(60):
            if self.over():
                break
            assert str(self.contest.player) == "White"
            action = adviser.play(self.contest.position, Budget(rounds=nodes)).action
            await self.play(" ".join(map(str, action)))
        assert self.over()
        assert self.told[-1] == self.outcome.text
        assert f"{self.outcome.text} ({self.outcome.result})" in self.text
        await self.press("enter")
        assert self.told[-1].startswith("the game is over")


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
    contest = create_contest(game)
    given = options or PlayOptions(engine=contest.players[1])

    opponent = Opponent(level=level, limit=Budget(rounds=60), engine=Engine(memory=1 << 20, seed=1))
    app = Recorded(
        contest,
        opponent,
        look=look or Look(letters=True),
        options=replace(given, pace=0, to_judge=Budget()),
        clocks=clocks,
    )
    run_script(app, Driver, script, size)
    return contest


def check_saved(contest: AnyContest, result: str) -> None:
    """A game is saved as it was played."""
    saved = parse(contest.text())
    assert not saved.problems
    assert saved.result == result
    assert saved.final == contest.position
    assert "%eval" not in contest.text()
