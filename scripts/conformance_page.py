"""Writes `docs/conformance.md`: the scores of every tool that was run, section by section.

    python conformance/runner.py --json -- node conformance/adapters/5d-chess-js.cjs FOLDER > js.json
    python -m scripts.conformance_page --report '5d-chess-js 1.2.1' 'node ...' js.json

hyperchess is run by this script. Other tools are run before, each into one or several reports of the runner.
A test holds that the page has the current number of cases: a change of the suite asks for a new run.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from conformance.runner import load_cases, run
from hyperchess import __version__

__all__ = ["PAGE", "Tool", "main", "page"]

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "conformance.md"
_WORDS = """\
# Conformance

The folder `conformance/` of the repository holds {total:,} questions about 5D chess, infinite chess and their
notations, each with its only right answer and the section of the document that it follows. Any program in
any language can be asked: it reads one JSON object per line and answers with one. `conformance/README.md`
describes the questions, `conformance/schema.json` the files.

```sh
hyperchess conformance                                  # hyperchess itself, from any installation
hyperchess conformance --adapter 'node my-adapter.js'   # another program
hyperchess conformance --section Hashing --json         # a part of it, for machines
python conformance/runner.py -- ./my-adapter            # the same without hyperchess: Python 3.11 alone
```

Exit code 0 means that no answer was wrong, 1 that some were. An answer that a program does not give
(`unsupported`) is not counted as wrong.

## Scores

How many answers were right, of those that the tool gave; — where it gave none. Errors, games that a tool does
not accept and searches that it does not finish in time are among the answers that were not right.

{table}

## How this was run

This page is written by `python -m scripts.conformance_page` from real runs:

{commands}
{notes}
Adapters of other tools stand in `conformance/adapters`; one for your tool is welcome. A case that you think
is wrong is worth an issue: name its `id`.
"""


class Tool(NamedTuple):
    """A tool that was run: name and version, command, and the counts of its answers by section."""

    name: str
    command: str
    sections: dict[str, dict[str, int]]


def page(tools: Sequence[Tool], notes: Sequence[str] = ()) -> str:
    """Return the page, with notes about each run."""
    sizes: dict[str, int] = {}
    for case in load_cases():
        sizes[case.section] = sizes.get(case.section, 0) + 1
    rows = [["section", "cases", *(tool.name for tool in tools)], ["---", "---:", *(["---:"] * len(tools))]]
    for section in sorted(sizes):
        scores = [_score([tool.sections.get(section, {})]) for tool in tools]
        rows.append([section, f"{sizes[section]:,}", *scores])
    rows.append(["**all**", f"{sum(sizes.values()):,}", *(_score(tool.sections.values()) for tool in tools)])
    table = "\n".join("| " + " | ".join(row) + " |" for row in rows)
    commands = "\n".join(f"* {tool.name}: `{tool.command}`" for tool in tools)
    return _WORDS.format(total=sum(sizes.values()), table=table, commands=commands, notes=_list(notes))


def _list(notes: Sequence[str]) -> str:
    return "".join(f"\n{note}\n" for note in notes)


def _score(counts: Iterable[dict[str, int]]) -> str:
    """Right answers of given ones.

    >>> _score([{"pass": 1200, "fail": 2, "error": 1, "unsupported": 7}]), _score([{"unsupported": 7}])
    ('1,200 of 1,203', '—')
    """
    listed = list(counts)
    right = sum(count.get("pass", 0) for count in listed)
    given = right + sum(count.get("fail", 0) + count.get("error", 0) for count in listed)
    return f"{right:,} of {given:,}" if given else "—"


def _ours() -> Tool:
    command = [sys.executable, str(ROOT / "conformance" / "adapters" / "hyperchess_adapter.py")]
    report = run(command, load_cases())
    return Tool(f"hyperchess {__version__}", "hyperchess conformance", report.counts(by="section"))


def _reported(name: str, command: str, *files: str) -> Tool:
    sections: dict[str, dict[str, int]] = {}
    for file in files:
        for section, counts in json.loads(Path(file).read_text(encoding="utf-8"))["sections"].items():
            row = sections.setdefault(section, {})
            for verdict, count in counts.items():
                row[verdict] = row.get(verdict, 0) + count
    return Tool(name, command, sections)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run hyperchess, add the reports of other tools, and write the page."""
    parser = argparse.ArgumentParser(description="Write the page about conformance.")
    parser.add_argument(
        "--report", nargs="+", action="append", default=[], metavar="WORD", help="name, command, report files"
    )
    parser.add_argument("--note", action="append", default=[], help="a paragraph about a run")
    options = parser.parse_args(arguments)
    tools = [_ours(), *(_reported(*words) for words in options.report)]
    PAGE.write_text(page(tools, options.note), encoding="utf-8")


if __name__ == "__main__":
    main()
