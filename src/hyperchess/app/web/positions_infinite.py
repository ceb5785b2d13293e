"""A position of infinite chess as JSON."""

from __future__ import annotations

from typing import Any

from hyperchess.app.web.values import player_name, square_infinite
from hyperchess.infinite import Position, Square, Status, Verdict
from hyperchess.infinite.attacks import attackers
from hyperchess.picture.pieces import symbol_of

__all__ = ["position_infinite", "status_infinite"]

_MOST_JUDGED = 20_000  # pieces: the verdict on larger boards is not worked out unasked


def position_infinite(position: Position, variant: str) -> dict[str, Any]:
    """All that the page shows."""
    border = position.rules.border
    last = position.last
    return {
        "game": "infinite",
        "player": player_name(position.player),
        "players": [player_name(color) for color in position.players],
        "pieces": [
            [
                symbol_of(piece.kind),
                player_name(piece.color),
                str(square.x),
                str(square.y),
                int(piece.special),
            ]
            for square, piece in position.pieces.items()
        ],
        "border": None
        if border is None
        else {name: None if edge is None else str(edge) for name, edge in border._asdict().items()},
        "last": []
        if last is None
        else [
            {
                "from": square_infinite(last.move.start),
                "to": square_infinite(last.move.end),
                "player": player_name(position.players[-1]),
            }
        ],
        "checks": [
            {"from": square_infinite(attacker), "to": square_infinite(royal)}
            for royal in position.checks()
            for attacker in attackers(position.board, royal, position.player)
        ],
        "promotion_ranks": {
            player_name(color): list(map(str, promotion.ranks))
            for color, promotion in position.rules.promotions.items()
        },
        "en_passant": _square(position.en_passant),
        "pending": [],
        "may_submit": False,
        "fault": None,
        "status": status_infinite(position),
        "variant": variant,
    }


def _square(square: Square | None) -> list[str] | None:
    return None if square is None else square_infinite(square)


def status_infinite(position: Position) -> dict[str, Any]:
    """The verdict, in a sentence too."""
    if len(position.board.placed) > _MOST_JUDGED:
        status = Status(Verdict.UNKNOWN, None, position.checks())
    else:
        status = position.status
    player = position.player
    if status.is_over:
        text = f"{player} is checkmated" if status.verdict is Verdict.CHECKMATE else str(status)
    else:
        text = f"{player} to move" + (" and in check" if status.checks else "")
    verdict = "check" if status.verdict is Verdict.ONGOING and status.checks else status.verdict.value
    return {"verdict": verdict, "over": status.is_over, "text": text, "claims": list(status.claims)}
