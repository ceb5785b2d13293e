"""Several games in one text: joined so that the reader of the notation finds as many as were written.

Some notations have no sign for the start of a game, and their games cannot be joined.

>>> from hyperchess.notation.reading import parse
>>> from hyperchess.notation.registry import find_notation
>>> game = parse('[Board "Standard"] 1. e4 / e5 2. Nf3')
>>> for name in ("shad", "axel"):
...     print(name, [str(loss) for loss in write_games(find_notation(name), [game, game]).losses])
shad []
axel ["Axel's notation (4xel) cannot keep 2 games apart in one text"]
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import IO, Any

from hyperchess.game import AnyGame, attach_copy, new_game
from hyperchess.notation.registry import Notation
from hyperchess.notation.streaming import CHUNK, TextStream, stream_pieces
from hyperchess.notation.writing import Loss, Written
from hyperchess.text import Source

__all__ = ["are_separable", "count_games", "joinable_text", "write_games", "write_opening"]

_ACTIONS = 2  # of the opening of a game: enough to see its form, and quick to read


def write_games(notation: Notation, games: Sequence[AnyGame], **options: Any) -> Written:
    """Write games one after the other into one text; report a loss if the reader cannot separate them."""
    written = [notation.write(game, **options) for game in games]
    losses = [loss for part in written for loss in part.losses]
    if len(games) == 1:
        return written[0]
    if not are_separable(notation, *(write_opening(notation, game, options) for game in games)):
        message = f"{notation.title} cannot keep {len(games)} games apart in one text"
        losses.append(Loss("games", message))
    texts = [joinable_text(notation, game, part.text) for game, part in zip(games, written, strict=True)]
    return Written("\n".join(texts), tuple(losses))


def joinable_text(notation: Notation, game: AnyGame, text: str) -> str:
    """Return the text of a game as it stands among others: a game without actions has its end marked.

    Its headers would otherwise be read as the first headers of the next game.
    """
    return text if game.main_line or not notation.empty_end else f"{text.rstrip()}\n\n{notation.empty_end}\n"


def write_opening(notation: Notation, game: AnyGame, options: dict[str, Any]) -> str:
    """Write a game with its first actions only: its head shows where a game starts."""
    opening = new_game(game.start, game.headers, notation=game.notation, kind=game.kind)
    node = opening.root
    for step in game.main_line[:_ACTIONS]:
        node = attach_copy(node, step, result=False)
    return joinable_text(notation, game, notation.write(opening, **options).text)


def are_separable(notation: Notation, *openings: str) -> bool:
    """Return whether the reader finds one game in each of the texts when they follow each other."""
    return all(len(notation.read(Source(f"{first}\n{second}"))) == 2 for first, second in pairwise(openings))


def count_games(notation: Notation, stream: IO[bytes], name: str) -> int:
    """Count the games that the reader finds in a stream, without resolving their moves."""
    text = TextStream(stream, name)
    return sum(1 for _ in stream_pieces(text, text.read(CHUNK), notation))
