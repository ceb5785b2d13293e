"""`hyperchess explain`: the meaning of a problem code, with a text that has it and one that does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hyperchess.app.cli.options import AsJson, complete_codes
from hyperchess.app.cli.outputs import print_json
from hyperchess.app.cli.terminal import Styled, echo

if TYPE_CHECKING:
    from hyperchess.notation.codes import Code

__all__ = ["explain"]


def explain(
    code: Annotated[
        str | None,
        typer.Argument(help="A code that check prints; all without it.", autocompletion=complete_codes),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Explain a problem: what it means, a text that has it, and the corrected text."""
    from hyperchess.notation.codes import codes, find_code

    if code is not None:
        found = find_code(code)
        if as_json:
            print_json(_data(found))
        else:
            _print(found)
    elif as_json:
        print_json([_data(found) for found in codes().values()])
    else:
        from hyperchess.app.cli.outputs import print_table

        rows = [(found.name, ", ".join(found.severity), found.title) for found in codes().values()]
        print_table("", ("code", "severity", "what is wrong"), rows)


def _data(code: Code) -> dict[str, object]:
    return {
        "code": code.name,
        "title": code.title,
        "severity": list(code.severity),
        "meaning": code.meaning,
        "read_as": code.read,
        "bad": code.bad,
        "good": code.good,
    }


def _print(code: Code) -> None:
    from textwrap import fill

    from hyperchess.notation.codes import find_problems

    echo(Styled(f"{code.name}: {code.title}", bold=True), f" ({', '.join(code.severity)})\n")
    echo(fill(code.meaning, 80))
    echo(Styled("\nBad:\n", typer.colors.RED, bold=True))
    echo(_indented(code.bad))
    for problem in find_problems(code, code.bad):
        if problem.code == code.name:
            echo("\n" + _indented(str(problem)))
            break
    echo(Styled("\nGood:\n", typer.colors.GREEN, bold=True))
    echo(_indented(code.good))


def _indented(text: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in text.splitlines())
