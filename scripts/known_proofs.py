"""Make the proof files of `proofs/` for the built-in variants of 5D chess.

python -m scripts.known_proofs --time 60 [VARIANT ...]

For each variant and side, mates are looked for length by length. A mate is written with the proof that none
is shorter; else the greatest length without a mate whose proof is small. What is settled stays in
`build/proofs/*.sqlite`, so a second run goes on where the first one stopped, and files only get better.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import islice
from pathlib import Path
from time import monotonic

from hyperchess.budget import Budget
from hyperchess.errors import BudgetExhausted
from hyperchess.multiverse import Color, Variant, find_variant, variants
from hyperchess.multiverse.defaults import default_rules
from hyperchess.proofs.claims import Claim, ClaimKind
from hyperchess.proofs.files import SUFFIX
from hyperchess.proofs.proving import Prover, settle
from hyperchess.proofs.store import Store
from hyperchess.proofs.verifying import verify

FOLDER = Path("proofs")
STORES = Path("build") / "proofs"
_LONGEST = 12
_MOST_RECORDS = 2_000
_MOST_POSITIONS = 200_000  # so that the rules in Python verify a file within minutes


def file_name(claim: Claim) -> str:
    """The name of a file: variant, side, goal and length.

    >>> file_name(Claim.of_variant("Focused - Just Queens", ClaimKind.MATE, Color.WHITE, 3))
    'focused-just-queens.white-mate-3.hcproof'
    """
    slug = re.sub(r"[^a-z0-9]+", "-", claim.variant.casefold()).strip("-")
    return f"{slug}.{str(claim.attacker).lower()}-{claim.goal.value}-{claim.within}{SUFFIX}"


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
    """What to write: a mate with the proof that none is shorter, or the best proof that is small."""
    found = prover.claims()
    if found and found[0].goal is ClaimKind.MATE:
        yield from found
        return
    for claim in found:
        shorter = (replace(claim, within=within) for within in range(claim.within, 0, -1))
        yield from islice((each for each in shorter if is_small(prover, each)), 1)


def is_small(prover: Prover, claim: Claim) -> bool:
    """Whether a proof can be verified in a short time."""
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
    stem = file_name(Claim.of_variant(variant.name, ClaimKind.NONE, Color.WHITE, 1)).partition(".")[0]
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


def main() -> None:
    """Make the files of these variants, or of all of the base game."""
    parser = ArgumentParser(prog="python -m scripts.known_proofs", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="VARIANT")
    parser.add_argument("--time", type=float, default=60, help="seconds for each side of a variant")
    asked = parser.parse_args()
    chosen = [find_variant(name) for name in asked.names]
    for variant in chosen or [variant for variant in variants() if not variant.community]:
        make(variant, asked.time)


if __name__ == "__main__":
    main()
