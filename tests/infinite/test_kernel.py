"""The native rules of infinite chess answer what the rules in Python answer."""

import copy
import pickle
import random
from dataclasses import replace

import pytest

from hyperchess.infinite import (
    Color,
    Position,
    Promotion,
    RuleSettings,
    Setup,
    Square,
    Variant,
    find_variant,
    piece,
    start,
    variants,
)
from hyperchess.infinite.pieces import KINDS, find_piece
from hyperchess.infinite.reference.insufficient_material import is_dead
from tests import nightly
from tests.infinite.strategies import fairy_position
from tests.infinite.test_oracle import compare as compare_with_brute_force

pytest.importorskip("hyperchess._native", reason="the native rules were not built")

from hyperchess.infinite.kernel import MOST_PIECES, NativeRules, packed
from tests.infinite.differential import (
    NATIVE,
    PYTHON,
    compare,
    compare_answers,
    play_both,
    random_position,
    with_rules,
)

SMALL = [variant for variant in variants() if not variant.file and len(variant.position.pieces()) < 1_000]
COVERED = [variant for variant in SMALL if packed(with_rules(variant.position, NATIVE)) is not None]


@pytest.mark.parametrize("block", range(4))
def test_random_positions_have_the_same_answers(block: int) -> None:
    for seed in range(40 * block, 40 * (block + 1)):
        compare(random_position(seed), random.Random(seed))


@pytest.mark.parametrize("block", range(2))
def test_random_games_have_the_same_positions(block: int) -> None:
    for seed in range(6 * block, 6 * (block + 1)):
        play_both(random_position(seed), random.Random(seed), 20, every=5)


@pytest.mark.parametrize("variant", COVERED, ids=lambda variant: variant.name)
def test_games_of_every_variant_have_the_same_positions(variant: Variant) -> None:
    plies = 6 if len(variant.position.pieces()) < 200 else 1
    play_both(variant.position, random.Random(variant.name), plies, every=3)


def few_pieces(seed: int) -> Position:
    """A position of few sorts of pieces, with or without promotions and borders."""
    chance = random.Random(seed)
    squares = chance.sample([(x, y) for x in range(1, 9) for y in range(1, 9)], 12)
    sorts = chance.sample(["P", "R", "N", "B", "B", "CA", "HA", "AR", "GU", "NR", "CE", "AM", "Q"], 3)
    codes = ["K", chance.choice(["k", "k", "k", "rc", "rq"])]
    for _ in range(chance.randint(0, chance.choice([3, 4, 10]))):
        code = chance.choice(sorts)
        codes.append(code if chance.random() < 0.75 else code.lower())
    options = chance.choice(["", "", "", "(8|1)", "(8;N,B|1)", "1,8,1,8", "(8;AM|1;N) 1,8,-100,8"])
    pieces = "|".join(f"{code}{x},{y}" for code, (x, y) in zip(codes, squares, strict=False))
    return Position.parse(f"w {options} {pieces}")


@pytest.mark.parametrize("block", range(4))
def test_the_same_material_is_insufficient(block: int) -> None:
    answers = set()
    for seed in range(40 * block, 40 * (block + 1)):
        position = with_rules(few_pieces(seed), NATIVE)
        board = packed(position)
        assert board is not None
        *_, dead = board.summary()
        assert dead == is_dead(position), str(position)
        answers.add(dead)
    assert answers == {True, False}


def test_pieces_that_are_not_covered_are_answered_by_the_rules_in_python() -> None:
    for seed in range(20):
        compare(fairy_position(seed), random.Random(seed), covered=False)


@pytest.mark.slow
def test_native_moves_agree_with_brute_force() -> None:
    other = {"hu": "r", "ro": "n"}
    for seed in range(1_000, 1_040):
        position = fairy_position(seed)
        pieces = {
            square: find_piece(KINDS[other[standing.kind.code]], standing.color)
            if standing.kind.code in other
            else standing
            for square, standing in position.pieces().items()
        }
        covered = Position.of(replace(position.setup, pieces=pieces))
        assert packed(with_rules(covered, NATIVE)) is not None
        compare_with_brute_force(with_rules(covered, NATIVE))


@pytest.mark.nightly
@pytest.mark.parametrize("first", nightly.seeds("native infinite rules"))
def test_thousands_of_random_positions_have_the_same_answers(first: int) -> None:
    for seed in range(first, first + 100):
        compare(random_position(seed), random.Random(seed))
    for seed in range(first, first + 5):
        play_both(random_position(seed), random.Random(seed), 40, every=5)
    variant = COVERED[first % len(COVERED)]
    play_both(variant.position, random.Random(first), 60, every=10)


def test_most_variants_are_covered() -> None:
    left = {variant.name for variant in SMALL} - {variant.name for variant in COVERED}
    assert left == {
        "Chess on an Infinite Plane - Huygens Option",
        "Chess on an Infinite Plane - Roses Option",
        "Scattered Leapers",
        "Trappist-1",
        "4×4×4×4 Chess",  # noqa: RUF001
    }


def test_the_random_positions_are_worth_testing() -> None:
    positions = [random_position(seed) for seed in range(240)]
    assert sum(bool(position.checks()) for position in positions) > 40
    assert sum(position.status.is_over for position in positions) > 20
    assert sum(len(set(position.players)) > 2 for position in positions) > 20
    far = [max(abs(x) for square in position.pieces() for x in square) for position in positions]
    assert sum(distance > 2**61 for distance in far) > 5
    assert {piece.kind.code for position in positions for piece in position.pieces().values()} == {
        code for code in KINDS if code not in ("hu", "ro")
    }


