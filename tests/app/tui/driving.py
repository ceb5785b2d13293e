"""An app in the terminal, driven by keys as a person would."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest

pytest.importorskip("textual")

from textual.pilot import Pilot

from hyperchess.app.tui.base import StyledApp

__all__ = ["AppDriver", "Remembers", "run_script"]


class Remembers(StyledApp):
    """An app that remembers its messages: on the screen they go away after a while."""

    told: list[str]

    def on_mount(self) -> None:
        tell = self._first.tell

        def remember(message: str, **options: Any) -> None:
            self.told.append(message)
            tell(message, **options)

        self._first.tell = remember  # type: ignore[method-assign]
        super().on_mount()


class AppDriver:
    """A running app."""

    def __init__(self, app: Any, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def text(self) -> str:
        """Text on the screen."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)

    @property
    def told(self) -> list[str]:
        """The messages so far."""
        told: list[str] = self.app.told
        return told

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def settle(self) -> None:
        """Wait until all work is done, messages are handled and drawn, and so what they cause."""
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


DriverT = TypeVar("DriverT", bound=AppDriver)


def run_script(
    app: Remembers,
    driver: type[DriverT],
    script: Callable[[DriverT], Awaitable[None]],
    size: tuple[int, int],
) -> None:
    """Start an app, and let a script drive it."""

    async def run() -> None:
        app.told = []
        async with app.run_test(size=size) as pilot:
            driven = driver(app, pilot)
            await driven.settle()
            await script(driven)

    asyncio.run(run())
