"""Canonical formatting of a text, for `hyperchess fmt` and for editors."""

from __future__ import annotations

from hyperchess.app.files.inputs import InputError, ReadText, display_name, parse_games
from hyperchess.errors import ParseError
from hyperchess.notation.registry import detect, find_notation
from hyperchess.notation.text5d.dialects import DIALECTS

__all__ = ["canonical_text"]


def canonical_text(read: ReadText, notation: str | None) -> str:
    """Return the canonical text; raise `ParseError` or `InputError` if anything of the game would be lost."""
    if notation is None:
        parse_games(read)  # refuses what is not a game at all
    chosen = find_notation(notation) if notation is not None else detect(read.text)[0]
    if chosen.name in DIALECTS:
        from hyperchess.notation.pgn5d.formatter import format_text

        return format_text(read.text)
    return _rewritten(read, chosen.name)


def _rewritten(read: ReadText, notation: str) -> str:
    """Return the games as their own writer prints them, if reading that gives the same games."""
    from hyperchess.analysis.differences import differences

    target = find_notation(notation)
    games = parse_games(read, notation)
    name = display_name(read.name)
    for problem in (problem for game in games for problem in game.problems):
        if problem.severity.value == "error":
            raise ParseError(problem)
    options = _start_options(read.text) if notation.startswith("icn") else []
    if len(options) != len(games):
        options = [{}] * len(games)
    written = [target.write(game, **chosen) for game, chosen in zip(games, options, strict=True)]
    for loss in (loss for part in written for loss in part.losses):
        raise InputError(f"{name} stays as it is: {target.title} would lose something ({loss})")
    text = "\n".join(part.text for part in written)
    again = parse_games(ReadText(read.name, text, read.encoding), notation)
    if len(again) != len(games) or any(
        next(differences(old, new), None) for old, new in zip(games, again, strict=True)
    ):
        raise InputError(f"{name} stays as it is: the writer of {target.title} would change the game")
    return text


def _start_options(text: str) -> list[dict[str, str]]:
    """Return the options by which a start of infinite chess that is only named stays so, by game."""
    from hyperchess.notation.icn.parser import parse_games
    from hyperchess.text import Source

    return [{"start": "name"} if game.pieces is None else {} for game in parse_games(Source(text))]
