"""Runs the conformance cases against any program, in any language. Needs Python 3.11 and nothing else.

    python runner.py -- node adapters/5d-chess-js.cjs
    python runner.py --section Hashing --failures 20 -- ./my-adapter

The program reads one JSON object per line from standard input, {"id", "ask", "given"}, and answers each with
one line on standard output: {"id", "answer": {...}}, or {"id", "unsupported": true} for a question that it
does not know, or {"id", "error": "..."}. A case passes if the answer equals what the case expects.
"""

from __future__ import annotations

import argparse
import json
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["CASES", "PATIENCE", "Case", "Outcome", "Report", "load_cases", "main", "run"]

CASES = Path(__file__).parent / "cases"
PATIENCE = 60.0  # seconds for one answer
_LONGEST_LINE = 1 << 24


@dataclass(frozen=True, slots=True)
class Case:
    """One question with its only right answer, and the section of a document that it follows."""

    id: str
    topic: str  # the file it stands in
    section: str
    ask: str
    given: dict[str, Any]
    expect: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a case: `pass`, `fail`, `unsupported` or `error`."""

    case: Case
    verdict: str
    answer: object = None


@dataclass(slots=True)
class Report:
    """All outcomes of one run."""

    outcomes: list[Outcome] = field(default_factory=list)

    def counts(self, *, by: str = "topic") -> dict[str, dict[str, int]]:
        """Return the number of cases per verdict, by `topic`, `section` or `ask`."""
        table: dict[str, dict[str, int]] = {}
        for outcome in self.outcomes:
            row = table.setdefault(getattr(outcome.case, by), {})
            row[outcome.verdict] = row.get(outcome.verdict, 0) + 1
        return table

    def data(self) -> dict[str, Any]:
        """For JSON."""
        failed = [
            {"id": each.case.id, "verdict": each.verdict, "expected": each.case.expect, "answer": each.answer}
            for each in self.outcomes
            if each.verdict in ("fail", "error")
        ]
        counts = {"topics": self.counts(), "sections": self.counts(by="section")}
        return {"cases": len(self.outcomes), **counts, "failed": failed}


def load_cases(folder: Path = CASES) -> Iterator[Case]:
    """All cases of a folder, file by file in the order of their names."""
    for path in sorted(folder.glob("*.json")):
        document = json.loads(path.read_text(encoding="utf-8"))
        for entry in document["cases"]:
            section = entry.get("section", document["section"])
            yield Case(entry["id"], path.stem, section, entry["ask"], entry["given"], entry["expect"])


def run(
    command: Sequence[str],
    cases: Iterable[Case],
    *,
    patience: float = PATIENCE,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Ask a program all questions. One that hangs or dies is started again for the next question.

    `progress` receives the number of cases so far.
    """
    report = Report()
    program: _Program | None = None
    try:
        for number, case in enumerate(cases, start=1):
            program = program or _Program(command)
            outcome = _judge(case, program.ask(case, patience))
            report.outcomes.append(outcome)
            if program.is_lost:
                program.close()
                program = None
            if progress is not None:
                progress(number)
    finally:
        if program is not None:
            program.close()
    return report


def _judge(case: Case, reply: object) -> Outcome:
    if isinstance(reply, str):
        return Outcome(case, "error", reply)
    if not isinstance(reply, dict) or reply.get("id") != case.id:
        return Outcome(case, "error", f"expected an answer to {case.id}, found {str(reply)[:200]}")
    if reply.get("unsupported"):
        return Outcome(case, "unsupported")
    if "error" in reply:
        return Outcome(case, "error", reply["error"])
    answer = reply.get("answer")
    return Outcome(case, "pass" if answer == case.expect else "fail", answer)


class _Program:
    """A running program; a thread reads its lines, so that waiting can end."""

    def __init__(self, command: Sequence[str]) -> None:
        self.is_lost = False
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace"
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        while line := self._process.stdout.readline(_LONGEST_LINE):
            self._lines.put(line)
        self._lines.put(None)

    def ask(self, case: Case, patience: float) -> object:
        """The parsed reply, or a text that says why there is none."""
        question = json.dumps({"id": case.id, "ask": case.ask, "given": case.given})
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(question + "\n")
            self._process.stdin.flush()
            line = self._lines.get(timeout=patience)
        except queue.Empty:
            self.is_lost = True
            return f"no answer within {patience:g} s"
        except OSError as error:
            self.is_lost = True
            return f"the program does not listen: {error}"
        if line is None:
            self.is_lost = True
            return "the program ended"
        try:
            return json.loads(line)
        except ValueError:
            self.is_lost = True
            return f"not JSON: {line[:200]!r}"

    def close(self) -> None:
        """End the program."""
        self._process.kill()
        self._process.communicate()


def _show_progress(number: int) -> None:
    if number % 50 == 0:
        print(f"\r{number} cases\r", end="", file=sys.stderr, flush=True)


def _table(report: Report) -> str:
    rows: list[tuple[str, ...]] = [("topic", "cases", "pass", "fail", "error", "unsupported")]
    totals = dict.fromkeys(rows[0][2:], 0)
    for topic, counts in report.counts().items():
        for verdict, count in counts.items():
            totals[verdict] += count
        rows.append((topic, str(sum(counts.values())), *(str(counts.get(name, 0)) for name in totals)))
    rows.append(("all", str(sum(totals.values())), *map(str, totals.values())))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line: 0 if no answer was wrong, 1 if some were."""
    parser = argparse.ArgumentParser(description="Ask any implementation the conformance questions.")
    parser.add_argument("--cases", type=Path, default=CASES, help="the folder with the case files")
    parser.add_argument("--topic", help="only the file of this name")
    parser.add_argument("--section", help="only sections that contain this text")
    parser.add_argument("--failures", type=int, default=5, help="how many wrong answers are printed")
    parser.add_argument("--seconds", type=float, default=PATIENCE, help="the longest wait for one answer")
    parser.add_argument("--json", action="store_true", help="print the whole report as JSON")
    parser.add_argument("command", nargs="+", help="the program and its arguments, after --")
    options = parser.parse_args(arguments)
    cases = [
        case
        for case in load_cases(options.cases)
        if options.topic in (None, case.topic) and (options.section or "") in case.section
    ]
    if not cases:
        parser.error("no case fits: see --cases, --topic and --section")
    progress = _show_progress if sys.stderr.isatty() else None
    report = run(options.command, cases, patience=options.seconds, progress=progress)
    wrong = [each for each in report.outcomes if each.verdict in ("fail", "error")]
    if options.json:
        print(json.dumps(report.data(), indent=1))
    else:
        for outcome in wrong[: options.failures]:
            print(f"{outcome.case.id} ({outcome.case.section}): {outcome.verdict}")
            print(f"  given    {json.dumps(outcome.case.given)[:300]}")
            print(f"  expected {json.dumps(outcome.case.expect)[:300]}")
            print(f"  answer   {json.dumps(outcome.answer)[:300]}")
        print(_table(report))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
