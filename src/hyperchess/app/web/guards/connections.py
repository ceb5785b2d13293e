"""Timeouts for request headers, and a limit on the connections of one address.

The server library closes connections that are idle after a response. It waits indefinitely for the first byte
of a connection and for the rest of the request headers; this module adds timeouts for both. `Limits` times
bodies.
"""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from collections import Counter

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

__all__ = ["LARGEST_HEAD", "Connections", "bounded_protocol", "counted_websocket"]

LARGEST_HEAD = 32_768
"""Maximum size in bytes of a request line and its headers."""

_LATE = "408 Request Timeout", "the request headers did not arrive in time"
_MANY = "503 Service Unavailable", "too many connections"


class Connections:
    """Counts of connections by address, and their limits."""

    def __init__(self, *, most: int, each: int, seconds: float = 10.0) -> None:
        self.most = most
        self.each = each
        self.seconds = seconds  # to receive the headers of a request
        self.open: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count a connection; return whether it is accepted."""
        self.open[address] += 1
        return self.open[address] <= self.each and self.open.total() <= self.most

    def leave(self, address: str) -> None:
        """Stop counting a connection."""
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]


class _BoundedHeads(h11.Connection):
    """Refuses a request whose request line and headers exceed `LARGEST_HEAD` bytes together.

    The parser limits only headers that have not arrived completely.
    """

    def __init__(self) -> None:
        super().__init__(h11.SERVER, LARGEST_HEAD)

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        if self.their_state is not h11.IDLE:
            return super().next_event()
        size = len(self.trailing_data[0])
        event = super().next_event()
        if isinstance(event, h11.Request) and size - len(self.trailing_data[0]) > LARGEST_HEAD:
            raise h11.RemoteProtocolError("the request headers are too large", 431)
        return event


def bounded_protocol(connections: Connections) -> type[H11Protocol]:
    """Return the protocol class of the server library with limits."""

    class BoundedProtocol(H11Protocol):
        """A connection that is counted, and closed if the headers of a request do not arrive in time."""

        _address = ""
        _head_timer: TimerHandle | None = None

        def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
            self.conn = _BoundedHeads()
            super().connection_made(transport)
            self._address = self.client[0] if self.client else ""
            if connections.enter(self._address):
                self._expect_head()
            else:
                self._turn_away(*_MANY)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.conn.their_state is not h11.IDLE:
                self._stop_timer()
            elif self._head_timer is None:
                self._expect_head()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            if self.conn.trailing_data[0] and self.conn.their_state is h11.IDLE:
                self._expect_head()  # a pipelined request has begun

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_timer()
            connections.leave(self._address)
            super().connection_lost(exc)

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            self._stop_timer()
            connections.leave(self._address)  # the new protocol counts it
            super().handle_websocket_upgrade(event)

        def _expect_head(self) -> None:
            self._stop_timer()
            self._head_timer = self.loop.call_later(connections.seconds, self._give_up)

        def _stop_timer(self) -> None:
            if self._head_timer is not None:
                self._head_timer.cancel()
                self._head_timer = None

        def _give_up(self) -> None:
            if self.conn.their_state is h11.IDLE:
                self._turn_away(*_LATE)

        def _turn_away(self, status: str, text: str) -> None:
            """Send a reason and close the connection; the app has not seen a request."""
            if self.transport.is_closing():
                return
            head = f"HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nContent-Length: {len(text)}\r\n"
            self.transport.write(f"{head}Connection: close\r\nRetry-After: 5\r\n\r\n{text}".encode("ascii"))
            self.transport.close()

    return BoundedProtocol


def counted_websocket(connections: Connections) -> type[WebSocketsSansIOProtocol]:
    """Return a websocket protocol class whose connections are counted by address."""

    class CountedWebSocket(WebSocketsSansIOProtocol):
        """A websocket that is counted."""

        def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._address = self.client[0] if self.client else ""
            connections.enter(self._address)

        def connection_lost(self, exc: Exception | None) -> None:
            connections.leave(self._address)
            super().connection_lost(exc)

    return CountedWebSocket
