"""Every rule has a case."""

import pytest

from hyperchess.errors import AmbiguousMove, IllegalAction, InvalidMove, MoveError
from hyperchess.multiverse import Action, Move, Position, custom_start, start
from hyperchess.multiverse.coordinates import parse_board_at, parse_square
from hyperchess.multiverse.syntax.movetext import scan_move
from hyperchess.multiverse.syntax.shorthand import candidates
from hyperchess.scanner import Scanner
from hyperchess.text import Source


def replay(position: Position, game: str) -> Position:
    """Play actions with `/` between them."""
    for action in game.split("/"):
        position = position.play(action)
    return position


def fits(position: Position, text: str) -> bool:
    """Return whether a text means exactly one move (or one move with several promotions)."""
    found = candidates(position, scan_move(Scanner(Source(text))))
    return len({move[:2] for move in found}) == 1


def raw(position: Position) -> set[str]:
    return {str(move) for move in position.moves()}


def empty(*places: str, size: int = 5) -> str:
    rows = "/".join([str(size)] * size)
    return "".join(f"[{rows}{place}]" for place in places)


# Pawns


def test_a_white_pawn_has_exactly_these_moves() -> None:
    others = [f":{line}:{turn}:{color}" for line in (-2, -1, 1, 2) for turn in (1, 2, 3) for color in "wb"]
    others = [place for place in others if place[-3:] != "3:b" and place not in (":-1:1:w", ":-1:3:w")]
    fen = "[5/1q1q1/2P*2/5/5:0:2:w][5/5/2q2/5/5:-1:1:w][5/5/2q2/5/5:-1:3:w]"
    position = Position.of_fen(fen + empty(":0:1:w", ":0:1:b", *others), promotions="Q")
    assert position.player == 0
    assert {move for move in raw(position) if "(0T2)c3" in move.split(">")[0]} == {
        "(0T2)c3>(0T2)c4",
        "(0T2)c3>(0T2)b4",
        "(0T2)c3>(0T2)d4",
        "(0T2)c3>(0T2)c5Q",
        "(0T2)c3>(-1T2)c3",
        "(0T2)c3>(-2T2)c3",
        "(0T2)c3>(-1T3)c3",
        "(0T2)c3>(-1T1)c3",
    }
    assert len(position.moves()) == 8
    for text in ("(0T2)c>>(L-1)c3", "(0T2)c>>(L-2)c3", "(0T2)c>x(L-1)c3", "(0T2)c>>x(L-1)c3"):
        assert fits(position, text), text


def test_a_black_pawn_has_exactly_these_moves() -> None:
    lines = [f":{line}:{turn}:{color}" for line in (-2, -1, 1, 2) for turn in (1, 2, 3) for color in "wb"]
    others = [place for place in lines if place not in (":1:1:b", ":1:3:b")]
    fen = "[5/5/2p*2/1Q1Q1/5:0:2:b][5/5/2Q2/5/5:1:1:b][5/5/2Q2/5/5:1:3:b]"
    boards = Position.of_fen(fen + empty(":0:1:w", ":0:1:b", ":0:2:w", *others), promotions="Q")
    assert boards.player == 1
    assert raw(boards) == {
        "(0T2)c3>(0T2)c2",
        "(0T2)c3>(0T2)b2",
        "(0T2)c3>(0T2)d2",
        "(0T2)c3>(0T2)c1Q",
        "(0T2)c3>(1T2)c3",
        "(0T2)c3>(2T2)c3",
        "(0T2)c3>(1T3)c3",
        "(0T2)c3>(1T1)c3",
    }


def test_a_pawn_that_has_moved_makes_single_steps() -> None:
    position = custom_start("[k3/4/P3/3K:0:1:w]")
    assert fits(position, "a3")
    assert not fits(position, "a4")


