"""Roles of the clients of a study."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Role"]


class Role(StrEnum):
    """Permissions of a client in a study; each role after the players' includes the roles before it.

    A seat role belongs to an invitation to a game. It allows watching until the seat is claimed.
    """

    WHITE_SEAT = "white-seat"
    BLACK_SEAT = "black-seat"
    WHITE = "white"
    BLACK = "black"
    VIEW = "view"
    COMMENT = "comment"
    EDIT = "edit"
    OWNER = "owner"

    @property
    def invitation(self) -> Role:
        """Role of an invitation to the seat of a player.

        >>> Role.WHITE.invitation
        <Role.WHITE_SEAT: 'white-seat'>
        """
        return {Role.WHITE: Role.WHITE_SEAT, Role.BLACK: Role.BLACK_SEAT}[self]

    def allows(self, wanted: Role) -> bool:
        """Return whether this role includes `wanted`; players of a game can view like viewers.

        >>> Role.EDIT.allows(Role.COMMENT), Role.VIEW.allows(Role.COMMENT), Role.WHITE.allows(Role.VIEW)
        (True, False, True)
        """
        return _RANKS.get(self, 0) >= _RANKS.get(wanted, 0)


_RANKS = {Role.COMMENT: 1, Role.EDIT: 2, Role.OWNER: 3}
