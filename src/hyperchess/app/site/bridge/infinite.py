"""Positions and rules of infinite chess in the kernel of a browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hyperchess.app.site.bridge.words import MASK, KernelObject, Reader, ask, bind, optional, rows

__all__ = [
    "FAR_EDGE",
    "HOP_EDGE",
    "InfiniteMoves",
    "InfinitePosition",
    "InfiniteRules",
    "InfiniteValues",
    "infinite_code",
]

FAR_EDGE, HOP_EDGE = ask(bind("infinite_edges"), ())
_infinite_code = bind("infinite_code")
_pack_rules, _infinite_pack = bind("infinite_pack_rules"), bind("infinite_pack")
_facts, _find_moves = bind("infinite_facts"), bind("infinite_find_moves")
_points, _rays, _count = bind("infinite_points"), bind("infinite_rays"), bind("infinite_count")
_can_move, _allows, _play = bind("infinite_can_move"), bind("infinite_allows"), bind("infinite_play")
_royals, _checkers = bind("infinite_checks"), bind("infinite_checkers")
_summary, _is_ongoing = bind("infinite_summary"), bind("infinite_is_ongoing")


def infinite_code(kind: int, color: int, special: bool) -> int:
    """Return the code of a piece of infinite chess."""
    return ask(_infinite_code, (kind, color, special))[0]


class InfiniteValues:
    """The classes of squares, moves and rays, and the codes of the pieces."""

    def __init__(self, square: Any, move: Any, ray: Any, codes: dict[Any, int]) -> None:
        self.square, self.move, self.ray = square, move, ray
        self.codes: dict[Any, int] = {None: 0, **codes}
        self.pieces: dict[int, Any] = {code: piece for piece, code in self.codes.items()}

    def squares(self, words: list[int]) -> tuple[Any, ...]:
        """Return a vector of squares."""
        return tuple([self.square(x, y) for x, y in rows(words[1:], 2)])


class InfiniteRules(KernelObject):
    """Rules, which are the same for all positions of a game."""

    __slots__ = ()

    @staticmethod
    def pack(
        players: Sequence[int],
        promotions: Sequence[tuple[int, Sequence[int], Sequence[int]]],
        goals: Sequence[int],
        border: Sequence[int | None],
        slide_limit: int | None,
        *flags: bool,
    ) -> InfiniteRules | None:
        """Return `None` if the rules contain numbers that are too large, or pieces unknown to the kernel."""
        words = [len(players), *players, len(promotions)]
        for color, ranks, kinds in promotions:
            words += (color, len(ranks), *ranks, len(kinds), *kinds)
        words += (len(goals), *goals)
        for edge in border:
            words += optional(edge)
        found = ask(_pack_rules, (*words, *optional(slide_limit), *flags))
        return InfiniteRules(found[1]) if found[0] else None


class InfiniteMoves(KernelObject):
    """Legal moves as points and rays."""

    __slots__ = ()

    def points(self, values: InfiniteValues) -> tuple[Any, ...]:
        """Return the moves that are not slides."""
        square, move, pieces = values.square, values.move, values.pieces
        found = rows(ask(_points, (self.handle,))[1:], 5)
        return tuple([move(square(a, b), square(c, d), pieces[code]) for a, b, c, d, code in found])

    def rays(self, values: InfiniteValues) -> tuple[Any, ...]:
        """Return the slides."""
        reader = Reader(ask(_rays, (self.handle,)))
        found = []
        for _ in range(reader.next()):
            x, y, dx, dy, first = reader.take(5)
            found.append(values.ray(values.square(x, y), (dx, dy), first, reader.optional()))
        return tuple(found)

    def count(self, left: int, right: int, bottom: int, top: int) -> int | None:
        """Return the number of moves that end in a window; `None` if its edges are too large."""
        if any(not -FAR_EDGE <= edge <= FAR_EDGE for edge in (left, right, bottom, top)):
            return None
        found = ask(_count, (self.handle, left, right, bottom, top))
        return found[1] & MASK if found[0] else None


class InfinitePosition(KernelObject):
    """A position of infinite chess."""

    __slots__ = ()

    @staticmethod
    def pack(
        values: InfiniteValues,
        rules: InfiniteRules,
        pieces: dict[Any, Any],
        en_passant: Any,
        checks_given: Sequence[int],
        rule_count: int,
        rule_limit: int,
        knows_past: bool,
    ) -> InfinitePosition | None:
        """Return `None` if a coordinate is too large or a piece needs the rules in Python."""
        codes = values.codes
        words = [rules.handle, len(pieces)]
        for (x, y), piece in pieces.items():
            words += (x, y, codes[piece])
        passed = (0,) if en_passant is None or not _fits(en_passant) else (1, *en_passant)
        tail = (*passed, len(checks_given), *checks_given, rule_count, rule_limit, knows_past)
        try:
            found = ask(_infinite_pack, (*words, *tail))
        except OverflowError:
            return None
        return InfinitePosition(found[1]) if found[0] else None

    @property
    def hash(self) -> int:
        """Hash of pieces, players and en passant square."""
        return ask(_facts, (self.handle,))[0] & MASK

    @property
    def size(self) -> int:
        """Number of pieces."""
        return ask(_facts, (self.handle,))[1]

    def find_moves(self) -> InfiniteMoves | None:
        """Return all legal moves; `None` if they need numbers beyond 64 bits."""
        found = ask(_find_moves, (self.handle,))
        return InfiniteMoves(found[1]) if found[0] else None

    def can_move(self) -> bool | None:
        """Return whether there is a legal move; `None` if that needs numbers beyond 64 bits."""
        found = ask(_can_move, (self.handle,))
        return bool(found[1]) if found[0] else None

    def checks(self, values: InfiniteValues) -> tuple[Any, ...]:
        """Return the attacked royals of the player to move."""
        return values.squares(ask(_royals, (self.handle,)))

    def checkers(self, values: InfiniteValues) -> tuple[Any, ...]:
        """Return the pieces that attack them, each once."""
        return values.squares(ask(_checkers, (self.handle,)))

    def allows(self, values: InfiniteValues, move: Any) -> bool | None:
        """Return whether a move is legal; `None` if it exceeds 64 bits."""
        start, end, promotion = move
        if not _fits((*start, *end)):
            return None
        found = ask(_allows, (self.handle, *start, *end, values.codes[promotion]))
        return bool(found[1]) if found[0] else None

    def play(self, values: InfiniteValues, move: Any) -> tuple[Any, ...] | None:
        """Return the effects of a move and the next position; `None` if it is illegal or exceeds 64 bits."""
        start, end, promotion = move
        if not _fits((*start, *end)):
            return None
        reader = Reader(ask(_play, (self.handle, *start, *end, values.codes[promotion])))
        if not reader.next():
            return None
        pieces, square = values.pieces, values.square
        piece, captured = pieces[reader.next()], pieces[reader.next()]
        passed = square(*reader.take(2)) if reader.next() else None
        changes = tuple([(square(x, y), pieces[a], pieces[b]) for x, y, a, b in reader.rows(4)])
        made, was_open, gives_check = pieces[reader.next()], bool(reader.next()), bool(reader.next())
        return piece, captured, passed, changes, made, was_open, gives_check, InfinitePosition(reader.next())

    def summary(self) -> tuple[bool, bool | None, bool, bool]:
        """Return whether there is check, a legal move, possibly a repetition, insufficient material."""
        reader = Reader(ask(_summary, (self.handle,)))
        check, can_move = bool(reader.next()), reader.optional()
        repeats, dead = bool(reader.next()), bool(reader.next())
        return check, None if can_move is None else bool(can_move), repeats, dead

    def is_ongoing(self) -> bool:
        """Return whether the game certainly continues: a legal move, no draw, and no other goal reached."""
        return bool(Reader(ask(_is_ongoing, (self.handle,))).next())


def _fits(numbers: Sequence[int]) -> bool:
    return all(-(1 << 63) <= number < 1 << 63 for number in numbers)
