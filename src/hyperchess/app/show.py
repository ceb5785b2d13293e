"""`hyperchess show`: headers, verdict and the final position of a game."""

from __future__ import annotations

from typing import Annotated

import typer

from hyperchess.app.inputs import games_of

__all__ = ["show"]


def show(
    file: Annotated[str, typer.Argument(help="A file, - or example:NAME.")],
    notation: Annotated[str | None, typer.Option("--from", help="The notation, if not detected.")] = None,
) -> None:
    """Show a game: headers, numbers, verdict, and the position after the main line."""
    from hyperchess.picture.terminal import draw

    game = games_of(file, notation)[0]
    for key, value in game.headers.items():
        typer.echo(f"{key:10} {value}")
    nodes = sum(1 for _ in game.walk())
    typer.echo(f"{'Notation':10} {game.notation}")
    typer.echo(f"{'Actions':10} {len(game.main_line)} on the main line, {nodes} in all")
    typer.echo(f"{'Problems':10} {len(game.problems)}")
    if not game.end.is_resolved:
        typer.echo("The game cannot be followed to its end; `hyperchess check` says why.")
        return
    typer.echo(f"{'Status':10} {game.final.status.value}\n")
    typer.echo(draw(game.final))
