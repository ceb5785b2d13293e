"""`hyperchess conformance`: the suite from the command line."""

import json
import sys
from pathlib import Path

import pytest

from conformance.runner import CASES
from tests.app.cli.runner import run


def test_hyperchess_passes_a_topic() -> None:
    ran = run("conformance", "--topic", "dynamical")
    assert ran.code == 0, ran
    assert "5 cases, 5 passed, 0 wrong" in ran.out
    assert "Dynamical notation" in ran.out


def test_a_section_of_a_document() -> None:
    ran = run("conformance", "--section", "first edition", "--topic", "reading", "--json")
    data = json.loads(ran.out)
    assert data["cases"] == 3
    assert data["sections"] == {"5DPGN, first edition": {"pass": 3}}


def adapter(tmp_path: Path, reply: str) -> str:
    path = tmp_path / "adapter.py"
    lines = ["import json, sys", "for line in sys.stdin:", "    q = json.loads(line)"]
    path.write_text("\n".join([*lines, f"    print(json.dumps({reply}), flush=True)"]), encoding="utf-8")
    return f'"{sys.executable}" "{path}"'


def test_another_program(tmp_path: Path) -> None:
    wrong = adapter(tmp_path, "{'id': q['id'], 'answer': {'text': 'x'}}")
    ran = run("conformance", "--adapter", wrong, "--topic", "dynamical", "--failures", "1")
    assert ran.code == 1
    assert ran.out.count("expected") == 1
    assert "5 cases, 0 passed, 5 wrong" in ran.out
    unsupported = adapter(tmp_path, "{'id': q['id'], 'unsupported': True}")
    ran = run("conformance", "--adapter", unsupported, "--topic", "dynamical")
    assert (ran.code, "5 cases, 0 passed, 0 wrong" in ran.out) == (0, True)


def test_other_cases(tmp_path: Path) -> None:
    (tmp_path / "dynamical.json").write_bytes((CASES / "dynamical.json").read_bytes())
    assert "5 cases, 5 passed" in run("conformance", "--suite", tmp_path).out
    (tmp_path / "dynamical.json").write_text("[1]", encoding="utf-8")
    assert "not a folder of conformance cases" in run("conformance", "--suite", tmp_path).err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--topic", "nothing"], "no case fits"),
        (["--suite", "no-such-folder"], "no case files"),
        (["--adapter", "no-such-program-of-any-kind", "--topic", "dynamical"], "cannot run no-such-program"),
        (["--adapter", " "], "expected a command"),
    ],
)
def test_what_cannot_be_run_is_a_sentence(arguments: list[str], message: str) -> None:
    ran = run("conformance", *arguments)
    assert ran.code == 2
    assert message in ran.err
