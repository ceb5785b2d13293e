"""`hyperchess prove`: the shortest forced mate from a position, computed step by step and stored on disk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Annotated

import typer

from hyperchess.app.cli.batch import raise_if_stopped, run_batch
from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.options import AsJson, At, Cluster, File, Force, From, GameNumber, InGame, Jobs
from hyperchess.app.cli.outputs import print_json, print_notice, print_pairs
from hyperchess.app.cli.positions import read_position
from hyperchess.app.cli.progress import StatusLine
from hyperchess.app.files.inputs import VARIANT, InputError
from hyperchess.app.files.outputs import atomic, check_target, refuse_same_file
from hyperchess.errors import HyperchessError
from hyperchess.text import plural

if TYPE_CHECKING:
    from hyperchess.multiverse import Position
    from hyperchess.proofs.claims import Claim
    from hyperchess.proofs.files import Ending
    from hyperchess.proofs.proving import Prover, Task
    from hyperchess.proofs.store import Settled

__all__ = ["prove"]

_SIDES = ("white", "black")


def prove(
    file: File,
    store: Annotated[Path, typer.Option("--store", help="Table of results; an existing one is continued.")],
    notation: From = None,
    number: GameNumber = 1,
    at: At = None,
    node: InGame = None,
    mate_in: Annotated[
        int, typer.Option("--mate-in", min=1, max=64, help="The longest mate to look for.")
    ] = 3,
    side: Annotated[
        str, typer.Option("--side", metavar="COLOUR", help="Who is to mate: white or black.")
    ] = "white",
    seconds: Annotated[
        float | None, typer.Option("--time", min=0, help="Seconds in all; the same command goes on later.")
    ] = None,
    rounds: Annotated[
        int | None, typer.Option("--rounds", min=1, help="Rounds of the search for each first action.")
    ] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write the proof here.")] = None,
    none: Annotated[
        bool, typer.Option("--none", help="Write the proof that there is no shorter mate, not of the mate.")
    ] = False,
    force: Force = False,
    as_json: AsJson = False,
    jobs: Jobs = 1,
    cluster: Cluster = "",
) -> None:
    """Prove how soon a side can force mate from a position, or that it cannot within N actions.

    Lengths are proven one after the other, first action by first action. Results are kept in the store: stop
    at any time and repeat the command to continue. The proof that -o writes can be checked with `hyperchess
    verify`: a mate if there is one, else the greatest length without a mate.

    Exit code 0: a mate is proven, or that there is none within --mate-in; 2: something could not be read or
    written; 3: not decided within the limits; 130: Ctrl-C, after what is known was printed.
    """
    from hyperchess.multiverse import Color
    from hyperchess.proofs.proving import Prover
    from hyperchess.proofs.store import Store

    if side not in _SIDES:
        raise InputError(f"--side: expected white or black, found {side!r}")
    if output is not None:
        check_target(output, force=force, sources=[file])
        refuse_same_file(store, output)
    position, variant = _start(file, notation, number, at, node)
    interrupted = False
    with Store(store, position, variant) as opened:
        prover = Prover(opened, position, Color(_SIDES.index(side)), variant)
        try:
            with StatusLine() as line:
                limits = _Limits(None if seconds is None else time() + seconds, rounds)
                _search(prover, mate_in, limits, line, jobs=jobs, cluster=cluster)
        except KeyboardInterrupt:
            interrupted = True
        known = prover.known
        decided = known.mate_in is not None or known.refuted >= mate_in
        claim, ending = None, None
        if output is not None:
            claim = _chosen(prover, mate_in, none=none)
            if claim is not None:
                with atomic(output, force=force) as target:
                    ending = prover.write(target, claim)
        _print(prover, claim, ending, decided=decided, as_json=as_json)
    if claim is not None and not as_json:
        print_notice(f"written: {output}: {claim}")
    elif output is not None and claim is None:
        print_notice("nothing is proven yet, and nothing was written")
    if interrupted:
        raise typer.Exit(Exit.INTERRUPTED)
    raise typer.Exit(Exit.FINE if decided else Exit.UNKNOWN)


def _start(
    file: str, notation: str | None, number: int, at: str | None, node: str | None
) -> tuple[Position, str]:
    """The position, and the name of the variant if that is its start."""
    from hyperchess.multiverse import find_variant
    from hyperchess.ruleset import GameKind

    file = _with_prefix(file)
    position = read_position(file, notation, number, at, node)
    if position.kind is not GameKind.MULTIVERSE:
        raise InputError(f"{file} is infinite chess; only positions of 5D chess have proofs")
    return position, find_variant(file.removeprefix(VARIANT)).name if file.startswith(VARIANT) else ""


def _with_prefix(file: str) -> str:
    """Return the name with the prefix `variant:`, unless there is a file of that name."""
    from hyperchess.multiverse import find_variant

    if ":" in file or file == "-" or Path(file).exists():
        return file
    try:
        return VARIANT + find_variant(file).name
    except HyperchessError:
        return file


@dataclass(frozen=True, slots=True)
class _Limits:
    """The deadline (on the machine's clock), and the rounds of each search."""

    until: float | None
    rounds: int | None


@dataclass(frozen=True, slots=True)
class _Job:
    """A first action to settle, within limits."""

    task: Task
    limits: _Limits


def _search(
    prover: Prover, mate_in: int, limits: _Limits, line: StatusLine, *, jobs: int, cluster: str
) -> None:
    """Settle length after length, until a mate is found, or something stays open."""
    for within in range(1, mate_in + 1):
        work = [_Job(task, limits) for task in prover.tasks(within)]
        begin = time()
        results = run_batch(_settle, work, jobs=jobs, cluster=cluster, split=_alone, stoppable=True)
        with closing(results):  # so that Ctrl-C while the processes end is not lost
            for number, settled in enumerate(results, start=1):
                prover.add(settled)
                line.show(_progress(prover, within, (time() - begin) / number * (len(work) - number)))
                if prover.result(within) is not None:
                    break
        if prover.known.refuted < within:
            return


def _progress(prover: Prover, within: int, left: float) -> str:
    """Return what is settled of a length, with an estimate of the seconds that are left.

    >>> from types import SimpleNamespace
    >>> _progress(SimpleNamespace(actions=[None] * 40, settled=lambda within: 30), 5, 100.0)
    'mate in 5: 30 of 40 first actions settled; about 2 min left'
    """
    rest = f"{left / 60:.0f} min" if left >= 90 else f"{left:.0f} s"
    count = f"{prover.settled(within):,} of {len(prover.actions):,}"
    return f"mate in {within}: {count} first actions settled; about {rest} left"


def _settle(job: _Job) -> Iterator[Settled | None]:
    """Settle one first action. Runs in any process."""
    from hyperchess.budget import Budget
    from hyperchess.proofs.proving import settle

    limits = job.limits
    left = None if limits.until is None else max(0.0, limits.until - time())
    if left == 0.0:
        yield None
        return
    yield settle(replace(job.task, budget=Budget(seconds=left, rounds=limits.rounds)), raise_if_stopped)


def _alone(job: _Job) -> Iterator[_Job]:
    """Each first action is sent alone, so that what is settled is on disk at once."""
    yield job


def _chosen(prover: Prover, mate_in: int, *, none: bool) -> Claim | None:
    """The claim to write: the mate, else that there is none within what was asked for."""
    from hyperchess.proofs.claims import ClaimKind

    for claim in prover.claims():
        if claim.goal is ClaimKind.NONE:
            return replace(claim, within=min(claim.within, mate_in))
        if not none and claim.within <= mate_in:
            return claim
    return None


def _print(
    prover: Prover, claim: Claim | None, ending: Ending | None, *, decided: bool, as_json: bool
) -> None:
    known = prover.known
    asked = known.refuted + 1
    if as_json:
        settled = {
            "length": asked,
            "settled": prover.settled(asked),
            "first_actions": len(prover.actions),
        }
        data = {**asdict(known), "attacker": str(known.attacker), "decided": decided, "open": settled}
        if claim is not None and ending is not None:
            data["proof"] = {"claim": str(claim), "records": ending.records, "sha256": ending.proof}
        print_json(data)
        return
    found = []
    if known.mate_in is not None:
        found.append(f"{known.attacker} mates within {plural(known.mate_in, 'action')}")
    if known.refuted:
        found.append(f"no mate within {plural(known.refuted, 'action')}")
    print_pairs(_pairs(prover, "; ".join(found) or "nothing is known yet", ending))


def _pairs(prover: Prover, verdict: str, ending: Ending | None) -> Iterator[tuple[str, object]]:
    known = prover.known
    yield "Attacker", known.attacker
    yield "Known", verdict
    if known.mate_in is None:
        length = known.refuted + 1
        count = f"{prover.settled(length):,} of {plural(len(prover.actions), 'first action')}"
        yield "Open", f"mate in {length}: {count} settled"
    if ending is not None:
        yield "Proof", f"{plural(ending.records, 'record')}, sha256 {ending.proof}"