def test_what_does_not_fit_is_left_to_the_rules_in_python() -> None:
    far = 2**62
    for text in (
        f"K0,0|k{far},5",
        f"K0,0|k5,{-far}",
        f"K0,0|k5,{10**30}",
        f"K0,0|k5,5|NR{2**61},0",
        f"K0,0|k5,5|Q{2**61},0 ".strip().replace("K0", "(8;NR|1) K0", 1),
        f"{-far},{far},{-far},{far} K0,0|k5,5|R3,3",
        f"{{slideLimit: {2**60}}} K0,0|k5,5|R3,3",
        "K0,0|k5,5|HU3,3",
        "K0,0|k5,5|RO3,3",
    ):
        position = Position.parse(text)
        assert packed(with_rules(position, NATIVE)) is None, text
        compare(position, random.Random(1), covered=False)


def test_a_move_that_goes_too_far_is_played_by_the_rules_in_python() -> None:
    position = with_rules(Position.parse("w R0,0|K50,-99|k51,80"), NATIVE)
    assert packed(position) is not None
    after = position.play(f"0,0>0,{10**40}")
    assert packed(after) is None
    back = after.play("51,80>51,81").play(f"0,{10**40}>0,7")
    expected = with_rules(Position.parse("b 3 R0,7|K50,-99|k51,81"), PYTHON)
    assert packed(back) is not None
    assert {str(ray) for ray in back.moves().rays} == {str(ray) for ray in expected.moves().rays}


def test_repetition_across_positions_that_are_not_packed() -> None:
    position = with_rules(Position.parse("w R0,0|K50,-99|P3,3|k51,80|p3,90"), NATIVE)
    for _ in range(2):
        for move in (f"0,0>0,{10**40}", "51,80>51,81", f"0,{10**40}>0,0", "51,81>51,80"):
            position = position.play(move)
    assert str(position.status) == "draw: repetition"


def test_a_long_line_of_quiet_moves_is_judged_by_the_rules_in_python() -> None:
    position = with_rules(Position.parse("w K0,0|R-50,200|R-53,211|k9,80|r-70,300|r-71,311"), NATIVE)
    for step in range(300):
        position = position.play(f"{step},0>{step + 1},0").play(f"{9 + step},80>{10 + step},80")
    assert str(position.status) == "ongoing"
    for _ in range(2):
        for before, after in ((0, 1), (1, 0)):
            position = position.play(f"300,{before}>300,{after}").play(f"309,{80 + before}>309,{80 + after}")
    assert str(position.status) == "draw: repetition"


def test_equal_positions_have_equal_hashes_however_they_came_about() -> None:
    played = start("Classical").play("7,1>6,3").play("7,8>6,6").play("2,1>3,3")
    again = start("Classical").play("2,1>3,3").play("7,8>6,6").play("7,1>6,3")
    fresh = Position.of(played.setup)
    assert hash(played) == hash(fresh) == hash(again)
    assert played == fresh
    assert hash(played) != hash(played.play("6,6>7,8"))


def test_positions_are_copied_and_pickled() -> None:
    position = start("Classical").play("4,2>4,4").play("5,7>5,5")
    assert position.status is not None
    for made in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert made == position
        assert made.moves().points == position.moves().points
        assert made.last == position.last


def test_boards_are_filled_in_when_they_are_asked_for() -> None:
    position = with_rules(start("Classical"), NATIVE)
    line = [position]
    for move in ("4,2>4,4", "5,7>5,5", "4,4>5,5", "6,7>6,5", "5,5>6,6"):
        line.append(line[-1].play(move))
    expected = with_rules(start("Classical"), PYTHON)
    for move in ("4,2>4,4", "5,7>5,5", "4,4>5,5", "6,7>6,5", "5,5>6,6"):
        expected = expected.play(move)
    assert list(line[-1].pieces().items()) == list(expected.pieces().items())
    for earlier in line:
        compare_answers(with_rules(earlier, PYTHON), earlier, random.Random(3))


def test_large_boards_have_the_same_moves() -> None:
    position = find_variant("Omega^2").position
    assert len(position.pieces()) > MOST_PIECES
    compare(position, random.Random(2))


def test_many_royals_and_pins() -> None:
    chance = random.Random(8)
    placed = {}
    for _ in range(60):
        placed[Square(chance.randint(-9, 9), chance.randint(-9, 9))] = piece(
            chance.choice(["K", "K", "RQ", "P", "N", "B", "r", "q", "nr", "b", "n", "k"])
        )
    position = Position.of(Setup(placed))
    compare(position, chance)
    compare(replace(position, players=(Color.BLACK, Color.WHITE)), chance)


def test_a_promotion_to_a_pawn_is_left_to_the_rules_in_python() -> None:
    settings = RuleSettings(promotions={Color.WHITE: Promotion((8,), (KINDS["p"], KINDS["q"]))})
    position = Position.of(Setup({Square(1, 7): piece("P"), Square(5, 1): piece("K")}, settings=settings))
    assert packed(with_rules(position, NATIVE)) is None
    compare(position, random.Random(5), covered=False)


def test_the_rules_have_a_name() -> None:
    assert (NativeRules().name, PYTHON.name) == ("native", "python")
