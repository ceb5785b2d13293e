import hashlib
import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperchess.errors import UnknownVariant
from hyperchess.infinite import Position, Variant, find_variant, start, variants
from hyperchess.infinite.syntax.text import format_pieces

LARGE = {"Omega^3": 92_149, "Omega^4": 186_285}
COUNTS = {
    "Classical": 32,
    "Core": 68,
    "Standarch": 64,
    "Space Classic": 66,
    "CoaIP": 76,
    "Pawn Horde": 74,
    "Space": 96,
    "Obstocean": 352,
    "Abundance": 78,
    "Chess": 32,
    "Confined Classical": 60,
    "Classical Plus": 52,
    "Pawndard": 64,
    "Knightline": 52,
    "Palace": 64,
    "Omega": 13,
    "Omega Squared": 1_477,
    "CoaIP HO": 76,
    "CoaIP RO": 76,
    "CoaIP NO": 76,
    "4x4x4x4 Chess": 249,
    "5D Chess": 3_281,
    "Knighted Chess": 48,
    "Scattered_Leapers": 58,
    "Double_King_Classical": 32,
    "Double_King_Chess": 32,
    "Triple_King_Maze": 226,
    "All_Pieces_Classical": 32,
}


def test_there_are_37_variants() -> None:
    assert len(variants()) == len({variant.name for variant in variants()}) == 37
    assert sum(variant.retired for variant in variants()) == 7
    assert [variant.name for variant in variants() if variant.custom_moves] == [
        "4\N{MULTIPLICATION SIGN}4\N{MULTIPLICATION SIGN}4\N{MULTIPLICATION SIGN}4 Chess",
        "5D Chess",
    ]


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.name)
def test_every_variant_can_be_read_written_and_judged(variant: Variant) -> None:
    found = find_variant(variant.name)
    assert found is variant
    if found.name in LARGE:
        assert len(found.position.pieces()) == LARGE[found.name]
        return
    assert Position.parse(found.position.text()) == found.position
    assert found.position.status.verdict.value == "ongoing"
    for _, text in found.earlier:
        assert Position.parse(text).pieces()


@pytest.mark.parametrize(("name", "count"), COUNTS.items())
def test_variants_have_their_pieces(name: str, count: int) -> None:
    assert len(start(name).pieces()) == count


def test_a_variant_as_it_was() -> None:
    then, later, now = (
        start("Space Classic", on=day) for day in (date(2024, 1, 1), date(2024, 3, 1), date(2030, 1, 1))
    )
    assert len({position.text() for position in (then, later, now)}) == 3
    assert now == start("Space Classic")
    assert "(4|-3)" in then.text()


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("classical", "Classical"),
        ("CLASSICAL_PLUS", "Classical+"),
        ("coaip_ho", "Chess on an Infinite Plane - Huygens Option"),
        ("chess on an infinite plane", "Chess on an Infinite Plane"),
        ("Omega^2", "Omega^2"),
        ("omega_squared", "Omega^2"),
        ("showcase omega 2", "Omega^2"),
        ("Trappist_1", "Trappist-1"),
    ],
)
def test_names_in_other_spellings_are_found(spelling: str, name: str) -> None:
    assert find_variant(spelling).name == name


def test_an_unknown_name_suggests_near_ones() -> None:
    with pytest.raises(UnknownVariant) as caught:
        start("Classicall")
    assert "Classical" in caught.value.suggestions
    with pytest.raises(UnknownVariant) as caught:
        start("x" * 1_000_000)
    assert len(str(caught.value)) < 200


@given(st.text(max_size=30))
def test_any_name_is_found_or_rejected(name: str) -> None:
    try:
        assert find_variant(name).name
    except UnknownVariant as error:
        assert len(error.suggestions) <= 3


SITE = json.loads(Path(__file__).with_name("site_variants.json").read_text(encoding="utf-8"))["variants"]


@pytest.mark.parametrize("fact", SITE, ids=lambda fact: str(fact["code"]))
def test_the_variants_of_the_site_have_its_codes_names_and_positions(fact: dict[str, Any]) -> None:
    variant = find_variant(fact["code"])
    assert (variant.code, variant.name) == (fact["code"], fact["names"]["redesign"])
    if fact["names"]["main"] is not None:
        assert find_variant(fact["names"]["main"]) is variant
    for version in fact["versions"]:
        setup = variant.position_on(date.fromisoformat(version["day"])).setup
        entries = sorted(format_pieces(setup.pieces).split("|"))
        assert len(entries) == version["pieces"]
        assert hashlib.sha256("|".join(entries).encode()).hexdigest() == version["sha256"]


def test_every_variant_of_the_site_is_in_the_table() -> None:
    assert {variant.code for variant in variants() if variant.code} == {fact["code"] for fact in SITE}


def test_a_variant_changes_at_a_time_of_day() -> None:
    before, after = (start("Pawndard", on=datetime(2026, 3, 31, hour, tzinfo=UTC)) for hour in (11, 12))
    assert (before.text() != start("Pawndard").text()) and after == start("Pawndard")
    assert start("Pawndard", on=date(2026, 3, 31)) == before
