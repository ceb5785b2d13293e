"""A page object: what a user does on the page, as methods for the tests."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from time import monotonic
from typing import Any, Self
from weakref import WeakSet

from playwright.sync_api import Error, Locator, Page, Route, expect

__all__ = ["PATIENCE", "Board", "HeldRequest", "limit_waits", "wait_until"]

PATIENCE = 300.0
"""Seconds after which a condition counts as never true; a page that works meets it much earlier."""

Square = Sequence[int] | Sequence[str]


_WAIT = """async () => {
  const end = performance.now() + LIMIT;
  while (!(EXPRESSION)) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}"""
_LIMITED = """(argument) => ((value, argument) => {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("no result within LIMIT ms")), LIMIT);
  });
  const result = async () => (typeof value === "function" ? value(argument) : value);
  return Promise.race([result(), late]).finally(() => clearTimeout(timer));
})((EXPRESSION
), argument)"""


_limited: WeakSet[Page] = WeakSet()


def wait_until(page: Page, expression: str) -> None:
    """Wait until an expression is true. Playwright's own way needs a security policy that allows `eval`."""
    end = monotonic() + PATIENCE
    loop = _filled(_WAIT, expression, PATIENCE)
    while True:
        try:
            found = page.evaluate(loop)
        except Error as error:
            # The page has been left or loaded again in the meantime: look at the new one.
            if "Execution context was destroyed" not in error.message or monotonic() > end:
                raise
        else:
            assert found, f"still not true: {expression}"
            return


def limit_waits(page: Page, seconds: float = PATIENCE) -> None:
    """Limit what waits on a page, and `page.evaluate`, in which a promise may never settle."""
    page.set_default_timeout(1_000 * seconds)
    if page in _limited:
        return
    _limited.add(page)
    evaluate = page.evaluate

    def limited(expression: str, arg: Any = None) -> Any:
        # A little more than a wait within the page, whose own message is better.
        return evaluate(_filled(_LIMITED, expression.rstrip("; \n"), 1.1 * seconds), arg)

    setattr(page, "evaluate", limited)  # noqa: B010 (mypy refuses to assign to a method)


def _filled(script: str, expression: str, seconds: float) -> str:
    return script.replace("LIMIT", str(int(1_000 * seconds))).replace("EXPRESSION", expression)


class HeldRequest:
    """The first request that matches a pattern and a method: it waits until it is sent on."""

    def __init__(self, page: Page, pattern: str, method: str) -> None:
        self._page, self._pattern = page, pattern
        self._routes: list[Route] = []

        def handle(route: Route) -> None:
            if self._routes or route.request.method != method:
                route.continue_()
            else:
                self._routes.append(route)

        page.route(pattern, handle)

    def wait(self) -> None:
        """Wait until the page has made the request."""
        end = monotonic() + PATIENCE
        while not self._routes:
            assert monotonic() < end, f"no request: {self._pattern}"
            self._page.wait_for_timeout(20)

    def send(self) -> None:
        """Send the request, and wait until the page has the whole response."""
        with self._page.expect_response(self._pattern) as response:
            self._routes[0].continue_()
        response.value.finished()


class Board:
    """The analysis board in a browser window."""

    def __init__(self, page: Page) -> None:
        limit_waits(page)
        self.page = page
        self.refusals: tuple[str, ...] = ()  # error responses of the server that a test expects

    def open(self, fragment: str = "") -> Self:
        """Load the page with a URL fragment, and wait until it is idle."""
        self.page.goto("about:blank")
        self.page.goto(f"/{'#' + fragment if fragment else ''}")
        self.wait("window.hyperchess !== undefined")
        if fragment:
            self.wait("window.hyperchess.session.position !== null")
        self.rest()
        return self

    def wait(self, expression: str) -> None:
        """Wait until an expression is true."""
        wait_until(self.page, expression)

    def open_text(self, text: str) -> Self:
        """Load the page with a new study from a text; the start page, which takes longer, is not loaded."""
        made = self.page.request.post("/api/studies", data={"text": text})
        assert made.ok, made.text()
        return self.open(f"study={made.json()['id']}")

    def open_proof(self, data: bytes) -> Self:
        """Load the page with a new study that shows a proof file, and wait until its first place is shown."""
        made = self.page.request.post("/api/studies", data={"proof": b64encode(data).decode("ascii")})
        assert made.ok, made.text()
        self.open(f"study={made.json()['id']}")
        expect(self.page.locator(".proof-place")).to_have_text(re.compile(r".+(?<!…)$"))
        return self

    def create(self, text: str) -> Self:
        """Open a study from a text on the page that is loaded."""
        self.page.evaluate("async text => { await window.hyperchess.session.create({text}); }", text)
        self.wait("window.hyperchess.session.study !== null")
        self.rest()
        return self

    def rest(self) -> None:
        """Wait until no request of the session is open and the board shows the current state."""
        self.wait("!window.hyperchess.session.busy && window.hyperchess.stage()?.drawn !== false")

    def click(self, square: Square, *, button: Any = "left") -> None:
        """Click a square of the board."""
        x, y = self.locate(square)
        self.page.mouse.click(x, y, button=button)
        self.rest()

    def drag(self, source: Square, target: Square, *, button: Any = "left") -> None:
        """Drag from one square to another."""
        x, y = self.locate(source)
        self.page.mouse.move(x, y)
        self.page.mouse.down(button=button)
        x, y = self.locate(target)
        self.page.mouse.move((x + 3), (y + 3), steps=5)
        self.page.mouse.move(x, y)
        self.page.mouse.up(button=button)
        self.rest()

    def locate(self, square: Square) -> tuple[float, float]:
        """Bring a square into view and return the position of its centre in the window."""
        place = self.page.evaluate("square => window.hyperchess.stage().locate(square)", list(square))
        self.wait("window.hyperchess.stage().drawn")
        return place["x"], place["y"]

    def act(self, action: str) -> None:
        """Press a button of the toolbar."""
        self.button(action).click()
        self.rest()

    def button(self, action: str) -> Locator:
        """A button of the toolbar."""
        return self.page.locator(f'#bar [data-action="{action}"]')

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)
            self.rest()

    def ask(self, expression: str) -> Any:
        """The value of an expression in which `s` is the session."""
        return self.page.evaluate(f"() => {{ const s = window.hyperchess.session; return {expression}; }}")

    @property
    def line(self) -> list[str]:
        """The moves of the current line, action by action."""
        found = self.ask("s.path(s.node).map(n => n.moves.map(m => m.text).join(' '))")
        return [str(action) for action in found]

    @property
    def status(self) -> Locator:
        """The status line."""
        return self.page.locator("#status-line")

    def tab(self, name: str) -> Locator:
        """Show a tab of the side panel, and return the panel."""
        tab = self.page.locator(f"#tab-{name}")
        tab.click()
        panel = self.page.locator(f"#panel-{name}")
        expect(panel).to_be_visible()
        return panel
