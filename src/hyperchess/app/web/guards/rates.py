"""Rate limit per address."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from math import ceil
from time import monotonic

from starlette.types import ASGIApp, Receive, Scope, Send

from hyperchess.app.web.errors import ApiError, error_response
from hyperchess.app.web.guards.limits import client_address

__all__ = ["Allowance", "Rates", "find_network"]

_FILE = 0.04  # cost of a file of the page, as a fraction of a request: the page has many
_BURST = 10.0  # seconds' worth of requests allowed at once: opening the page requests many files
_MOST_KNOWN = 10_000  # networks; a network that was evicted starts afresh


def find_network(address: str) -> str:
    """Return the key that identifies a client: an IPv4 address, or the /64 network of an IPv6 address.

    >>> find_network("203.0.113.7"), find_network("2001:db8:1:2:3:4:5:6"), find_network("")
    ('203.0.113.7', '2001:db8:1:2::', '')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Address(int(found) >> 64 << 64))


class Allowance:
    """Token bucket per client: `rate` tokens per second, at most `burst`.

    >>> times = iter((0.0, 0.0, 0.0, 0.5))
    >>> allowance = Allowance(2.0, 2.0, clock=lambda: next(times))
    >>> [allowance.take("ada") for _ in range(4)]
    [0.0, 0.0, 0.5, 0.0]
    """

    def __init__(self, rate: float, burst: float, *, clock: Callable[[], float] = monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = (
            OrderedDict()
        )  # tokens left, and time of the last update

    def take(self, client: str, cost: float = 1.0) -> float:
        """Take `cost` tokens; return 0, or the number of seconds to wait until they are available."""
        now = self._clock()
        left, then = self._left.pop(client, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        wait = 0.0 if left >= cost else (cost - left) / self.rate
        self._left[client] = (left if wait else left - cost, now)
        if len(self._left) > _MOST_KNOWN:
            self._left.popitem(last=False)
        return wait


class Rates:
    """Middleware that refuses requests and websockets of addresses that exceed the rate limit."""

    def __init__(self, app: ASGIApp, rate: float, *, clock: Callable[[], float] = monotonic) -> None:
        self.app = app
        self.allowance = Allowance(rate, max(1.0, rate * _BURST), clock=clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        cost = 1.0 if scope["type"] == "websocket" or scope["path"].startswith("/api") else _FILE
        wait = self.allowance.take(find_network(client_address(scope)), cost)
        if not wait:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1013, "reason": "too many requests"})
        else:
            message = f"your address may send {self.allowance.rate:g} requests per second"
            headers = {"Retry-After": str(ceil(wait))}
            refusal = ApiError(429, "too-many-requests", message, hint="wait a moment", headers=headers)
            await error_response(refusal)(scope, receive, send)
