"""The `hyperchess` command. Heavy imports happen inside the command that needs them."""

from __future__ import annotations

from typing import Annotated

import typer

from hyperchess.app.check import check
from hyperchess.app.convert import convert
from hyperchess.app.inputs import InputError
from hyperchess.app.show import show
from hyperchess.app.variants import variants
from hyperchess.errors import HyperchessError

app = typer.Typer(
    name="hyperchess",
    help="Read, check, convert, draw, play and analyse 5D chess and infinite chess.",
    epilog="Example: hyperchess variants 'Standard - Turn Zero'",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def main() -> None:
    """Run the command line; an error of ours is a sentence and an exit code, never a traceback."""
    try:
        app()
    except HyperchessError as error:
        typer.echo(f"hyperchess: {error}", err=True)
        raise SystemExit(2 if isinstance(error, InputError) else 1) from None


@app.callback(invoke_without_command=True)
def _root(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        from hyperchess import __version__
        from hyperchess.multiverse.rules import default_rules

        typer.echo(f"hyperchess {__version__} ({default_rules().name} rules)")
        raise typer.Exit


app.command(epilog="Example: hyperchess variants 'two timelines' --json")(variants)
app.command(epilog="Example: hyperchess check games/ --level info")(check)
app.command(epilog="Example: hyperchess convert game.5dpgn --to branched -o game.tree.5dpgn")(convert)
app.command(epilog="Example: hyperchess show example:four-timelines")(show)
