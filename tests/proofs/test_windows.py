"""Tables of mates of a bare king: made by the kernel, checked with the Python rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from hyperchess.engine.infinite.mate_tables import (
    MATERIALS,
    UNKNOWN,
    MateTable,
    MateTableError,
    Window,
    load_table,
    parse_table,
)
from hyperchess.proofs.errors import ProofRejected
from hyperchess.proofs.windows import DrawTable, verify_draws, verify_window
from scripts.mate_tables import count_decided, format_table, solve_draws, solve_window
from tests.kernels import native

pytestmark = native


@cache
def solved(material: str, reach: int) -> MateTable:
    return solve_window(MATERIALS[material].window(reach=reach))


@cache
def drawn(material: str, reach: int) -> DrawTable:
    return solve_draws(MATERIALS[material].window(reach=reach))


def mates(table: MateTable) -> Iterator[int]:
    return (index for index, value in enumerate(table.values) if value != UNKNOWN)


def changed(table: MateTable, index: int, value: int) -> MateTable:
    return MateTable(table.window, table.values[:index] + bytes([value]) + table.values[index + 1 :])


@pytest.mark.parametrize(
    ("material", "reach"),
    [
        ("2K1R", 4),
        ("1K1R2N", 2),
        ("1K3HA", 3),
        ("1K1Q1P", 3),
        ("1K3NR", 3),
        ("1K2AR", 3),
        ("1K1CH1N", 3),
        ("1Q2N", 3),
        ("1Q1N1B", 3),
    ],
)
def test_every_value_of_a_table_follows_by_the_python_rules(material: str, reach: int) -> None:
    table = solved(material, reach)
    assert verify_window(table) == sum(1 for _ in mates(table)) > 0


@pytest.mark.parametrize(
    ("material", "reach", "step"),
    [("1K1Q1P", 5, 401), ("1K3NR", 4, 29), ("1K1CH1N", 5, 97), ("1K2HA1B", 3, 13)],
)
def test_values_with_sliders_and_pawns_follow_in_a_sample(material: str, reach: int, step: int) -> None:
    table = solved(material, reach)
    assert verify_window(table, list(mates(table))[::step]) > 100


def test_a_smaller_value_is_rejected() -> None:
    table = solved("2K1R", 4)
    for index in list(mates(table))[::7]:
        if table.values[index] > 0:
            with pytest.raises(ProofRejected, match=f"value {index}: "):
                verify_window(changed(table, index, table.values[index] - 1), [index])


@pytest.mark.parametrize(("material", "step"), [("2K1R", 11), ("1K1Q1P", 23), ("1Q1N1B", 11)])
def test_a_table_has_every_mate_of_its_window(material: str, step: int) -> None:
    # A position without a value would not follow from the others either: the table is complete.
    table = solved(material, 3)
    window = table.window
    for index in range(0, window.size, step):
        if table.values[index] == UNKNOWN:
            with pytest.raises(ProofRejected):
                verify_window(changed(table, index, UNKNOWN - 1), [index])


def test_a_missing_value_is_noticed_where_it_is_needed() -> None:
    table = solved("2K1R", 4)
    without_mates = MateTable(table.window, table.values.replace(b"\0", bytes([UNKNOWN])))
    with pytest.raises(ProofRejected, match="has no answer"):
        verify_window(without_mates)


@pytest.mark.parametrize(
    ("material", "reach", "step"),
    [
        ("2K1R", 4, 401),
        ("1K1R1CE", 4, 401),
        ("1K1R1GU", 4, 401),
        ("1K1R2N", 3, 20_011),
        ("1K2CE", 6, 997),
        ("1K3HA", 4, 9_973),
        ("1K3NR", 3, 9_973),
        ("1K1Q1P", 4, 9_973),
        ("1Q1N1B", 3, 401),
        ("1K2HA1B", 3, 9_973),
    ],
)
def test_draws_follow_by_the_python_rules(material: str, reach: int, step: int) -> None:
    table = drawn(material, reach)
    of_length = {
        length: [index for index, value in enumerate(table.values) if value == length]
        for length in set(table.values) - {UNKNOWN}
    }
    assert of_length
    for indices in of_length.values():
        assert verify_draws(table, indices[:: max(1, step * len(indices) // table.window.size)][:60]) > 0


@pytest.mark.parametrize(
    ("material", "reach"),
    [("2K1R", 4), ("1K1R2N", 3), ("1K2CE", 6), ("1K3HA", 4), ("1K3NR", 3), ("1K1Q1P", 5), ("1Q1N1B", 5)],
)
def test_no_position_is_both_won_and_drawn(material: str, reach: int) -> None:
    values = zip(solved(material, reach).values, drawn(material, reach).values, strict=True)
    assert all(UNKNOWN in pair for pair in values)


@pytest.mark.parametrize(
    ("material", "reach", "decided"), [("1K1R1CE", 8, 4), ("1K1Q1P", 5, 3), ("1Q2N", 5, 4)]
)
def test_all_starts_near_the_bare_king_are_decided(material: str, reach: int, decided: int) -> None:
    window = MATERIALS[material].window(reach=reach)
    white, black = (count_decided(window, white_to_move=player) for player in (True, False))
    assert [(row.distance, row.open) for row in white if row.distance <= decided] == [
        (distance, 0) for distance in range(white[0].distance, decided + 1)
    ]
    assert all(row.open == 0 for row in black if row.distance < decided)
    assert sum(row.won for row in black) > 0 < sum(row.drawn for row in black)


def test_counts_by_distance_are_those_of_the_values() -> None:
    window = MATERIALS["1Q2N"].window(reach=3)
    table, draws = solved("1Q2N", 3), drawn("1Q2N", 3)
    rows = {row.distance: row for row in count_decided(window, white_to_move=False)}
    won, lost = Counter[int](), Counter[int]()
    for index, (value, draw) in enumerate(zip(table.values, draws.values, strict=True)):
        distance = max(max(map(abs, piece)) for piece in window.state(index)[0])
        won[distance] += value != UNKNOWN
        lost[distance] += draw != UNKNOWN
    assert {distance: row.won for distance, row in rows.items()} == {d: won[d] for d in rows}
    assert {distance: row.drawn for distance, row in rows.items()} == {d: lost[d] for d in rows}


def test_draws_need_that_a_capture_leaves_too_little() -> None:
    with pytest.raises(MateTableError, match="there is no table of draws: queen, chancellor could still win"):
        solve_draws(Window(("queen", "chancellor", "knight"), has_rook=False, reach=3, rook_reach=2))


@pytest.mark.parametrize(
    ("pieces", "has_rook", "reach"),
    [
        (("king", "king"), True, 1),
        (("king", "king"), True, 61),
        (("king", "queen"), True, 4),
        (("king", "huygen"), False, 4),
        (("king", "king", "king"), False, 4),
        (("king", "knight", "knight", "knight"), False, 20),
    ],
)
def test_windows_that_cannot_be_are_refused(pieces: tuple[str, ...], has_rook: bool, reach: int) -> None:
    with pytest.raises(MateTableError, match=f"with reach {reach}"):
        solve_window(Window(pieces, has_rook, reach, 2))


@pytest.mark.parametrize("material", ["1K3HA", "1K3NR"])
def test_a_draw_that_does_not_follow_is_rejected(material: str) -> None:
    table = drawn(material, 4)
    later = next(index for index, value in enumerate(table.values) if value == 2)
    for index, value in ((later, 1), (table.values.index(1), 0), (table.values.index(UNKNOWN, later), 1)):
        values = table.values[:index] + bytes([value]) + table.values[index + 1 :]
        with pytest.raises(ProofRejected, match=f"value {index}: "):
            verify_draws(DrawTable(table.window, values), [index])
    # The capture in two moves rests on values of one move.
    alone = DrawTable(table.window, table.values.replace(b"\1", bytes([UNKNOWN])))
    with pytest.raises(ProofRejected, match="is not a draw"):
        verify_draws(alone, [later])


@pytest.mark.parametrize("material", MATERIALS)
def test_index_and_state_are_inverse(material: str) -> None:
    window = MATERIALS[material].window(reach=3)
    step = max(1, window.size // 500)
    for index in range(0, window.size, step):
        pieces, rook = window.state(index)
        if any(
            kind == "king" and max(map(abs, at)) < 2 for kind, at in zip(window.pieces, pieces, strict=True)
        ):
            continue
        assert window.index(pieces, rook) <= index
        smallest = window.index(pieces, rook)
        assert window.index(*window.state(smallest)) == smallest


def test_the_table_of_the_package_is_sound_in_a_sample() -> None:
    table = load_table("2K1R")
    assert table is not None and table.window.reach == 18
    assert verify_window(table, range(1000, table.window.size, 400_009)) > 0


def test_a_file_is_read_back_and_damage_is_reported() -> None:
    table = solved("2K1R", 3)
    data = format_table(table)
    assert parse_table(data) == table
    with pytest.raises(MateTableError, match="not a table"):
        parse_table(data[:-40])
    with pytest.raises(MateTableError, match="damaged"):
        parse_table(b"PK" + data)
    with pytest.raises(MateTableError, match="unknown pieces"):
        parse_table(format_table(MateTable(replace(table.window, pieces=("king", "wizard")), table.values)))
    with pytest.raises(MateTableError, match="expected 39690"):
        parse_table(format_table(MateTable(table.window, table.values[:-1])))
