"""Promises of the infinite chess engine: always legal moves, only proven mates, the same results."""

from __future__ import annotations

from random import Random
from threading import Thread

import pytest

import hyperchess as hc
from benchmarks.infinite_engine import play_mate
from hyperchess.engine import Engine, SearchReport, evaluate
from hyperchess.engine.infinite.levels import INFINITE_LEVELS
from hyperchess.engine.infinite.nearby import nearby_moves
from hyperchess.engine.uci.server import Server
from hyperchess.errors import InvalidPosition
from hyperchess.infinite import Color, Position, Verdict, start, variants
from hyperchess.kernels import uses_native
from hyperchess.studies.learning.practice import practice_position
from tests.kernels import native

BUDGET = hc.Budget(rounds=300)
SMALL = hc.Budget(rounds=3)  # for boards with more than a thousand pieces


def walked(variant: str, length: int, seed: int) -> Position:
    """A position after some random moves."""
    random = Random(seed)
    position = start(variant)
    for _ in range(length):
        moves = nearby_moves(position, 3)
        if not moves or position.status.is_over:
            break
        position = position.play(random.choice(moves))
    return position


def mirrored(position: Position) -> Position:
    """The same with the colours changed and the board upside down."""
    swapped = [
        (piece.text.lower() if piece.color is Color.WHITE else piece.text.upper(), square)
        for square, piece in position.pieces().items()
    ]
    player = "b" if position.player is Color.WHITE else "w"
    texts = [f"{text.rstrip('+')}{at.x},{-at.y}{'+' * text.endswith('+')}" for text, at in swapped]
    rule = position.move_rule
    played = "" if rule is None else f"{rule.count}/{rule.limit} "
    return Position.parse(f"{player} {played}(-1|-8) " + "|".join(texts))


@pytest.mark.slow
@pytest.mark.parametrize("variant", [variant.name for variant in variants()])
def test_it_has_a_legal_move_in_every_variant(variant: str) -> None:
    engine = Engine(memory=1 << 16)
    is_large = len(start(variant).pieces()) > 1_000
    for seed in range(1 if is_large else 2):
        position = walked(variant, 4 * seed, seed)
        lines = engine.analyse(position, SMALL if is_large else BUDGET, lines=2)
        assert bool(lines) or position.status.is_over
        for line in lines:
            state = position
            for action in line.actions:
                state = state.play_legal(action)


def play_short_game(variant: str, plies: int, nodes: int) -> None:
    """Let the engine play both sides; the rules raise on an illegal move."""
    engine = Engine(memory=1 << 20)
    position = walked(variant, 2, 5)
    for _ in range(plies):
        if position.status.is_over:
            return
        report = engine.search(position, hc.Budget(rounds=nodes))
        assert report.nodes <= nodes + 64
        position = position.play_legal(report.lines[0].actions[0])


@native
@pytest.mark.parametrize("variant", ["Classical", "Palace", "Confined Classical", "Knightline"])
def test_a_short_game_has_only_legal_moves(variant: str) -> None:
    play_short_game(variant, 16, 400)


@pytest.mark.slow
@native
@pytest.mark.parametrize("variant", [variant.name for variant in variants()])
def test_a_game_of_every_variant_has_only_legal_moves(variant: str) -> None:
    # Chess on a four-dimensional board is played by the rules in Python.
    is_slow = len(start(variant).pieces()) > 1_000 or variant.endswith("4 Chess")
    play_short_game(variant, 2 if is_slow else 50, 20 if is_slow else 1_500)


@native
def test_a_cleared_engine_repeats_its_search() -> None:
    """The histories are cleared as well as the table."""
    position = walked("Classical", 6, 3)
    engine = Engine(memory=1 << 20)
    first = engine.search(position, hc.Budget(rounds=3_000))
    engine.search(walked("Core", 6, 3), hc.Budget(rounds=3_000))
    engine.clear()
    second = engine.search(position, hc.Budget(rounds=3_000))
    assert (first.lines, first.depth, first.nodes) == (second.lines, second.depth, second.nodes)


