"""The bodies of requests that several operations share, and the sources of new studies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from hyperchess.api.context import Context
from hyperchess.api.decoding import Invalid
from hyperchess.ruleset import GameKind
from hyperchess.studies.analysis.proofs import open_proof
from hyperchess.studies.chapters import open_all
from hyperchess.studies.content import Content
from hyperchess.studies.fields import FAR, Field, Moves, Name, Number, SquareValue, Text
from hyperchess.studies.learning.training import open_puzzle, open_solution
from hyperchess.studies.opening import open_example, open_text, open_variant

__all__ = [
    "CreateRequest",
    "MovesRequest",
    "OperationId",
    "Options",
    "Person",
    "PlaceRequest",
    "SetupText",
    "open_setup",
]

Person: TypeAlias = Annotated[
    str, Field("Random client id; undo reverts edits with the same id.", pattern=r"^[A-Za-z0-9_-]{0,64}$")
]
OperationId: TypeAlias = Annotated[
    str, Field("Client-chosen id (idempotency key).", pattern=r"^[A-Za-z0-9_-]{8,64}$")
]
Options: TypeAlias = Annotated[
    dict[Name, bool | int | Annotated[str, Field(max_length=1_000)] | None],
    Field("Options of the writer, as `/api/notations` lists them.", max_length=50),
]


@dataclass(frozen=True, slots=True)
class SetupText:
    """A starting position from the position editor."""

    game: GameKind
    text: Text


def open_setup(context: Context, setup: SetupText, title: str = "") -> Content:
    """Open a starting position as a game."""
    notation = "icn" if setup.game is GameKind.INFINITE else None
    return context.call(open_text, setup.text, notation, title=title, kind=setup.game)


@dataclass(frozen=True, slots=True)
class CreateRequest:
    """A new study: exactly one of `text`, `variant`, `example`, `setup`, `puzzle`, `solution` and `proof`.

    `puzzle` is the id of a bundled puzzle whose position is opened; `solution` opens its proof tree. `proof`
    is a proof file in Base64: the study starts where it does, and `/studies/{id}/proof` returns its actions.
    With `chapters`, all games of the text are opened as chapters of one study; otherwise only game `number`.
    """

    text: Text | None = None
    notation: Name | None = None
    number: Annotated[int, Field(ge=1, lt=FAR)] = 1
    title: Name = ""
    variant: Name | None = None
    example: Name | None = None
    setup: SetupText | None = None
    puzzle: Name | None = None
    solution: Name | None = None
    proof: Text | None = None
    chapters: bool = False

    def __post_init__(self) -> None:
        """Refuse requests without exactly one source."""
        given = (
            *(self.text, self.variant, self.example, self.setup),
            *(self.puzzle, self.solution, self.proof),
        )
        if sum(value is not None for value in given) != 1:
            raise Invalid("give exactly one of text, variant, example, setup, puzzle, solution and proof")
        if self.chapters and self.text is None:
            raise Invalid("chapters are the games of a text: give one")

    def open(self, context: Context) -> Sequence[Content]:
        """Return the games."""
        if self.text is not None and self.chapters:
            return context.call(open_all, self.text, self.notation)
        return [self._open(context)]

    def _open(self, context: Context) -> Content:
        if self.variant is not None:
            return open_variant(self.variant, title=self.title)
        if self.example is not None:
            return open_example(self.example, number=self.number, title=self.title)
        if self.puzzle is not None:
            return open_puzzle(self.puzzle)
        if self.solution is not None:
            return open_solution(self.solution)
        if self.proof is not None:
            return open_proof(self.proof, title=self.title)
        if self.setup is not None:
            return open_setup(context, self.setup, self.title)
        return context.call(open_text, self.text or "", self.notation, number=self.number, title=self.title)


@dataclass(frozen=True, slots=True)
class PlaceRequest:
    """A node, and the moves of an unfinished action."""

    node: Number
    pending: Moves = ()


@dataclass(frozen=True, slots=True)
class MovesRequest(PlaceRequest):
    """Request for the moves of a piece; without `from`, for the pieces that can move."""

    from_: SquareValue | None = None
