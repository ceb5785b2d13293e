"""What commands print: sentences, JSON, and tables (rich is imported when the first one is printed)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["console", "print_json", "print_pairs", "print_table", "say"]


def say(message: str) -> None:
    """Print a sentence on standard error."""
    typer.echo(f"hyperchess: {message}", err=True)


def print_json(data: object) -> None:
    """Print data as JSON; characters are not escaped."""
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False))


def console(*, err: bool = False) -> Console:
    """A console that prints text as it is: no markup, no highlighting."""
    from rich.console import Console

    class Plain(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # rich would leave with a code of its own

    return Plain(stderr=err, highlight=False, markup=False, emoji=False, soft_wrap=False)


def print_table(
    title: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    err: bool = False,
) -> None:
    """Print a table; columns whose name starts with `#` hold numbers and are right-aligned."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(
        title=title or None, box=SIMPLE_HEAD, title_justify="left", title_style="bold", pad_edge=False
    )
    for column in columns:
        table.add_column(
            column.removeprefix("#"), justify="right" if column.startswith("#") else "left", overflow="fold"
        )
    for row in rows:
        table.add_row(*(Text(_shown(cell)) for cell in row))
    console(err=err).print(table)


def _shown(cell: object) -> str:
    if isinstance(cell, float):
        return f"{cell:,g}"
    return f"{cell:,}" if isinstance(cell, int) else str(cell)


def print_pairs(pairs: Iterable[tuple[str, object]]) -> None:
    """Print names and values in two columns; long values are wrapped."""
    from shutil import get_terminal_size
    from textwrap import wrap

    rows = [(name, str(value)) for name, value in pairs]
    width = max((len(name) for name, _ in rows), default=0)
    room = max(20, get_terminal_size().columns - width - 2)
    for name, value in rows:
        first, *others = wrap(value, room) or [""]
        typer.echo(typer.style(name.ljust(width), bold=True) + f"  {first}".rstrip())
        for line in others:
            typer.echo(" " * (width + 2) + line)
