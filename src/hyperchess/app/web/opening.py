"""From what a user brings (a text, a variant, an example) to the content of a study."""

from __future__ import annotations

from hyperchess.app.inputs import EXAMPLE, example_names, read_text
from hyperchess.app.web.documents import Content
from hyperchess.app.web.errors import ApiError
from hyperchess.app.web.spelling import spell
from hyperchess.notation.reading import parse_all
from hyperchess.notation.registry import AnyGame, detect, find_notation
from hyperchess.notation.starts import game_of_variant
from hyperchess.text import Source

__all__ = ["content_of_example", "content_of_text", "content_of_variant", "find_reader", "read_games"]

_SURE = 0.1  # a text that looks less than this like any notation is no game


def find_reader(text: str, notation: str | None) -> str | None:
    """The name of the notation of a text, as told or as it looks; `None` if it does not look like a game."""
    if notation:
        return find_notation(notation).name
    found, confidence = detect(text)
    return found.name if confidence >= _SURE else None


def read_games(text: str, notation: str | None) -> list[AnyGame]:
    """All games of a text, at least one."""
    if not text.strip():
        raise ApiError(422, "no-game", "the text is empty", hint="paste a game in any notation")
    name = find_reader(text, notation)
    if name is None:
        hint = "name its notation, or begin from a variant"
        raise ApiError(422, "no-game", "this does not look like a game in any notation", hint=hint)
    games = parse_all(text, name)
    if not games:
        raise ApiError(422, "no-game", "there is no game in the text")
    return games


def content_of_text(
    text: str, notation: str | None = None, *, number: int = 1, title: str = "", kind: str | None = None
) -> Content:
    """One game of a text, counted from 1; `kind` is the game that it must be of."""
    games = read_games(text, notation)
    if number > len(games):
        count = "1 game" if len(games) == 1 else f"{len(games)} games"
        raise ApiError(422, "no-game", f"there is no game {number} in a text with {count}")
    game = games[number - 1]
    if kind is not None and game.kind != kind:
        raise ApiError(422, "wrong-game", f"this is not a position of {kind} chess")
    content = Content.of(game, source=Source(text), title=title, games=len(games))
    spell(content)
    return content


def content_of_variant(name: str, *, title: str = "") -> Content:
    """A game that has not begun."""
    return Content.of(game_of_variant(name), title=title)


def content_of_example(name: str, *, number: int = 1, title: str = "") -> Content:
    """A bundled game."""
    name = name.removeprefix(EXAMPLE)
    if name not in example_names():
        hint = f"there are {', '.join(example_names())}"
        raise ApiError(422, "unknown-example", f"there is no example {name[:60]!r}", hint=hint)
    return content_of_text(read_text(EXAMPLE + name).text, number=number, title=title)
