"""Proofs that hold, a thousand damaged ones that do not, and files that mean harm."""

import json
import lzma
import tracemalloc
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

from hyperchess.analysis.mates.solve import solve
from hyperchess.budget import Budget
from hyperchess.errors import BudgetExhausted
from hyperchess.multiverse import Color, custom_start, start
from hyperchess.multiverse.reference import ReferenceRules
from hyperchess.proofs.claims import Claim, ClaimKind
from hyperchess.proofs.errors import ProofRejected
from hyperchess.proofs.verifying import verify

from .making import MATE_IN_TWO, check, forged, make_proof, packed, proof_from, split_lines

PROOFS = Path(__file__).parents[2] / "proofs"
STALEMATE = "[k3/1R2/4/K3:0:1:w]"  # an action of White's leaves Black no move and no check
MATE = (MATE_IN_TWO, ClaimKind.MATE, Color.WHITE, 2)
NO_MATE = (MATE_IN_TWO, ClaimKind.NONE, Color.WHITE, 1)
BLACK_NONE = (MATE_IN_TWO, ClaimKind.NONE, Color.BLACK, 2)
TWO_LEVELS = ("[k3/4/4/K2R:0:1:w]", ClaimKind.NONE, Color.WHITE, 2)


@pytest.mark.parametrize("case", [MATE, NO_MATE, BLACK_NONE, TWO_LEVELS])
def test_the_rules_in_python_accept_what_the_prover_writes(case: tuple[str, ClaimKind, Color, int]) -> None:
    data = make_proof(*case)
    slow = verify(BytesIO(data))
    fast = check(data)
    assert slow.rules == ReferenceRules().name
    assert (slow.claim, slow.positions, slow.ending) == (fast.claim, fast.positions, fast.ending)
    assert (slow.claim.goal, slow.claim.attacker, slow.claim.within) == case[1:]


def test_a_mate_for_the_player_who_is_not_to_move() -> None:
    """Whatever White does, Black mates with the next action."""
    proven = check(make_proof("[K3/4/3q/k3:0:1:w]", ClaimKind.MATE, Color.BLACK, 1))
    assert (str(proven.claim), proven.ending.records) == ("Black mates within 1 action", 2)


def test_stalemate_is_not_mate() -> None:
    position = custom_start(STALEMATE)
    stalemating = [a for a in position.actions() if position.play(a).status.word == "stalemate"]
    assert stalemating
    for action in stalemating:
        with pytest.raises(ProofRejected, match="stalemate and not mate"):
            check(forged(Claim(position, ClaimKind.MATE, Color.WHITE, 1).text(), [str(action)]))
    none = split_lines(make_proof(STALEMATE, ClaimKind.NONE, Color.WHITE, 2))
    assert none[2:-2].count("-") == len(stalemating)
    some = next(line for line in none[2:-2] if line != "-")
    wrong = [line if line != "-" else some for line in none[2:-2]]
    with pytest.raises(ProofRejected, match="not a legal action"):
        check(forged(none[1], wrong))
    with pytest.raises(ProofRejected, match="says stalemate, but this is not"):
        check(forged(none[1], ["-"] * len(wrong)))


def test_a_budget_ends_with_an_answer() -> None:
    with pytest.raises(BudgetExhausted, match="after 3 rounds"):
        verify(BytesIO(make_proof(*TWO_LEVELS)), budget=Budget(rounds=3))


def mutations(seed: int) -> Iterator[tuple[str, bytes]]:
    """A thousand files, none of which is a proof of what it claims, each by construction."""
    random = Random(seed)
    proofs = [make_proof(*case) for case in (MATE, NO_MATE, BLACK_NONE, TWO_LEVELS)]
    for _ in range(250):
        data = bytearray(random.choice(proofs))
        place = random.randrange(len(data))
        data[place] ^= random.randrange(1, 256)
        yield f"byte {place}", bytes(data)
    for _ in range(150):
        data_cut = random.choice(proofs)
        length = random.randrange(len(data_cut))
        yield f"cut at {length}", data_cut[:length]
    for _ in range(100):
        more = random.choice([*proofs, random.randbytes(random.randrange(1, 50)), bytes(4)])
        yield "something after the end", random.choice(proofs) + more
    for _ in range(200):
        yield "a line, the checksum as it was", packed(_with_other_lines(random, random.choice(proofs)))
    for _ in range(300):
        yield _forgery(random)


