"""Request models of the puzzle trainer."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field, StrictBool

from hyperchess.app.web.requests.fields import Moves, Request

__all__ = ["AnswerRequest", "PuzzleHintRequest"]

Played: TypeAlias = Annotated[
    list[Moves],
    Field(
        max_length=20, description="All actions from the position of the puzzle, including the defender's."
    ),
]


class AnswerRequest(Request):
    """An answer: the last of the played actions."""

    played: Annotated[Played, Field(min_length=1)]


class PuzzleHintRequest(Request):
    """A hint after the played actions; with `whole` the action instead of only the piece."""

    played: Played = Field(default=[])
    whole: StrictBool = False
