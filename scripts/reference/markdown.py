"""Pieces of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

__all__ = ["block", "table"]


def block(text: str, language: str = "text") -> str:
    """A fenced block, whose fence is longer than any in the text.

    >>> print(block("1. e4"))
    ```text
    1. e4
    ```
    """
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; line breaks and bars inside cells are made harmless.

    >>> print(table(["name", "type"], [["a", "x | y"]]))
    | name | type |
    |---|---|
    | a | x \\| y |
    """
    lines = [_row(head), "|" + "---|" * len(head), *(_row(row) for row in rows)]
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"