def test_a_double_step_in_timelines_needs_both_squares_empty() -> None:
    fen = "[4/4/P*3/k2K:0:1:w][4/4/{}/4:-1:1:w][4/4/4/4:-2:1:w]"
    assert fits(Position.of_fen(fen.format("4")), "(0T1)a2(-2T1)a2")
    assert not fits(Position.of_fen(fen.format("n3")), "(0T1)a2(-2T1)a2")


# Riders and leapers


def neighbours(letter: str, time: str) -> Position:
    places = [f":{line}:{turn}:{color}" for line in (-1, 1) for turn in (1, 2, 3) for color in "wb"]
    places = [place for place in places if time == "b" or place[-3:] != "3:b"]
    own = [":0:1:w", ":0:1:b", ":0:2:w"] if time == "b" else [":0:1:w", ":0:1:b"]
    return Position.of_fen(empty(*places, *own, size=3) + f"[3/1{letter}1/3:0:2:{time}]")


@pytest.mark.parametrize(("letter", "color"), [("B", "w"), ("b", "b")])
def test_a_bishop_moves_along_two_axes(letter: str, color: str) -> None:
    assert len(neighbours(letter, color).moves()) == 20


@pytest.mark.parametrize(("letter", "color"), [("R", "w"), ("r", "b")])
def test_a_rook_moves_along_one_axis_and_not_into_the_future_of_its_own_timeline(
    letter: str, color: str
) -> None:
    assert raw(neighbours(letter, color)) == {
        f"(0T2)b2>{target}"
        for target in ("(0T2)b1", "(0T2)b3", "(0T2)a2", "(0T2)c2", "(0T1)b2", "(-1T2)b2", "(1T2)b2")
    }


def test_a_jump_to_a_board_that_is_not_the_last_one_branches() -> None:
    assert fits(neighbours("R", "w"), "R>>(-1T2)b2")
    assert not fits(neighbours("R", "w"), "R>(L-1)b2")
    assert fits(neighbours("B", "w"), "B>(-1T3)b2")


# Brawns


@pytest.mark.parametrize(
    ("fen", "played", "yes", "no"),
    [
        ("4/4/4/WW*2", "", "Wa2 BRa2 Wb2 Wb3", "Wa3"),
        ("ww*2/4/4/1W2", "Wb2", "Wa3 Wb3", "Wa2"),
        ("ww*2/4/4/W3", "Wa2", "Wb3 Wb2", "Wa2"),
        ("ww*2/4/4/WW2", "Wa2 / Wa3 / Wb2", "(0T2)Wa3>>x(0T1)a2", ""),
        ("w3/4/4/WW*1Q", "Wb3 / Wa3", "Wb4=Q", "Wb4=R"),
        ("w3/4/4/WW*1B", "Wb3 / Wa3", "Wb4=B", ""),
        ("w3/1W2/4/3Q", "", "Wbxa4=Q", ""),
        ("ww2/1W2/4/3Q", "Qc1 / Wa3", "(0T2)Wb3>>x(0T1)b4=Q", ""),
    ],
)
def test_brawns(fen: str, played: str, yes: str, no: str) -> None:
    position = custom_start(f"[{fen}:0:1:w]")
    if played:
        position = replay(position, played)
    assert all(fits(position, text) for text in yes.split())
    assert not any(fits(position, text) for text in no.split())


def test_brawns_take_across_timelines() -> None:
    game = "Wa2 / Wa3 / Wb2 / (0T2)Wa3>>x(0T1)a2"
    position = replay(custom_start("[ww*2/4/4/WW2:0:1:w]"), game)
    assert [str(timeline) for timeline in position.timelines] == ["-1", "0"]
    # The brawn that jumped back left White's boards on L0 at T3 and on L-1 at T2.
    assert fits(position, "(0T3)Wa2>x(-1T2)a2")
    position = replay(position, "(-1T2)Wb2 / (-1T2)Wa3 / (-1T3)Wb3 (0T3)Wb3")
    assert fits(position, "(-1T3)Wa3>x(0T3)a2")
    assert fits(position, "(-1T3)Wa3>x(0T3)b3")


