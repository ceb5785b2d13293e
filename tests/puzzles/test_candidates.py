"""Journal of the games searched for puzzles."""

from pathlib import Path

import pytest

from hyperchess.errors import HyperchessError
from hyperchess.puzzles.candidates import Searched, append_searched, open_searched, read_searched

from .test_selecting import ONE


def test_games_come_back_as_they_were(tmp_path: Path) -> None:
    file = tmp_path / "found.jsonl"
    games = [Searched(1, 0, ()), Searched(1, 1, (ONE,))]
    for game in games:
        append_searched(open_searched(file), game)
    assert list(read_searched(open_searched(file))) == games
    assert list(read_searched(open_searched(tmp_path / "nothing.jsonl"))) == []


def test_a_line_that_was_cut_off_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "found.jsonl"
    append_searched(open_searched(file), Searched(1, 0, (ONE,)))
    whole = file.read_text("utf-8")
    file.write_text(whole + whole[:40], encoding="utf-8")
    assert list(read_searched(open_searched(file))) == [Searched(1, 0, (ONE,))]
    append_searched(open_searched(file), Searched(1, 1, ()))
    assert [game.game for game in read_searched(open_searched(file))] == [0, 1]


def test_another_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "found.jsonl"
    earlier = b'{"seed": 1, "game": 0, "candidates": [{"id": "x", "features": {}}]}\n'  # of another version
    for content in (b"{}\n", b"a note without a line break", b"\xff\xfe\n", b"[1]\n", earlier):
        file.write_bytes(content)
        with pytest.raises(HyperchessError, match="line 1: this is not a"):
            list(read_searched(open_searched(file)))
        assert file.read_bytes() == content
