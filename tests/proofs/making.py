"""Small proofs for the tests, made by the prover, and proofs forged line by line."""

import json
import lzma
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from hyperchess.multiverse import Color, Position, custom_start
from hyperchess.multiverse.defaults import default_rules
from hyperchess.proofs.claims import Claim, ClaimKind
from hyperchess.proofs.files import ProofWriter
from hyperchess.proofs.proving import Prover, settle
from hyperchess.proofs.records import NO_REPLY, order_actions
from hyperchess.proofs.store import Store
from hyperchess.proofs.verifying import Verified, verify

MATE_IN_TWO = "[k3/p3/2N1/K2R:0:1:w]"  # White mates in 2, and not in 1; Black does not


@cache
def make_proof(fen: str, goal: ClaimKind, attacker: Color, within: int) -> bytes:
    """The proof of a true claim."""
    start = custom_start(fen)
    return proof_from(start, Claim(start, goal, attacker, within))


def proof_from(start: Position, claim: Claim) -> bytes:
    with TemporaryDirectory() as folder, Store(Path(folder) / "store", start, claim.variant) as store:
        prover = Prover(store, start, claim.attacker, claim.variant)
        for within in range(1, claim.within + 1):
            for task in prover.tasks(within):
                prover.add(settle(task))
        file = BytesIO()
        prover.write(file, claim)
        return file.getvalue()


def make_wide_proof(claim: Claim, most: int) -> bytes:
    """A file with the tree of a claim that there is no mate; after `most` records, nothing deep follows.

    The defender's replies are the first legal ones, and at the last level those of the first sibling: viewers
    do not need better ones, and this is quick.
    """
    file = BytesIO()
    writer = ProofWriter(file, claim)

    def attack(position: Position, within: int) -> None:
        reply = ""
        for action in order_actions(position.actions()):
            if within == 2 and reply:
                writer.record(reply)
                continue
            after = position.play_legal(action)
            found = after.find_action()
            reply = NO_REPLY if found is None or writer.records >= most else str(found)
            writer.record(reply)
            if found is not None and within > 2 and reply != NO_REPLY:
                attack(after.play_legal(found), within - 1)

    attack(claim.start, claim.within)
    writer.end({})
    return file.getvalue()


def check(data: bytes) -> Verified:
    """Verify by the fast rules: these tests are about files, and there are many."""
    return verify(BytesIO(data), rules=default_rules())


def split_lines(data: bytes) -> list[str]:
    return lzma.decompress(data).decode("ascii").splitlines()


def packed(lines: list[str]) -> bytes:
    """Lines as a file, whatever they say."""
    return lzma.compress("".join(f"{line}\n" for line in lines).encode("ascii"))


def forged(claim: str, records: list[str]) -> bytes:
    """A file that is right in everything but what it proves: number, hash and checksum fit."""
    lines = ["hyperchess-proof 1", claim, *records]
    ending = {"effort": {}, "proof": hash_lines(lines), "records": len(records)}
    lines.append("end " + json.dumps(ending))
    lines.append(f"sha256 {hash_lines(lines)}")
    return packed(lines)


def hash_lines(lines: list[str]) -> str:
    return sha256("".join(f"{line}\n" for line in lines).encode("ascii")).hexdigest()
