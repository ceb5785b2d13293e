"""Output of the commands: sentences, JSON, and tables (rich is imported on first use)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from hyperchess.app.cli.terminal import Styled, console, echo
from hyperchess.text import escape_hidden, visible_line

__all__ = ["JsonOutput", "json_text", "print_json", "print_notice", "print_pairs", "print_table"]

_NOT_ASCII = re.compile(r"[^\x00-\x7e]")


def print_notice(message: str) -> None:
    """Print a sentence on standard error."""
    echo(f"hyperchess: {message}", err=True)


class JsonOutput:
    """The number of JSON documents that this process has printed."""

    documents = 0


def print_json(data: object) -> None:
    """Print data as JSON."""
    JsonOutput.documents += 1
    echo(json_text(data))


def json_text(data: object) -> str:
    r"""Data as JSON: letters stay readable, and what is not `escape_hidden` becomes an escape of JSON.

    >>> print(json_text("Zoë \x1b \x9b \u202e \U000e0041"))
    "Zoë \u001b \u009b \u202e \udb40\udc41"
    """
    return _NOT_ASCII.sub(_json_escape, json.dumps(data, indent=2, ensure_ascii=False))


def _json_escape(match: re.Match[str]) -> str:
    character = match[0]
    return character if escape_hidden(character) == character else json.dumps(character)[1:-1]


def print_table(
    title: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    err: bool = False,
) -> None:
    """Print a table; columns whose name starts with `#` contain numbers and are right-aligned."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(
        title=Text(visible_line(title)) if title else None,
        box=SIMPLE_HEAD,
        title_justify="left",
        title_style="bold",
        pad_edge=False,
    )
    for column in columns:
        table.add_column(
            column.removeprefix("#"), justify="right" if column.startswith("#") else "left", overflow="fold"
        )
    for row in rows:
        table.add_row(*(Text(visible_line(_shown(cell))) for cell in row))
    console(err=err).print(table)


def _shown(cell: object) -> str:
    if isinstance(cell, float):
        return f"{cell:,g}"
    return f"{cell:,}" if isinstance(cell, int) else str(cell)


def print_pairs(pairs: Iterable[tuple[str, object]]) -> None:
    """Print names and values in two columns; long values are wrapped."""
    from shutil import get_terminal_size
    from textwrap import wrap

    rows = [(visible_line(name), escape_hidden(str(value))) for name, value in pairs]
    width = max((len(name) for name, _ in rows), default=0)
    room = max(20, get_terminal_size().columns - width - 2)
    for name, value in rows:
        first, *others = wrap(value, room) or [""]
        echo(Styled(name.ljust(width), bold=True), f"  {first}".rstrip())
        for line in others:
            echo(" " * (width + 2) + line)
