"""Requests of the puzzle trainer."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field, StrictBool

from hyperchess.app.web.requests.fields import Moves, Request

__all__ = ["AnswerRequest", "PuzzleHintRequest"]

Played: TypeAlias = Annotated[
    list[Moves],
    Field(max_length=20, description="The actions from the position of the puzzle on, the defender's too."),
]


class AnswerRequest(Request):
    """An answer: the last of the actions played."""

    played: Annotated[Played, Field(min_length=1)]


class PuzzleHintRequest(Request):
    """A hint after the actions played; `whole` asks for the action and not only for the piece."""

    played: Played = Field(default=[])
    whole: StrictBool = False
