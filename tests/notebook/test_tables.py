"""Results as records and as data frames."""

from pathlib import Path

import pytest

import hyperchess as hc

_GAME = hc.parse("1. e3 / f6 2. Qe2 / Nc6 3. Qh5#")


def test_lines() -> None:
    lines = hc.analyse(_GAME.main_line[3].position, depth=2, lines=2)
    best, second = hc.records(lines)
    assert (best["rank"], best["mate"], best["centipawns"], best["line"]) == (1, 1, None, "(0T3)e2>(0T3)h5")
    assert (second["rank"], second["mate"]) == (2, None)
    assert hc.frame(lines, "polars").shape == (2, 6)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_column_that_is_empty_at_first(library: str) -> None:
    pytest.importorskip(library, reason=f"needs {library}")
    best, other = hc.analyse(_GAME.main_line[3].position, depth=2, lines=2)
    table = hc.frame([other] * 150 + [best], library)
    assert [*table["mate"]][-1] == 1
    assert table["mate"].sum() == 1 and table["rank"].max() == 151


def test_a_review() -> None:
    found = hc.records(hc.review(_GAME, hc.Budget(rounds=2_000)))
    assert [each["action"] for each in found] == ["e3", "f6", "Qe2", "Nc6", "Qh5#"]
    assert [each["player"] for each in found[:2]] == ["white", "black"]
    assert {len(each) for each in found} == {10}
    assert [each["number"] for each in found] == [1, 2, 3, 4, 5]
    assert found[3]["chance"] == 100.0  # White mates
    assert found[3]["judgement"] == "blunder"


def test_games_of_a_library(tmp_path: Path) -> None:
    (tmp_path / "games.5dpgn").write_text(
        '[White "Ada"] 1. e3 / f6 2. Qe2 / Nc6 3. Qh5# 1-0', encoding="utf-8"
    )
    with hc.library.open(tmp_path, create=True) as library:
        library.add(tmp_path / "games.5dpgn")
        table = hc.frame(library.search('white = "Ada"'), "polars")
    assert table.select("white", "plies", "status").rows() == [("Ada", 5, "checkmate")]


def test_what_is_no_table_is_refused() -> None:
    with pytest.raises(hc.HyperchessError, match="found int"):
        hc.records([5])
    with pytest.raises(hc.HyperchessError, match="expected pandas or polars, found 'excel'"):
        hc.frame([], "excel")
