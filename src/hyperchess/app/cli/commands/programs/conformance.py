"""`hyperchess conformance`: the cases of the conformance suite, put to hyperchess or to any other program."""

from __future__ import annotations

import json
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Annotated, Any

import typer

import hyperchess
from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.options import AsJson
from hyperchess.app.cli.outputs import print_json, print_table
from hyperchess.app.cli.progress import Progress
from hyperchess.app.cli.terminal import echo
from hyperchess.app.files.inputs import InputError
from hyperchess.text import plural

__all__ = ["conformance"]

_VERDICTS = ("pass", "fail", "error", "unsupported")
_LONGEST = 300  # characters of a question or an answer that are printed


def conformance(
    adapter: Annotated[
        str | None,
        typer.Option("--adapter", metavar="COMMAND", help="Another program, which answers line by line."),
    ] = None,
    topic: Annotated[str | None, typer.Option("--topic", help="Only this file of cases.")] = None,
    section: Annotated[
        str | None, typer.Option("--section", help="Only sections whose document name contains this.")
    ] = None,
    suite: Annotated[
        Path | None, typer.Option("--suite", metavar="FOLDER", help="Case files from this folder.")
    ] = None,
    failures: Annotated[int, typer.Option("--failures", min=0, help="Wrong answers that are printed.")] = 5,
    seconds: Annotated[float, typer.Option("--seconds", min=0, help="The longest wait for an answer.")] = 60,
    as_json: AsJson = False,
) -> None:
    """Run the conformance suite: questions on notations and rules, each with its only right answer.

    Without --adapter, hyperchess itself is tested. docs/conformance.md describes the expected answers. Exit
    code 0: no answer was wrong; 1: some were; 2: the suite or the program cannot be run.
    """
    own = _own_suite()
    runner = _load(own / "runner.py")
    cases = [
        case
        for case in _cases(runner, suite or own / "cases")
        if topic in (None, case.topic) and (section or "").casefold() in case.section.casefold()
    ]
    if not cases:
        raise InputError("no case fits; without --topic and --section all are run")
    command = [sys.executable, str(own / "adapters" / "hyperchess_adapter.py")]
    if adapter is not None:
        from hyperchess.engine.commands import command_words
        from hyperchess.engine.errors import EngineError

        try:
            command = [*command_words(adapter)]
        except EngineError as error:
            raise InputError(f"--adapter: {error}") from error
    with Progress("asking", len(cases), of="cases", rated="cases") as progress:
        try:
            report = runner.run(command, cases, patience=seconds, progress=lambda _: progress.advance(1))
        except OSError as error:
            raise InputError(f"cannot run {command[0]}: {error.strerror or error}") from error
    wrong = [outcome for outcome in report.outcomes if outcome.verdict in ("fail", "error")]
    if as_json:
        print_json(report.data())
    else:
        _print(report, wrong, failures)
    raise typer.Exit(Exit.WRONG if wrong else Exit.FINE)


def _own_suite() -> Path:
    """Return the folder of the suite: next to the package in a checkout, or inside the installed package."""
    package = Path(hyperchess.__file__).parent
    for folder in (package.parents[1] / "conformance", package / "conformance"):
        if (folder / "runner.py").is_file():
            return folder
    raise InputError(
        "the conformance suite is missing; wheels with the native rules and the repository have it"
    )


def _load(path: Path) -> Any:
    """Load the runner, which is independent of hyperchess so that other tools can use it."""
    spec = spec_from_file_location("hyperchess_conformance_runner", path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # required by its dataclasses
    spec.loader.exec_module(module)
    return module


def _cases(runner: Any, folder: Path) -> list[Any]:
    if not any(folder.glob("*.json")):
        raise InputError(f"there are no case files (.json) in {folder}")
    try:
        return list(runner.load_cases(folder))
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"{folder} is not a folder of conformance cases: {error!r}") from error


def _print(report: Any, wrong: list[Any], most: int) -> None:
    for outcome in wrong[:most]:
        case = outcome.case
        echo(f"{case.id} ({case.section}): {outcome.verdict}")
        for name, value in (("given", case.given), ("expected", case.expect), ("answer", outcome.answer)):
            echo(f"  {name:8} {json.dumps(value, ensure_ascii=False)[:_LONGEST]}")
    rows = []
    for (topic, section), counts in _by_section(report).items():
        rows.append((topic, section, sum(counts.values()), *(counts.get(name, 0) for name in _VERDICTS)))
    print_table("", ("topic", "section", "#cases", *(f"#{name}" for name in _VERDICTS)), rows)
    passed = sum(outcome.verdict == "pass" for outcome in report.outcomes)
    echo(f"{plural(len(report.outcomes), 'case')}, {passed:,} passed, {len(wrong):,} wrong")


def _by_section(report: Any) -> dict[tuple[str, str], dict[str, int]]:
    table: dict[tuple[str, str], dict[str, int]] = {}
    for outcome in report.outcomes:
        row = table.setdefault((outcome.case.topic, outcome.case.section), {})
        row[outcome.verdict] = row.get(outcome.verdict, 0) + 1
    return table
