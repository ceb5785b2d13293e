"""One password shared by all users of the server.

A client that sends the password gets a cookie with an expiry time, signed with the server's key and the
password, so a new password invalidates all cookies. The password itself is not stored.
"""

from __future__ import annotations

import hmac
import os
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie
from math import ceil
from pathlib import Path
from secrets import token_bytes, token_hex
from time import time
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from hyperchess.app.web.errors import ApiError, error_response
from hyperchess.app.web.guards.limits import client_address
from hyperchess.app.web.guards.rates import Allowance, find_network

__all__ = ["Password", "server_key"]

_COOKIE = "hyperchess"
_PATH = "/password"
_DAYS = 30
_TRIES = 10  # attempts that an address may make at once; then one every ten seconds
_KEY = "cookie.key"
_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { display: grid; min-height: 90vh; margin: 0; place-content: center; padding: 1rem; }
h1 { font-size: 1.5rem; }
form { display: grid; gap: 0.75rem; }
label { display: grid; gap: 0.25rem; }
input, button { font: inherit; padding: 0.5rem 0.75rem; border-radius: 6px; border: 1px solid #7a7a7a; }
button { border: 0; background: #046a73; color: #fff; cursor: pointer; }
:focus-visible { outline: 3px solid #5aa9b0; outline-offset: 2px; }
"""
# The key of a link to a study is in the fragment, which must survive the password form.
_SCRIPT = "document.forms[0].action += location.hash;"
_FORM = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>hyperchess</title>
<style>{style}</style>
<main>
<h1>hyperchess</h1>
<p role="status">{text}</p>
<form method="post" action="{action}">
<label>Password
<input type="password" name="password" autocomplete="current-password" required autofocus></label>
<button>Open the board</button>
</form>
</main>
<script>{script}</script>
</html>
"""


def _fingerprint(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


_HEADERS = {
    "Content-Security-Policy": (
        f"default-src 'none'; style-src {_fingerprint(_STYLE)}; script-src {_fingerprint(_SCRIPT)}; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    # Without a referrer, browsers do not send the origin of a form.
    "Referrer-Policy": "same-origin",
}


def server_key(folder: Path) -> bytes:
    """Return the key of the server, which persists across restarts; create it if it does not exist."""
    path = folder / _KEY
    try:
        return path.read_bytes()
    except FileNotFoundError:
        folder.mkdir(parents=True, exist_ok=True)
        part = folder / f".{_KEY}.{token_hex(8)}"
        part.touch(0o600)
        try:
            part.write_bytes(token_bytes(32))
            os.link(part, path)
        except FileExistsError:
            pass  # another server was faster
        except OSError:  # not every file system has hard links
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        return path.read_bytes()


class Password:
    """Middleware that requires the password."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        password: str,
        key: bytes,
        base: str = "",
        secure: bool = True,
        clock: Callable[[], float] = time,
    ) -> None:
        self.app = app
        self.base = base
        self.secure = secure
        self._password = sha256(password.encode()).digest()
        self._key = hmac.digest(key, password.encode(), "sha256")
        self._tries = Allowance(0.1, _TRIES)
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve an authenticated request, or ask for the password."""
        if scope["type"] == "lifespan" or self._is_known(Headers(scope=scope)):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "a password is required"})
        else:
            answer = await self._answer(Request(scope, receive))
            await answer(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        if request.url.path == _PATH and request.method == "POST":
            return await self._sign_in(request)
        if request.method == "GET" and not request.url.path.startswith("/api"):
            return self._form("This board requires a password.", 401)
        message = "a password is required"
        return error_response(ApiError(401, "password", message, hint=f"open {self.base}/ in a browser"))

    async def _sign_in(self, request: Request) -> Response:
        wait = self._tries.take(find_network(client_address(request.scope)))
        if wait:
            answer = self._form("Too many attempts. Wait a moment.", 429)
            answer.headers["Retry-After"] = str(ceil(wait))
            return answer
        sent = parse_qs((await request.body()).decode("utf-8", "replace"))
        given = sha256(sent.get("password", [""])[0].encode("utf-8", "replace")).digest()
        if not hmac.compare_digest(given, self._password):
            return self._form("Wrong password.", 403)
        done = RedirectResponse(f"{self.base}/", 303)
        done.set_cookie(
            _COOKIE,
            self._signed(int(self._clock()) + _DAYS * 86_400),
            max_age=_DAYS * 86_400,
            path=f"{self.base}/",
            secure=self.secure,
            httponly=True,
            samesite="lax",
        )
        return done

    def _form(self, text: str, status: int) -> Response:
        page = _FORM.format(text=text, action=f"{self.base}{_PATH}", style=_STYLE, script=_SCRIPT)
        return HTMLResponse(page, status, _HEADERS)

    def _signed(self, until: int) -> str:
        return f"{until}.{hmac.digest(self._key, str(until).encode(), 'sha256').hex()}"

    def _is_known(self, headers: Headers) -> bool:
        """Return whether the request has a valid cookie of this server."""
        try:
            found = SimpleCookie(headers.get("cookie", "")).get(_COOKIE)
        except CookieError:
            return False
        if found is None:
            return False
        until, _, _ = found.value.partition(".")
        if not (until.isascii() and until.isdigit() and len(until) < 20):
            return False
        signed = hmac.compare_digest(found.value.encode(), self._signed(int(until)).encode())
        return signed and int(until) > self._clock()
