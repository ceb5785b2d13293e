"""The root command: loads commands when called, prints help in sections, reports errors as sentences."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from typing import Any

import typer
from typer.core import TyperGroup

from hyperchess.app.cli.command_table import COMMANDS, find_module
from hyperchess.app.cli.exits import Exit, describe_os_error, exit_code
from hyperchess.app.cli.metavars import name_values
from hyperchess.app.cli.outputs import JsonOutput, print_json, print_notice
from hyperchess.app.cli.terminal import ASCII_LOOKALIKES, guard_streams
from hyperchess.environment import DEBUG, describe_unknown
from hyperchess.errors import HyperchessError, UnknownName

__all__ = ["Commands", "prepare_streams"]


_LISTS = {"code": "explain", "notation": "notations", "variant": "variants"}
"""The commands that list all names of a kind."""


class Commands(TyperGroup):
    """The root command. A `HyperchessError` becomes a sentence and an exit code, never a traceback."""

    def main(self, *args: Any, **options: Any) -> Any:
        """Run the command line with guarded output, messages about wrong usage included."""
        guard_streams()
        try:
            return super().main(*args, **options)
        except OSError as error:  # of the help, which is printed before a command is invoked
            _report(error)
            sys.exit(Exit.IMPOSSIBLE)

    def invoke(self, ctx: Any) -> Any:
        """Run the command, and translate what it raises."""
        if os.environ.get("NO_COLOR"):
            ctx.color = False
        for sentence in describe_unknown():
            print_notice(sentence)
        as_json = "--json" in ctx.args
        printed = JsonOutput.documents
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            _close_output()
            raise typer.Exit(Exit.PIPE) from None
        except KeyboardInterrupt:
            print_notice("interrupted")
            raise typer.Exit(Exit.INTERRUPTED) from None
        except (HyperchessError, OSError) as error:
            _report(error, as_json=as_json and JsonOutput.documents == printed)
            raise typer.Exit(exit_code(error)) from None
        except Exception as error:
            steering = type(error).__module__.startswith(("typer", "click"))  # Exit, Abort, usage errors
            if as_json and hasattr(error, "format_message"):  # a usage error, which is also printed as text
                _print_json_error(error, error.format_message(), Exit.IMPOSSIBLE)
            if steering or DEBUG.read():
                raise
            print_notice(
                f"this is a bug in hyperchess: {type(error).__name__}: {error} ({DEBUG.name}=1 shows where)"
            )
            raise typer.Exit(Exit.BUG) from None
        return result

    def list_commands(self, ctx: Any) -> list[str]:
        """The names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import a command and build it from its signature."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(find_module(cmd_name))
        function = getattr(module, cmd_name, None) or getattr(module, f"{cmd_name}_")
        example = f"Example: hyperchess {cmd_name} {COMMANDS[cmd_name].example}"
        if isinstance(function, typer.Typer):  # a command with commands of its own
            group = typer.main.get_command(function)
            group.epilog = example
            name_values(group, ctx)
            return group
        alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
        short = COMMANDS[cmd_name].about
        alone.command(
            cmd_name, short_help=short, epilog=example, context_settings=ctx.command.context_settings
        )(function)
        command = typer.main.get_command(alone)
        name_values(command, ctx)
        return command

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command; the nearest ones are suggested if there is none."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(name, COMMANDS, n=2, cutoff=0.5)
            hint = f"did you mean {' or '.join(near)}?" if near else "`hyperchess --help` lists all"
            print_notice(f"there is no command {name!r}; {hint}")
            raise typer.Exit(Exit.IMPOSSIBLE)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands in sections, from the table."""
        width = max(map(len, COMMANDS))
        for section in dict.fromkeys(entry.section for entry in COMMANDS.values()):
            with formatter.section(section):
                formatter.write_dl(
                    [(name.ljust(width), e.about) for name, e in COMMANDS.items() if e.section == section]
                )


def _report(error: HyperchessError | OSError, *, as_json: bool = False) -> None:
    """Print the sentence of an error that ends the command; with `as_json`, also JSON on standard output."""
    sentence = _describe(error)
    with suppress(OSError):  # standard error may be closed, too
        print_notice(sentence)
    if as_json:
        with suppress(OSError):
            _print_json_error(error, sentence, exit_code(error))
    _close_output()


def _print_json_error(error: Exception, message: str, code: Exit) -> None:
    print_json({"error": {"type": type(error).__name__, "message": message, "exit_code": code.value}})


def _describe(error: HyperchessError | OSError) -> str:
    if isinstance(error, OSError):
        return describe_os_error(error, "the output")
    if isinstance(error, UnknownName) and not error.suggestions and error.kind in _LISTS:
        return f"{error}; `hyperchess {_LISTS[error.kind]}` lists all"
    return str(error)


def _close_output() -> None:
    """Discard what is still buffered: flushing it at exit would fail again, with a traceback."""
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())


def prepare_streams() -> None:
    """Use UTF-8 unless a terminal or `PYTHONIOENCODING` has another encoding.

    Characters that the encoding lacks are replaced by ASCII characters that look alike, or by question marks.

    A stream that the caller has closed is replaced: standard output by one that cannot be written, so that
    lost output is an error, the others by the null device.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY), encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            chosen = stream.isatty() or "PYTHONIOENCODING" in os.environ
            stream.reconfigure(errors=ASCII_LOOKALIKES, encoding=None if chosen else "utf-8")
