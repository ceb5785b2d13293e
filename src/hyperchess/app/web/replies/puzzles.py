"""What the puzzle trainer answers."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hyperchess.app.web.replies.positions import Reply

__all__ = ["Judgement", "Puzzle", "PuzzleHint"]


class Puzzle(Reply):
    """A bundled puzzle: nothing that gives its solution away."""

    id: str
    player: Literal["white", "black"]
    mate_in: int
    timelines: int
    variant: str
    difficulty: int


class Judgement(Reply):
    """Whether an answer is right, whether it ends the puzzle, and the defence if there is more to do."""

    right: Annotated[bool | None, Field(description="`null` if that was not decided.")]
    solved: bool
    text: str
    reply: list[str]


class PuzzleHint(Reply):
    """What to look at, in words, and its moves."""

    text: str
    moves: list[str]
