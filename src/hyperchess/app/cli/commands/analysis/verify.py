"""`hyperchess verify`: proofs checked against the rules, independent of the search.

A proof is a game tree in a notation, or a proof file such as `hyperchess prove` writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hyperchess.app.cli.batch import describe_failure, run_batch
from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.options import AsJson, Files, Force, From, Jobs, Variant, complete_notations
from hyperchess.app.cli.outputs import print_json, print_notice
from hyperchess.app.cli.progress import Progress, StatusLine
from hyperchess.app.cli.reports import make_finding
from hyperchess.app.cli.terminal import Styled, echo, emit
from hyperchess.app.files.inputs import InputError, ReadText, display_name, expand, parse_games, read_text
from hyperchess.app.files.outputs import STDOUT, check_target, notation_for, write_file
from hyperchess.errors import WrongGame
from hyperchess.game import expect
from hyperchess.multiverse import MULTIVERSE
from hyperchess.notation.places import format_path
from hyperchess.notation.writing import InvalidOption
from hyperchess.ruleset import GameKind
from hyperchess.text import Source, plural

if TYPE_CHECKING:
    from hyperchess.analysis.verify import ProofFault
    from hyperchess.game import AnyGame
    from hyperchess.notation.registry import Notation

__all__ = ["verify"]

_MOST_LISTED = 20  # faults of a proof that are printed; --json has all
_RULES = {"python": "the rules in Python", "native": "the native rules"}


def verify(
    files: Files,
    notation: From = None,
    variant: Variant = None,
    softmates: Annotated[
        bool, typer.Option("--softmates", help="In proof trees, count a softmate as a mate.")
    ] = False,
    fast: Annotated[
        bool, typer.Option("--fast", help="Proof files: by the native rules, which are then trusted.")
    ] = False,
    seconds: Annotated[float, typer.Option("--time", min=0, help="Seconds for each proof file.")] = 3600.0,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the tree of a proof file; - prints it.")
    ] = None,
    to: Annotated[
        str | None,
        typer.Option("--to", help="The notation of the tree.", autocompletion=complete_notations),
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
    jobs: Jobs = 1,
) -> None:
    """Verify proofs: what `hyperchess solve -o` and `hyperchess prove -o` write, and others.

    A tree is a game in which the player to move at the start mates: their first continuation counts, and
    every legal reply must be present. Each action is checked against the rules, each line must end in
    checkmate, and none may be longer than the Puzzle header allows.

    A proof file (.hcproof) contains its claim. It is checked by the rules in Python. -o writes its tree as a
    game with variations, the longest line first, for the analysis board.

    Exit code 0: all proofs are correct; 1: some are not; 2: something could not be read; 3: not finished
    within the time limit.
    """
    from hyperchess.proofs.files import SUFFIX

    tasks = [
        _Task(file.name, notation, variant, softmates, fast, seconds)
        for file in expand(files, also=(SUFFIX,))
    ]
    if output is not None:
        if len(tasks) > 1 or not _is_proof_file(tasks[0].name):
            raise InputError("-o writes the tree of one proof file (.hcproof)")
        written_as = notation_for(output, to)
        if str(output) != STDOUT:
            check_target(output, force=force, sources=files)
        elif as_json:
            raise InputError("--json and -o - both print; name a file for the tree")
    proofs: list[_Verified] = []
    failures: list[str] = []
    with Progress("verifying", len(tasks)) as progress:
        batch = run_batch(_verify_file, tasks, jobs=jobs) if len(tasks) > 1 else _watched(tasks[0])
        for done in batch:
            progress.advance(len(done.proofs))
            proofs += done.proofs
            with progress.aside():
                if done.failure:
                    failures.append(done.failure)
                    print_notice(done.failure)
                if not as_json:
                    for proof in done.proofs:
                        _print(proof, alone=len(done.proofs) == 1)
    faults = sum(len(proof.faults) for proof in proofs)
    undecided = any(proof.undecided for proof in proofs)
    if as_json:
        print_json({"proofs": [_data(proof) for proof in proofs], "failures": failures})
    elif len(proofs) != 1 or faults:
        echo(f"{plural(len(proofs), 'proof')}, {plural(faults, 'fault')}")
    if failures or faults:
        raise typer.Exit(Exit.IMPOSSIBLE if failures else Exit.WRONG)
    if undecided:
        raise typer.Exit(Exit.UNKNOWN)
    if output is not None:
        _write_tree(tasks[0], output, written_as, force=force)


@dataclass(frozen=True, slots=True)
class _Task:
    """A file with proofs; with `softmates`, a softmate counts as a mate.

    The rest is for proof files: whether the native rules check it, and for how long.
    """

    name: str
    notation: str | None
    variant: str | None
    softmates: bool
    fast: bool
    seconds: float


@dataclass(frozen=True, slots=True)
class _Fault:
    """A fault of a proof: a path in the tree, and line and column if known."""

    message: str
    path: str | None = None
    line: int | None = None
    column: int | None = None
    picture: str = ""


@dataclass(frozen=True, slots=True)
class _Verified:
    """One proof: who mates in how many actions, in how many lines, or what is wrong.

    For a proof file, `claim` is its statement; `player` and `mate_in` are set only for a mate.
    """

    file: str
    game: int
    puzzle: str | None = None
    player: str = ""
    mate_in: int | None = None
    lines: int = 0
    faults: tuple[_Fault, ...] = ()
    claim: str = ""
    records: int = 0
    positions: int = 0
    rules: str = ""
    sha256: str = ""
    undecided: str = ""  # why it was not checked to the end


@dataclass(frozen=True, slots=True)
class _File:
    """The proofs of a file, or why it could not be read."""

    name: str
    proofs: tuple[_Verified, ...] = ()
    failure: str = ""


def _watched(task: _Task) -> Iterator[_File]:
    """Verify one file with a progress line."""
    with StatusLine() as line:
        done = list(_verify_file(task, lambda positions: line.show(f"{positions:,} positions checked")))
    yield from done


def _verify_file(task: _Task, progress: Callable[[int], None] | None = None) -> Iterator[_File]:
    """Verify one file; whatever goes wrong with it is part of the answer. Runs in any process."""
    try:
        if _is_proof_file(task.name):
            yield _File(task.name, (_verify_proof_file(task, progress),))
            return
        read = read_text(task.name)
        games = parse_games(read, task.notation, task.variant)
        proofs = (
            _verify(read, number, game, softmates=task.softmates)
            for number, game in enumerate(games, start=1)
        )
        yield _File(task.name, tuple(proofs))
    except Exception as error:
        yield _File(task.name, failure=describe_failure(error))


def _is_proof_file(name: str) -> bool:
    """Return whether a file starts like a proof file or has its suffix."""
    from hyperchess.proofs.files import MAGIC, SUFFIX

    path = Path(name)
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC or path.suffix == SUFFIX


def _verify_proof_file(task: _Task, progress: Callable[[int], None] | None) -> _Verified:
    from hyperchess.budget import Budget
    from hyperchess.errors import BudgetExhausted
    from hyperchess.multiverse.defaults import default_rules
    from hyperchess.proofs.claims import ClaimKind
    from hyperchess.proofs.errors import ProofRejected
    from hyperchess.proofs.verifying import verify as verify_proof

    rules = default_rules() if task.fast else None
    try:
        with Path(task.name).open("rb") as file:
            proven = verify_proof(file, rules=rules, budget=Budget(seconds=task.seconds), progress=progress)
    except ProofRejected as error:
        return _Verified(task.name, 1, faults=(_Fault(str(error)),))
    except BudgetExhausted as error:
        return _Verified(task.name, 1, undecided=str(error))
    claim = proven.claim
    mates = claim.goal is ClaimKind.MATE
    return _Verified(
        task.name,
        1,
        player=str(claim.attacker) if mates else "",
        mate_in=claim.within if mates else None,
        claim=f"{claim.variant}: {claim}" if claim.variant else str(claim),
        records=proven.ending.records,
        positions=proven.positions,
        rules=proven.rules,
        sha256=proven.ending.proof,
    )


def _write_tree(task: _Task, output: Path, notation: Notation, *, force: bool) -> None:
    """Write what a proof file goes through as a game."""
    from hyperchess.budget import Budget
    from hyperchess.errors import BudgetExhausted
    from hyperchess.proofs.trees import build_tree

    try:
        with Path(task.name).open("rb") as file:
            written = notation.write(build_tree(file, budget=Budget(seconds=task.seconds)))
    except (BudgetExhausted, InvalidOption, WrongGame) as error:
        raise InputError(f"the tree cannot be written as {notation.title}: {error}") from error
    if str(output) == STDOUT:
        emit(f"\n{written.text}")
    else:
        write_file(output, written.text, force=force)
        print_notice(f"written: {output}")
    for loss in written.losses:
        echo(f"lost: {loss}", err=True)


def _verify(read: ReadText, number: int, game: AnyGame, *, softmates: bool) -> _Verified:
    from hyperchess.analysis.puzzles import find_puzzle
    from hyperchess.analysis.verify import count_variations, length_faults, proof_length, tree_faults

    if game.kind is GameKind.INFINITE:
        raise InputError(
            f"{display_name(read.name)} is infinite chess; only proofs of 5D chess can be verified"
        )
    puzzle = find_puzzle(game)
    misread = tuple(_misread(game))
    proof = expect(game, MULTIVERSE)
    found = [*tree_faults(proof, softmates=softmates), *length_faults(proof)]
    return _Verified(
        file=display_name(read.name),
        game=number,
        puzzle=None if puzzle is None else puzzle.kind,
        player="" if game.start is None else str(game.start.player),
        mate_in=proof_length(proof),
        lines=count_variations(proof),
        faults=(*misread, *_placed(read, found)),
    )


def _misread(game: AnyGame) -> Iterator[_Fault]:
    """Yield the parts of a game that were not read, or read by assumption: neither proves anything."""
    from hyperchess.analysis.verify import find_doubts

    for problem in find_doubts(game):
        finding = make_finding(problem)
        yield _Fault(finding.message, None, finding.line, finding.column, finding.picture)


def _placed(read: ReadText, found: list[ProofFault]) -> Iterator[_Fault]:
    """The faults with their places in the tree and, where it is known, in the text."""
    source = Source(read.text, display_name(read.name))
    for node, message in found:
        span = node.span
        if span is None:
            yield _Fault(message, format_path(node))
        else:
            line, column = source.place(span.start)
            yield _Fault(message, format_path(node), line, column, source.picture(span))


def _print(proof: _Verified, *, alone: bool) -> None:
    name = proof.file if alone else f"{proof.file}, game {proof.game}"
    if proof.undecided:
        echo(f"{name}: not verified: {proof.undecided}")
    elif proof.claim:
        checked = f"{plural(proof.records, 'record')}, {plural(proof.positions, 'position')}"
        echo(f"{name}: proven: {proof.claim}; {checked} checked by {_RULES[proof.rules]}")
    elif not proof.faults:
        claim = f" (its header says {proof.puzzle})" if proof.puzzle else ""
        lines = plural(proof.lines, "line")
        echo(f"{name}: proven: {proof.player} mates in {proof.mate_in}{claim}; {lines} checked")
    for fault in proof.faults[:_MOST_LISTED]:
        echo(*_format_fault(fault, proof.file if fault.line is not None else name), "\n")
    if len(proof.faults) > _MOST_LISTED:
        echo(f"{plural(len(proof.faults) - _MOST_LISTED, 'fault')} more; --json lists all\n")


def _format_fault(fault: _Fault, name: str) -> Iterator[str | Styled]:
    place = f"{name}:{fault.line}:{fault.column}:" if fault.line is not None else f"{name}:"
    where = (
        "" if fault.path is None else "at the start: " if fault.path == "start" else f"after {fault.path}: "
    )
    yield Styled(place, bold=True)
    yield " "
    yield Styled("fault:", typer.colors.RED, bold=True)
    yield f" {where}{fault.message}"
    if fault.picture:
        yield f"\n{fault.picture}"


def _data(proof: _Verified) -> dict[str, object]:
    faults = [
        {"message": fault.message, "node": fault.path, "line": fault.line, "column": fault.column}
        for fault in proof.faults
    ]
    return {**asdict(proof), "proven": not (faults or proof.undecided), "faults": faults}
