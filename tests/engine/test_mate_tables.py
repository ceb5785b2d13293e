"""The engine with a table of mates of a bare king."""

from __future__ import annotations

from pathlib import Path

import pytest

from hyperchess import Budget
from hyperchess.engine import Engine
from hyperchess.engine.infinite import mate_tables
from hyperchess.engine.infinite.mate_tables import MATERIALS, find_material, load_table
from hyperchess.infinite import Color, Position, Verdict
from scripts.mate_tables import format_table
from tests.kernels import native

# The mate takes more moves than a search of a few nodes can find.
KINGS_AND_ROOK = "K5,4|K-6,1|R90,-300|k0,0"


def test_material_is_recognised_for_both_colours() -> None:
    assert find_material(Position.parse("w N1,1|K0,0|N5,5|R9,9|k20,20")) == "1K1R2N"
    assert find_material(Position.parse("w n1,1|k0,0|n5,5|r9,9|K20,20")) == "1K1R2N"
    assert find_material(Position.parse("w K0,0|R5,5|R9,9|k20,20")) is None
    assert find_material(Position.parse("w K0,0|K3,3|R9,9|k20,20|k40,40")) is None
    assert find_material(Position.parse("w K0,0|K3,3|R9,9|rc20,20")) is None


def announced(position: Position, engine: Engine) -> int | None:
    [line] = engine.search(position, Budget(rounds=300)).lines
    return line.score.mate


@native
def test_the_engine_mates_within_the_moves_it_announces() -> None:
    position = Position.parse(f"w {KINGS_AND_ROOK}")
    attacker, defender = Engine(memory=1 << 20), Engine(memory=1 << 20)
    [line] = attacker.search(position, Budget(rounds=500)).lines
    assert line.score.mate is not None
    left = line.score.mate
    assert left > 10
    while not position.status.is_over:
        if position.player is Color.WHITE:
            [line] = attacker.search(position, Budget(rounds=500)).lines
            assert line.score.mate is not None and line.score.mate <= left
            position, left = position.play(line.actions[0][0]), left - 1
        else:
            position = position.play(defender.play(position, Budget(rounds=500)).action[0])
    assert position.status.verdict is Verdict.CHECKMATE


@native
def test_the_engine_mates_with_the_black_pieces_too() -> None:
    swapped = KINGS_AND_ROOK.swapcase()
    white, black = (
        Engine(memory=1 << 20).search(Position.parse(text), Budget(rounds=500)).lines[0]
        for text in (f"w {KINGS_AND_ROOK}", f"b {swapped}")
    )
    assert white.score.mate is not None and black.score.mate is not None
    assert abs(white.score.mate) == abs(black.score.mate)


@native
def test_a_mate_that_comes_too_late_for_the_move_rule_is_not_announced() -> None:
    in_time, late = (
        Engine(memory=1 << 20).search(Position.parse(f"w {count}/100 {KINGS_AND_ROOK}"), Budget(rounds=500))
        for count in (0, 90)
    )
    assert in_time.lines[0].score.mate is not None
    assert late.lines[0].score.mate is None


def test_a_table_of_the_users_folder_is_preferred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packaged = load_table("2K1R")
    assert packaged is not None and load_table("1K3HA") is None
    own = mate_tables.MateTable(
        MATERIALS["2K1R"].window(reach=2), bytes(MATERIALS["2K1R"].window(reach=2).size)
    )
    (tmp_path / "2K1R.xz").write_bytes(format_table(own))
    monkeypatch.setenv("HYPERCHESS_MATE_TABLES", str(tmp_path))
    assert load_table("2K1R") == own


def test_a_damaged_table_of_the_users_folder_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "2K1R.xz"
    file.write_bytes(b"damaged")
    monkeypatch.setenv("HYPERCHESS_MATE_TABLES", str(tmp_path))
    with pytest.raises(mate_tables.MateTableError, match=r"2K1R\.xz: this is not a table of mates"):
        load_table("2K1R")


@native
def test_the_engine_mates_with_queen_and_pawn() -> None:
    position = Position.parse("w (8|1) K2,-100|Q3,-99|P-1,-101|k0,-100")
    attacker, defender = Engine(memory=1 << 20), Engine(memory=1 << 20)
    left = announced(position, attacker)
    assert left is not None and left > 5
    while not position.status.is_over:
        if position.player is Color.WHITE:
            mate = announced(position, attacker)
            assert mate is not None and mate <= left
            position, left = position.play(attacker.play(position, Budget(rounds=300)).action[0]), mate - 1
        else:
            position = position.play(defender.play(position, Budget(rounds=300)).action[0])
    assert position.status.verdict is Verdict.CHECKMATE


@native
@pytest.mark.parametrize(("shift", "is_known"), [(0, True), (106, False), (120, True)])
def test_a_pawn_that_could_have_to_promote_is_not_in_a_table(shift: int, is_known: bool) -> None:
    # A pawn of the table only moves forward. It promotes on rank 8 here, if it is not beyond that.
    text = f"w (8|1) K2,{shift - 100}|Q3,{shift - 99}|P-1,{shift - 101}|k0,{shift - 100}"
    assert (announced(Position.parse(text), Engine(memory=1 << 20)) is not None) is is_known


@native
def test_a_pawn_that_moves_down_is_not_in_a_table() -> None:
    up, down = Position.parse("w K2,0|Q3,1|P-1,-1|k0,0"), Position.parse("b k2,0|q3,1|p-1,-1|K0,0")
    assert announced(up, Engine(memory=1 << 20)) is not None
    assert announced(down, Engine(memory=1 << 20)) is None


@native
def test_positions_outside_the_numbers_of_the_table_are_searched_as_usual() -> None:
    far = 1 << 60
    position = Position.parse(f"w K{far + 5},4|K{far - 6},1|R-{far},-300|k{far},0")
    [line] = Engine(memory=1 << 20).search(position, Budget(rounds=100)).lines
    assert line.score.mate is None
