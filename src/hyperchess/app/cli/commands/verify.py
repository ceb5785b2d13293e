"""`hyperchess verify`: proof trees checked by somebody who trusts nothing of the search."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from hyperchess.app.cli.batch import Jobs, run_batch
from hyperchess.app.cli.commands.verifying import Fault, Verified, VerifyTask, verify_file
from hyperchess.app.cli.completion import Files, From
from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.group import say
from hyperchess.app.cli.inputs import expand
from hyperchess.app.cli.outputs import AsJson, print_json
from hyperchess.app.cli.progress import Progress
from hyperchess.app.cli.wording import plural

__all__ = ["verify"]

_MOST_LISTED = 20  # faults of a proof that are printed; --json has all


def verify(
    files: Files,
    notation: From = None,
    softmates: Annotated[bool, typer.Option("--softmates", help="A softmate counts as a mate.")] = False,
    as_json: AsJson = False,
    jobs: Jobs = 1,
) -> None:
    """Verify proofs of forced mates, such as `hyperchess solve -o` writes, and others.

    A proof is a game tree in which the player to move at its start mates: his first continuation counts,
    and every legal answer to it must be there. Each action is looked up in the rules again, each line must
    end in checkmate, and none may be longer than the Puzzle header says.

    Exit code 0: all proofs hold; 1: some do not; 2: something could not be read.
    """
    tasks = [VerifyTask(file.name, notation, softmates) for file in expand(files)]
    proofs: list[Verified] = []
    failures: list[str] = []
    with Progress("verifying", len(tasks)) as progress:
        for done in run_batch(verify_file, tasks, jobs=jobs):
            progress.advance(len(done.proofs))
            proofs += done.proofs
            with progress.aside():
                if done.failure:
                    failures.append(done.failure)
                    say(done.failure)
                if not as_json:
                    for proof in done.proofs:
                        _print(proof, alone=len(done.proofs) == 1)
    faults = sum(len(proof.faults) for proof in proofs)
    if as_json:
        print_json({"proofs": [_data(proof) for proof in proofs], "failures": failures})
    elif len(proofs) != 1 or faults:
        typer.echo(f"{plural(len(proofs), 'proof')}, {plural(faults, 'fault')}")
    if failures or faults:
        raise typer.Exit(Exit.IMPOSSIBLE if failures else Exit.WRONG)


def _print(proof: Verified, *, alone: bool) -> None:
    name = proof.file if alone else f"{proof.file}, game {proof.game}"
    if not proof.faults:
        claim = f" (its header says {proof.puzzle})" if proof.puzzle else ""
        lines = plural(proof.lines, "line")
        typer.echo(f"{name}: proven: {proof.player} mates in {proof.mate_in}{claim}; {lines} checked")
    for fault in proof.faults[:_MOST_LISTED]:
        typer.echo(_text_of(fault, proof.file if fault.line is not None else name) + "\n")
    if len(proof.faults) > _MOST_LISTED:
        typer.echo(f"{plural(len(proof.faults) - _MOST_LISTED, 'fault')} more; --json lists all\n")


def _text_of(fault: Fault, name: str) -> str:
    place = f"{name}:{fault.line}:{fault.column}:" if fault.line is not None else f"{name}:"
    where = (
        "" if fault.path is None else "at the start: " if fault.path == "start" else f"after {fault.path}: "
    )
    label = typer.style("fault:", fg=typer.colors.RED, bold=True)
    head = f"{typer.style(place, bold=True)} {label} {where}{fault.message}"
    return f"{head}\n{fault.picture}" if fault.picture else head


def _data(proof: Verified) -> dict[str, object]:
    faults = [
        {"message": fault.message, "node": fault.path, "line": fault.line, "column": fault.column}
        for fault in proof.faults
    ]
    return {**asdict(proof), "proven": not faults, "faults": faults}
