"""Access checks of requests, and security headers of responses.

Unless a password is set (`guards.password`), any client that reaches the server may use it. So the server
listens on loopback only, and refuses requests of foreign pages in the user's browser:

* The `Host` must be a name of this server, or of its public address. A page whose own name is made to point
  here (DNS rebinding) has another one.
* A request that changes something, and every websocket, must come from this server's own page: `Origin` is
  this server, or missing because no browser sent it; `Sec-Fetch-Site` does not say otherwise.
"""

from __future__ import annotations

import re
import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hyperchess.app.web.errors import ApiError, error_response
from hyperchess.app.web.settings import WILDCARDS, Settings

__all__ = ["HEADERS", "Guard"]

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
        "connect-src 'self'; worker-src 'none'; font-src 'self'; form-action 'none'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}

_HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]{2,60}\]|[A-Za-z0-9._-]{1,253})(?::(?P<port>[0-9]{1,5}))?")
_LOCAL = frozenset({"localhost", "127.0.0.1", "[::1]"})
_READING = ("GET", "HEAD")


class Guard:
    """Middleware that refuses requests of other sites and adds the headers to every response."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.port = settings.port
        self.names = _LOCAL | _own_names(settings.host)
        self.any_address = settings.host in WILDCARDS
        self.public = settings.public.lower()
        self.public_host = urlsplit(self.public).netloc

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if scope["type"] == "websocket":
            if refusal is None:
                await self.app(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": str(refusal)[:100]})
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        if refusal is None:
            await self.app(scope, receive, send_guarded)
        else:
            await error_response(refusal)(scope, receive, send_guarded)

    def _refusal(self, scope: Scope) -> ApiError | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_own(host):
            message = f"this server is not called {host[:100]!r}"
            return ApiError(
                403, "host", message, hint=f"open {self.public or f'http://localhost:{self.port}'}/"
            )
        changing = scope["type"] == "websocket" or scope["method"] not in _READING
        origin = headers.get("origin")
        own = self.public if host.lower() == self.public_host else f"http://{host.lower()}"
        if origin is not None and changing and origin.lower() != own:
            return ApiError(403, "origin", f"requests from {origin[:100]} are not accepted")
        site = headers.get("sec-fetch-site", "none")
        navigating = headers.get("sec-fetch-mode") == "navigate" and not scope["path"].startswith("/api")
        if site in ("cross-site", "same-site") and not (navigating and not changing):
            return ApiError(403, "origin", "requests from other sites are not accepted")
        return None

    def _is_own(self, host: str) -> bool:
        if self.public_host and host.lower() == self.public_host:
            return True
        match = _HOST.fullmatch(host)
        if match is None or int(match["port"] or 80) != self.port:
            return False
        name = match["name"].lower().rstrip(".")
        return name in self.names or (self.any_address and _is_address(name))


def _own_names(host: str) -> set[str]:
    """Return the host names of the server, apart from those of the loopback interface."""
    if host in WILDCARDS:
        own = socket.gethostname().lower()
        return {own, f"{own}.local"}
    return {f"[{host.lower()}]" if ":" in host else host.lower()}


def _is_address(name: str) -> bool:
    """Return whether a name is an IP address: a foreign page cannot rebind an address to this server."""
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