@native
def test_pieces_far_from_the_others_are_found() -> None:
    """The grid of the search covers 64 by 64 squares; lines and leaps beyond it count, too."""
    rook = Position.parse("w K0,0|R-5,500|P3,3|P4,3|k9,9|q900,500|p8,8")
    assert str(hc.play(rook, hc.Budget(rounds=400)).action[0]) == "-5,500>900,500"
    knight = Position.parse("w K0,0|N600,600|P3,3|P4,3|k9,9|r601,602|p8,8")
    assert str(hc.play(knight, hc.Budget(rounds=400)).action[0]) == "600,600>601,602"


@native
def test_a_quiet_promotion_is_seen_by_the_quiescence_search() -> None:
    """In Palace a double step can promote; depth 1 sees it only in the quiescence search."""
    position = Position.parse("b (8|1) checkmate K0,0|P30,6+|R5,5|k50,50|n200,200|p60,60")
    [line] = hc.analyse(position, depth=1)
    assert (line.score.seen_by(Color.WHITE).centipawns or 0) > 1_000


def test_the_first_search_has_a_move_without_any_time() -> None:
    position = start("Classical")
    assert hc.play(position, hc.Budget(seconds=0.0)).action[0] in position.moves()


def test_a_mate_in_one_is_played_and_proven() -> None:
    position = Position.parse("w R-10,1|R-10,-1|R-20,5|K60,70|k0,0")
    [line] = hc.analyse(position, depth=2)
    assert line.score.mate == 1
    assert position.play_legal(line.actions[0]).status.verdict is Verdict.CHECKMATE


@native
def test_a_mate_in_two_is_proven() -> None:
    position = Position.parse("w R-10,1|R-20,5|R-30,7|K60,70|k0,0")
    [line] = hc.analyse(position, depth=6)
    assert line.score.mate == 2
    state = position
    for action in line.actions:
        state = state.play_legal(action)
    assert state.status.verdict is Verdict.CHECKMATE
    [reply] = hc.analyse(position.play_legal(line.actions[0]), depth=6)
    assert reply.score.mate == -1


@native
def test_a_goal_that_can_be_reached_is_reached() -> None:
    hill = Position.parse("w checkmate,koth K3,3|Q50,50|k90,95")
    [line] = hc.analyse(hill, depth=2)
    assert line.score.mate == 1
    assert hill.play_legal(line.actions[0]).status.winner is Color.WHITE


@native
def test_the_mirror_image_is_worth_the_same() -> None:
    for seed in range(12):
        position = walked("Classical", 3 + seed, seed)
        other = mirrored(position)
        assert evaluate(position).centipawns == -evaluate(other).centipawns
        [here], [there] = (hc.analyse(each, depth=1) for each in (position, other))
        assert here.score.as_centipawns() == there.score.as_centipawns()


@native
def test_the_same_search_gives_the_same_answer() -> None:
    position = walked("Core", 6, 3)
    first, second = (Engine(memory=1 << 20).search(position, hc.Budget(rounds=4_000), lines=2) for _ in "ab")
    assert first.lines == second.lines
    assert (first.depth, first.nodes) == (second.depth, second.nodes)


def test_from_afar_both_directions_count_on_the_way_to_a_bare_king() -> None:
    def value(king: str, knight: str = "N30,30") -> int:
        found = evaluate(Position.parse(f"w checkmate K{king}|R100,90|{knight}|k0,0")).centipawns
        assert found is not None
        return found

    assert value("40,40") < value("40,39") < value("40,20") < value("39,20")
    assert value("40,8") == value("40,7")  # near one of its lines it may choose its side
    assert value("40,40", "N30,29") > value("40,40")
    assert value("79,40") > value("80,40") == value("10000000000,40")


