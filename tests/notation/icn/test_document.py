"""The games of the notation's own document, to the byte."""

from pathlib import Path

import pytest

import hyperchess as hc
from hyperchess.infinite import Verdict

GOOD = Path(__file__).parents[2] / "corpus" / "icn" / "good"


def read_text(name: str) -> str:
    return (GOOD / f"document-{name}.icn").read_bytes().decode()


def test_the_long_game_comes_back() -> None:
    result = hc.convert(read_text("long"), to="icn")
    assert result.text == read_text("long")
    assert result.losses == ()


@pytest.mark.parametrize("name", ["long", "compact"])
def test_the_compact_game_comes_from_either(name: str) -> None:
    assert hc.convert(read_text(name), to="icn", form="compact").text == read_text("compact")


@pytest.mark.parametrize("name", ["long", "compact"])
def test_the_position_before_the_last_move_comes_from_either(name: str) -> None:
    written = hc.convert(read_text(name), to="icn", form="compact", after=21)
    assert written.text == read_text("final-position")


@pytest.mark.parametrize("name", ["long", "compact"])
def test_all_plies_are_legal_and_the_last_one_mates(name: str) -> None:
    game = hc.parse(read_text(name))
    assert len(game.main_line) == 22
    assert [problem.code for problem in game.problems] == ["promotion-order"]
    assert game.final.status.verdict is Verdict.CHECKMATE
    assert all(node.is_resolved for node in game.main_line[-1:])


def test_rights_after_a_king_move_are_an_option() -> None:
    text = "w K5,1+|R1,1+|R8,1+|k5,80+ 5,1>5,2"
    by_document = hc.convert(text, to="icn", form="compact", after=1).text
    by_site = hc.convert(text, to="icn", form="compact", after=1, rights="site").text
    assert by_document == "b R1,1+|R8,1+|k5,80+|K5,2\n"
    assert by_site == "b R1,1|R8,1|k5,80+|K5,2\n"


def test_the_move_of_the_document_with_everything() -> None:
    text = "w 12 (7|0) P-5,6|r-6,7|K90,90|k-60,7 12. P-5,6x-6,7 =R+ !? {Interesting underpromotion}"
    game = hc.parse(text)
    assert game.problems == ()
    assert hc.write(game, "icn").splitlines()[-1] == ("12. P-5,6 x -6,7 =R+ !? {Interesting underpromotion}")
    text = "b K-6,0|q-8,2|R-6,1|r0,1|k90,90 1 ... q-8,2x-6,0 # {Game over}"
    assert len(hc.parse(text).main_line) == 1
    assert hc.write(hc.parse("b q-8,2|P-6,0|K0,0|k9,9 1 ... q-8,2x-6,0+"), "icn").splitlines()[-1] == (
        "1 ... q-8,2 x -6,0 +"
    )


@pytest.mark.parametrize("notation", ["icn", "icn-legacy", "icn-site"])
def test_a_start_may_be_written_by_its_name(notation: str) -> None:
    named = "[Variant: Classical]\n1. 4,2>4,4 4,7>4,5"
    text = hc.convert(named, to=notation, start="name").text
    assert "K5,1" not in text
    game, again = hc.parse(named), hc.parse(text, notation=notation)
    assert again.start == game.start
    assert [node.action for node in again.main_line] == [node.action for node in game.main_line]
    assert "K5,1" in hc.convert(named, to=notation).text


@pytest.mark.parametrize("notation", ["icn", "icn-legacy", "icn-site"])
@pytest.mark.parametrize("header", ["", "[Variant: Classical]\n", "[Variant: Unknown]\n"])
def test_the_start_of_no_variant_is_always_written(notation: str, header: str) -> None:
    text = f"{header}w K5,1|k5,8\n1. 5,1>4,1"
    assert "K5,1" in hc.convert(text, to=notation, start="name").text
