from hyperchess.multiverse import start
from hyperchess.multiverse.syntax.fen import parse_board
from hyperchess.multiverse.syntax.hashing import fen_hash


def test_the_examples_of_the_specification() -> None:
    standard = start("Standard")
    assert standard.hash() == standard.boards[0].hash() == "d574889fd9da3f2bc65249ff27249b00"
    assert start("Standard - Two Timelines").hash() == "3672761404ffcd15ae644c75401812be"


def test_white_space_does_not_count() -> None:
    assert fen_hash(" [k1/1K:0:1:w]\n[k1/1K :0:1:b]\r\n") == fen_hash("[k1/1K:0:1:w][k1/1K:0:1:b]")


def test_only_four_pieces_carry_an_unmoved_mark_into_the_hash() -> None:
    assert parse_board("[q*k*/N*K*:0:1:w]").fen() == "[qk*/NK*:0:1:w]"
