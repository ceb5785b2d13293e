"""`hyperchess play`: a game in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.options import At, Force, From, GameNumber, InGame, Variant, complete_files
from hyperchess.app.cli.outputs import print_notice
from hyperchess.app.files.inputs import InputError, one_game
from hyperchess.app.files.outputs import check_target, write_file
from hyperchess.budget import Budget
from hyperchess.game import AnyGame, attach_action, new_game
from hyperchess.text import plural

if TYPE_CHECKING:
    from hyperchess.app.tui.play.contest import AnyContest
    from hyperchess.ruleset import Player

__all__ = ["play"]

_SIDES = ("white", "black", "random")


def play(
    file: Annotated[
        str | None,
        typer.Argument(
            help="Start from a game: a file, example:NAME, variant:NAME.", autocompletion=complete_files
        ),
    ] = None,
    notation: From = None,
    number: GameNumber = 1,
    at: At = None,
    node: InGame = None,
    variant: Variant = None,
    level: Annotated[int, typer.Option("--level", min=1, max=8, help="The engine's level, 1 to 8.")] = 3,
    side: Annotated[str, typer.Option("--side", help="Your side: white, black or random.")] = "white",
    seconds: Annotated[
        float, typer.Option("--time", min=0, help="Seconds for an action of the engine.")
    ] = 2.0,
    clock: Annotated[
        str | None,
        typer.Option("--clock", metavar="10+5", help="Minutes for each player + seconds an action."),
    ] = None,
    friend: Annotated[bool, typer.Option("--friend", help="Two people at one terminal.")] = False,
    theme: Annotated[str, typer.Option(help="dark, light, contrast or print.")] = "dark",
    letters: Annotated[bool, typer.Option("--letters", help="Letters instead of chess signs.")] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Save the game here when it ends or is left.")
    ] = None,
    scores: Annotated[bool, typer.Option("--scores", help="Save the engine's scores as [%eval].")] = False,
    force: Force = False,
) -> None:
    """Play 5D or infinite chess in the terminal, against the engine or a friend. ? lists all keys."""
    try:
        from hyperchess.app.tui.look import Look
        from hyperchess.app.tui.palettes import PALETTES
        from hyperchess.app.tui.play.app import PlayApp
        from hyperchess.app.tui.play.clocks import Clocks, TimeControl
        from hyperchess.app.tui.play.games import create_contest
        from hyperchess.app.tui.play.opponent import Opponent
        from hyperchess.app.tui.play.turns import PlayOptions
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("textual", "rich"):
            raise
        raise InputError("playing in the terminal needs textual: pip install 'hyperchess[view]'") from error
    from time import monotonic

    if theme not in PALETTES:
        raise InputError(f"unknown theme {theme!r}: choose among {', '.join(PALETTES)}")
    if output is not None:
        check_target(output, force=force, sources=[] if file is None else [file])
    control = None if clock is None else TimeControl.parse(clock)
    _check_side(side)
    contest = create_contest(_game(file, notation, number, at, node, variant))
    person = _person(side, contest)
    if not _has_terminal():
        raise InputError(
            "playing needs a terminal; `hyperchess engine` and `hyperchess rules` serve programs"
        )
    opponent = Opponent(level=level, limit=Budget(seconds))
    for color in contest.players:
        contest.game.headers.pop(str(color), None)
        if not friend:
            contest.game.headers[str(color)] = "Player" if color is person else opponent.name
    app = PlayApp(
        contest,
        opponent,
        look=Look(theme, letters, flipped=person is not contest.players[0] and not friend),
        options=PlayOptions(engine=None if friend else contest.other(person), scores=scores, output=output),
        clocks=None if control is None else Clocks(control, contest.players, monotonic),
    )
    try:
        app.run()
    finally:
        _finish(contest, output)
    if app.was_terminated:
        raise typer.Exit(Exit.TERMINATED)


def _has_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _check_side(side: str) -> None:
    if side.lower() not in _SIDES:
        raise InputError(f"unknown side {side!r}: choose among {', '.join(_SIDES)}")


def _person(side: str, contest: AnyContest) -> Player:
    from random import choice

    if side.lower() == "random":
        return choice(contest.players)
    return contest.players[side.lower() == "black"]


def _game(
    file: str | None,
    notation: str | None,
    number: int,
    at: str | None,
    node: str | None,
    variant: str | None,
) -> AnyGame:
    """Return the game up to the node from which play continues."""
    from hyperchess.app.cli.positions import node_at, position_at
    from hyperchess.notation.reading import find_position
    from hyperchess.notation.starts import game_of_variant

    if file == "-":
        raise InputError("playing listens to the keyboard, not to standard input; name a file")
    if file is None:
        if at is not None or node is not None:
            raise InputError("--at and --node name a place of a game; name its file too")
        name = variant or "Standard"
        return new_game(find_position(name)) if "[" in name or "," in name else game_of_variant(name)
    found = one_game(file, notation, number, variant)
    place = node_at(found, at, node)
    position_at(found, place)
    headers = {key: value for key, value in found.headers.items() if key != "Result"}
    game = new_game(found.start, headers)
    end = game.root
    for step in place.path:
        end = attach_action(end, step.action or ())
    return game


def _finish(contest: AnyContest, output: Path | None) -> None:
    """Save the game and report how it ended."""
    if contest.outcome is not None:
        print_notice(f"{contest.outcome.result}: {contest.outcome.text}")
    if output is None or not contest.played:
        return
    write_file(output, contest.text(), force=True)  # the app has checked and written it before
    left = f"; the unfinished action ({plural(len(contest.pending), 'move')}) is not in it"
    print_notice(f"the game is in {output}{left if contest.pending else ''}")
