"""Start of a game of infinite chess for the embedded kernel (`js/data/playing/infinite/rules.js`)."""

from __future__ import annotations

from typing import Any

from hyperchess.infinite import Color, Position, Status, Verdict
from hyperchess.infinite.pieces import KINDS
from hyperchess.infinite.settings import WIN_CONDITIONS
from hyperchess.picture.pieces import piece_symbol
from hyperchess.studies.errors import StudyError
from hyperchess.studies.infinite.positions import StatusView, view_status
from hyperchess.studies.infinite.squares import player_name, square_value

__all__ = ["playable"]

_MOST_PIECES = 1_000
_FAR = 10**15
_LEFT_TO_PYTHON = frozenset({"huygen", "rose"})


def playable(start: Position) -> dict[str, Any]:
    """Return rules, pieces and players as the kernel's numbers."""
    _check(start)
    settings = start.settings
    numbers = {kind: number for number, kind in enumerate(KINDS.values())}
    checkmate = 1 << WIN_CONDITIONS.index("checkmate")
    return {
        "kinds": [
            {"code": kind.code, "symbol": piece_symbol(kind), "pawn": kind.is_pawn, "castles": kind.castles}
            for kind in numbers
        ],
        "colors": [player_name(color) for color in Color],
        "players": list(map(int, start.players)),
        "promotions": [
            (int(color), list(map(str, promotion.ranks)), [numbers[kind] for kind in promotion.kinds])
            for color, promotion in settings.promotions.items()
            if promotion.ranks
        ],
        "goals": [checkmate] * len(Color),
        "border": [None if edge is None else str(edge) for edge in settings.border or (None,) * 4],
        "slide_limit": None if settings.slide_limit is None else str(settings.slide_limit),
        "flags": [settings.free_promotion, settings.drops_idle_rights, settings.ends_by_move_rule, False],
        "pieces": [
            (numbers[piece.kind], int(piece.color), int(piece.special), str(square.x), str(square.y))
            for square, piece in start.pieces().items()
        ],
        "en_passant": None if start.en_passant is None else square_value(start.en_passant),
        "last": player_name(max(start.players)),  # the player who moves last in a turn
        "statuses": {player_name(player): _statuses(player, start.players) for player in start.players},
    }


def _statuses(player: Color, players: tuple[Color, ...]) -> dict[str, tuple[StatusView, StatusView]]:
    """Return statuses by whether a legal move exists (`null`: unknown), each without and with a check."""
    [opponent] = {*players} - {player}
    verdicts = {
        "true": (Status(Verdict.ONGOING), Status(Verdict.ONGOING, in_check=True)),
        "false": (Status(Verdict.STALEMATE), Status(Verdict.CHECKMATE, opponent, in_check=True)),
        "null": (Status(Verdict.UNKNOWN), Status(Verdict.UNKNOWN, in_check=True)),
    }
    return {
        movable: (view_status(quiet, player), view_status(checked, player))
        for movable, (quiet, checked) in verdicts.items()
    }


def _check(start: Position) -> None:
    """Raise `StudyError` if the kernel does not support the rules, or if the status needs more than mate."""
    settings = start.settings
    kinds = {piece.kind for piece in start.pieces().values()}
    kinds.update(kind for promotion in settings.promotions.values() for kind in promotion.kinds)
    strange = sorted(kind.name for kind in kinds if kind.name in _LEFT_TO_PYTHON)
    if settings.dimensions is not None or strange:
        what = strange[0] if strange else "board of four dimensions"
        raise StudyError("play", f"a game with a {what} cannot be continued in a file")
    if len(start.players) != 2 or any(
        settings.win_conditions(color) != ("checkmate",) for color in start.players
    ):
        raise StudyError("play", "a game with goals other than checkmate cannot be continued in a file")
    numbers = [number for square in start.pieces() for number in square]
    numbers += [edge for edge in (*(settings.border or ()), settings.slide_limit) if edge is not None]
    numbers += [rank for promotion in settings.promotions.values() for rank in promotion.ranks]
    if len(start.pieces()) > _MOST_PIECES or any(abs(number) > _FAR for number in numbers):
        raise StudyError(
            "too-large",
            "a game with that many pieces or such large coordinates cannot be continued in a file",
        )
