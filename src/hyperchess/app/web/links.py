"""Links to a study. Each link carries a secret key that grants a role; only its hash is stored."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from secrets import token_hex, token_urlsafe

from hyperchess.api.roles import Role

__all__ = ["Link", "fingerprint", "new_link"]


@dataclass(frozen=True, slots=True)
class Link:
    """A link as it is stored, without its key."""

    token: str  # hash of the key
    study: str
    id: str
    role: Role
    name: str


def new_link(study: str, role: Role, name: str = "", *, key: str = "") -> tuple[Link, str]:
    """Return a new link, and its key, which is shown only once; the client may have chosen the key."""
    key = key or token_urlsafe(24)
    return Link(fingerprint(key), study, token_hex(4), role, name), key


def fingerprint(key: str) -> str:
    """Return the stored hash of a key. Keys are long and random, so a plain hash is safe."""
    return sha256(key.encode("utf-8", "replace")).hexdigest()
