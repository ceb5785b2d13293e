"""The command that makes tables of mates; `tests/proofs/test_windows.py` verifies the tables."""

from pathlib import Path

import pytest

from hyperchess.engine.infinite.mate_tables import parse_table
from scripts.mate_tables import main
from tests.kernels import native

pytestmark = native


def test_a_table_is_made_in_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["2K1R", "--reach", "4", "-o", str(tmp_path / "new")])
    assert capsys.readouterr().out == "98,415 positions, 265 won in at most 11 moves\n"
    assert parse_table((tmp_path / "new" / "2K1R.xz").read_bytes()).values.count(0) > 0


def test_decided_positions_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    main(["1Q2N", "--reach", "4", "--decided"])
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.endswith("to move")] == ["White to move", "the bare king to move"]
    rows = [list(map(int, line.replace(",", "").split())) for line in lines if line[:8].strip().isdigit()]
    assert [row[0] for row in rows] == [2, 3, 4, 1, 2, 3, 4]
    assert all(row[1] == sum(row[2:]) for row in rows)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["2K1R", "--reach", "1"], "no window of this size: king, king with reach 1"),
        (["1K3NR", "--reach", "20"], "the window has too many positions"),
        (["1K3HA", "--reach", "4", "--rook-reach", "9"], "no window of this size"),
    ],
)
def test_a_table_that_cannot_be_made_is_refused(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    assert message in capsys.readouterr().err
