"""One script for both games: every name that the two `Position` classes share means the same."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

import hyperchess as hc
from hyperchess import infinite, multiverse
from hyperchess.errors import BudgetExhausted, HyperchessError, IllegalAction, InvalidMove, MoveError, TooMany
from hyperchess.ruleset import Action, Outcome


class Facts(NamedTuple):
    """A start, some actions, and what is known of them."""

    start: Any
    line: tuple[str, ...]  # legal actions
    wrong: str  # no piece can do that in the start
    foul: tuple[Any, str]  # a position, and a move that leaves a check
    mate: tuple[Any, str]  # a position, and a move that mates
    capture: tuple[Any, str]  # a position, and a move that captures
    short: str
    full: str
    numbered: str
    number: int  # legal actions at the start


MULTIVERSE = Facts(
    multiverse.start("Standard"),
    ("e3", "f6", "Qe2"),
    "e5",
    (multiverse.Position.of_fen("[2k/r2/1K1:0:1:w]"), "Kb2"),
    (multiverse.start("Standard").play("e3").play("f6").play("Qe2").play("Nc6"), "Qh5"),
    (multiverse.start("Standard").play("e4").play("d5"), "exd5"),
    "e3",
    "(0T1)e2>(0T1)e3",
    "1. e3 / f6 2. Qe2",
    20,
)
INFINITE = Facts(
    infinite.start("Confined_Classical"),
    ("5,2>5,3", "6,7>6,6", "4,1>5,2"),
    "5,2>5,5",
    (infinite.Position.parse("w K0,0|R0,1|r0,9|k9,9"), "0,1>1,1"),
    (infinite.Position.parse("w k0,0|R-10,0|R-10,1|R-11,-1|N400,400|K99,99"), "-11,-1>-10,-1"),
    (infinite.Position.parse("w K0,0|R0,1|r0,9|k9,90"), "0,1>0,9"),
    "P5,2>5,3",
    "P5,2>5,3",
    "1. P5,2>5,3 | p6,7>6,6 2. Q4,1>5,2",
    44,
)


@pytest.fixture(params=[MULTIVERSE, INFINITE], ids=["5D", "infinite"])
def facts(request: pytest.FixtureRequest) -> Facts:
    found: Facts = request.param
    return found


def test_an_action_is_played_as_an_action_as_moves_as_a_move_and_as_text(facts: Facts) -> None:
    position = facts.start
    for text in facts.line:
        action = position.read(text)
        assert isinstance(action, Action) and len(action) == 1
        (move,) = action
        after = position.play(text)
        for same in (action, move, [move], (move,), str(action), str(move)):
            assert position.play(same) == after
            assert position.is_legal(same) and position.fault(same) is None
        assert position.play_legal(action) == after
        assert after.previous is position and position.canonical(action) == action
        assert move in position.moves() and text in position.moves()
        position = after


def test_what_cannot_be_played_says_why(facts: Facts) -> None:
    position = facts.start
    with pytest.raises(InvalidMove):
        position.play(facts.wrong)
    assert isinstance(position.fault(facts.wrong), InvalidMove) and not position.is_legal(facts.wrong)
    assert facts.wrong not in position.moves()
    pinned, foul = facts.foul
    assert isinstance(pinned.fault(foul), IllegalAction)
    with pytest.raises(MoveError):
        pinned.play(foul)


@pytest.mark.parametrize("bad", [None, 5, 5.5, b"e4"], ids=repr)
def test_what_is_no_action_is_refused(facts: Facts, bad: object) -> None:
    for use in (facts.start.play, facts.start.is_legal, facts.start.fault, facts.start.play_legal):
        with pytest.raises(HyperchessError):
            use(bad)
    with pytest.raises(HyperchessError):
        assert bad not in facts.start.moves()


def test_a_text_that_is_no_move_is_an_error_and_not_false(facts: Facts) -> None:
    with pytest.raises(HyperchessError, match=r"piece|expected"):
        assert "foo" not in facts.start.moves()


def test_moves_are_listed_and_found_by_square(facts: Facts) -> None:
    moves = facts.start.moves()
    assert moves.is_finite and len(moves) == len(list(moves)) == facts.number and moves
    first = next(iter(moves))
    source = first[0]
    assert list(moves.of(str(source))) == list(moves.of(source)) == [m for m in moves if m[0] == source]
    for bad in (None, 5, "foo", first):
        with pytest.raises(HyperchessError):
            moves.of(bad)


def test_actions_are_yielded_and_counted(facts: Facts) -> None:
    position = facts.start
    found = list(position.actions())
    assert len(found) == len(set(found)) == position.count_actions() == facts.number
    assert all(isinstance(action, Action) and position.is_legal(action) for action in found)
    assert list(position.actions(3)) == found[:3] and position.count_actions(3) == 3
    assert position.find_action() == found[0]
    for bad in (-1, "x", 1.5):
        with pytest.raises(hc.InvalidArgument):
            position.actions(bad)
        with pytest.raises(hc.InvalidArgument):
            position.count_actions(bad)


def test_players_and_checks(facts: Facts) -> None:
    position = facts.start
    assert position.players[0] is position.player and len(position.players) == 2
    after = position.play(facts.line[0])
    assert after.players == (position.players[1], position.players[0])
    assert not position.in_check and not position.gives_check(facts.line[0])
    before, mating = facts.mate
    assert before.gives_check(mating) and before.play(mating).in_check


def test_the_outcome_names_result_winner_and_reason(facts: Facts) -> None:
    assert facts.start.outcome() is None and facts.start.outcome(claim=True, budget=hc.Budget()) is None
    before, mating = facts.mate
    over = before.play(mating).outcome()
    assert (
        over == Outcome(before.player, hc.Verdict.CHECKMATE)
        and over.reason == "checkmate"
        and str(over) == "1-0: checkmate"
    )
    assert before.play(mating).find_action() is None


def test_captures(facts: Facts) -> None:
    position, capture = facts.capture
    assert position.is_capture(capture) and position.is_capture(position.read(capture)[0])
    assert not facts.start.is_capture(facts.line[0])
    with pytest.raises(InvalidMove):
        facts.start.is_capture(facts.wrong)


def test_actions_and_lines_as_text(facts: Facts) -> None:
    position = facts.start
    action = position.read(facts.line[0])
    for same in (facts.line[0], action, action[0]):
        assert (position.san(same), position.lan(same)) == (facts.short, facts.full)
    assert position.line_text(facts.line) == facts.numbered
    game = hc.parse(position.line_text(facts.line), start=position)
    assert not game.problems and [str(node.action) for node in game.main_line] == [
        str(node.action) for node in _line(facts)
    ]
    before, mating = facts.mate
    assert before.san(mating)[-1] == "#"
    with pytest.raises(MoveError):
        position.line_text([facts.line[0], facts.line[0]])


def _line(facts: Facts) -> list[hc.Node[Any, Any]]:
    game: hc.Game[Any, Any] = hc.Game(facts.start)
    node = game.root
    for text in facts.line:
        node = node.add(text)
    return game.main_line


def test_en_passant_is_a_capture_in_5d_chess() -> None:
    position = multiverse.start("Standard")
    for text in ("e4", "a6", "e5", "d5"):
        position = position.play(text)
    assert position.is_capture("exd6") and position.is_capture(position.read("exd6")[0])
    assert not position.is_capture("e6")


def test_infinitely_many_actions_are_counted_to_a_limit() -> None:
    position = infinite.Position.parse("w K0,0|R5,5|k50,50")
    assert not position.moves().is_finite
    for count in (len, lambda moves: moves.total()):
        with pytest.raises(TooMany):
            count(position.moves())
    with pytest.raises(TypeError):
        len(position.moves())
    with pytest.raises(TooMany):
        position.count_actions()
    assert position.count_actions(500) == 500
    found = list(position.actions(500))
    assert len(set(found)) == 500 and all(map(position.is_legal, found))
    farthest = max(abs(action[0].target.x) for action in found)
    assert farthest > 100
    assert len(list(position.actions())) == 128  # near the pieces, as iterating moves


def test_slides_of_huygens_are_counted_within_a_budget() -> None:
    position = infinite.Position.parse("w {} K0,0|HU5,5|HU8,5|k50,50")
    with pytest.raises(BudgetExhausted):
        position.count_actions(10**9, hc.Budget(rounds=50))
    assert position.count_actions(30) == 30


def test_the_moves_of_a_border_are_all_counted() -> None:
    text = 'w {"x": 1} 0/100 1 K0,0|R5,5|k50,50'
    del text
    bordered = infinite.Position.parse("w -1000000,1000000,-1000000,1000000 K0,0|R5,5|k50,50")
    moves = bordered.moves()
    assert moves.is_finite and len(moves) == bordered.count_actions() == 8 + 4_000_000
    assert bordered.count_actions(1_000) == 1_000


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        (multiverse.Position.of_fen("[2k/2R/K2:0:1:w]"), "it is White's turn, but Black is in check"),
        (infinite.Position.parse("w K0,0|R0,5|k9,5"), "it is White's turn, but Black is in check"),
        (multiverse.Position.of_fen("[3/2R/K2:0:1:w]"), "Black has no royal piece"),
        (infinite.Position.parse("w K0,0|R0,5"), "Black has no royal piece"),
    ],
)
def test_odd_positions_say_why(position: Any, problem: str) -> None:
    assert position.problems() == (problem,) and not position.is_valid


def test_a_position_without_royals_is_not_odd_if_nobody_needs_them() -> None:
    position = infinite.Position.parse("w (8|1) allpiecescaptured R5,5|r9,9")
    assert position.problems() == ()


def test_pieces_are_put_and_removed(facts: Facts) -> None:
    position = facts.start
    assert position.problems() == () and position.is_valid
    action = position.read(facts.line[0])
    source, target = action[0][:2]
    piece = position.piece(source)
    assert piece is not None and position.piece(str(source)) == piece
    without = position.with_piece(source, None)
    assert without.piece(source) is None and not without.is_legal(action)
    assert not without.same_as(position) and without.player is position.player
    assert without.with_piece(str(source), piece).same_as(position)
    blocked = position.with_piece(target, piece)
    assert blocked.piece(target) == piece and not blocked.is_legal(action)
    for bad in ((None, None), (5, piece), ("foo", piece), (source, "Q"), (source, 5)):
        with pytest.raises(HyperchessError):
            position.with_piece(*bad)
    with pytest.raises(HyperchessError):
        position.same_as(None)


def test_attackers_of_a_square_in_5d_chess() -> None:
    white, black = multiverse.Color.WHITE, multiverse.Color.BLACK
    board = multiverse.start("Standard")
    assert [str(each) for each in board.attackers("(0T1)f3", white)] == ["(0T1w)g1", "(0T1w)e2", "(0T1w)g2"]
    later = board.play("Nf3").play("e5").play("Ng1").play("Nf6").play("Nf3").play("d6")
    # through time: one turn back and two files to the side
    assert "(0T4w)f3" in map(str, later.attackers("(0T3w)h3", white))
    assert later.attackers("(0T3w)h6", white) == ()
    with pytest.raises(HyperchessError):
        board.attackers("(0T1b)f6", black)  # there is no such board yet


def test_attackers_of_a_square_in_infinite_chess() -> None:
    white, black = infinite.Color.WHITE, infinite.Color.BLACK
    position = infinite.start("Classical")
    for square in ("6,3", (6, 3), infinite.Square(6, 3)):
        assert [str(each) for each in position.attackers(square, white)] == ["7,1", "5,2", "7,2"]
    assert position.attackers("6,3", black) == ()
    assert [str(each) for each in position.attackers("5,2", white)] == ["7,1", "5,1", "4,1", "6,1"]


def test_every_capture_is_by_an_attacker() -> None:
    for start, line in (
        (multiverse.start("Standard"), ("e4", "d5", "Nf3", "Nc6", "Bb5", "Bg4")),
        (infinite.start("Classical"), ("5,2>5,4", "4,7>4,5", "7,1>6,3", "3,8>7,4")),
    ):
        position: Any = start
        for text in line:
            position = position.play(text)
        captures = [move for move in position.moves() if position.is_capture(move)]
        assert captures
        for move in captures:
            assert move[0] in position.attackers(move[1], position.player)


def test_the_pieces_of_a_multiverse() -> None:
    position = multiverse.start("Standard").play("e4").play("e5")
    assert len(position.pieces()) == 32 and len(position.pieces(boards="all")) == 96
    assert all(position.piece(square) == piece for square, piece in position.pieces(boards="all").items())
    assert multiverse.Position.of_fen(position.text()) == position
    with pytest.raises(hc.InvalidArgument):
        position.pieces(boards="none")
