"""`hyperchess view`: the previewer."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from hyperchess.app.cli.inputs import InputError, games_of
from hyperchess.app.cli.places import At, GameNumber, InGame

__all__ = ["view"]


def view(
    file: Annotated[str, typer.Argument(help="A file, example:NAME or variant:NAME.")],
    notation: Annotated[str | None, typer.Option("--from", help="The notation, if not detected.")] = None,
    at: At = None,
    path: InGame = None,
    game: GameNumber = 1,
    theme: Annotated[str, typer.Option(help="dark, light, contrast or print.")] = "dark",
    letters: Annotated[bool, typer.Option("--letters", help="Letters instead of chess signs.")] = False,
    flip: Annotated[bool, typer.Option("--flip", help="Black's view.")] = False,
) -> None:
    """Step through a game in the terminal: boards, timelines, variations, comments. ? lists all keys."""
    if file == "-":
        raise InputError("the previewer listens to the keyboard, not to standard input; name a file")
    try:
        from hyperchess.app.tui.app import run
        from hyperchess.app.tui.palettes import PALETTES
        from hyperchess.app.tui.stage import Look
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("textual", "rich"):
            raise
        raise InputError("the previewer needs textual: pip install 'hyperchess[view]'") from error
    if theme not in PALETTES:
        raise InputError(f"unknown theme {theme!r}: choose among {', '.join(PALETTES)}")
    games = games_of(file, notation)
    if game > len(games):
        raise InputError(f"there is no game {game} in {file}, which has {len(games)}")
    from hyperchess.app.cli.places import node_at

    chosen = games[game - 1]
    node = chosen.root if at is None and path is None else node_at(chosen, at, path)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InputError("the previewer needs a terminal; `hyperchess show` prints a position")
    run(games, index=game - 1, node=node, look=Look(theme, letters, flip), name=file)
