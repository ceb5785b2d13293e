"""Promises of the engine: always legal actions, only proven mates, the same result for the same search."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest

import hyperchess as hc
from hyperchess import infinite
from hyperchess.engine import Engine, evaluate
from hyperchess.engine.levels import LEVELS
from hyperchess.engine.multiverse.weights import load_weights, read_weights
from hyperchess.errors import InvalidArgument, InvalidPosition
from hyperchess.kernels import uses_native
from hyperchess.multiverse import Color, Position, custom_start, start
from hyperchess.multiverse.variants import variants
from hyperchess.ruleset import GameKind
from tests.engine.positions import mirrored, random_position
from tests.kernels import native

SMALL = ("Very Small", "Small", "Small - Open", "Very Small - Open")
TO_CONFIRM = hc.Budget(rounds=20_000)
MATE_IN_ONE = ("e3", "f6", "Qe2", "Nc6")


def played(variant: str, *actions: str) -> Position:
    position = start(variant)
    for action in actions:
        position = position.play(action)
    return position


@pytest.mark.parametrize("variant", [variant.name for variant in variants()])
def test_it_has_a_legal_action_in_every_variant(variant: str) -> None:
    engine = Engine(memory=1 << 16)
    for seed in range(2):
        position = random_position(variant, 2 + 3 * seed, seed)
        lines = engine.analyse(position, hc.Budget(rounds=30), lines=3)
        assert bool(lines) == (position.find_action() is not None)
        for line in lines:
            assert position.is_legal(line.actions[0])
            state = position
            for action in line.actions:
                state = state.play(action)


def test_the_first_search_has_an_action_without_any_time() -> None:
    position = played("Standard")
    result = hc.play(position, hc.Budget(seconds=0.0))
    assert position.is_legal(result.action)


@pytest.mark.parametrize("kind", GameKind)
def test_a_prepared_engine_allocates_no_further_table(
    kind: GameKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = Engine(memory=1 << 16)
    engine.prepare(kind)

    def fail(*_: object, **__: object) -> None:
        pytest.fail("the table was allocated during a search")

    monkeypatch.setattr("hyperchess.engine.multiverse.native.NativeSearch.__init__", fail)
    monkeypatch.setattr("hyperchess.engine.infinite.native.NativeInfiniteSearch.__init__", fail)
    position = played("Standard") if kind is GameKind.MULTIVERSE else infinite.start("Classical")
    assert engine.analyse(position, hc.Budget(rounds=30))


def test_a_table_is_for_a_game() -> None:
    with pytest.raises(InvalidArgument, match="kind"):
        Engine().prepare("5D chess")  # type: ignore[arg-type]


def test_a_mate_in_one_is_played_and_proven() -> None:
    position = played("Standard", *MATE_IN_ONE)
    [line] = hc.analyse(position, depth=2)
    assert line.score.mate == 1
    assert position.play(line.actions[0]).status.word == "checkmate"


@native
@pytest.mark.parametrize("variant", SMALL)
def test_what_is_called_mate_is_mate(variant: str) -> None:
    """No mate that a search reports is refuted by the exact search for mates, and most are confirmed."""
    engine = Engine(memory=1 << 20)
    outcomes: Counter[hc.Outcome] = Counter()
    for seed in range(25):
        position = random_position(variant, 3 + seed % 8, seed)
        for line in engine.analyse(position, hc.Budget(rounds=300)):
            mate = line.score.mate
            if mate is None or abs(mate) > 2:
                continue
            if mate > 0:
                outcomes[hc.solve(position, mate, TO_CONFIRM, all_first_actions=False).outcome] += 1
            else:
                for action in islice(position.actions(), 20):
                    outcomes[
                        hc.solve(position.play(action), -mate, TO_CONFIRM, all_first_actions=False).outcome
                    ] += 1
    assert outcomes[hc.Outcome.NONE] == 0
    assert outcomes[hc.Outcome.MATE] > outcomes[hc.Outcome.UNKNOWN]


@native
def test_one_thread_and_so_many_nodes_give_the_same_answer_twice() -> None:
    position = random_position("Standard", 9, 4)
    lines = [Engine().analyse(position, hc.Budget(rounds=400), lines=3) for _ in range(2)]
    assert lines[0] == lines[1]


@native
def test_two_threads_answer_with_legal_actions() -> None:
    position = random_position("Standard", 9, 4)
    for line in Engine(threads=2).analyse(position, hc.Budget(rounds=400), lines=2):
        assert position.is_legal(line.actions[0])


@native
def test_a_search_without_a_limit_is_stopped_from_another_thread() -> None:
    engine = Engine()

    def stop(_: object) -> None:
        Thread(target=engine.stop).start()

    assert engine.analyse(played("Standard"), hc.Budget(), on_report=stop)


@native
@pytest.mark.parametrize("variant", [variant.name for variant in variants()])
def test_the_evaluation_of_the_mirrored_position_is_the_opposite(variant: str) -> None:
    for seed in range(4):
        position = random_position(variant, 2 + 2 * seed, seed)
        if position.width * position.height <= 64:
            assert evaluate(mirrored(position)).centipawns == -evaluate(position).centipawns


@native
@pytest.mark.parametrize("variant", SMALL)
def test_the_score_of_the_mirrored_position_is_the_same(variant: str) -> None:
    for seed in range(5):
        position = random_position(variant, 3 + seed, seed)
        one, other = (Engine().analyse(each, depth=2) for each in (position, mirrored(position)))
        assert [line.score.as_centipawns() for line in one] == [line.score.as_centipawns() for line in other]


@native
def test_the_terms_of_the_evaluation_add_up() -> None:
    evaluation = evaluate(start("Standard"))
    [board] = evaluation.boards
    assert board.total == board.white.total - board.black.total
    assert evaluation.centipawns == board.total + load_weights()["position.tempo"]
    same = {name: 0 if name.startswith("mover.") else weight for name, weight in load_weights().items()}
    [board] = evaluate(start("Standard"), same).boards
    assert board.white == board.black


def test_without_a_legal_action_there_is_nothing_to_play() -> None:
    position = played("Standard", *MATE_IN_ONE, "Qh5")
    assert hc.analyse(position, depth=1) == []
    with pytest.raises(InvalidPosition, match="checkmate"):
        hc.play(position, depth=1)


def test_large_boards_get_the_plain_search() -> None:
    fen = "[k8/9/9/9/9/9/9/9/Q7K:0:1:w]"
    position = custom_start(fen)
    engine = Engine()
    assert engine.is_plain(position)
    result = engine.play(position, hc.Budget(rounds=50))
    assert position.is_legal(result.action)


@pytest.mark.parametrize("level", range(1, len(LEVELS) + 1))
def test_every_level_plays(level: int) -> None:
    position = random_position("Very Small", 4, 1)
    result = Engine(seed=1).play(position, hc.Budget(rounds=50), level=level)
    assert position.is_legal(result.action)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"lines": 0}, "lines"),
        ({"depth": 0}, "depth"),
        ({"limit": 3}, "budget"),
    ],
)
def test_bad_arguments_are_named(arguments: dict[str, int], message: str) -> None:
    with pytest.raises(InvalidArgument, match=message):
        hc.analyse(start("Standard"), **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("level", [0, 9, -1])
def test_there_are_eight_levels(level: int) -> None:
    with pytest.raises(InvalidArgument, match="level"):
        hc.play(start("Standard"), level=level)


def test_openings_vary_within_what_is_almost_best() -> None:
    position = start("Standard")
    known = {
        line.actions[0]: line.score.as_centipawns()
        for line in Engine().analyse(position, hc.Budget(rounds=60), lines=5)
    }
    played_first = {
        Engine(seed=seed).play(position, hc.Budget(rounds=60), variety=25).action for seed in range(12)
    }
    assert len(played_first) > 1
    best = max(known.values())
    assert all(best - known[action] <= 25 for action in played_first)
    best_action = Engine().analyse(position, hc.Budget(rounds=60))[0].actions[0]
    same = {Engine(seed=seed).play(position, hc.Budget(rounds=60)).action for seed in range(12)}
    assert same == {best_action}


@native
def test_two_threads_agree_with_one_about_a_mate() -> None:
    position = played("Standard", *MATE_IN_ONE)
    for _ in range(5):
        [line] = Engine(threads=2).analyse(position, depth=3)
        assert line.score.mate == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[value]\nquean = 3\n", "there is no weight 'value.quean'"),
        ("[value]\nqueen = 3.5\n", "expected a whole number, found 3.5"),
        ("queen = 3\n", "cannot read the weights"),
        ("[value\n", "cannot read the weights"),
        ("[square]\nrook = [[1, 2], [3, 4]]\n", "square.rook: expected 8 lists of 8 numbers, or one number"),
        ("[square]\nrook = 0.5\n", "square.rook.a1: expected a whole number, found 0.5"),
    ],
)
def test_bad_weights_are_told(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "weights.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(InvalidArgument, match=message):
        read_weights(file)
    with pytest.raises(InvalidArgument, match="cannot read"):
        read_weights(tmp_path / "none.toml")


def test_weights_that_a_file_leaves_out_are_the_engines(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    file.write_text("[value]\nqueen = 3\n", "utf-8")
    assert dict(read_weights(file)) == {**load_weights(), "value.queen": 3}


@native
def test_an_unknown_weight_is_told_with_a_near_name_only() -> None:
    with pytest.raises(InvalidArgument) as error:
        evaluate(start("Standard"), {**load_weights(), "value.quean": 3})
    assert str(error.value) == "there is no weight 'value.quean'; did you mean 'value.queen'?"
    with pytest.raises(InvalidArgument, match=r"^there is no weight '€€€'$"):
        evaluate(start("Standard"), {**load_weights(), "€€€": 3})


def test_tables_are_read_with_the_highest_rank_first(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    ranks = "".join(
        f"[{', '.join(str(10 * rank + file) for file in range(8))}],\n" for rank in range(8, 0, -1)
    )
    file.write_text(f"[square]\nknight = [\n{ranks}]\nbishop.c4 = 7\n[mover.square]\nrook = -2\n", "utf-8")
    changed = {"square.knight.a1": 10, "square.knight.h1": 17, "square.knight.a8": 80, "square.bishop.c4": 7}
    changed |= {f"mover.square.rook.{file}{rank}": -2 for file in "abcdefgh" for rank in range(1, 9)}
    read = read_weights(file)
    assert {name: read[name] for name in changed} == changed
    assert read["square.bishop.c5"] == load_weights()["square.bishop.c5"]


def test_a_complete_file_of_an_older_version_has_no_tables(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    later = ("square.", "mover.", "loose.", "across.", "board.flight", "position.surplus")
    old = {name: weight for name, weight in load_weights().items() if not name.startswith(later)}
    assert len(old) == 44
    lines = [f"{name} = {weight}\n" for name, weight in old.items()]  # dotted keys are tables
    file.write_text("".join(lines), "utf-8")
    assert dict(read_weights(file)) == {**dict.fromkeys(load_weights(), 0), **old}
    file.write_text("".join(lines[1:]), "utf-8")
    assert dict(read_weights(file)) == load_weights()


@native
def test_the_tables_count_for_the_owner_of_a_piece_and_for_the_mover() -> None:
    """On a board of 5 x 5, d2 is the square e3 of the tables; for Black it is mirrored."""
    nothing = dict.fromkeys(load_weights(), 0)
    position = custom_start("[k4/3r1/5/3R1/4K:0:1:w]")

    def terms(**weights: int) -> tuple[int, int]:
        named = {name.replace("_", "."): weight for name, weight in weights.items()}
        (board,) = evaluate(position, {**nothing, **named}).boards
        assert (
            sum(each.centipawns for each in board.placements) == board.white.placement + board.black.placement
        )
        return board.white.placement, board.black.placement

    assert terms(square_rook_e3=5) == (5, 5)
    assert terms(square_rook_e4=5) == (0, 0)
    assert terms(mover_square_rook_e3=5) == (5, 0)
    assert terms(square_king_f2=5) == (5, 0)
    assert terms(square_king_b2=5) == (0, 5)


def checks_across(position: Position, name: str) -> set[tuple[int, int]]:
    """Return the squares of physical moves after which the piece attacks a royal on another board."""
    found = set()
    for move in position.moves():
        piece = position.piece(move.source)
        if not move.is_physical or piece is None or piece.kind.name != name:
            continue
        after = position.move(move).submit_unchecked()
        for check in after.checks():
            here, there = check.attacker, check.royal
            if here[3:] == move.target[3:] and here[:3] != there[:3]:
                found.add((move.target.file, move.target.rank))
    return found


@native
def test_checks_across_boards_are_those_of_the_rules() -> None:
    nothing = dict.fromkeys(load_weights(), 0)
    counted: Counter[str] = Counter()
    random = Random(1)
    position = start("Standard")
    for _ in range(150):
        quiet = [each for each in islice(position.actions(), 60) if all(move.is_physical for move in each)]
        position = position.play(random.choice(quiet)) if quiet else start("Standard")
        for name in ("knight", "bishop", "rook", "queen"):
            expected = len(checks_across(position, name))
            (board,) = evaluate(position, {**nothing, f"mover.across.{name}s": 1}).boards
            terms = board.white if position.player is Color.WHITE else board.black
            assert (name, terms.across) == (name, expected), position
            counted[name] += expected
    assert counted["queen"] > 10
    assert counted["bishop"] > 0


@pytest.mark.parametrize(
    "arguments",
    [
        {"threads": 0},
        {"threads": 10**6},
        {"memory": 10**18},
        {"memory": -1},
        {"weights": 5},
        {"infinite_weights": [1]},
        {"infinite_weights": {}},
    ],
)
def test_what_an_engine_cannot_have_is_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(InvalidArgument):
        Engine(**arguments).prepare(GameKind.INFINITE)


def test_too_little_memory_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    if not uses_native():
        pytest.skip("there is a table in the native search only")
    monkeypatch.setattr("hyperchess.engine.multiverse.native.NativeSearch.__init__", fail)
    with pytest.raises(InvalidArgument, match="not enough memory for a table of 67,108,864 bytes"):
        Engine().analyse(start("Standard"), depth=1)
