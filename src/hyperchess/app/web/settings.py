"""The settings of the server."""

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
    """Where studies are kept, where the server listens, and how much it takes."""

    data: Path
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    max_body: int = 4_000_000  # bytes of a request
    max_requests: int = 1_024  # at the same time
    connections: int = MOST_CONNECTIONS  # at the same time
    connections_each: int = MOST_CONNECTIONS  # of one address
    head_seconds: float = 10.0  # in which the head of a request arrives
    seconds: float = 60.0  # for work on a text
    kept_studies: int = 128  # in memory
    engines: tuple[tuple[str, str], ...] = ()  # names that a page may choose, and their commands
    library: Path | None = None  # whose games the explorer shows; without one those in the package
    site: str = ""  # the address of a board without a server, for links that others can open
    database: str = field(
        default="", repr=False
    )  # the address of a PostgreSQL with the studies; empty if they are in the folder
    public: str = ""  # the address at which others reach the server, such as https://chess.example.org
    base: str = ""  # the path below which everything lies there, such as /chess
    password: str = field(default="", repr=False)  # which everyone has to know; empty if there is none
    proxies: str = ""  # addresses of proxies that tell from whom a request comes
    rate: float = 0.0  # requests in a second of one address; 0 if they are not counted
    study_bytes: int = 0  # that a study may take with its history; 0 for the limit that every study has
    total_bytes: int = 0  # that all studies may take; 0 for no limit
