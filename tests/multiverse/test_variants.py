from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperchess.errors import HyperchessError, InvalidPosition, UnknownVariant
from hyperchess.multiverse import Position, custom_start, find_variant, start, variants

TABLE = Path(__file__).with_name("variant_hashes.txt")
FACTS = [
    [field.strip() for field in line.split("|")]
    for line in TABLE.read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact[0])
def test_every_variant_has_its_size_parity_promotions_and_hash(fact: list[str]) -> None:
    name, size, parity, promotions, digest = fact
    variant = find_variant(name)
    assert (variant.name, variant.size, variant.parity) == (name, size, parity)
    assert digest in ("-", variant.position.hash())
    if promotions != "-":
        assert ",".join(variant.position.promotions) == promotions
    assert Position.of_fen(variant.position.fen(), promotions=variant.position.promotions) == variant.position


def test_the_table_and_the_data_name_the_same_variants() -> None:
    assert [fact[0] for fact in FACTS] == [variant.name for variant in variants()]
    assert sum(not variant.community for variant in variants()) == 44


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("standard", "Standard"),
        ("STANDARD - TURN ZERO", "Standard - Turn Zero"),
        ("turn_zero", "Standard - Turn Zero"),
        ("Half Reflected", "Standard - Half Reflected"),
        ("Standard - Two Timeline", "Standard - Two Timelines"),
        ("Misc - Small", "Small"),
        ("very small", "Very Small"),
        ("Misc - Timeline Battleground", "Misc - Timeline Battlegrounds"),
        ("Misc - Timeline Tactitian", "Misc - Timeline Tactician"),
        ("simple - knights vs bishop", "Simple - Knights vs. Bishop"),
        ("just brawns", "Focused - Just Brawns"),
        ("standard++", "Custom - Standard ++"),
        ("t-infinity", "Custom - T-∞"),
    ],
)
def test_names_in_other_spellings_are_found(spelling: str, name: str) -> None:
    assert find_variant(spelling).name == name


def test_an_unknown_name_suggests_near_ones() -> None:
    with pytest.raises(UnknownVariant) as caught:
        start("Standard - Prinzess")
    assert caught.value.suggestions[0] == "Standard - Princess"
    with pytest.raises(UnknownVariant) as caught:
        start("x" * 1_000_000)
    assert caught.value.suggestions == ()
    assert len(str(caught.value)) < 200


def test_a_part_that_several_variants_share_names_none_of_them() -> None:
    with pytest.raises(UnknownVariant):
        start("Open")


def test_a_long_history_of_equal_boards() -> None:
    position = start("Custom - T-∞")
    assert len(position.boards) == 256
    assert str(position.boards[0].at) == "(0T-127b)"


def test_where_no_promotions_are_stated_they_follow_from_the_boards() -> None:
    assert start("Focused - Just Kings").promotions == ("Q",)
    assert start("Simple - No Queens").promotions == ("Q", "N", "R", "B")
    assert start("Misc - Timeline Strategos").promotions == ("Q", "N", "R", "B", "U")


def test_headers_make_a_custom_start() -> None:
    fen = "[k1/1K:0:1:w]"
    position = custom_start(fen, size="2X2", promotions="RQ,r", timeline="odd")
    assert position.promotions == ("Y", "R")
    assert custom_start(fen, promotions="QRN").promotions == ("Q", "R", "N")
    assert custom_start(fen, promotions="Q").promotions == ("Q",)


def test_initial_multiverses_renumber_even_starts() -> None:
    fen = "[k1/1K:-1:1:w][k1/1K:0:1:w][k1/1K:1:1:b]"
    renumbered = custom_start(fen, initial_multiverses="-1 0")
    assert [str(timeline) for timeline in renumbered.timelines] == ["-0", "+0", "1"]
    assert [line.maker is None for line in renumbered.timeline_boards] == [True, True, False]
    kept = custom_start(fen, initial_multiverses="-1 0", timeline="Odd")
    assert [str(timeline) for timeline in kept.timelines] == ["-1", "0", "1"]
    named = custom_start("[k1/1K:-0:1:w][k1/1K:+0:1:w]", initial_multiverses="-0 +0")
    assert named.even


@pytest.mark.parametrize(
    ("headers", "message"),
    [
        ({"size": "3x3"}, "the size is given as 3x3, but the boards are 2x2"),
        ({"size": "two"}, "expected a size such as 8x8, found 'two'"),
        ({"size": "1000000000x2"}, "the size '1000000000x2' is out of range"),
        ({"size": "2x²"}, "expected a size such as 8x8"),
        ({"timeline": "even"}, "the timelines are stated as even, but the boards name 0"),
        ({"timeline": "both"}, "expected the timelines to be Odd or Even, found 'both'"),
        ({"promotions": "Q,Z"}, "unknown piece 'Z' among the promotions"),
        ({"promotions": "P"}, "nothing promotes to 'P'"),
    ],
)
def test_headers_that_contradict_the_boards(headers: dict[str, str], message: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        custom_start("[k1/1K:0:1:w]", **headers)
    assert str(caught.value).startswith(message)


@given(st.text(max_size=40))
def test_any_name_is_found_or_rejected(name: str) -> None:
    try:
        assert start(name).boards
    except UnknownVariant as error:
        assert len(error.suggestions) <= 3


@given(st.text(max_size=20), st.sampled_from(["size", "promotions", "timeline", "initial_multiverses"]))
def test_any_header_value_is_read_or_rejected(value: str, header: str) -> None:
    try:
        assert custom_start("[k1/1K:0:1:w]", **{header: value}).boards
    except HyperchessError as error:
        assert str(error)
