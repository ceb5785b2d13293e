"""The help of every command."""

import re
from collections.abc import Iterator
from typing import Any

import typer

from hyperchess.app.cli.main import app


def commands() -> Iterator[tuple[str, Any]]:
    """Yield every command and subcommand with its name."""
    root: Any = typer.main.get_command(app)
    context = typer.Context(root, info_name="hyperchess")

    def walk(command: Any, context: Any) -> Iterator[tuple[str, Any]]:
        yield context.command_path, context
        if hasattr(command, "list_commands"):
            for name in command.list_commands(context):
                below = command.get_command(context, name)
                yield from walk(below, typer.Context(below, info_name=name, parent=context))

    return walk(root, context)


def test_the_help_names_values_and_not_types() -> None:
    names = []
    for name, context in commands():
        text = context.command.get_help(context)
        assert not re.search(r"<[a-z]|list\[|\bINTEGER\b|\bTEXT\b", text), name
        names.append(name)
    assert "hyperchess library import" in names
    assert len(names) > 40


def test_every_option_with_a_value_has_a_metavar() -> None:
    for name, context in commands():
        for param in context.command.params:
            is_flag = getattr(param, "is_flag", False)
            assert is_flag or param.metavar, f"{name} {param.name}"
