"""A base path such as `/chess`, for a host that also serves other pages."""

from __future__ import annotations

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from hyperchess.app.web.errors import error_response, not_found

__all__ = ["BasePath"]


class BasePath:
    """Middleware that strips the base path; other paths are not found."""

    def __init__(self, app: ASGIApp, base: str) -> None:
        self.app = app
        self.base = base

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request below the base path."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        path: str = scope["path"]
        if path.startswith(f"{self.base}/"):
            await self.app({**scope, "path": path[len(self.base) :]}, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": f"the board is at {self.base}/"})
        elif path == self.base:
            await RedirectResponse(f"{self.base}/", 308)(scope, receive, send)
        else:
            await error_response(not_found(f"the board is at {self.base}/"))(scope, receive, send)
