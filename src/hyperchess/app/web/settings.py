"""Settings of the server."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["DEFAULT_PORT", "MOST_CONNECTIONS", "WILDCARDS", "Settings"]

DEFAULT_PORT = 5055
MOST_CONNECTIONS = 2_000
WILDCARDS = ("0.0.0.0", "::", "")
"""Hosts that mean every address of the machine."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Storage, address and limits of the server."""

    data: Path
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    max_body: int = 4_000_000  # bytes of a request
    max_requests: int = 1_024  # at the same time
    connections: int = MOST_CONNECTIONS  # at the same time
    connections_each: int = MOST_CONNECTIONS  # per address
    head_seconds: float = 10.0  # to receive the headers of a request
    seconds: float = 60.0  # for work on a text
    kept_studies: int = 128  # in memory
    engines: tuple[tuple[str, str], ...] = ()  # names that a page may choose, and their commands
    library: Path | None = None  # games for the explorer; by default the bundled collection
    site: str = ""  # address of a static board without a server, for links that others can open
    database: str = field(
        default="", repr=False
    )  # address of the PostgreSQL database of the studies; empty if they are in the folder
    public: str = ""  # public address of the server, such as https://chess.example.org
    base: str = ""  # base path of the public address, such as /chess
    password: str = field(default="", repr=False)  # shared password; empty if there is none
    proxies: str = ""  # addresses of trusted proxies, which report the client address
    rate: float = 0.0  # requests per second and address; 0 for no limit
    study_bytes: int = 0  # limit of a study with its history; 0 for the default limit
    total_bytes: int = 0  # limit of all studies together; 0 for no limit
