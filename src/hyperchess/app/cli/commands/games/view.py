"""`hyperchess view`: games in the terminal."""

from __future__ import annotations

import sys
from io import BytesIO
from typing import Annotated

import typer

from hyperchess.app.cli.options import At, File, From, GameNumber, InGame, Variant
from hyperchess.app.cli.positions import node_at
from hyperchess.app.files.inputs import InputError, read_bytes, read_games

__all__ = ["view"]


def view(
    file: File,
    notation: From = None,
    variant: Variant = None,
    at: At = None,
    path: InGame = None,
    game: GameNumber = 1,
    theme: Annotated[str, typer.Option(help="dark, light, contrast or print.")] = "dark",
    letters: Annotated[bool, typer.Option("--letters", help="Letters instead of chess signs.")] = False,
    flip: Annotated[bool, typer.Option("--flip", help="Black's view.")] = False,
) -> None:
    """Step through a game in the terminal: boards, timelines, variations, comments. ? lists all keys.

    A proof file (.hcproof) is walked through by the choices of its tree. It is shown and not verified.
    """
    from hyperchess.proofs.errors import ProofRejected
    from hyperchess.proofs.files import SUFFIX
    from hyperchess.proofs.lazy_tree import ProofTree

    if file == "-":
        raise InputError("the previewer listens to the keyboard, not to standard input; name a file")
    try:
        from hyperchess.app.tui.app import run, run_proof
        from hyperchess.app.tui.look import Look
        from hyperchess.app.tui.palettes import PALETTES
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("textual", "rich"):
            raise
        raise InputError("the previewer needs textual: pip install 'hyperchess[view]'") from error
    if theme not in PALETTES:
        raise InputError(f"unknown theme {theme!r}: choose among {', '.join(PALETTES)}")
    look = Look(theme, letters, flip)
    if file.endswith(SUFFIX):
        try:
            tree = ProofTree(BytesIO(read_bytes(file)))
        except ProofRejected as error:
            raise InputError(f"{file}: {error}") from error
        _check_terminal("`hyperchess verify` checks a proof")
        run_proof(tree, look=look, name=file)
        return
    games = list(read_games(file, notation, variant))
    if game > len(games):
        raise InputError(f"there is no game {game} in {file}, which has {len(games)}")
    chosen = games[game - 1]
    node = chosen.root if at is None and path is None else node_at(chosen, at, path)
    _check_terminal("`hyperchess show` prints a position")
    run(games, index=game - 1, node=node, look=look, name=file)


def _check_terminal(instead: str) -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InputError(f"the previewer needs a terminal; {instead}")
