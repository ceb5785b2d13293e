"""Links to a study. Each link carries a secret key that grants a role; only its hash is stored."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from secrets import token_hex, token_urlsafe

__all__ = ["Link", "Role", "fingerprint", "new_link"]


class Role(StrEnum):
    """Permissions of a key; each role after the players' includes the roles before it."""

    WHITE = "white"
    BLACK = "black"
    VIEW = "view"
    COMMENT = "comment"
    EDIT = "edit"
    OWNER = "owner"

    def allows(self, wanted: Role) -> bool:
        """Return whether this role includes `wanted`; players of a game can view like viewers.

        >>> Role.EDIT.allows(Role.COMMENT), Role.VIEW.allows(Role.COMMENT), Role.WHITE.allows(Role.VIEW)
        (True, False, True)
        """
        return _RANKS[self] >= _RANKS[wanted]


_RANKS = {Role.WHITE: 0, Role.BLACK: 0, Role.VIEW: 0, Role.COMMENT: 1, Role.EDIT: 2, Role.OWNER: 3}


@dataclass(frozen=True, slots=True)
class Link:
    """A link as it is stored, without its key."""

    token: str  # hash of the key
    study: str
    id: str
    role: Role
    name: str


def new_link(study: str, role: Role, name: str = "") -> tuple[Link, str]:
    """Return a new link, and its key, which is shown only once."""
    key = token_urlsafe(24)
    return Link(fingerprint(key), study, token_hex(4), role, name), key


def fingerprint(key: str) -> str:
    """Return the stored hash of a key. Keys are long and random, so a plain hash is safe."""
    return sha256(key.encode("utf-8", "replace")).hexdigest()
