"""Studies of several games (chapters): opening all games of a text, and exporting them as one text.

The headers `Study` and `Chapter` contain the titles that the page shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace

from hyperchess.game import AnyGame
from hyperchess.notation.registry import find_notation
from hyperchess.ruleset import GameKind
from hyperchess.studies.content import Content
from hyperchess.studies.errors import StudyError
from hyperchess.studies.opening import read_games
from hyperchess.studies.spelling import add_short_texts
from hyperchess.studies.texts import Exported, LossView, export
from hyperchess.text import Source

__all__ = ["MOST_CHAPTERS", "check_chapter_count", "choose_title", "export_chapters", "open_all"]

MOST_CHAPTERS = 100
"""The maximum number of chapters of a study."""

_MOST_KEPT = 20_000_000  # characters of a text, counted once for each chapter that stores it


def check_chapter_count(count: int) -> None:
    """Raise an error if `count` chapters are too many.

    >>> check_chapter_count(101)
    Traceback (most recent call last):
    ...
    hyperchess.studies.errors.StudyError: a study has at most 100 chapters, and this makes 101
    """
    if count > MOST_CHAPTERS:
        message = f"a study has at most {MOST_CHAPTERS} chapters, and this makes {count}"
        raise StudyError("chapters", message, hint="open one of the games, or create another study")


def open_all(text: str, notation: str | None = None) -> list[Content]:
    """Return every game of a text. A game with problems keeps the text to which they refer."""
    games = read_games(text, notation)
    check_chapter_count(len(games))
    faulty = sum(bool(game.problems) for game in games)
    if len(games) > 1 and faulty * len(text) > _MOST_KEPT:
        message = (
            f"{faulty} games of this text have problems, and it is too long to be kept with each of them"
        )
        raise StudyError("chapters", message, hint="open the games one by one, or fix the text first")
    contents = []
    for game in games:
        keeps = bool(game.problems) or len(games) == 1
        source, count = (Source(text), len(games)) if keeps else (None, 1)
        content = Content.of(game, source=source, games=count)
        add_short_texts(content)
        contents.append(content)
    return contents


def choose_title(contents: Sequence[Content]) -> str:
    """Return a title for games that are opened together.

    >>> choose_title(open_all('[Event "Cup"] [White "A"] 1. e4 [Event "Cup"] [White "B"] 1. d4'))
    'Cup'
    >>> choose_title(open_all('[White "A"] 1. e4 [White "B"] 1. d4'))
    'A - ? and 1 more'
    """
    for name in ("study", "event"):
        found = {_header(content, name) for content in contents}
        if len(found) == 1 and found.isdisjoint({"", "?"}):
            return found.pop()
    return f"{contents[0].shown_title} and {len(contents) - 1} more"


def _header(content: Content, name: str) -> str:
    headers = {key.casefold(): value.strip() for key, value in content.game.headers.items()}
    return headers.get(name, "")


def export_chapters(
    title: str, chapters: Sequence[Content], to: str, options: Mapping[str, object]
) -> Exported:
    """Export chapters as one text in a notation; chapters that it does not support are reported as losses."""
    kinds = find_notation(to).kinds
    left_out = tuple(
        LossView(f"chapter {place}, {chapter.shown_title!r}, is {_game_name(chapter.kind)}", "chapter", "")
        for place, chapter in enumerate(chapters, start=1)
        if chapter.kind not in kinds
    )
    games = [_titled(title, chapter) for chapter in chapters if chapter.kind in kinds]
    if not games:
        raise StudyError("chapters", f"no chapter is {_game_name(kinds[0])}", hint="choose another notation")
    written = export(games, to, options)
    return replace(written, losses=(*left_out, *written.losses))


def _game_name(kind: GameKind) -> str:
    return f"a game of {kind.label}"


def _titled(title: str, chapter: Content) -> AnyGame:
    """Return a copy of a game with titles as headers; a title that follows from its headers is omitted."""
    titles = {"Study": title, "Chapter": chapter.title}
    given = {key: value for key, value in titles.items() if value}
    game = copy(chapter.game)
    game.headers = {key: value for key, value in game.headers.items() if key.title() not in given} | given
    return game
