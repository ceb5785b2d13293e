"""Benchmark of the verifier of proof files: the rules in Python against the native ones, on the same files.

python -m benchmarks.proofs

Each file is verified from its first to its last byte by both, in turn. Figures are processor time.
"""

from __future__ import annotations

from pathlib import Path
from time import process_time

from benchmarks.timing import Figures
from hyperchess.multiverse.kernel import NativeRules
from hyperchess.multiverse.reference import ReferenceRules
from hyperchess.multiverse.rules import Rules
from hyperchess.proofs.files import SUFFIX
from hyperchess.proofs.verifying import verify

FOLDER = Path(__file__).parents[1] / "proofs"
LARGEST = 700  # bytes of a file
STEP = 4  # sampling interval of the files


def seconds(path: Path, rules: Rules) -> tuple[float, int, int]:
    """Return the processor time of verifying a file, its records and its positions."""
    begin = process_time()
    with path.open("rb") as file:
        verified = verify(file, rules=rules)
    return process_time() - begin, verified.ending.records, verified.positions


def main() -> Figures:
    """Print the figures and return them."""
    paths = [path for path in sorted(FOLDER.glob(f"*{SUFFIX}")) if path.stat().st_size <= LARGEST][::STEP]
    native = python = 0.0
    records = positions = 0
    for path in paths:
        fast, of_file, looked_at = seconds(path, NativeRules())
        native, records, positions = native + fast, records + of_file, positions + looked_at
        python += seconds(path, ReferenceRules())[0]
    figures = {
        "files": float(len(paths)),
        "records": float(records),
        "positions": float(positions),
        "rules in Python: records per second": records / python,
        "rules in Python: positions per second": positions / python,
        "native rules: records per second": records / native,
        "native rules: positions per second": positions / native,
        "native rules: times faster": python / native,
    }
    print("Verifying proof files")
    for name, value in figures.items():
        print(f"  {name:<40} {value:>12,.1f}")
    return figures


if __name__ == "__main__":
    main()
