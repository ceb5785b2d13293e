"""Make the proof files of `proofs/` for the built-in variants of 5D chess, and for lines of play.

python -m scripts.known_proofs --time 60 [VARIANT ...] [--lines]

For each variant and side, mates are looked for length by length. A mate is written with the proof that none
is shorter; else the greatest length without a mate whose proof is small. What is settled stays in
`build/proofs/*.sqlite`, so a second run goes on where the first one stopped, and files only get better.
`--lines` makes the files of `proofs/lines` instead: what White cannot force after well-known replies.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from io import BytesIO
from itertools import islice
from pathlib import Path
from time import monotonic

from hyperchess.budget import Budget
from hyperchess.errors import BudgetExhausted
from hyperchess.multiverse import Color, Position, Variant, find_variant, variants
from hyperchess.multiverse.defaults import default_rules
from hyperchess.proofs.claims import Claim, ClaimKind
from hyperchess.proofs.files import SUFFIX
from hyperchess.proofs.proving import Prover, settle
from hyperchess.proofs.store import Store
from hyperchess.proofs.verifying import verify

FOLDER = Path("proofs")
LINES = FOLDER / "lines"
STORES = Path("build") / "proofs"
_LONGEST = 12
_MOST_RECORDS = 2_000
_MOST_POSITIONS = 200_000  # so that the rules in Python verify a file within minutes
_SACRIFICE = ("e3", "Nf6", "Bb5", "c6", "c3", "cxb5", "Qb3")  # then the queen can jump back to f7
_VARIANTS = ("Standard", "Standard - Turn Zero")
_REPLIES = ("Qa5", "Qb6", "Qc7")
_LINE_LENGTH = 3


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play from a variant, about whose end something is proven."""

    variant: str
    actions: tuple[str, ...]

    @property
    def position(self) -> Position:
        """Final position."""
        return reduce(Position.play, self.actions, find_variant(self.variant).position)

    @property
    def claim(self) -> Claim:
        """Claim to be proven: White does not mate soon."""
        return Claim(self.position, ClaimKind.NONE, Color.WHITE, _LINE_LENGTH)

    @property
    def path(self) -> Path:
        """The file of its proof."""
        name = "-".join((slug(self.variant), *self.actions[-1:])).lower()
        return LINES / f"f7-{name}.{_ending(self.claim)}"


def lines() -> list[Line]:
    """The replies to the threat of the sacrifice on f7 which guides name as defences."""
    return [Line(variant, (*_SACRIFICE, reply)) for variant in _VARIANTS for reply in _REPLIES]


def slug(name: str) -> str:
    """A name as a part of a file name."""
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")


def file_name(claim: Claim) -> str:
    """The name of a file: variant, side, goal and length.

    >>> file_name(Claim.of_variant("Focused - Just Queens", ClaimKind.MATE, Color.WHITE, 3))
    'focused-just-queens.white-mate-3.hcproof'
    """
    return f"{slug(claim.variant)}.{_ending(claim)}"


def _ending(claim: Claim) -> str:
    return f"{str(claim.attacker).lower()}-{claim.goal.value}-{claim.within}{SUFFIX}"


def is_over(variant: Variant) -> bool:
    """Return whether there is no action at the start, so that there is nothing to prove."""
    return variant.position.find_action() is None


def search(prover: Prover, seconds: float) -> None:
    """Settle length after length until there is a mate or no time."""
    until = monotonic() + seconds
    while prover.known.mate_in is None and prover.known.refuted < _LONGEST:
        within = prover.known.refuted + 1
        for task in prover.tasks(within):
            left = until - monotonic()
            if left <= 0:
                return
            prover.add(settle(replace(task, budget=Budget(seconds=left))))
            if prover.result(within) is not None:
                break
        else:
            if prover.result(within) is None:
                return


def claims(prover: Prover) -> Iterator[Claim]:
    """Yield the claims to write: a mate with the proof that none is shorter, or the best small proof."""
    found = prover.claims()
    if found and found[0].goal is ClaimKind.MATE:
        yield from found
        return
    for claim in found:
        shorter = (replace(claim, within=within) for within in range(claim.within, 0, -1))
        yield from islice((each for each in shorter if is_small(prover, each)), 1)


def is_small(prover: Prover, claim: Claim) -> bool:
    """Return whether a proof can be verified quickly."""
    if prover.count_records(claim) > _MOST_RECORDS:
        return False
    file = BytesIO()
    prover.write(file, claim)
    file.seek(0)
    try:
        verify(file, rules=default_rules(), budget=Budget(rounds=_MOST_POSITIONS))
    except BudgetExhausted:
        return False
    return True


def make(variant: Variant, seconds: float) -> None:
    """Make the files of a variant; those of a side whose result got better are replaced."""
    stem = slug(variant.name)
    STORES.mkdir(parents=True, exist_ok=True)
    FOLDER.mkdir(exist_ok=True)
    with Store(STORES / f"{stem}.sqlite", variant.position, variant.name) as store:
        for side in Color:
            prover = Prover(store, variant.position, side, variant.name)
            search(prover, seconds)
            wanted = {file_name(claim): claim for claim in claims(prover)}
            for old in FOLDER.glob(f"{stem}.{str(side).lower()}-*{SUFFIX}"):
                if old.name not in wanted:
                    old.unlink()
            for name, claim in wanted.items():
                with (FOLDER / name).open("wb") as file:
                    ending = prover.write(file, claim)
                print(f"{name}: {ending.records:,} records", flush=True)
            print(f"{variant.name}, {side}: {prover.known}", flush=True)


def make_line(line: Line) -> None:
    """Make the file of a line."""
    STORES.mkdir(parents=True, exist_ok=True)
    LINES.mkdir(parents=True, exist_ok=True)
    claim = line.claim
    with Store(STORES / f"{line.path.name}.sqlite", claim.start) as store:
        prover = Prover(store, claim.start, claim.attacker)
        for within in range(1, claim.within + 1):
            for task in prover.tasks(within):
                prover.add(settle(task))
        with line.path.open("wb") as file:
            ending = prover.write(file, claim)
    print(f"{line.path.name}: {ending.records:,} records", flush=True)


def main() -> None:
    """Make the files of these variants, or of all; or those of lines."""
    parser = ArgumentParser(prog="python -m scripts.known_proofs", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="VARIANT")
    parser.add_argument("--time", type=float, default=60, help="seconds for each side of a variant")
    parser.add_argument("--lines", action="store_true", help="the files of lines of play")
    asked = parser.parse_args()
    if asked.lines:
        for line in lines():
            make_line(line)
        return
    chosen = [find_variant(name) for name in asked.names]
    for variant in chosen or variants():
        if not is_over(variant):
            make(variant, asked.time)


if __name__ == "__main__":
    main()