@native
def test_what_a_mate_needs_is_not_left_to_a_bare_king() -> None:
    """King, rook and knight cannot mate, though they are worth much."""
    loose = Position.parse("b K0,0|R30,3|N9,5|B20,20|k19,19")
    defended = Position.parse("b K0,0|R30,20|N9,5|B20,20|k19,19")
    assert evaluate(loose).centipawns in range(-10, 11)
    assert (evaluate(defended).centipawns or 0) > 500
    thought = Engine(memory=1 << 20).search(loose, hc.Budget(rounds=500))
    assert str(thought.lines[0].actions[0][0]) == "19,19>20,20"
    assert thought.lines[0].score.centipawns == 0


@pytest.mark.slow
@native
@pytest.mark.parametrize("material", ["2Q-1k", "3R-1k", "1Q1R1B-1k"])
def test_easy_mates_are_given_and_no_stalemate(material: str) -> None:
    for seed in range(2):
        played = play_mate(practice_position(material, seed), hc.Budget(rounds=3_000), 40, None)
        assert played.won, played.ending


@native
def test_a_stalemate_is_not_given_away() -> None:
    position = Position.parse("w Q2,7|Q-20,1|K-1,-1|k0,9|R1,-30")
    played = hc.play(position, hc.Budget(rounds=2_000))
    assert position.play_legal(played.action).status.verdict is not Verdict.STALEMATE


@pytest.mark.parametrize("far", [10**15, 10**30])
def test_huge_coordinates_get_a_sensible_answer(far: int) -> None:
    position = Position.parse(f"w R{far},0|R{far},5|K0,0|k{far + 9},2|q{far + 7},5")
    [line] = hc.analyse(position, hc.Budget(rounds=2_000))
    [move] = line.actions[0]
    assert move in position.moves()
    assert str(move) == f"{far},5>{far + 7},5"
    assert Engine().is_plain(position) == (not uses_native() or far > 2**62)


def test_many_pieces_get_an_answer_within_the_nodes() -> None:
    pawns = "|".join(f"P{x},{y}|p{x},{y + 200}" for x in range(250) for y in range(200))
    position = Position.parse(f"w K-5,-5|R300,50|k-5,420|q300,90|{pawns}")
    thought = Engine(memory=1 << 20).search(position, hc.Budget(rounds=10))
    assert thought.lines
    assert thought.nodes <= 12
    assert thought.lines[0].actions[0][0] in position.moves()


def test_levels_play_legal_moves() -> None:
    position = walked("Classical", 5, 8)
    engine = Engine(memory=1 << 20, seed=4)
    for level in INFINITE_LEVELS[:4]:
        assert engine.play(position, hc.Budget(rounds=500), level=level.number).action[0] in position.moves()


def test_there_is_nothing_to_play_after_the_end() -> None:
    position = Position.parse("b k0,0|R-10,0|R-10,1|R-10,-1|N400,400")
    assert hc.analyse(position, BUDGET) == []
    with pytest.raises(InvalidPosition, match="checkmate"):
        hc.play(position, BUDGET)


@native
def test_another_thread_stops_the_search() -> None:
    engine = Engine(memory=1 << 20, threads=2)
    found: list[SearchReport] = []

    def tell(_: SearchReport) -> None:
        engine.stop()

    thread = Thread(
        target=lambda: found.append(engine.search(start("Classical"), hc.Budget(), on_report=tell))
    )
    thread.start()
    thread.join(60)
    assert not thread.is_alive()
    assert found[0].lines


@native
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("text", ["", "w K0,0|R9,9|R5,5|k50,55"])
def test_a_stopped_search_visits_few_more_nodes(text: str, threads: int) -> None:
    engine = Engine(memory=1 << 20, threads=threads)
    told: list[SearchReport] = []

    def stop(report: SearchReport) -> None:
        told.append(report)
        if report.depth >= 4:
            engine.stop()

    position = Position.parse(text) if text else start("Classical")
    ended = engine.search(position, hc.Budget(rounds=200_000), on_report=stop)
    before = next(report for report in told if report.depth >= 4)
    assert ended.nodes - before.nodes <= 128 * threads  # well below a millisecond each
    assert ended.evaluations - before.evaluations <= 512 * threads


