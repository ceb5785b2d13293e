import re

from hyperchess.multiverse import Position
from hyperchess.picture.terminal import draw


def test_rows_are_timelines_and_columns_are_half_turns() -> None:
    position = Position.of_fen("[kK:-0:0:b][kK:-0:1:w][Qy:+0:1:w]")
    assert draw(position) == (
        "     T0b   T1w\n"
        "L-0  1 kK  1 kK\n"
        "       ab    ab\n"
        "L+0        1 Qy\n"
        "             ab\n"
        "           *\n"
        "\n"
        "present T1w (*): White to move"
    )


def test_ranks_of_two_digits_line_up() -> None:
    position = Position.of_fen("[k/" + "1/" * 8 + "K:0:1:w]")
    assert draw(position).splitlines()[1:3] == ["     10 k", "      9 ."]


def test_unicode_pieces_and_letters_for_the_others() -> None:
    rows = draw(Position.of_fen("[kU:0:1:w]"), unicode=True).splitlines()
    assert rows[1] == "L0   1 ♚U"


def test_colours_take_no_room() -> None:
    position = Position.of_fen("[kK:-0:0:b][kK:-0:1:w][Qy:+0:1:w]")
    coloured = draw(position, color=True)
    assert "\x1b[1;33mK\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == draw(position)
