"""Names of the values in the help: `--from NOTATION`, not `--from <str>`.

A command gives a metavar where the name or the type of a value does not say enough.
"""

from __future__ import annotations

from typing import Any

__all__ = ["name_values"]

_NAMES = {
    "--from": "NOTATION",
    "--highlight": "SQUARE",
    "--out-dir": "DIR",
    "--output": "FILE",
    "--plot": "FILE",
    "--seconds": "SECONDS",
    "--sprt": "LOW,HIGH",
    "--store": "FILE",
    "--time": "SECONDS",
    "--to": "NOTATION",
    "--topic": "NAME",
    "--variant": "NAME",
    "depth": "DEPTH",
    "folder": "DIR",
}


def name_values(command: Any, ctx: Any) -> None:
    """Give every argument and option of a command, and of its subcommands, a readable metavar."""
    for param in command.params:
        is_argument = param.param_type_name == "argument"
        if param.metavar is None and (is_argument or not (param.is_flag or param.count)):
            names = (_NAMES[name] for name in param.opts if name in _NAMES)
            param.metavar = next(names, None) or _describe(param, ctx)
        if is_argument:
            _hide_type(param)
    for subcommand in getattr(command, "commands", {}).values():
        name_values(subcommand, ctx)


def _describe(param: Any, ctx: Any) -> str:
    """Return the choices, `N` for a number, otherwise the name of the value."""
    # Typer before 0.26 has no such method, and prints INTEGER for a number.
    shown = param.display_type(ctx).strip("<>") if hasattr(param, "display_type") else ""
    if "|" in shown:
        return str(shown)
    if shown.startswith(("int", "float")):
        return "N"
    name: str = max(param.opts, key=len)
    return name.strip("-").removesuffix("s").upper()


def _hide_type(argument: Any) -> None:
    """Print an argument in the help without its type, which typer adds."""
    record = argument.get_help_record

    def without_type(ctx: Any) -> tuple[str, str] | None:
        found = record(ctx)
        return None if found is None else (found[0].partition(" <")[0], found[1])

    argument.get_help_record = without_type
