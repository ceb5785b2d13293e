"""Roles of the clients of a study."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Role"]


class Role(StrEnum):
    """Permissions of a client in a study; each role after the players' includes the roles before it."""

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