def test_a_brawn_promotes_by_a_capture_on_another_timeline() -> None:
    position = custom_start("[4/1W2/4/3Q:0:1:w][1w2/4/4/4:-1:1:w]")
    assert fits(position, "(0T1)Wb3>x(-1T1)b4=Q")
    promotions = {move.promotion for move in position.moves() if move.target.timeline.number == -1}
    assert promotions >= {"Q"}
    pawn = custom_start("[4/1P2/4/3Q:0:1:w][1w2/4/4/4:-1:1:w]")
    assert not fits(pawn, "(0T1)Pb3>x(-1T1)b4")


def test_a_long_game_of_brawns_ends_in_checkmate() -> None:
    position = custom_start("[w*w*w*w*k/5/5/5/KW*W*W*W*:0:1:w]", promotions="Q")
    game = "Wd3 / Wa3 / Wc3 / Wd4 / Wb2 / Wdxc3 / Wxa3 / Wc2 / Kb2 / Wc3+"
    position = replay(position, game)
    assert fits(position, "Wxc4")  # en passant
    position = replay(position, "Wxc4 / Wxc4 / We3 / Wc3+ / Kxc2 / (0T8)Ke5>>(0T7)e4")
    position = replay(position, "(-1T8)Kb2>>(0T7)a2 / (1T7)Wc3+ / (1T8)Kxc2 / (-1T8)Kxe3 (1T8)Kd5")
    assert position.status.word == "checkmate"
    assert len(position.moves()) == 105


def test_a_brawn_is_promoted_and_taken() -> None:
    position = custom_start("[w*w*w*w*k/5/5/5/KW*W*W*W*:0:1:w]", promotions="Q,N,B,R")
    game = (
        "Wb3 / Wc3 / Wbxc4 / Wdxc4 / We3 / Wb3 / Wd1d2 / Kd5 / Wc2 / Wbxc2 / Kb2 / Wa3 / Kxc2 / Kc5 / "
        "Kc1 / Wa3a2 / Kb2 / Wa2a1=Q / Kxa1 / Kd5 / We3e4 / Kd4 / Kb1 / Kxe4 / Kc1 / Kd4 / Kd1 / Ke4 / "
        "Ke2 / Kd4 / Kd1 / Ke4 / Ke2 / Kd4 / Kd1 / Ke4 / Ke2"
    )
    position = replay(position, game)
    assert fits(position, "Kd4")
    assert position.play("Kd4").player == 0


# Castling

BLACK = "r*nbqk*bnr*/p*p*p*p*p*p*p*p*"


@pytest.mark.parametrize(
    ("fen", "yes", "no"),
    [
        (f"{BLACK}/8/8/8/8/P*3P*P*P*P*/R*3K*BNR*", "O-O-O", "O-O"),
        (f"{BLACK}/8/8/1r6/8/P*3P*P*P*P*/R*3K*BNR*", "O-O-O", ""),
        (f"{BLACK}/8/8/3r*4/8/P*3P*P*P*P*/R*3K*BNR*", "", "O-O-O"),
        (f"{BLACK}/8/8/5q2/8/P*3P*P*P*P*/R*3K*BNR*", "", "O-O-O"),
        (f"{BLACK}/8/8/1q6/8/P*3P*P*P*P*/R*3K*BNR*", "", "O-O-O"),
        (f"{BLACK}/8/8/8/8/P*3P*P*P*P*/R*2K*1BNR*", "Kb1 O-O-O", "O-O Kc1"),
        (f"{BLACK}/8/8/8/8/1P*P*P*P*P*P*P*/R*NBQK*2R*", "O-O 0-0 Kg1", "O-O-O"),
        (f"{BLACK}/8/8/8/8/8/R3K*2R*", "O-O", "O-O-O"),
        (f"{BLACK}/8/8/8/8/8/R*3K2R*", "", "O-O O-O-O"),
        (f"{BLACK}/8/8/8/8/8/R*3Y2R*", "", "O-O O-O-O"),
        ("k7/8/8/8/8/8/8/2R*1K*3", "", "O-O-O"),
        ("k7/8/8/8/8/8/8/1R*2K*3", "O-O-O", ""),
    ],
)
def test_castling(fen: str, yes: str, no: str) -> None:
    position = custom_start(f"[{fen}:0:1:w]")
    assert all(fits(position, text) for text in yes.split())
    assert not any(fits(position, text) and "K" not in text for text in no.split())


