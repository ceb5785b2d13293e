"""How many requests an address may send in a second, on average."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from math import ceil
from time import monotonic

from starlette.types import ASGIApp, Receive, Scope, Send

from hyperchess.app.web.errors import ApiError, error_response
from hyperchess.app.web.guards.limits import client_address

__all__ = ["Allowance", "Rates", "network_of"]

_FILE = 0.04  # of a request: what a file of the page counts, since the page has many
_BURST = 10.0  # seconds whose requests may come at once: a page asks for many files when it is opened
_MOST_KNOWN = 10_000  # networks; one that is forgotten begins anew


def network_of(address: str) -> str:
    """What counts as one client: an address, or of IPv6 the network of a household.

    >>> network_of("203.0.113.7"), network_of("2001:db8:1:2:3:4:5:6"), network_of("")
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
    """So many things in a second for each client, and `burst` at once.

    >>> times = iter((0.0, 0.0, 0.0, 0.5))
    >>> allowance = Allowance(2.0, 2.0, clock=lambda: next(times))
    >>> [allowance.take("ada") for _ in range(4)]
    [0.0, 0.0, 0.5, 0.0]
    """

    def __init__(self, rate: float, burst: float, *, clock: Callable[[], float] = monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # how many, and when that was

    def take(self, client: str, cost: float = 1.0) -> float:
        """Take one, or a part of one; 0, or how many seconds to wait before it is there."""
        now = self._clock()
        left, then = self._left.pop(client, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        wait = 0.0 if left >= cost else (cost - left) / self.rate
        self._left[client] = (left if wait else left - cost, now)
        if len(self._left) > _MOST_KNOWN:
            self._left.popitem(last=False)
        return wait


class Rates:
    """Middleware that refuses requests and websockets of addresses that send too many."""

    def __init__(self, app: ASGIApp, rate: float, *, clock: Callable[[], float] = monotonic) -> None:
        self.app = app
        self.allowance = Allowance(rate, max(1.0, rate * _BURST), clock=clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        cost = 1.0 if scope["type"] == "websocket" or scope["path"].startswith("/api") else _FILE
        wait = self.allowance.take(network_of(client_address(scope)), cost)
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
