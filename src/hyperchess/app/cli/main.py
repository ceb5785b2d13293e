"""The `hyperchess` command. Heavy imports happen inside the command that needs them."""

from __future__ import annotations

from typing import Annotated

import typer

from hyperchess.app.cli.completion import join_split_words
from hyperchess.app.cli.group import Commands, prepare_streams
from hyperchess.app.cli.terminal import echo

__all__ = ["app", "main"]

app = typer.Typer(
    name="hyperchess",
    cls=Commands,
    help="Read, check, convert, draw, play and analyse 5D chess and infinite chess.",
    epilog="Example: hyperchess show example:four-timelines",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """Run the command line."""
    prepare_streams()
    with join_split_words():
        app(prog_name="hyperchess")


@app.callback(invoke_without_command=True)
def _root(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="With --version: details for a bug report.")
    ] = False,
) -> None:
    if version:
        from hyperchess.app.cli.version import version_line, version_report

        echo(version_report() if verbose else version_line())
        raise typer.Exit
    if verbose:
        raise typer.BadParameter("--verbose belongs to --version")
