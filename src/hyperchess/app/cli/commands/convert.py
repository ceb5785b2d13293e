"""`hyperchess convert`: from any notation to any other, telling what is lost."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from hyperchess.app.cli.batch import Jobs, run_batch
from hyperchess.app.cli.commands.converting import ConvertedFile, ConvertTask, convert_file
from hyperchess.app.cli.commands.summary import Summary
from hyperchess.app.cli.completion import Files, From, To
from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.group import say
from hyperchess.app.cli.inputs import Input, InputError, called, expand
from hyperchess.app.cli.outputs import AsJson, Force, atomic, check_target
from hyperchess.app.cli.progress import Progress

if TYPE_CHECKING:
    from hyperchess.notation.registry import Notation

__all__ = ["convert"]


def convert(
    files: Files,
    to: To,
    notation: From = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="One file for all games.")] = None,
    out_dir: Annotated[Path | None, typer.Option("--out-dir", help="A folder, with a file for each.")] = None,
    options: Annotated[
        list[str] | None, typer.Option("--option", "-O", help="For the writer, as in style=full.")
    ] = None,
    split: Annotated[bool, typer.Option("--split", help="With --out-dir: a file for each game.")] = False,
    skip: Annotated[bool, typer.Option("--skip-existing", help="With --out-dir: leave files alone.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Losses count as errors.")] = False,
    force: Force = False,
    as_json: AsJson = False,
    jobs: Jobs = 1,
) -> None:
    """Convert games to another notation; what it cannot hold is listed on standard error.

    Without -o and --out-dir the text goes to standard output. `hyperchess notations NAME` lists the options
    of a writer. Exit code 0: all games were converted; 1: some had errors and were converted as far as
    they could be read; 2: something could not be read or written.
    """
    from hyperchess.notation.registry import find_notation
    from hyperchess.notation.writer_options import read_options

    target = find_notation(to)
    values = read_options(target, options or [])
    if output is not None and out_dir is not None:
        raise InputError("-o names one file and --out-dir a folder; give one of them")
    if (split or skip) and out_dir is None:
        raise InputError(f"{'--split' if split else '--skip-existing'} needs --out-dir")
    inputs = expand(files)
    targets = _targets(inputs, out_dir, target.suffix, force=force or skip)
    tasks = [
        ConvertTask(file.name, notation, target.name, values, path, split, force)
        for file, path in zip(inputs, targets, strict=True)
        if not (skip and path is not None and path.exists())
    ]
    single = None if output is None or str(output) == "-" else output
    if single is not None:
        check_target(single, force=force)
    summary = Summary(strict=strict, as_json=as_json)
    before: ConvertedFile | None = None
    to_terminal = single is None and out_dir is None and sys.stdout.isatty()
    try:
        with ExitStack() as stack:
            stream = stack.enter_context(atomic(single, force=force)) if single is not None else None
            progress = stack.enter_context(Progress("converting", len(tasks), quiet=to_terminal))
            for done in run_batch(convert_file, tasks, jobs=jobs):
                progress.advance(done.games)
                with progress.aside():
                    summary.add(done)
                    if done.text and not as_json:
                        _check_junction(target, before, done)
                        _emit(done.text, stream, first=before is None)
                        before = done
    except KeyboardInterrupt:
        kept = (
            "the files written stay"
            if out_dir
            else "nothing was written"
            if single
            else "the rest is missing"
        )
        say(f"interrupted after {summary.files} of {len(tasks)} files; {kept}")
        raise typer.Exit(Exit.INTERRUPTED) from None
    summary.print()
    raise typer.Exit(summary.exit_code)


def _targets(inputs: list[Input], folder: Path | None, suffix: str, *, force: bool) -> list[Path | None]:
    """Where each file goes; refused before anything is written."""
    if folder is None:
        return [None] * len(inputs)
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder} is a file; --out-dir needs a folder")
    seen: dict[Path, str] = {}
    for file in inputs:
        path = folder / file.below.with_name(file.below.name.removesuffix(file.below.suffix) + suffix)
        if path in seen:
            raise InputError(f"{seen[path]} and {file.name} would both become {path}")
        if path.is_file() and not force:
            raise InputError(f"{path} is there already; --force overwrites it, --skip-existing goes on")
        seen[path] = file.name
    return [*seen]


def _check_junction(target: Notation, before: ConvertedFile | None, done: ConvertedFile) -> None:
    """Refuse to put a game behind another one if both would be read as one."""
    from hyperchess.notation.junctions import stay_apart

    if before is not None and not stay_apart(target, before.beginnings[1], done.beginnings[0]):
        apart = f"{target.title} cannot keep {called(before.name)} and {called(done.name)} apart in one text"
        raise InputError(f"{apart}; --out-dir writes a file for each")


def _emit(text: str, stream: IO[bytes] | None, *, first: bool) -> None:
    if not first:
        text = f"\n{text}"
    if stream is None:
        typer.echo(text, nl=False)
    else:
        stream.write(text.encode("utf-8"))
