"""Content of a text that writers keep or report as lost."""

import pytest

import hyperchess as hc

UNKNOWN_START = '[Board "Nobody knows it"]\n1. (0T1)Qd1>>(0T0)f7~ (>L1) (~T2) / (1T1)Kxf7\n'
TWO_BOARDS = '[Board "Standard - Two Timelines"]\n1. (+0T1)e4 (-0T1)d4 / (-0T1)e5 (+0T1)d5\n'


@pytest.mark.parametrize("notation", ["shad", "branched", "shad-first", "raw"])
def test_hints_stay_if_the_start_is_unknown(notation: str) -> None:
    assert "(0T1)Qd1>>(0T0)f7~ (>L1) (~T2)" in hc.convert(UNKNOWN_START, notation).text


def test_hints_stay_in_json() -> None:
    stored = hc.convert(UNKNOWN_START, "json").text
    assert "(0T1)Qd1>>(0T0)f7~ (>L1) (~T2)" in hc.convert(stored, "shad").text


def test_the_present_is_written_where_the_text_has_it() -> None:
    text = '[Board "Standard"]\n1. e4 / e5 2. (0T2)Ng1>>(0T1)g3 (>L1) (~T1) / (1T1)e5'
    assert "(0T2)Ng1>>(0T1)g3~ (>L1) (~T1)" in hc.convert(text, "shad").text
    assert "(~T1)" not in hc.convert(text.replace(" (~T1)", ""), "shad").text


def test_a_wrong_present_is_not_written() -> None:
    text = '[Board "Standard"]\n1. e4 / e5 2. (0T2)Ng1>>(0T1)g3 (>L1) (~T7) / (1T1)e5'
    assert "(~T" not in hc.convert(text, "shad").text


@pytest.mark.parametrize("notation", ["axel", "averagehuman", "nidlatam", "branched"])
def test_moves_in_another_order_are_a_loss(notation: str) -> None:
    assert "move-order" in {loss.kind for loss in hc.convert(TWO_BOARDS, notation).losses}


@pytest.mark.parametrize("notation", ["icn", "icn-site", "icn-legacy", "icn-json"])
def test_an_unknown_win_condition_is_a_loss(notation: str) -> None:
    text = "w 0/100 1 (8|1) checkmate,banana K5,1+|k5,8+\n\n1. K5,1 > 5,2"
    assert [loss.kind for loss in hc.convert(text, notation, "icn").losses] == ["win-conditions"]
