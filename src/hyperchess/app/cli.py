"""The `hyperchess` command. Heavy imports happen inside the command that needs them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from hyperchess.errors import HyperchessError

if TYPE_CHECKING:
    from hyperchess.multiverse import Variant

app = typer.Typer(
    name="hyperchess",
    help="Read, check, convert, draw, play and analyse 5D chess and infinite chess.",
    epilog="Example: hyperchess variants 'Standard - Turn Zero'",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

_AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]


def main() -> None:
    """Run the command line; an error of ours is a sentence and exit code 1, never a traceback."""
    try:
        app()
    except HyperchessError as error:
        typer.echo(f"hyperchess: {error}", err=True)
        raise SystemExit(1) from None


@app.callback(invoke_without_command=True)
def _root(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        from hyperchess import __version__

        typer.echo(f"hyperchess {__version__}")
        raise typer.Exit


@app.command(epilog="Example: hyperchess variants 'two timelines' --json")
def variants(
    name: Annotated[str | None, typer.Argument(help="A variant; without it, all are listed.")] = None,
    as_json: _AsJson = False,
) -> None:
    """Show a starting position with its boards, 5DFEN and hash, or list all of them."""
    from hyperchess import multiverse

    chosen = multiverse.variants() if name is None else (multiverse.find_variant(name),)
    if as_json:
        rows = [_as_data(variant) for variant in chosen]
        typer.echo(json.dumps(rows if name is None else rows[0], indent=2, ensure_ascii=False))
    elif name is None:
        for variant in chosen:
            typer.echo(f"{variant.name:45} {variant.size:6} {variant.parity}")
    else:
        _show(chosen[0])


def _as_data(variant: Variant) -> dict[str, object]:
    position = variant.position
    return {
        "name": variant.name,
        "size": variant.size,
        "parity": variant.parity,
        "promotions": list(position.promotions),
        "community": variant.community,
        "author": variant.author,
        "fen": [board.fen() for board in position.boards],
        "hash": position.hash(),
    }


def _show(variant: Variant) -> None:
    from hyperchess.picture.terminal import draw

    position = variant.position
    promotions = " ".join(position.promotions)
    typer.echo(f"{variant.name} ({variant.size}, {variant.parity}, promotions {promotions})\n")
    typer.echo(draw(position) + "\n")
    for board in position.boards:
        typer.echo(board.fen())
    typer.echo(f"hash {position.hash()}")
