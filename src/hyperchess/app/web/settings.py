"""The settings of the server."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

__all__ = ["DEFAULT_PORT", "WILDCARDS", "Settings"]

DEFAULT_PORT = 5055
WILDCARDS = ("0.0.0.0", "::", "")
"""Hosts that mean every address of the machine."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Where studies are kept, where the server listens, and how much it takes."""

    data: Path
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    max_body: int = 4_000_000  # bytes of a request
    max_requests: int = 256  # at the same time
    seconds: float = 60.0  # for work on a text
    kept_studies: int = 128  # in memory
    engines: tuple[tuple[str, str], ...] = ()  # names that a page may choose, and their commands
    library: Path | None = None  # whose games the explorer shows; without one those in the package
    site: str = ""  # the address of a board without a server, for links that others can open
    public: bool = False  # studies are opened by secret links only