def _with_other_lines(random: Random, data: bytes) -> list[str]:
    """Other lines than those of a file: one dropped, doubled or changed, or two exchanged."""
    lines = split_lines(data)
    first = random.randrange(len(lines))
    kind = random.randrange(4)
    if kind == 0:
        return lines[:first] + lines[first + 1 :]
    if kind == 1:
        return lines[: first + 1] + lines[first:]
    others = [index for index, line in enumerate(lines) if line != lines[first]]
    if kind == 2:
        second = random.choice(others)
        lines[first], lines[second] = lines[second], lines[first]
        return lines
    place = random.randrange(len(lines[first]))
    old = lines[first][place]
    new = random.choice([chr(code) for code in range(32, 127) if chr(code) != old])
    lines[first] = lines[first][:place] + new + lines[first][place + 1 :]
    return lines


def _forgery(random: Random) -> tuple[str, bytes]:
    """A file whose number, hash and checksum fit, and whose claim or records are false."""
    mate, none, black = (split_lines(make_proof(*case)) for case in (MATE, TWO_LEVELS, BLACK_NONE))
    kind = random.randrange(7)
    if kind == 0:  # the shortest mate takes two actions
        return "a shorter mate", forged(_claim(mate, within=1), mate[2:-2])
    if kind == 1:  # mate in two and no mate in two exclude each other
        lines, goal = random.choice([(mate, "none"), (none, "mate"), (black, "mate")])
        return "the other goal", forged(_claim(lines, goal=goal), lines[2:-2])
    if kind == 2:  # without the knight or the rook there is no mate in two
        fen = random.choice(["[k3/p3/4/K2R:0:1:w]", "[k3/p3/2N1/K3:0:1:w]"])
        return "another start", forged(_claim(mate, start=fen), mate[2:-2])
    if kind == 3:  # White's actions take no record of their own here, so the number of records is fixed
        records = none[2:-2]
        index = random.randrange(len(records))
        change = random.choice(
            [records[:index], records[:index] + records[index + 1 :], [*records, records[index]]]
        )
        return "another number of records", forged(none[1], change)
    if kind == 4:  # one defence more or less than there are, each with a mate
        records = mate[2:-2]
        index = random.randrange(1, len(records))
        change = random.choice([records[:index] + records[index + 1 :], [*records, records[index]]])
        return "another number of defences", forged(mate[1], change)
    if kind == 5:  # no move from an empty square, nor of the opponent's king
        lines = random.choice([mate, none])
        records = lines[2:-2]
        index = random.randrange(len(records))
        bad = random.choice(
            ["(0T1)b1>(0T1)b2", "(0T9)a1>(0T9)a2", "(3T1)a1>(3T1)a2", "-", "a2", "", "(0T1)z9>(0T1)z8"]
        )
        return f"{bad!r} as a record", forged(lines[1], [*records[:index], bad, *records[index + 1 :]])
    # Another first action that does not mate in two, whatever comes after it.
    position = custom_start(MATE_IN_TWO)
    weak = [str(each) for each in position.actions() if str(each) not in _winning()]
    return "a first action that does not mate", forged(mate[1], [random.choice(weak), *mate[3:-2]])


@cache
def _winning() -> set[str]:
    return {str(action) for action in solve(custom_start(MATE_IN_TWO), 2).winning}


def _claim(lines: list[str], **changed: object) -> str:
    return json.dumps({**json.loads(lines[1]), **changed})


def test_a_thousand_damaged_proofs_are_rejected() -> None:
    tried = 0
    for what, data in mutations(20261116):
        tried += 1
        with pytest.raises(ProofRejected):
            check(data)
            pytest.fail(f"accepted: {what}")
    assert tried == 1000


