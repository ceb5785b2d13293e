from hyperchess.multiverse import MoveKind, Position, start
from hyperchess.multiverse.actions.effects import Effects, effects
from hyperchess.multiverse.syntax.shorthand import read_action


def after(position: Position, game: str, last: str) -> Effects:
    for action in game.split("/"):
        position = position.play(action)
    return effects(position, read_action(position, last))


def test_a_quiet_move() -> None:
    position = start("Standard")
    (move,) = (done := effects(position, read_action(position, "e4"))).moves
    assert (move.kind, move.captured, move.checks, move.is_castling) == (MoveKind.PHYSICAL, None, (), False)
    assert [str(moment) for moment in done.present_shift] == ["T1w", "T1b"]
    assert not done.rewinds
    assert done.made == done.reactivated == ()
    assert done.status.word == "ongoing"


def test_captures_and_en_passant() -> None:
    (move,) = after(start("Standard"), "e4 / d5", "exd5").moves
    assert move.captured is not None
    assert move.captured.text == "p"
    assert not move.is_en_passant
    (move,) = after(start("Standard"), "e4 / a6 / e5 / d5", "exd6").moves
    assert move.captured is not None
    assert move.is_en_passant
    assert str(move.captured_on) == "(0T3w)d5"


def test_castling_and_the_check_of_the_rook() -> None:
    position = Position.of_fen("[5k2/8/8/8/8/8/8/4K*2R*:0:1:w]")
    (move,) = effects(position, read_action(position, "O-O")).moves
    assert move.is_castling
    assert str(move.rook_to) == "(0T1w)f1"
    assert [str(check.royal) for check in move.checks] == ["(0T2w)f8"]


def test_a_branch_moves_the_present() -> None:
    done = after(start("Standard"), "Nf3 / a6", "Nf3>>(0T1)f5")
    (move,) = done.moves
    assert move.kind is MoveKind.BRANCH
    assert str(move.new_timeline) == "1"
    assert move.moves_present
    assert [str(moment) for moment in done.present_shift] == ["T2w", "T1b"]
    assert done.rewinds


def test_reactivation_is_reported_and_an_inactive_branch_moves_no_present() -> None:
    game = "a4 / d6 / (0T2)Nb1>>(0T1)b3 / (1T1)e6"
    inactive = after(start("Standard"), game, "(1T2)Nb3>>(0T2)b5")
    assert [move.moves_present for move in inactive.moves] == [False]
    game += "/ (1T2)Nb3>>(0T2)b5 / (0T2)d5 (1T2)e5 / (0T3)Ra3 (1T3)Nc3 / (0T3)Qd8>(1T3)e7 / (1T4)Nd5 (0T4)Re3"
    done = after(start("Standard"), game, "(1T4)Qe7>>(1T3)e7 (2T2)Nc6")
    assert [str(timeline) for timeline in done.made] == ["-1"]
    assert [str(timeline) for timeline in done.reactivated] == ["2"]
    assert [move.kind for move in done.moves] == [MoveKind.BRANCH, MoveKind.PHYSICAL]
    assert str(done.after.present) == "T3w"


def test_two_branches_are_numbered_in_their_order() -> None:
    two = start("Standard - Two Timelines")
    done = effects(two, read_action(two, "(+0T1)h4 (-0T1)Nb1>>(+0T1)b3"))
    assert [str(move.new_timeline) for move in done.moves] == ["None", "1"]
