"""Infinite chess as a `Ruleset`: the object for code that works with either game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from hyperchess.infinite import action_bytes
from hyperchess.infinite.coordinates import Square, parse_square
from hyperchess.infinite.position import Position
from hyperchess.infinite.syntax.text import Move
from hyperchess.infinite.variants import Variant, start, variants
from hyperchess.ruleset import Action, GameKind, Ruleset, ShapeGrammar

__all__ = ["INFINITE"]


class _Infinite(Ruleset[Position, Move, Square]):
    __slots__ = ()

    kind = GameKind.INFINITE
    one_move = True
    recurs = True
    position_type = Position
    move_type = Move
    shapes = ShapeGrammar(
        square=r"-?[0-9]{1,1000},-?[0-9]{1,1000}",
        arrow=">",
        separator=r"[;\s]\s*",
        has_rays=True,
        parse=lambda text, source: parse_square(text),
    )

    def variants(self) -> tuple[Variant, ...]:
        """Return the variants."""
        return variants()

    def start(self, name: str) -> Position:
        """Return the starting position of a variant."""
        return start(name)

    def parse(self, text: str) -> Position:
        """Parse a position text of ICN."""
        return Position.parse(text)

    def pack(self, action: Iterable[Move], start: Position) -> bytes:
        """Encode an action as `action_bytes` describes."""
        return action_bytes.pack_action(tuple(action))

    def split(self, data: bytes) -> Iterator[bytes]:
        """Yield the bytes of each action."""
        return action_bytes.split_actions(data)

    def unpack(self, data: bytes, start: Position) -> Action[Move]:
        """Decode an action."""
        return Action(action_bytes.unpack_action(data))

    def replay(self, start: Position, data: bytes, last: int) -> Iterator[Position]:
        """Yield the positions after each action."""
        for action in islice(self.unpack_line(data, start), last):
            start = start.play_legal(action)
            yield start


INFINITE: Ruleset[Position, Move, Square] = _Infinite()
"""Infinite chess."""
