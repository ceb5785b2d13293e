"""Headers before the cells: all headers of the game, and those that a reader needs to find the start."""

from __future__ import annotations

from typing import Literal

from hyperchess.game import Game
from hyperchess.multiverse import Move, Position
from hyperchess.notation.losses import Losses
from hyperchess.notation.options import check_option
from hyperchess.notation.text5d.dialects import Dialect
from hyperchess.notation.text5d.writing.headers import START_KEYS, Head, head_text, make_head

__all__ = ["Headers", "write_head"]

Headers = Literal["all", "start", "none"]

_OTHER_NAMES = {"variant": "Board", "variation": "Board", "timelines": "Timeline"}
_STANDARD = ("Board", "Standard")  # which readers assume


def write_head(game: Game[Position, Move], wanted: Headers, losses: Losses) -> str:
    """Return the headers and boards, and a blank line if there are any."""
    check_option("headers", wanted, Headers)
    given = {_OTHER_NAMES.get(key.casefold(), key.capitalize()): key for key in game.headers}
    made = make_head(game, Dialect.SHAD, losses if wanted == "all" else Losses())
    needed = Head(tuple(h for h in made.headers if _is_needed(h, game, made)), made.boards)
    if wanted == "all":
        kept = [
            (given.get(key, key), value)
            for key, value in made.headers
            if (key, value) in needed.headers or key in game.headers or key in given
        ]
        _keep_parity(game, given, kept)
        return head_text(Head(tuple(kept), made.boards))
    for key in game.headers:
        if key not in (*START_KEYS, "Mode") and key.casefold() not in _OTHER_NAMES:
            losses.add("headers", f"the header {key} is left out", key)
    if wanted == "none":
        losses.add("start", "the start is left out", count=int(bool(needed.headers)))
        return ""
    return head_text(needed)


def _keep_parity(game: Game[Position, Move], given: dict[str, str], kept: list[tuple[str, str]]) -> None:
    """Keep a header that declares the timelines even or odd if the game has it; 5DPGN does not need it."""
    key = given.get("Timeline")
    if key is None or game.start is None or any(name == key for name, _ in kept):
        return
    value = game.headers[key]
    if value.casefold() == ("even" if game.start.even else "odd"):
        kept.insert(list(game.headers).index(key), (key, value))


def _is_needed(header: tuple[str, str], game: Game[Position, Move], made: Head) -> bool:
    """Return whether a reader would assume another start without this header."""
    key, _ = header
    if key == "Size":
        return bool(made.boards)
    if header == _STANDARD:
        return not game.main_line  # a text without cells must have at least one header
    return key in START_KEYS