def test_castling_after_some_moves() -> None:
    game = "e3 / e6 / Qe2 / Qe7 / d3 / d6 / Bd2 / Bd7 / Nc3 / Nc6"
    position = replay(start("Standard"), game)
    assert fits(position, "O-O-O")
    assert not fits(position, "O-O")
    position = position.play("O-O-O")
    board = position.board(parse_board_at("(0T6b)"))
    assert board is not None
    assert board.fen().split("/")[7].startswith("2KR1BNR*")
    assert fits(position, "O-O-O")


def test_castling_on_a_narrow_board_towards_both_sides() -> None:
    position = custom_start("[k*4/5/5/5/R*4:0:1:w]")
    assert not fits(position, "O-O")
    position = custom_start("[3k3/7/7/7/R*2K*2R*:0:1:w]")
    assert fits(position, "O-O")
    assert fits(position, "O-O-O")
    after = position.play("O-O").boards[-1]
    assert after.fen().startswith("[3k3/7/7/7/R*3RK1")


def test_attacks_from_other_boards_do_not_forbid_castling() -> None:
    fen = "[4k3/8/8/8/8/8/8/4K*2R*:0:1:w][4k3/8/8/8/8/8/8/5r2:1:1:w]"
    assert fits(Position.of_fen(fen), "(0T1)O-O")


# En passant


def test_en_passant() -> None:
    position = replay(start("Standard"), "e4 / a6 / e5 / d5")
    assert fits(position, "exd6")
    after = position.play("exd6")
    assert after.boards[-1].fen().startswith("[r*nbqk*bnr*/1p*p*1p*p*p*p*/p2P4/8/")
    black = replay(position, "e6 / d4 / c4")
    assert fits(black, "dxc3")


@pytest.mark.parametrize("game", ["e4 / a6 / e5 / d5 / a3 / a5", "e4 / d6 / e5 / d5"])
def test_en_passant_too_late_or_after_single_steps(game: str) -> None:
    assert not fits(replay(start("Standard"), game), "exd6")


def test_en_passant_needs_the_square_to_have_been_empty_one_turn_earlier() -> None:
    fen = "[k7/2p*5/8/1P1P4/8/8/8/K7:0:1:w][k7/2p*5/8/1PpP4/8/8/8/K7:0:1:b][k7/8/8/1PpP4/8/8/8/K7:0:2:w]"
    clean = Position.of_fen(fen)
    assert fits(clean, "bxc6")
    assert fits(clean, "dxc6")
    edited = Position.of_fen(fen.replace("[k7/2p*5/8/1P1P4/", "[k7/2p*5/8/1PpP4/"))
    assert not fits(edited, "bxc6")


def test_en_passant_looks_back_on_its_own_timeline_only() -> None:
    game = "e4 / a6 / e5 / Nf6 / a3 / d5 / (0T4)Nb1>>(0T3)b3 / (1T3)d5"
    assert not fits(replay(start("Standard"), game), "(1T4)exd6")


# Promotion


def test_promotion_offers_the_list_in_its_order_and_nothing_else() -> None:
    game = "a3 / b5 / a4 / h6 / axb5 / g6 / b6 / f6 / b7 / e6"
    position = replay(start("Standard"), game)
    for square in ("c8", "a8"):
        found = candidates(position, scan_move(Scanner(Source(f"bx{square}"))))
        assert [move.promotion for move in found] == ["Q", "N", "R", "B"]
    assert fits(position, "b7xc8=Q")
    assert not fits(position, "bxc8=S")
    assert not fits(position, "bxc8=K")
    with pytest.raises(AmbiguousMove):
        position.play("bxc8")
    princess = replay(start("Standard - Princess"), game)
    assert fits(princess, "bxc8=S")
    assert not fits(princess, "bxc8=Q")


