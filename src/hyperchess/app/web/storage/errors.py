"""Errors and damage of the database."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hyperchess.api.errors import ApiError
from hyperchess.errors import HyperchessError

__all__ = ["REPAIR", "Damage", "StorageError", "damage_error", "over_quota"]

REPAIR = "`hyperchess serve --repair` writes a copy with everything that can be read"
"""Remedy for damage."""

_MOST_REPORTED = 20  # damaged studies


class StorageError(HyperchessError):
    """The database cannot be used; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Damage:
    """Damage of a database: corrupt pages, and studies with corrupt texts."""

    pages: tuple[str, ...] = ()
    studies: tuple[str, ...] = ()

    def report(self) -> Iterator[str]:
        """Yield sentences for the operator of the server."""
        if self.pages:
            yield f"The database is damaged ({self.pages[0]}): studies can be read, but nothing is written."
        for study in self.studies[:_MOST_REPORTED]:
            yield f"The study {study} is damaged, and cannot be opened. The others are not affected."
        if len(self.studies) > _MOST_REPORTED:
            yield f"{len(self.studies) - _MOST_REPORTED} more studies are damaged."
        if self.pages or self.studies:
            yield f"{REPAIR}."


def damage_error(message: str) -> ApiError:
    """Return the error for data that is damaged on the disk."""
    return ApiError(503, "damaged", message, hint=REPAIR)


def over_quota(what: str, most: int) -> ApiError:
    """Return the error for an exceeded quota."""
    message = f"{what}; the limit is {most:,}"
    return ApiError(413, "quota", message, hint="export the study, and delete what you do not need")
