import json
import re

import pytest

from hyperchess.notation.codes import Code, codes, find_problems

from .runner import run
from .used_codes import SOURCES, used_codes

CORPUS = SOURCES.parents[1] / "tests" / "corpus"


def test_every_code_of_the_source_has_an_entry() -> None:
    used = {code: files for code, files in used_codes().items() if code not in codes()}
    assert used == {}, "add these to src/hyperchess/notation/codes.toml"


def test_every_code_of_the_corpus_has_an_entry() -> None:
    told = re.compile(r"(?:error|warning|info)\[([a-z-]+)\]: ")
    found = {
        code for path in CORPUS.rglob("*.txt") for code in told.findall(path.read_text(encoding="utf-8"))
    }
    assert found <= set(codes())


@pytest.mark.parametrize("code", codes().values(), ids=lambda code: code.name)
def test_the_bad_example_has_the_problem_and_the_good_one_has_none(code: Code) -> None:
    bad = find_problems(code, code.bad)
    assert code.name in {problem.code for problem in bad}
    assert {problem.severity.value for problem in bad if problem.code == code.name} <= set(code.severity)
    good = find_problems(code, code.good)
    assert code.name not in {problem.code for problem in good}
    assert {problem.severity.value for problem in good} <= {"info"}


def test_an_explanation_shows_the_report() -> None:
    code, out, _ = run("explain", "illegal-move")
    assert code == 0
    assert out.startswith("illegal-move: no piece can make this move (error)\n")
    assert "error[illegal-move]: no piece of White's can play Nf9" in out
    assert "^^^" in out
    assert run("explain", "error[illegal-move]").out == out


def test_all_codes_are_listed() -> None:
    out = run("explain").out
    assert all(code in out for code in codes())
    assert len(json.loads(run("explain", "--json").out)) == len(codes())
    assert json.loads(run("explain", "check", "--json").out)["severity"] == ["error"]
