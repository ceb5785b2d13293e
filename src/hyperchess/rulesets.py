"""The two games side by side: the only module of the lower layers that knows both.

`AnyPosition`, `AnyMove` and the others are unions for code that serves both games; `isinstance` tells them
apart. A ruleset is imported on first use, so that reading a game of one kind imports nothing of the other.

>>> find_ruleset(GameKind.INFINITE).one_move, ruleset_of(find_ruleset(GameKind.MULTIVERSE).start("Small"))
(True, <Ruleset of 5D chess>)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, overload

from hyperchess.ruleset import Action, BasePosition, GameKind, Piece, Player, Ruleset, Variant
from hyperchess.validation import check_instance

if TYPE_CHECKING:
    from hyperchess import infinite, multiverse

__all__ = [
    "AnyAction",
    "AnyColor",
    "AnyMove",
    "AnyPiece",
    "AnyPosition",
    "AnyRuleset",
    "AnySquare",
    "AnyVariant",
    "InfiniteRuleset",
    "MultiverseRuleset",
    "canonical_action",
    "find_ruleset",
    "play_action",
    "ruleset_of",
]

if TYPE_CHECKING:
    MultiverseRuleset: TypeAlias = Ruleset[multiverse.Position, multiverse.Move, multiverse.Square]
    InfiniteRuleset: TypeAlias = Ruleset[infinite.Position, infinite.Move, infinite.Square]
    AnyRuleset: TypeAlias = MultiverseRuleset | InfiniteRuleset
    AnyPosition: TypeAlias = multiverse.Position | infinite.Position
    AnyMove: TypeAlias = multiverse.Move | infinite.Move
    AnyAction: TypeAlias = Action[multiverse.Move] | Action[infinite.Move]
    AnySquare: TypeAlias = multiverse.Square | infinite.Square
    AnyPiece: TypeAlias = multiverse.Piece | infinite.Piece
    AnyColor: TypeAlias = multiverse.Color | infinite.Color
    AnyVariant: TypeAlias = multiverse.Variant | infinite.Variant
else:  # neither game is imported before it is played
    MultiverseRuleset = InfiniteRuleset = AnyRuleset = Ruleset
    AnyPosition = BasePosition
    AnyMove = AnySquare = tuple
    AnyAction = Action
    AnyPiece = Piece
    AnyColor = Player
    AnyVariant = Variant


def find_ruleset(kind: GameKind) -> AnyRuleset:
    """Return the ruleset of a game."""
    if kind is GameKind.MULTIVERSE:
        from hyperchess.multiverse.ruleset import MULTIVERSE

        return MULTIVERSE
    from hyperchess.infinite.ruleset import INFINITE

    return INFINITE


@overload
def ruleset_of(position: multiverse.Position) -> MultiverseRuleset: ...


@overload
def ruleset_of(position: infinite.Position) -> InfiniteRuleset: ...


def ruleset_of(position: AnyPosition) -> AnyRuleset:
    """Return the ruleset of the game that a position belongs to."""
    return find_ruleset(check_instance("position", position, BasePosition, "a position").kind)


def canonical_action(position: AnyPosition, action: AnyAction) -> AnyAction:
    """Return an action of the same game with its moves in standard order."""
    canonical: Any = position.canonical
    ordered: AnyAction = canonical(action)
    return ordered


def play_action(position: AnyPosition, action: AnyAction, *, checked: bool = True) -> AnyPosition:
    """Return the position after an action of the same game; without `checked`, it is known to be legal."""
    play: Any = position.play if checked else position.play_legal
    after: AnyPosition = play(action)
    return after