def test_a_double_step_can_promote() -> None:
    position = custom_start("[k*1p*/3/K*R*1:0:1:w]").play("Rb2").play("c1=R")
    assert position.checks()


# Timelines, turn zero, the present


def test_turn_zero_can_be_reached() -> None:
    position = replay(start("Standard - Turn Zero"), "Nf3 / (0T1)Ng8>>(0T0)g6")
    assert str(position.timeline_boards[0].boards[0].at) == "(-1T1w)"
    assert [line.maker for line in position.timeline_boards] == [1, None]


def test_an_action_is_not_complete_while_the_present_is_the_players() -> None:
    game = "e3 / f6 / Qe2 / (0T2)Nb8>>(0T1)b6 / (-1T2)Nf3 / (-1T2)Na6"
    position = replay(start("Standard"), game)
    assert [str(at) for at in position.mandatory] == ["(-1T3w)", "(0T3w)"]
    with pytest.raises(IllegalAction, match=r"a move is still owed on the board \(0T3w\)") as caught:
        position.play("(-1T3)Nd4")
    assert caught.value.rule == "present"


@pytest.mark.parametrize("action", ["(+0T1)Nb1>(-0T1)b3", "(-0T1)Nb1>(+0T1)b3"])
def test_one_hop_plays_two_boards(action: str) -> None:
    position = start("Standard - Two Timelines").play(action)
    assert [str(line.end) for line in position.timeline_boards] == ["T1b", "T1b"]


def test_a_jump_onto_a_board_just_played_branches() -> None:
    position = start("Standard - Two Timelines").play("(+0T1)h4 (-0T1)Nb1>>(+0T1)b3")
    assert [str(timeline) for timeline in position.timelines] == ["-0", "+0", "1"]
    position = position.play("(-0T1)a6 (1T1)Ng8>(+0T1)g6")
    assert len(position.active) == 3


def test_all_initial_timelines_must_be_played() -> None:
    board = "r*nbqk*bnr*/p*p*p*p*p*p*p*p*/8/8/8/8/P*P*P*P*P*P*P*P*/R*NBQK*BNR*"
    position = custom_start("".join(f"[{board}:{line}:1:w]" for line in (-1, 0, 1)))
    assert len(position.mandatory) == 3
    assert position.play("(0T1)Nc3 (1T1)Nc3 (-1T1)Nf3").player == 1


def test_an_uneven_pair_of_initial_timelines() -> None:
    board = "r*nbqk*bnr*/p*p*p*p*p*p*p*p*/8/8/8/8/P*P*P*P*P*P*P*P*/R*NBYCBNR*"
    fen = "".join(f"[{board}:{line}:{time}]" for line in (-1, 0) for time in ("0:b", "1:w"))
    position = custom_start(fen)
    assert position.status.word == "ongoing"
    assert position.play("(-1T1)Nf3 (0T1)d3").player == 1


def test_a_timeline_too_far_out_is_inactive_until_the_opponent_branches() -> None:
    game = "a4 / d6 / (0T2)Nb1>>(0T1)b3 / (1T1)e6 / (1T2)Nb3>>(0T2)b5 / (0T2)d5 (1T2)e5"
    position = replay(start("Standard"), game)
    assert [str(timeline) for timeline in sorted(position.active)] == ["0", "1"]
    position = replay(position, "(0T3)Ra3 (1T3)Nc3 / (0T3)Qd8>(1T3)e7 / (1T4)Nd5 (0T4)Re3")
    with pytest.raises(IllegalAction, match=r"\(2T2b\)"):
        position.play("(1T4)Qe7>>(1T3)e7")
    position = position.play("(1T4)Qe7>>(1T3)e7 (2T2)Nc6")
    assert len(position.active) == 4
    assert str(position.present) == "T3w"


