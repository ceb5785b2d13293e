"""`hyperchess notations`: the supported notations, and the notation of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hyperchess.app.cli.options import AsJson, complete_notations
from hyperchess.app.cli.outputs import print_json
from hyperchess.app.cli.terminal import echo
from hyperchess.app.files.inputs import InputError, display_name, read_text
from hyperchess.errors import ParseError

if TYPE_CHECKING:
    from hyperchess.notation.registry import Notation

__all__ = ["notations"]


def notations(
    name: Annotated[
        str | None,
        typer.Argument(help="A notation; without it, all are listed.", autocompletion=complete_notations),
    ] = None,
    of: Annotated[
        str | None,
        typer.Option("--of", metavar="FILE", help="Which notation a file is in, and why."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the notations, or show one with the options of its writer (`convert --option NAME=VALUE`).

    With --of: the notations that a file may be in, the likeliest first, with their scores from 0 to 1 and
    what speaks for each. Exit code 2: it is not a game.
    """
    if of is not None:
        if name is not None:
            raise InputError("--of looks at all notations; leave the name out")
        _explain(of, as_json=as_json)
        return
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


def _explain(file: str, *, as_json: bool) -> None:
    """Print the candidate notations of a file, the detected one, and the evidence."""
    from hyperchess.app.cli.outputs import print_table
    from hyperchess.notation.registry import candidates, no_game_problem, recognise
    from hyperchess.text import Source

    text = read_text(file).text
    taken = recognise(text)
    found = [candidate for candidate in candidates(text) if candidate.evidence.points]
    if as_json:
        listed = [
            {
                "name": notation.name,
                "score": round(evidence.confidence, 3),
                "reasons": list(evidence.reasons),
            }
            for notation, evidence in found
        ]
        print_json({"taken": None if taken is None else taken.name, "considered": listed})
    elif found:
        rows = [
            (notation.name, f"{evidence.confidence:.2f}", "; ".join(evidence.reasons))
            for notation, evidence in found
        ]
        print_table("", ("notation", "score", "because of"), rows)
    if taken is None:
        raise ParseError(no_game_problem(Source(text, display_name(file))))
    if not as_json:
        echo(f"It is read as {taken.name}: {taken.title}.")


def _data(notation: Notation) -> dict[str, object]:
    return {
        "name": notation.name,
        "title": notation.title,
        "game": notation.scope,
        "suffix": notation.suffix,
        "options": [
            {"name": option.name, "values": option.values, "default": option.default}
            for option in notation.options.values()
        ],
    }


def _print(notation: Notation) -> None:
    from hyperchess.app.cli.outputs import print_table

    echo(f"{notation.name}: {notation.title} ({notation.label}, {notation.suffix})")
    options = [
        (f"{option.name}=", option.values, option.default_text) for option in notation.options.values()
    ]
    if options:
        print_table("", ("option", "values", "default"), options)
    else:
        echo("Its writer has no options.")
