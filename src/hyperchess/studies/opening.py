"""Opening of studies: from a text, a variant or an example to the content of a study."""

from __future__ import annotations

from hyperchess.game import AnyGame
from hyperchess.notation.examples import example_names, read_example
from hyperchess.notation.reading import decode, parse_all
from hyperchess.notation.registry import NO_GAME, find_notation, no_game_problem, recognise
from hyperchess.notation.starts import game_of_variant
from hyperchess.ruleset import GameKind
from hyperchess.studies.content import Content
from hyperchess.studies.errors import StudyError
from hyperchess.studies.spelling import add_short_texts
from hyperchess.text import Source

__all__ = ["find_reader", "open_example", "open_game", "open_text", "open_variant", "read_games"]


def find_reader(text: str, notation: str | None) -> str | None:
    """Return the notation of a text, as given or detected; `None` if it does not look like a game."""
    if notation:
        return find_notation(notation).name
    found = recognise(text)
    return None if found is None else found.name


def read_games(text: str, notation: str | None) -> list[AnyGame]:
    """Parse all games of a text, at least one."""
    name = find_reader(text, notation) if text.strip() else None
    if name is None:
        nothing = no_game_problem(Source(text))
        raise StudyError(NO_GAME, nothing.message, hint=nothing.hint)
    return parse_all(text, name)


def open_text(
    text: str, notation: str | None = None, *, number: int = 1, title: str = "", kind: GameKind | None = None
) -> Content:
    """Open one game of a text, counted from 1; `kind` is the game that it must be."""
    games = read_games(text, notation)
    if number > len(games):
        count = "1 game" if len(games) == 1 else f"{len(games)} games"
        raise StudyError("no-game", f"there is no game {number} in a text with {count}")
    game = games[number - 1]
    if kind is not None and game.kind is not kind:
        raise StudyError("wrong-game", f"this is not a position of {kind.label}")
    content = Content.of(game, source=Source(text), title=title, games=len(games))
    add_short_texts(content)
    return content


def open_game(game: AnyGame, *, title: str = "") -> Content:
    """Open an existing game, without a text of its own."""
    content = Content.of(game, title=title)
    add_short_texts(content)
    return content


def open_variant(name: str, *, title: str = "") -> Content:
    """Open a new game of a variant."""
    return Content.of(game_of_variant(name), title=title)


def open_example(name: str, *, number: int = 1, title: str = "") -> Content:
    """Open a bundled game.

    >>> open_example("four-timelines").kind
    <GameKind.MULTIVERSE: '5d'>
    """
    if name not in example_names():
        hint = f"there are {', '.join(example_names())}"
        raise StudyError("unknown-example", f"there is no example {name[:60]!r}", hint=hint)
    return open_text(decode(read_example(name), name)[0], number=number, title=title)