def test_two_branches_in_one_action_are_numbered_in_their_order() -> None:
    game = (
        "b3 / g5 / h4 / Bg7 / a3 / e5 / d4 / g4 / b4 / Kf8 / Bf4 / Ne7 / c4 / Ng8 / Qd3 / "
        "(0T8)Qd8>>(0T7)e8 / (-1T8)Bh2 / (-1T8)Qd8>>(0T8)e7 / (-1T9)f3 (0T9)Nc3 / (0T9)d5 (-1T9)g3"
    )
    position = replay(start("Standard"), game)
    state = position
    for text in ("(0T10)Kd1", "(-1T10)Qd1>>(-1T9)d2", "(-2T9)Qd3>>(-1T8)e3"):
        (move,) = candidates(state, scan_move(Scanner(Source(text))))
        state = state.move(move)
    assert [str(timeline) for timeline in state.timelines] == ["-2", "-1", "0", "1", "2"]
    assert [str(line.boards[0].at) for line in state.timeline_boards[-2:]] == ["(1T9b)", "(2T8b)"]


def test_a_hop_can_be_undone_and_made_again() -> None:
    game = "a4 / a5 / Ra3 / Ra6 / Re3 / (0T3)Nb8>>(0T2)b6 / (-1T3)Rb3 / (-1T3)c6"
    position = replay(start("Standard"), game)
    (move,) = candidates(position, scan_move(Scanner(Source("(0T4)Re3>(-1T4)e3"))))
    state = position.move(move)
    assert state.pending == (move,)
    assert state.undo() is position
    assert state.undo().move(move) == state


# Check and mate


@pytest.mark.parametrize(
    ("variant", "game", "status"),
    [
        ("Standard", "e3 / f6 / Qe2 / Nc6 / Qh5", "checkmate"),
        ("Standard", "a3 / a6 / e3 / f5 / Qe2 / Nf6 / Qh5", "check"),
        (
            "Standard - Reversed Royalty",
            "d4 / Nf6 / Bf4 / d5 / Bxc7 / RQxc7 / Nc3 / Bd7 / (0T5)Nc3>>(0T4)c5",
            "softmate",
        ),
        (
            "Standard - Reversed Royalty",
            "d4 / Nf6 / Bf4 / d5 / Bxc7 / RQxc7 / Nc3 / Bd7 / (0T5)Nc3>>(0T4)c5 / "
            "(0T5)Yc7>>(0T2)c4 / (-1T3)e3 / (-1T3)Ya4 / (-1T4)Nc3",
            "checkmate",
        ),
        (
            "Standard",
            "d4 / c5 / Bf4 / Nc6 / Nc3 / cxd4 / Nd5 / Qa5 / Bd2 / Qxd5 / Nf3 / e6 / g3 / Bb4 / c3 / dxc3 / "
            "bxc3 / Qc5 / cxb4 / (0T10)Qc5>>x(0T7)f2 / (-1T8)Kxf2 / (-1T8)d3 / (-1T9)e3 / (-1T9)Ne5 / "
            "(0T11)Bd2>>x(0T8)d5 / (1T8)Nge7 / (1T9)Bxb4 / (1T9)Nxb4 / (-1T10)Bg2 (1T10)Ne5 / "
            "(-1T10)Qd5>x(1T10)d5 / (-1T11)Nxe5 (1T11)Nxf7 / (-1T11)Nf6 (0T11)Nf6 (1T11)Nxc2 / "
            "(-1T12)Ne5>(0T12)c5 (1T12)Qxc2 / (1T12)Qb5 (0T12)Ng4 (-1T12)Ng4 / "
            "(0T13)Nc5>(1T13)c7 (-1T13)Qxg4 / (0T13)Bc8>x(1T13)c7 (-1T13)Bc5 / "
            "(-1T14)Qxe6 (0T14)Qxd7 (1T14)Qxc7",
            "softmate",
        ),
    ],
)
def test_verdicts_after_games(variant: str, game: str, status: str) -> None:
    assert replay(start(variant), game).status.word == status


