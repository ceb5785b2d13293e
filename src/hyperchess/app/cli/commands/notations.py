"""`hyperchess notations`: what can be read and written, and the options of the writers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hyperchess.app.cli.options import AsJson, complete_notations
from hyperchess.app.cli.outputs import print_json
from hyperchess.app.cli.terminal import echo

if TYPE_CHECKING:
    from hyperchess.notation.registry import Notation

__all__ = ["notations"]


def notations(
    name: Annotated[
        str | None,
        typer.Argument(help="A notation; all without it.", autocompletion=complete_notations),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the notations, or show one with the options of its writer (`convert --option NAME=VALUE`)."""
    from hyperchess.app.cli.outputs import print_table
    from hyperchess.notation.registry import find_notation
    from hyperchess.notation.registry import notations as all_notations

    chosen = list(all_notations().values()) if name is None else [find_notation(name)]
    if as_json:
        rows = [_data(notation) for notation in chosen]
        print_json(rows if name is None else rows[0])
    elif name is None:
        listed = [(each.name, each.label, each.suffix, each.title) for each in chosen]
        print_table("", ("name", "game", "files", "notation"), listed)
    else:
        _print(chosen[0])


def _data(notation: Notation) -> dict[str, object]:
    from hyperchess.notation.writer_options import writer_options

    return {
        "name": notation.name,
        "title": notation.title,
        "game": notation.scope,
        "suffix": notation.suffix,
        "options": [
            {"name": option.name, "values": option.values, "default": option.default}
            for option in writer_options(notation).values()
        ],
    }


def _print(notation: Notation) -> None:
    from hyperchess.app.cli.outputs import print_table
    from hyperchess.notation.writer_options import writer_options

    echo(f"{notation.name}: {notation.title} ({notation.label}, {notation.suffix})")
    options = [
        (f"{option.name}=", option.values, option.default_text)
        for option in writer_options(notation).values()
    ]
    if options:
        print_table("", ("option", "values", "default"), options)
    else:
        echo("Its writer has no options.")