def test_what_is_wrong_is_said() -> None:
    mate = split_lines(make_proof(*MATE))
    cases = {
        "no action left, and this is not mate": forged(_claim(mate, within=1), mate[2:-2]),
        "the records end, but the proof goes on": forged(mate[1], mate[2:-3]),
        "the proof is complete, but the records go on": forged(mate[1], [*mate[2:-2], mate[-3]]),
        "is not a legal action": forged(mate[1], ["(0T1)b1>(0T1)b2", *mate[3:-2]]),
        "expected an action such as": forged(mate[1], ["Rb1", *mate[3:-2]]),
        "not a proof file": b"[k3/p3/2N1/K2R:0:1:w] 1. Rb1",
        "is cut off": make_proof(*MATE)[:-10],
        "bytes after the end": make_proof(*MATE) + b"\0",
        "expected 'hyperchess-proof 1' in the first line": packed(["hyperchess-proof 2", *mate[1:]]),
        "is not that of 'Standard'": forged(_claim(mate, variant="Standard"), mate[2:-2]),
        "unknown variant": forged(_claim(mate, variant="Nowhere"), mate[2:-2]),
        "expected at most 64 actions": forged(_claim(mate, within=10**9), mate[2:-2]),
        "the claim is not JSON": forged("{" * 100_000, []),
        "with the keys": forged("[]", []),
        "the claim cannot be read": forged(_claim(mate, start=["x"]), []),
        "ASCII": lzma.compress("hyperchess-proof 1\nü\n".encode()),
        "the checksum is wrong": packed([*mate[:-1], "sha256 0"]),
        "lines after the checksum": packed([*mate, "more"]),
        "hash of the records": packed([*mate[:-2], mate[-2].replace('"proof":"', '"proof":"0'), mate[-1]]),
        "line after the records": packed([*mate[:-2], "end of story", mate[-1]]),
    }
    for message, data in cases.items():
        with pytest.raises(ProofRejected, match=message):
            check(data)


def test_hostile_files_take_little_memory() -> None:
    """A few kilobytes that stand for a line of 64 MB, and for millions of records."""
    mate = split_lines(make_proof(*MATE))
    compressor = lzma.LZMACompressor(preset=1)
    one_line = compressor.compress(b"hyperchess-proof 1\n")
    for _ in range(64):
        one_line += compressor.compress(b"x" * (1 << 20))
    one_line += compressor.flush()
    compressor = lzma.LZMACompressor(preset=1)
    records = compressor.compress("\n".join([*mate[:2], *mate[2:-2], ""]).encode())
    for _ in range(64):
        records += compressor.compress(f"{mate[-3]}\n".encode() * (1 << 16))
    records += compressor.flush()
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 1 << 24}]
    hungry = lzma.compress(b"hyperchess-proof 1\n", filters=filters)
    for data, message in (
        (one_line, "more than"),
        (records, "records go on"),
        (hungry, "Memory usage limit"),
    ):
        tracemalloc.start()
        with pytest.raises(ProofRejected, match=message):
            check(data)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 8 << 20


def test_a_start_with_too_many_actions_is_not_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hyperchess.proofs.records.MOST_ACTIONS", 1_000)
    boards = "".join(f"[qqqqqqqk/8/8/8/8/8/QQQQQQQQ/QQQQQQQK:{line:+d}:1:w]" for line in range(-3, 4))
    boards = boards.replace("+0", "0")
    claim = Claim(custom_start(boards), ClaimKind.NONE, Color.WHITE, 2)
    with pytest.raises(BudgetExhausted, match="more than 1,000 legal actions"):
        check(forged(claim.text(), []))


@pytest.mark.slow
def test_memory_does_not_grow_with_the_proof() -> None:
    small = proof_from(start("Very Small"), Claim.of_variant("Very Small", ClaimKind.NONE, Color.WHITE, 1))
    (path,) = PROOFS.glob("very-small.white-none-*.hcproof")
    large = path.read_bytes()
    check(small)  # imports and caches are warm from here on
    tracemalloc.start()
    first = check(small)
    peak_of_small = tracemalloc.get_traced_memory()[1]
    tracemalloc.reset_peak()
    second = check(large)
    peak_of_large = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert second.positions > 50 * first.positions
    assert peak_of_large < 2 * peak_of_small + (1 << 20)
