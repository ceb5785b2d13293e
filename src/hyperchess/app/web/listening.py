"""Configuration of the server library: addresses and limits of connections."""

from __future__ import annotations

import sys
from typing import Any

from uvicorn import Config

from hyperchess.app.web.guards.connections import Connections, bounded_protocol, counted_websocket
from hyperchess.app.web.settings import Settings

__all__ = ["listening_config"]

_LARGEST_MESSAGE = 64_000  # bytes of a websocket message from the page
_PATIENCE = 2  # seconds that running requests get after Ctrl-C
_OTHER_FILES = 124  # open files other than connections: the database, processes, libraries


def listening_config(app: Any, settings: Settings) -> Config:
    """Return the configuration of the server library."""
    connections = Connections(
        most=min(settings.connections, _most_files() - _OTHER_FILES),
        each=settings.connections_each,
        seconds=settings.head_seconds,
    )
    return Config(
        app,
        http=bounded_protocol(connections),
        ws=counted_websocket(connections),
        log_level="warning",
        access_log=False,
        use_colors=False,
        server_header=False,
        lifespan="on",
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        ws_max_size=_LARGEST_MESSAGE,
        timeout_graceful_shutdown=_PATIENCE,
    )


def _most_files() -> int:
    """Return how many files and connections this process may open."""
    if sys.platform == "win32":
        return 2_048
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 4_096 if hard == resource.RLIM_INFINITY else min(4_096, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return 4_096 if soft == resource.RLIM_INFINITY else soft
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted
