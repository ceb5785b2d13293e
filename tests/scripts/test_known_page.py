"""The page of what is known says what the proof files say, and they prove it."""

from pathlib import Path

import pytest

from hyperchess.multiverse import variants
from hyperchess.multiverse.reference import ReferenceRules
from hyperchess.proofs.claims import ClaimKind
from hyperchess.proofs.verifying import verify
from scripts.known_page import PAGE, Known, format_row, known_files, known_lines, page
from scripts.known_proofs import FOLDER, LINES, file_name, is_over

ROOT = Path(__file__).parents[2]
QUICK = 200  # positions that the rules in Python check here; all of them are checked when the page is made
MOST_BYTES = 300_000


@pytest.fixture(scope="module")
def files() -> list[Known]:
    return [*known_files(), *known_lines()]


@pytest.fixture(scope="module")
def rows() -> list[str]:
    """The rows of the page that are about files: what comes after them is what was checked."""
    names = {variant.name for variant in variants()}
    lines = (ROOT / PAGE).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.startswith("| ") and line.split(" | ")[0][2:] in names]


def find_tail(row: str, known: Known) -> str:
    start = format_row(known)
    assert row.startswith(start), (row, start)
    return row.removeprefix(start)


def by_goal(files: list[Known]) -> list[Known]:
    """In the order of the page: mates come first, and lines of play last."""
    return sorted(files, key=lambda known: (known.line is not None, known.claim.goal is ClaimKind.NONE))


def test_the_page_is_made_from_the_files(files: list[Known], rows: list[str]) -> None:
    tails = {}
    for known, row in zip(by_goal(files), rows, strict=True):
        tails[known.path] = find_tail(row, known)
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    assert page((known, tails[known.path]) for known in files) == text


def test_names_and_sizes(files: list[Known]) -> None:
    for known in files:
        if known.line is None:
            assert known.path == FOLDER / file_name(known.claim)
        else:
            assert (known.path, known.claim) == (known.line.path, known.line.claim)
        assert known.size <= MOST_BYTES
    assert set(FOLDER.rglob("*.hcproof")) == {known.path for known in files}
    assert {known.path.parent for known in files} == {FOLDER, LINES}


def test_every_variant_is_on_the_page(files: list[Known]) -> None:
    playable = {variant.name for variant in variants() if not is_over(variant)}
    assert {known.claim.variant for known in files if known.line is None} == playable


def test_the_shortest_mates_are_the_shortest(files: list[Known]) -> None:
    claims = {(k.claim.variant, k.claim.attacker, k.claim.goal, k.claim.within) for k in files}
    mates = [known.claim for known in files if known.claim.goal is ClaimKind.MATE]
    assert len(mates) >= 6
    for mate in mates:
        if mate.within > 1:
            assert (mate.variant, mate.attacker, ClaimKind.NONE, mate.within - 1) in claims


@pytest.mark.slow
def test_the_small_files_are_proofs(files: list[Known], rows: list[str]) -> None:
    tried = 0
    for known, row in zip(by_goal(files), rows, strict=True):
        positions, rules = _checked(row, known)
        if positions > QUICK:
            continue
        tried += 1
        with known.path.open("rb") as file:
            verified = verify(file)
        assert (verified.positions, verified.rules) == (positions, ReferenceRules().name)
        assert "Python" in rules
    assert tried >= 12


def _checked(row: str, known: Known) -> tuple[int, str]:
    positions, rules = find_tail(row, known).strip(" |").split(" | ")
    return int(positions.replace(",", "")), rules
