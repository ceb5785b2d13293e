"""Fields of a position, and their lazy half: a state that the rules derive is assembled on first access.

A `LazyState` is created in one of two ways, which are indistinguishable from the outside:

* it is *given*: the constructor, or `dataclasses.replace`, with all its fields;
* it is *derived* by the rules from its predecessor, with the boards that were added. Its `timeline_boards`
  are assembled on first access. No other module of the package writes to the `__dict__` of a state.

Invariants of both (`tests/multiverse/test_lazy.py`):

* fields are read-only; states with equal `timeline_boards`, `promotions` and `player` are equal and hash
  alike;
* pickles and copies contain only the fields, and are given states;
* several threads may read one state, and all get equal values;
* an unknown attribute raises an ordinary `AttributeError`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import ClassVar, Self

from hyperchess.multiverse.coordinates import Color
from hyperchess.multiverse.moves import Move
from hyperchess.multiverse.timelines import Growth, NewBoards, Timelines

__all__ = ["LazyState"]


class _Assembled:
    """`timeline_boards` and `_growth`, each computed from the other: a new state has one of them."""

    @cached_property
    def timeline_boards(self) -> Timelines:
        """The timelines, assembled."""
        return self._growth.lines

    @cached_property
    def _growth(self) -> Growth:
        return Growth(self.timeline_boards)


@dataclass(frozen=True, repr=False)
class LazyState(_Assembled):
    """Timelines from the lowest to the highest, promotion choices, the player to move, the unfinished action.

    `rules` are passed on to derived states; only `Position` depends on their type. `before` and `last_move`
    are set within an action: the state before its last move, and that move.
    """

    timeline_boards: Timelines = (
        field()
    )  # a field without a default value leaves the descriptor of `_Assembled` in place
    promotions: tuple[str, ...]
    player: Color
    rules: object = field(default=None, compare=False)
    before: Self | None = field(default=None, compare=False)
    last_move: Move | None = field(default=None, compare=False)

    _packed: ClassVar[object] = None  # the representation of the state used by its rules, once computed

    def _derived(
        self,
        boards: NewBoards | None,
        player: Color,
        packed: object,
        *,
        before: Self | None = None,
        last_move: Move | None = None,
    ) -> Self:
        """Return the next state with boards added, the player to move, and its packed form.

        Reading a game consists of such calls; the constructor would take several times as long.
        """
        growth = self._growth if boards is None else self._growth.added(boards, self.player)
        after = self._grown(growth, player, packed)
        if last_move is not None:
            after.__dict__["before"] = before
            after.__dict__["last_move"] = last_move
        return after

    def _grown(self, growth: Growth, player: Color, packed: object) -> Self:
        """Return a later state with its timelines, the player to move, and its packed form."""
        after = object.__new__(type(self))
        state = after.__dict__
        state["_growth"] = growth
        state["promotions"] = self.promotions
        state["player"] = player
        state["rules"] = self.rules
        state["_packed"] = packed
        return after

    def _keep_packed(self, packed: object) -> None:
        """Store the representation that the rules have computed, so that it is computed once per state."""
        self.__dict__["_packed"] = packed

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), tuple(getattr(self, each.name) for each in fields(self))
