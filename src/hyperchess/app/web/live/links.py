"""Links to a study: a secret key in each says what whoever has it may do. Only its fingerprint is kept."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from secrets import token_hex, token_urlsafe

__all__ = ["Link", "Role", "fingerprint", "new_link"]


class Role(StrEnum):
    """What a key allows; each role after the players' allows what those before it allow, too."""

    WHITE = "white"
    BLACK = "black"
    VIEW = "view"
    COMMENT = "comment"
    EDIT = "edit"
    OWNER = "owner"

    def allows(self, wanted: Role) -> bool:
        """Whether something that needs a role may be done; players of a game look on like viewers.

        >>> Role.EDIT.allows(Role.COMMENT), Role.VIEW.allows(Role.COMMENT), Role.WHITE.allows(Role.VIEW)
        (True, False, True)
        """
        return _RANKS[self] >= _RANKS[wanted]


_RANKS = {Role.WHITE: 0, Role.BLACK: 0, Role.VIEW: 0, Role.COMMENT: 1, Role.EDIT: 2, Role.OWNER: 3}


@dataclass(frozen=True, slots=True)
class Link:
    """A link as it is kept: its key cannot be found out from it."""

    token: str  # the fingerprint of the key
    study: str
    id: str
    role: Role
    name: str


def new_link(study: str, role: Role, name: str = "") -> tuple[Link, str]:
    """A new link, and its key, which is told once."""
    key = token_urlsafe(24)
    return Link(fingerprint(key), study, token_hex(4), role, name), key


def fingerprint(key: str) -> str:
    """What is kept of a key. Keys are random and long, so a plain hash gives nothing away."""
    return sha256(key.encode("utf-8", "replace")).hexdigest()
