"""The conformance cases: well formed, all passed by hyperchess, and put to any program by the runner."""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from conformance.adapters.hyperchess_adapter import ANSWERS, answer
from conformance.runner import CASES, Case, load_cases, main, run

FOLDER = Path(CASES).parent
TOPICS = sorted(path.stem for path in CASES.glob("*.json"))


@pytest.mark.parametrize("topic", TOPICS)
def test_files_follow_the_schema(topic: str) -> None:
    schema = json.loads((FOLDER / "schema.json").read_text(encoding="utf-8"))
    document = json.loads((CASES / f"{topic}.json").read_text(encoding="utf-8"))
    jsonschema_rs.validate(schema, document)
    assert document["topic"] == topic


def test_every_question_has_cases_or_an_answer() -> None:
    cases = list(load_cases())
    assert len(cases) >= 1_500
    assert len({case.id for case in cases}) == len(cases)
    assert all(case.section for case in cases)
    assert {case.ask for case in cases} <= set(ANSWERS)
    schema = json.loads((FOLDER / "schema.json").read_text(encoding="utf-8"))
    assert set(schema["$defs"]["case"]["properties"]["ask"]["enum"]) == set(ANSWERS)


def by_topic() -> dict[str, list[Case]]:
    return {topic: list(cases) for topic, cases in groupby(load_cases(), key=lambda case: case.topic)}


def reply_to(case: Case) -> dict[str, Any]:
    return answer({"id": case.id, "ask": case.ask, "given": case.given})


@pytest.mark.parametrize("topic", TOPICS)
def test_hyperchess_passes_all(topic: str) -> None:
    wrong = [
        (case.id, case.expect, reply)
        for case in by_topic()[topic]
        if (reply := answer({"id": case.id, "ask": case.ask, "given": case.given})).get("answer")
        != case.expect
    ]
    assert wrong == []


QUESTIONS = [
    Case("demo-0001", "demo", "Demo", "double", {"number": 2}, {"result": 4}),
    Case("demo-0002", "demo", "Demo", "double", {"number": 3}, {"result": 6}),
    Case("demo-0003", "demo", "Demo", "halve", {"number": 2}, {"result": 1}),
]


def program(tmp_path: Path, body: str) -> list[str]:
    """A program that reads questions as `q` and does `body` with each."""
    path = tmp_path / "program.py"
    lines = ["import json, sys", "for line in sys.stdin:", "    q = json.loads(line)"]
    path.write_text("\n".join([*lines, *(f"    {line}" for line in body.splitlines())]), encoding="utf-8")
    return [sys.executable, str(path)]


def verdicts(command: list[str], cases: list[Case] = QUESTIONS) -> list[str]:
    return [outcome.verdict for outcome in run(command, cases).outcomes]


DOUBLE = """\
if q["ask"] != "double": reply = {"id": q["id"], "unsupported": True}
else: reply = {"id": q["id"], "answer": {"result": 2 * q["given"]["number"]}}
print(json.dumps(reply), flush=True)"""


def test_a_program_that_answers(tmp_path: Path) -> None:
    assert verdicts(program(tmp_path, DOUBLE)) == ["pass", "pass", "unsupported"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('print(json.dumps({"id": q["id"], "answer": {"result": 4}}), flush=True)', ["pass", "fail", "fail"]),
        ('print(json.dumps({"id": q["id"], "error": "no"}), flush=True)', ["error"] * 3),
        ('print(json.dumps({"id": "other", "answer": {}}), flush=True)', ["error"] * 3),
        ('print("hello", flush=True)', ["error"] * 3),
        ('print("[1]", flush=True)', ["error"] * 3),
        ("sys.exit(3)", ["error"] * 3),
    ],
)
def test_programs_that_do_not(tmp_path: Path, body: str, expected: list[str]) -> None:
    assert verdicts(program(tmp_path, body)) == expected


def test_a_program_that_dies_is_started_again(tmp_path: Path) -> None:
    body = f'if q["id"] == "demo-0001": sys.exit(1)\n{DOUBLE}'
    assert verdicts(program(tmp_path, body)) == ["error", "pass", "unsupported"]


def test_silence_is_an_error(tmp_path: Path) -> None:
    report = run(program(tmp_path, "pass"), QUESTIONS[:1], patience=0.0)
    assert [(outcome.verdict, outcome.answer) for outcome in report.outcomes] == [
        ("error", "no answer within 0 s")
    ]


def cases_folder(tmp_path: Path, cases: list[Case]) -> Path:
    folder = tmp_path / "cases"
    folder.mkdir()
    entries: Iterator[dict[str, Any]] = (
        {"id": case.id, "ask": case.ask, "given": case.given, "expect": case.expect} for case in cases
    )
    document = {"topic": "demo", "section": "Demo", "cases": list(entries)}
    (folder / "demo.json").write_text(json.dumps(document), encoding="utf-8")
    return folder


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = cases_folder(tmp_path, QUESTIONS)
    command = program(tmp_path, DOUBLE)
    assert main(["--cases", str(folder), "--", *command]) == 0
    assert capsys.readouterr().out.splitlines()[-1].split() == ["all", "3", "2", "0", "0", "1"]
    wrong = program(tmp_path, 'print(json.dumps({"id": q["id"], "answer": {}}), flush=True)')
    assert main(["--cases", str(folder), "--json", "--", *wrong]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["cases"] == 3
    assert Counter(entry["verdict"] for entry in report["failed"]) == {"fail": 3}
    with pytest.raises(SystemExit):
        main(["--cases", str(folder), "--topic", "none", "--", *command])
