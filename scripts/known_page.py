"""Write docs/known.md, "What is known about 5D chess", from the files in `proofs/`, which are verified first.

python -m scripts.known_page [--most 20000] [--new]

Each file is verified by the native rules, and by the rules in Python if it has few enough positions. With
`--new`, files whose rows are on the page are not verified again.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hyperchess.analysis.wording import action_text
from hyperchess.multiverse import variants
from hyperchess.multiverse.defaults import default_rules
from hyperchess.proofs.claims import Claim, ClaimKind
from hyperchess.proofs.files import SUFFIX, Ending, ProofReader
from hyperchess.proofs.records import parse_action
from hyperchess.proofs.verifying import verify
from scripts.known_proofs import FOLDER, Line, is_over, lines

__all__ = ["PAGE", "Known", "format_row", "known_files", "known_lines", "page"]

PAGE = Path("docs/known.md")
_ORDER = {variant.name: number for number, variant in enumerate(variants())}


@dataclass(frozen=True, slots=True)
class Known:
    """A proof file: what it claims, its first record if that is the first action, and its size."""

    path: Path
    claim: Claim
    first: str
    ending: Ending
    size: int
    line: Line | None = None  # whose end the claim is about, if that is not the start of a variant

    @staticmethod
    def of_file(path: Path, line: Line | None = None) -> Known:
        """Return the content of a file without verifying it."""
        with path.open("rb") as file:
            reader = ProofReader(file)
            claim = reader.claim
            first = ""
            if (claim.goal is ClaimKind.MATE) == (claim.start.player is claim.attacker):
                first = action_text(claim.start, parse_action(reader.record(), claim.start.player))
            return Known(path, claim, first, reader.skip(), path.stat().st_size, line)


def known_files() -> list[Known]:
    """All files, in the order of the variants."""
    found = map(Known.of_file, FOLDER.glob(f"*{SUFFIX}"))
    return sorted(found, key=lambda known: (_ORDER[known.claim.variant], known.path.name))


def known_lines() -> list[Known]:
    """The files about lines of play."""
    return [Known.of_file(line.path, line) for line in lines()]


def format_row(known: Known) -> str:
    """The row of a file, but for what was checked."""
    claim, ending, line = known.claim, known.ending, known.line
    effort = ending.effort
    cells = [
        *([claim.variant] if line is None else [line.variant, line.actions[-1]]),
        str(claim.attacker),
        str(claim.within),
        *([known.first or "after any action"] if claim.goal is ClaimKind.MATE else []),
        f"{effort['nodes']:,}",
        f"{effort['seconds']:,}",
        f"{ending.records:,}",
        f"{known.size:,}",
        f"`{ending.proof[:12]}`",
    ]
    return f"| {' | '.join(cells)} |"


def describe_checks(known: Known, most: int) -> str:
    """The positions of a file, and which rules have checked it."""
    with known.path.open("rb") as file:
        positions = verify(file, rules=default_rules()).positions
    if positions > most:
        return f" {positions:,} | native |"
    with known.path.open("rb") as file:
        verified = verify(file)
    assert (verified.positions, verified.ending) == (positions, known.ending)
    return f" {positions:,} | Python, native |"


def page(rows: Iterable[tuple[Known, str]]) -> str:
    """The page for files and what was checked of each."""
    found = list(rows)
    after_lines = [(known, tail) for known, tail in found if known.line is not None]
    starts = [(known, tail) for known, tail in found if known.line is None]
    mates = [(known, tail) for known, tail in starts if known.claim.goal is ClaimKind.MATE]
    others = [(known, tail) for known, tail in starts if known.claim.goal is ClaimKind.NONE]
    return "\n".join(_lines(mates, others, after_lines))


Rows = list[tuple[Known, str]]


def _lines(mates: Rows, others: Rows, after_lines: Rows) -> Iterator[str]:
    names = {known.claim.variant for known, _ in mates + others}
    head = "# What is known about 5D chess"
    yield from (head, "", *_INTRODUCTION.strip().splitlines(), "")
    yield f"There are {len(mates) + len(others)} proofs about {len(names)} variants."
    for variant in filter(is_over, variants()):
        verdict = variant.position.status.word
        yield f"*{variant.name}* is over at its start ({verdict}): there is nothing to prove."
    yield from ("", "## Forced mates", "", *_MATES.strip().splitlines(), "")
    yield from _head("variant", "who mates", "within", "first action", *_COLUMNS)
    yield from (format_row(known) + tail for known, tail in mates)
    yield from ("", "## No forced mate", "", *_NONE.strip().splitlines(), "")
    yield from _head("variant", "who does not mate", "within", *_COLUMNS)
    yield from (format_row(known) + tail for known, tail in others)
    yield from ("", "## The sacrifice on f7", "", *_SACRIFICE.strip().splitlines(), "")
    yield from _head("variant", "Black's reply", "who does not mate", "within", *_COLUMNS)
    yield from (format_row(known) + tail for known, tail in after_lines)
    yield from ("", "## How to check and to reproduce", "", *_REPRODUCE.strip().splitlines(), "")


def _head(*names: str) -> Iterator[str]:
    yield f"| {' | '.join(names)} |"
    yield "|---" * len(names) + "|"


_COLUMNS = ("nodes", "seconds", "records", "bytes", "proof", "positions", "checked by")

_INTRODUCTION = """
This page has what is proven about the built-in variants: which side can force mate, and how soon, or within
how many actions it cannot. Every row is a file in `proofs/` of the repository that
[`hyperchess verify`](cli.md#verify) accepts, and every number comes from a run. What is not on this page is
not known here.

`python -m scripts.known_page` verifies the files and writes this page.
"""

_MATES = """
The length counts the actions of the side that mates. That it is the shortest is a proof of its own, in the
table below: no mate within one action less. `hyperchess verify FILE --fast -o tree.5dpgn` writes a whole
tree, every answer and what mates after it, for the analysis board.
"""

_NONE = """
Within this number of its own actions the side cannot force mate from the start, whatever it plays. Nothing is
said about longer mates. (In *Checkmate Practice*, Black has no royal piece: there White can never mate.)
"""

_SACRIFICE = """
After `1. e3 / Nf6 2. Bb5 / c6 3. c3 / cxb5 4. Qb3` White's queen threatens to jump to f7 of the first board,
with check. Guides name three defences: Qa5, Qb6 and Qc7. After none of them can White force mate within three
actions, the sacrifice included. [`hyperchess solve`](cli.md#solve) decides the same of the other twenty
replies that stay on the board, in a quarter of a second each: none of them loses that soon either. What is
not known is whether White wins later, and what replies through time are worth.
"""

_REPRODUCE = """
| column | |
|---|---|
| nodes, seconds | what the search took up to this length; seconds on one core (the longest on x86-64) |
| records, bytes | the actions in the file, and its size |
| proof | the beginning of the SHA-256 of claim and records, which `verify --json` and `prove` print |
| positions, checked by | the positions that were looked at to check it, and the rules that did it |

```sh
hyperchess verify proofs/focused-just-queens.white-mate-3.hcproof
hyperchess prove variant:just-queens --store queens.sqlite --side white --mate-in 3 -o queens.hcproof
hyperchess prove variant:just-queens --store queens.sqlite --side white --mate-in 2 --none -o none.hcproof
```

makes the proof of a row again, with another side and another length for another row. Its hash is the same
with the same version of the search; another one may find another proof.
`python -m scripts.known_proofs --time 60` makes the files of the variants, and goes further the longer it may
take; with `--lines` those of the sacrifice.
[The format of the files](proofs.md) is documented.
"""


def main() -> None:
    """Verify all files and write the page."""
    parser = ArgumentParser(prog="python -m scripts.known_page", description=__doc__)
    parser.add_argument("--most", type=int, default=20_000, help="positions that the rules in Python check")
    parser.add_argument("--new", action="store_true", help="verify only files that are not on the page")
    asked = parser.parse_args()
    before = PAGE.read_text(encoding="utf-8").splitlines() if asked.new else []
    rows = []
    for known in (*known_files(), *known_lines()):
        row = format_row(known)
        tails = (line.removeprefix(row) for line in before if line.startswith(row))
        rows.append((known, next(tails, "") or describe_checks(known, asked.most)))
        print(format_row(known) + rows[-1][1], flush=True)
    PAGE.write_text(page(rows), encoding="utf-8", newline="\n")
    print(f"written: {PAGE}")


if __name__ == "__main__":
    main()
