"""Response models of the puzzle trainer."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hyperchess.app.web.replies.positions import Reply

__all__ = ["Judgement", "Puzzle", "PuzzleHint"]


class Puzzle(Reply):
    """A bundled puzzle without its solution."""

    id: str
    player: Literal["white", "black"]
    mate_in: int
    timelines: int
    variant: str
    difficulty: int


class Judgement(Reply):
    """Whether an answer is right, whether it ends the puzzle, and otherwise the defence."""

    right: Annotated[bool | None, Field(description="`null` if undecided.")]
    solved: bool
    text: str
    reply: list[str]


class PuzzleHint(Reply):
    """A hint as text, with its moves."""

    text: str
    moves: list[str]
