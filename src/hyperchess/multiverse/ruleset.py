"""5D chess as a `Ruleset`: the object for code that works with either game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hyperchess.multiverse import action_bytes
from hyperchess.multiverse.coordinates import Square, parse_square
from hyperchess.multiverse.moves import Action, Move
from hyperchess.multiverse.position import Position
from hyperchess.multiverse.variants import Variant, start, variants
from hyperchess.ruleset import GameKind, Ruleset, ShapeGrammar

__all__ = ["MULTIVERSE"]


def _parse_square(text: str, source: Square | None) -> Square:
    """Parse a square, also in Slavrick's spelling `(w.0T1)e4`; a target may leave out its player."""
    if "." in text:
        player, place = text[1:].split(".", 1)
        board, square = place.split(")", 1)
        text = f"({board}{player}){square}"
    return parse_square(text, None if source is None else source.color)


class _Multiverse(Ruleset[Position, Move, Square]):
    __slots__ = ()

    kind = GameKind.MULTIVERSE
    one_move = False
    recurs = False
    position_type = Position
    move_type = Move
    # Slavrick's spelling is accepted too: `(w.0T1)e4`, and an arrow `(w.0T1)e2(0T1)e4`.
    shapes = ShapeGrammar(
        square=r"\((?:[wb]\.)?[+-]?[0-9]{1,5}T[+-]?[0-9]{1,5}[wb]?\)[a-z][1-9][0-9]?",
        arrow=">?",
        separator=r"[,\s]\s*",
        has_rays=False,
        parse=_parse_square,
    )

    def variants(self) -> tuple[Variant, ...]:
        """Return the variants of the base game, then the community's."""
        return variants()

    def start(self, name: str) -> Position:
        """Return the starting position of a variant."""
        return start(name)

    def parse(self, text: str) -> Position:
        """Parse 5DFEN."""
        return Position.of_fen(text)

    def pack(self, action: Iterable[Move], start: Position) -> bytes:
        """Encode an action as `action_bytes` describes."""
        return action_bytes.pack_action(action, even=start.even)

    def split(self, data: bytes) -> Iterator[bytes]:
        """Yield the bytes of each action."""
        return action_bytes.split_actions(data)

    def unpack(self, data: bytes, start: Position) -> Action:
        """Decode an action."""
        return Action(action_bytes.unpack_action(data, even=start.even))

    def replay(self, start: Position, data: bytes, last: int) -> Iterator[Position]:
        """Yield the positions after each action."""
        yield from start.replay(data, last)


MULTIVERSE: Ruleset[Position, Move, Square] = _Multiverse()
"""5D chess."""