def test_what_the_native_rules_do_not_cover_gets_the_plain_search() -> None:
    position = Position.parse("w HU0,0|K50,50|k7,0|q0,7")
    engine = Engine()
    assert engine.is_plain(position)
    [line] = engine.analyse(position, BUDGET)
    assert line.actions[0][0] in position.moves()


def test_a_session_of_the_protocol() -> None:
    answers: list[str] = []
    Server(answers.append).run(
        [
            "5duci",
            "position icn w 0/100 1 (8|1) R-10,1|R-10,-1|R-20,5|K60,70|k1,0 moves 60,70>60,71 1,0>0,0",
            "go depth 2",
            "isready",
            "position icn w K0,0|k9,9 moves 0,0>5,5",
            "go depth 1",
            "position icn",
            "position startpos",
            "go depth 1",
            "isready",
            "quit",
        ]
    )
    assert "bestmove -20,5>-20,0" in answers
    assert any(" score mate 1 " in answer and answer.endswith(" pv -20,5>-20,0") for answer in answers)
    errors = [answer for answer in answers if answer.startswith("info position error")]
    assert len(errors) == 2
    assert "0,0" in errors[0]
    assert answers[-3].startswith("bestmove (0T")
    assert answers[-1] == "bye"


@native
def test_several_lines_are_of_one_depth_and_the_best_is_first() -> None:
    position = Position.parse("w 0/100 checkmate K0,0|Q5,5|R7,-3|k20,2|p30,30")
    for move in ["5,5>5,6", "20,2>20,1", "5,6>5,5", "20,1>20,2", "5,5>5,6", "20,2>20,1", "5,6>5,5"]:
        position = position.play(move)
    for rounds in (300, 1_000, 3_000, 5_000):
        lines = Engine().analyse(position, hc.Budget(rounds=rounds), lines=8)
        assert len(lines) == 8
        assert len({line.depth for line in lines}) == 1
        assert [*lines] == sorted(lines, key=lambda line: line.score, reverse=True)


@native
def test_a_move_that_allows_a_repetition_is_worth_a_draw_at_once() -> None:
    position = Position.parse("w 0/100 checkmate K0,0|Q5,5|R7,-3|R40,3|k20,2|p30,30")
    for move in ["5,5>5,6", "20,2>20,1"]:
        position = position.play(move)
    values = {str(line.actions[0][0]): line.score for line in Engine().analyse(position, depth=1, lines=500)}
    assert values["5,6>5,5"].as_centipawns() == 0  # Black goes back to 20,2
    assert values["5,6>5,7"].as_centipawns() > 500


@native
def test_the_last_thought_has_what_is_played() -> None:
    for seed in range(6):
        position = walked("Classical", 8, seed)
        told: list[SearchReport] = []
        (line,) = Engine().analyse(position, hc.Budget(rounds=700 + 300 * seed), on_report=told.append)
        assert told[-1].lines[0].actions[0] == line.actions[0]


@native
def test_a_mate_is_counted_in_moves_of_whoever_mates() -> None:
    twice = Position.parse("w:w:b (4|-4) checkmate,koth K-2,-1|Q2,-6|k-6,-5|k0,-1")
    (line,) = Engine().analyse(twice, depth=3)
    assert (line.score.mate, len(line.actions)) == (2, 2)


def test_huge_counts_of_checks_are_read_by_the_native_rules_too() -> None:
    for count in (2**31 - 1, 2**31, 2**32, 2**70):
        position = Position.parse(f"w {{checksGiven: {{w: {count}}}}} threecheck K0,0|k5,5|R4,4")
        assert position.checks_given[Color.WHITE] == count
        after = position.play("4,4>4,5")
        assert after.checks_given[Color.WHITE] == count + 1
        assert after.status.is_over
        assert Engine().analyse(position, hc.Budget(rounds=20))
