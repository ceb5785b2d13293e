"""Named starting positions of both games as games without moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperchess import multiverse
from hyperchess.errors import UnknownVariant
from hyperchess.game import AnyGame, Game

if TYPE_CHECKING:
    from hyperchess import infinite

__all__ = ["find_any_variant", "game_of_variant", "variants"]


def find_any_variant(name: str) -> multiverse.Variant | infinite.Variant:
    """Return the variant with a name, of 5D chess first; raise `UnknownVariant` with similar names of both
    games.
    """
    try:
        return multiverse.find_variant(name)
    except UnknownVariant as error:
        suggestions = error.suggestions
    from hyperchess import infinite

    try:
        return infinite.find_variant(name)
    except UnknownVariant as error:
        raise UnknownVariant(error.name, (*suggestions, *error.suggestions)[:3]) from None


def variants() -> tuple[multiverse.Variant | infinite.Variant, ...]:
    """Return the variants of both games, those of 5D chess first."""
    from hyperchess import infinite

    return (*multiverse.variants(), *infinite.variants())


def game_of_variant(name: str) -> AnyGame:
    """Return a game without moves."""
    variant = find_any_variant(name)
    if isinstance(variant, multiverse.Variant):
        return Game(variant.position, {"Board": variant.name}, notation="shad")
    return Game(variant.position, {"Variant": variant.name}, notation="icn")
