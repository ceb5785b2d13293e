"""Tables of mates of a bare king: made by the kernel, checked with the Python rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from hyperchess.engine.infinite.mate_tables import (
    MATERIALS,
    UNKNOWN,
    DrawTable,
    MateTable,
    MateTableError,
    load_table,
    parse_table,
    solve_draws,
    solve_window,
)
from hyperchess.proofs.errors import ProofRejected
from hyperchess.proofs.windows import verify_draws, verify_window
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
    ("material", "reach", "count"), [("2K1R", 4, 265), ("1K1R2N", 2, 469), ("1K3HA", 3, 2305)]
)
def test_every_value_of_a_table_follows_by_the_python_rules(material: str, reach: int, count: int) -> None:
    assert verify_window(solved(material, reach)) == count


def test_a_smaller_value_is_rejected() -> None:
    table = solved("2K1R", 4)
    for index in list(mates(table))[::7]:
        if table.values[index] > 0:
            with pytest.raises(ProofRejected, match=f"value {index}: "):
                verify_window(changed(table, index, table.values[index] - 1), [index])


def test_a_table_has_every_mate_of_its_window() -> None:
    # A position without a value would not follow from the others either: the table is complete.
    table = solved("2K1R", 3)
    window = table.window
    for index in range(0, window.size, 11):
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


@pytest.mark.parametrize(("material", "reach"), [("2K1R", 4), ("1K1R2N", 3), ("1K2CE", 6), ("1K3HA", 4)])
def test_no_position_is_both_won_and_drawn(material: str, reach: int) -> None:
    values = zip(solved(material, reach).values, drawn(material, reach).values, strict=True)
    assert all(UNKNOWN in pair for pair in values)


def test_king_rook_and_centaur_are_decided_near_the_bare_king() -> None:
    window = MATERIALS["1K1R1CE"].window(reach=8)
    won, kept = solved("1K1R1CE", 8).values, drawn("1K1R1CE", 8).values
    near = range(-4, 5)
    far, remote = 2 * window.rook_reach + 2, 2 * window.rook_reach + 4
    counts = [0, 0]
    for king in product(range(2, 5), range(5)):
        for centaur in product(near, near):
            if king[1] > king[0] or centaur in {king, (0, 0)}:
                continue
            is_won = won[window.index((king, centaur), (remote, remote))] != UNKNOWN
            is_drawn = kept[window.index((king, centaur), (far, far))] != UNKNOWN
            assert is_won is not is_drawn, (king, centaur)
            counts[is_won] += 1
    assert counts == [91, 857]


def test_a_draw_that_does_not_follow_is_rejected() -> None:
    table = drawn("1K3HA", 4)
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
        leapers, rook = window.state(index)
        if any(
            kind == "king" and max(map(abs, at)) < 2 for kind, at in zip(window.leapers, leapers, strict=True)
        ):
            continue
        assert window.index(leapers, rook) <= index
        smallest = window.index(leapers, rook)
        assert window.index(*window.state(smallest)) == smallest


def test_the_table_of_the_package_is_sound_in_a_sample() -> None:
    table = load_table("2K1R")
    assert table is not None and table.window.reach == 18
    assert verify_window(table, range(1000, table.window.size, 400_009)) > 0


def test_a_file_is_read_back_and_damage_is_reported() -> None:
    table = solved("2K1R", 3)
    data = table.format()
    assert parse_table(data) == table
    with pytest.raises(MateTableError, match="not a table"):
        parse_table(data[:-40])
    with pytest.raises(MateTableError, match="damaged"):
        parse_table(b"PK" + data)
    with pytest.raises(MateTableError, match="expected 27783"):
        parse_table(MateTable(table.window, table.values[:-1]).format())
