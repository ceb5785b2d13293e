"""Every command of the command line, from its `--help`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer

from hyperchess.app.cli.command_table import COMMANDS
from hyperchess.app.cli.main import app
from scripts.reference.markdown import block

__all__ = ["commands_reference"]

_WIDTH = 84


def commands_reference() -> str:
    """A section for each command, in the order and under the headings of `hyperchess --help`."""
    root = typer.main.get_command(app)
    lines: list[str] = []
    section = ""
    with _context(root, "hyperchess") as context:
        for name, entry in COMMANDS.items():
            if entry.section != section:
                section = entry.section
                lines.append(f"## {section}")
            command: Any = root.get_command(context, name)  # type: ignore[attr-defined]
            lines += _command(command, name, context, "###")
    return "\n\n".join(lines)


def _command(command: Any, name: str, parent: Any, heading: str) -> Iterator[str]:
    path = f"{parent.command_path} {name}"
    with _context(command, name, parent) as context:
        yield f"{heading} {path.removeprefix('hyperchess ')}"
        yield block(command.get_help(context))
        for inner in getattr(command, "commands", {}):
            yield from _command(command.get_command(context, inner), inner, context, f"{heading}#")


def _context(command: Any, name: str, parent: Any = None) -> Any:
    return command.make_context(
        name,
        [],
        parent=parent,
        resilient_parsing=True,
        terminal_width=_WIDTH,
        max_content_width=_WIDTH,
        help_option_names=["-h", "--help"],
    )