@pytest.mark.parametrize(
    ("fen", "status"),
    [
        ("[Y3/2q1/1n2/1k*2:0:1:w]", "checkmate"),
        ("[pk/KP:0:1:w]", "check"),
        ("[k1/2/1K:0:1:w]", "ongoing"),
        ("[K1k/2p/3:0:1:w]", "ongoing"),
        ("[K2/2q/1k1:0:1:w]", "stalemate"),
        ("[N1p/3/3:0:1:w]", "ongoing"),
        ("[3/3/2p:0:1:w]", "stalemate"),
    ],
)
def test_verdicts_of_small_boards(fen: str, status: str) -> None:
    assert Position.of_fen(fen).status.word == status


def test_a_rook_attacks_a_king_in_the_past() -> None:
    position = replay(custom_start("[4k/5/5/5/K1R2:0:1:w]"), "Kb2 / Ke4 / Re1 / Kd3 / Re5")
    assert position.status.word == "checkmate"
    checks = {(str(check.attacker), str(check.royal)) for check in position.checks()}
    assert ("(0T4w)e5", "(0T1w)e5") in checks
    (check,) = (check for check in position.checks() if str(check.royal) == "(0T1w)e5")
    assert [str(square) for square in check.path] == ["(0T3w)e5", "(0T2w)e5"]


def test_a_royal_left_hanging_forbids_to_submit() -> None:
    position = Position.of_fen("[k2/3/r1K:0:1:w]")
    with pytest.raises(IllegalAction) as caught:
        position.play("Kc1b1")
    assert caught.value.rule == "check"
    message = "Black's rook on (0T1b)a1 could capture White's king on (0T1b)b1"
    assert str(caught.value) == message
    action = position.find_action()
    assert action is not None
    assert position.is_legal(action)


# Reasons


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(0T1)e2>(0T1)e5", "no move fits '(0T1)e2>(0T1)e5': the pawn on e2 does not reach e5"),
        ("Nd4", "no move fits 'Nd4': no knight of White's reaches d4"),
    ],
)
def test_moves_that_do_not_exist(text: str, message: str) -> None:
    with pytest.raises(InvalidMove) as caught:
        start("Standard").play(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("source", "target", "promotion", "message"),
    [
        ("(1T1w)e2", "(1T1w)e4", "", "there is no board (1T1w)"),
        ("(0T1b)e2", "(0T1b)e4", "", "there is no board (0T1b)"),
        ("(0T0b)e7", "(0T0b)e5", "", "(0T0b) is not a board that White can play on now"),
        ("(0T1w)i2", "(0T1w)e4", "", "i2 is outside a 8x8 board"),
        ("(0T1w)e4", "(0T1w)e5", "", "there is no piece on (0T1w)e4"),
        ("(0T1w)e7", "(0T1w)e5", "", "the piece on (0T1w)e7 is the opponent's"),
        ("(0T1w)e2", "(0T1w)e5", "", "a pawn does not move like that"),
        ("(0T1w)e2", "(0T1w)e4", "Q", "this pawn does not promote here"),
        ("(0T1w)b1", "(3T1w)b1", "", "there is no board (3T1w)"),
    ],
)
def test_why_a_move_is_invalid(source: str, target: str, promotion: str, message: str) -> None:
    move = Move(parse_square(source), parse_square(target), promotion)
    fault = start("Standard - Turn Zero").fault(Action((move,)))
    assert isinstance(fault, InvalidMove)
    assert str(fault) == f"{move}: {message}"


def test_a_missing_promotion_lists_the_choices() -> None:
    position = custom_start("[k2/P2/2K:0:1:w]".replace("k2/P2", "1k1/P2"), promotions="Q,N")
    move = Move(parse_square("(0T1w)a2"), parse_square("(0T1w)a3"))
    assert str(position.fault(Action((move,)))).endswith("the pawn must become one of Q N")


def test_there_is_nothing_to_undo_at_the_start_of_an_action() -> None:
    with pytest.raises(MoveError):
        start("Standard").undo()
