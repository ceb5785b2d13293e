"""What can be wrong with a database, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hyperchess.app.service.errors import ApiError
from hyperchess.errors import HyperchessError

__all__ = ["REPAIR", "Damage", "StorageError", "damaged", "over_quota"]

REPAIR = "`hyperchess serve --repair` writes a copy with everything that can be read"
"""What to do about damage."""

_MOST_REPORTED = 20  # damaged studies


class StorageError(HyperchessError):
    """The database cannot be used; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Damage:
    """What is wrong with a database: faults of its pages, and studies with damaged texts."""

    pages: tuple[str, ...] = ()
    studies: tuple[str, ...] = ()

    def report(self) -> Iterator[str]:
        """Sentences for whoever runs the server."""
        if self.pages:
            yield f"The database is damaged ({self.pages[0]}): studies can be read, but nothing is written."
        for study in self.studies[:_MOST_REPORTED]:
            yield f"The study {study} is damaged, and cannot be opened. The others are not affected."
        if len(self.studies) > _MOST_REPORTED:
            yield f"{len(self.studies) - _MOST_REPORTED} more studies are damaged."
        if self.pages or self.studies:
            yield f"{REPAIR}."


def damaged(message: str) -> ApiError:
    """What was asked for is damaged on the disk."""
    return ApiError(503, "damaged", message, hint=REPAIR)


def over_quota(what: str, most: int) -> ApiError:
    """There is no room for more."""
    message = f"{what}; the limit is {most:,}"
    return ApiError(413, "quota", message, hint="export the study, and delete what you do not need")
