from hyperchess.multiverse import PIECES, Color
from hyperchess.multiverse.pieces import PIECE_OF_CODE, Step, default_promotions, find_kind


def test_there_are_twelve_pieces() -> None:
    assert "".join(PIECES) == "PWKCQYSNRBUD"
    assert {kind.letter for kind in PIECES.values() if kind.royal} == {"K", "Y"}
    assert {kind.letter for kind in PIECES.values() if kind.keeps_unmoved} == set("PWKR")


def test_the_number_of_directions_of_each_piece() -> None:
    steps = {letter: len(kind.steps) for letter, kind in PIECES.items() if not kind.is_pawn}
    assert steps == {"K": 80, "C": 80, "Q": 80, "Y": 80, "S": 32, "N": 48, "R": 8, "B": 24, "U": 32, "D": 16}
    assert {letter for letter, kind in PIECES.items() if kind.rides} == set("QYSRBUD")


def test_pawns_go_forward_in_rank_and_towards_the_opponent_in_timelines() -> None:
    for letter in "PW":
        assert PIECES[letter].advances == (Step(0, 0, 0, 1), Step(-1, 0, 0, 0))
    assert Step(-1, 1, 1, 1).seen_by(Color.BLACK) == Step(1, 1, 1, -1)
    assert set(PIECES["P"].captures) < set(PIECES["W"].captures)
    assert (len(PIECES["P"].captures), len(PIECES["W"].captures)) == (4, 9)


def test_older_two_letter_names_are_found() -> None:
    found = {name: kind.letter for name in ("BR", "CK", "RQ", "PR") if (kind := find_kind(name))}
    assert found == {"BR": "W", "CK": "C", "RQ": "Y", "PR": "S"}


def test_codes_are_single_bytes_and_belong_to_one_piece() -> None:
    assert all(0 < code < 256 and piece.code == code for code, piece in PIECE_OF_CODE.items())
    assert len(PIECE_OF_CODE) == 2 * 12 + 2 * 4


def test_default_promotions() -> None:
    assert default_promotions("RNBQKP") == ("Q", "N", "R", "B")
    assert default_promotions("SKYUDCP") == ("S", "U", "D", "C")
    assert default_promotions("KWP") == ("Q",)
    assert default_promotions("RBNK") == ("Q", "N", "R", "B")
