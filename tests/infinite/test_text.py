import random
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hyperchess.errors import HyperchessError, ParseError
from hyperchess.infinite import (
    Color,
    Move,
    Position,
    Setup,
    Square,
    parse_move,
    parse_setup,
    piece,
    read_setup,
)
from hyperchess.infinite.syntax.properties import MAX_DEPTH, MAX_ENTRIES
from hyperchess.infinite.syntax.text import MAX_PIECES, format_setup
from hyperchess.text import Problem, Severity, Source
from tests.infinite.strategies import properties, setups, squares, two_player_pieces

BAD = sorted((Path(__file__).parents[1] / "corpus" / "bad").glob("*.icn-position"))
CLASSICAL = (
    "P1,2+|P2,2+|P3,2+|P4,2+|P5,2+|P6,2+|P7,2+|P8,2+|p1,7+|p2,7+|p3,7+|p4,7+|p5,7+|p6,7+|p7,7+|p8,7+|"
    "R1,1+|R8,1+|r1,8+|r8,8+|N2,1|N7,1|n2,8|n7,8|B3,1|B6,1|b3,8|b6,8|Q4,1|q4,8|K5,1+|k5,8+"
)
DOCUMENT = [
    "K3,4|Q3,5|P3,7|R9,4|k-2,-10|q-2,-9|r-3,4",
    f"w 0/100 1 (1|8) checkmate {CLASSICAL}",
    "b 4,3 0/100 1 (1|8) checkmate " + CLASSICAL.replace("P4,2+", "P4,4"),
    "w 0/100 1 (1;Q,R,B,N|8;q,r,b,n) checkmate {slideLimit: Infinity, cannotPassTurn: true} " + CLASSICAL,
    f"0/100 (1|8) {CLASSICAL}",
    "b 8,3 0/100 11 (1|8) P1,2+|P2,2+|P3,2+|P5,2+|P6,2+|P7,2+|p5,7+|p6,7+|k7,7|p8,7+|R1,1+|R8,1+|N2,1|N7,1|"
    "B3,1|B6,1|b3,8|Q4,1|p4,6|b2,-2|K4,2|n6,6|r6,8|q0,4|P8,4",
]


@given(setups())
def test_a_setup_round_trips(setup: Setup) -> None:
    for full in (True, False):
        text = format_setup(setup, full=full)
        again, problems = read_setup(Source(text))
        codes = {problem.code for problem in problems if problem.severity is Severity.ERROR}
        assert not codes
        if not any(problem.code == "promotion-order" for problem in problems):
            assert again == setup
        assert again is not None
        assert format_setup(again, full=full) == text


@given(setups())
def test_arguments_may_stand_in_any_order(setup: Setup) -> None:
    setup = Setup(setup.pieces, setup.players, setup.en_passant, setup.move_rule, setup.full_move)
    *arguments, pieces = format_setup(setup, full=True).split(" ")
    random.Random(len(pieces)).shuffle(arguments)
    assert parse_setup(" \n".join([*arguments, pieces])) == setup


@pytest.mark.parametrize("text", DOCUMENT)
def test_the_examples_of_the_document_come_back_to_the_byte(text: str) -> None:
    setup = parse_setup(text)
    long = text.startswith("w ") or "checkmate" in text
    assert format_setup(setup, full=long, lists=";" in text) == text


def test_the_document_writes_its_promotion_ranks_the_other_way_round() -> None:
    setup, problems = read_setup(Source(DOCUMENT[1]))
    assert setup is not None
    assert [(problem.code, problem.severity) for problem in problems] == [
        ("promotion-order", Severity.WARNING)
    ]
    white = setup.settings.find_promotion(Color.WHITE)
    assert white is not None
    assert white.ranks == (8,)
    assert setup.settings.ranks_exchanged
    kept, problems = read_setup(Source("(3|5) P0,1|p0,9|K9,9|k-9,-9"))
    assert kept is not None
    assert not problems
    assert not kept.settings.ranks_exchanged


@given(st.sets(st.integers(-1, 9), min_size=1), st.sets(st.integers(-1, 9)))
def test_exchanged_ranks_survive_whatever_becomes_of_the_pawns(white: set[int], black: set[int]) -> None:
    pawns = {Square(1, y): piece("P") for y in white} | {Square(2, y): piece("p") for y in black}
    settings = parse_setup("(1|8) P4,2+|p4,7+").settings
    setup = Setup(pawns, settings=settings)
    assert parse_setup(format_setup(setup)) == setup


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("checkmate (8|1) 1 0/100 w K5,1+|k5,8+", "0/100 (8|1) K5,1+|k5,8+"),
        ('w {"slideLimit": 7} K5,1+|k5,8+', "{slideLimit: 7} K5,1+|k5,8+"),
        ("b:w K5,1+|k5,8+", "b K5,1+|k5,8+"),
        ("w 3Q4,4|3k5,5|K5,1|2R1,1|1r2,2", "3q4,4|3k5,5|K5,1|r1,1|R2,2"),
        ("w HU4,4|ro5,5|NR6,6", "HU4,4|ro5,5|NR6,6"),
        ("w K05,1|k-0,8", "K5,1|k0,8"),
        ("w vo1,1+|K5,1", "vo1,1|K5,1"),
        ("w 101/100 K5,1", "101/100 K5,1"),
        ("w (|) K5,1", "K5,1"),
        ("w (8|) K5,1", "(8|) K5,1"),
        ("w (8,16;q,r|1) K5,1", "(8,16;Q,R|1) K5,1"),
        ("w 0/100 1 -7,16,_,16 (8|1) K5,1", "0/100 (8|1) -7,16,_,16 K5,1"),
        ("w threecheck K5,1", "threecheck K5,1"),
        (
            "w (checkmate|checkmate,allpiecescaptured) K5,1",
            "(checkmate|checkmate,allpiecescaptured) K5,1",
        ),
        ("w checkmate,koth K5,1", "checkmate,koth K5,1"),
        (
            "w Squares:1,2|-3,4 Rays:14,-140>-1,-1 K5,1",
            "Squares:1,2|-3,4 Rays:14,-140>-1,-1 K5,1",
        ),
        ("threecheck {checksGiven: {w: 2}} K5,1", "threecheck {checksGiven: {w: 2}} K5,1"),
    ],
)
def test_what_is_read_is_written_canonically(text: str, canonical: str) -> None:
    assert format_setup(parse_setup(text)) == canonical


def test_all_problems_of_a_text_are_collected() -> None:
    setup, problems = read_setup(Source("w 4,6 (8) hello K5,1|X2,2|Q5,1|OB3,3|k5,8| tail"))
    assert setup is not None
    assert len(setup.pieces) == 2
    assert [problem.code for problem in problems if problem.severity is Severity.ERROR] == [
        "argument",
        "win-condition",
        "piece",
        "pieces",
        "piece",
        "pieces",
        "pieces",
    ]


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad_files_get_the_expected_report(path: Path) -> None:
    _, problems = read_setup(Source(path.read_text(encoding="utf-8"), path.name))
    expected = path.with_suffix(".txt").read_text(encoding="utf-8")
    assert problems
    assert report(problems) == expected


def report(problems: tuple[Problem, ...]) -> str:
    return "".join(f"{problem}\n" for problem in problems)


def test_the_bad_corpus_is_there() -> None:
    assert len(BAD) >= 20


@given(
    st.text(alphabet="wb:0123456789,-/()|;{}+_ \nkKqQPpcheckmatekoth'\"", max_size=60) | st.text(max_size=60)
)
@example("(" * 10_000)
@example("{" * 10_000)
@example("K1,1|" * 3_000)
@example("w " * 5_000)
@example('{a: "\\ud800"} K1,1')
@example("{a: '\\x'} K1,1")
def test_any_text_is_read_or_rejected(text: str) -> None:
    setup, problems = read_setup(Source(text))
    for problem in problems:
        assert str(problem)
    if any(problem.severity is Severity.ERROR for problem in problems):
        with pytest.raises(ParseError):
            parse_setup(text)
        return
    assert setup is not None
    assert parse_setup(format_setup(setup)) == setup
    assert Position.of(setup).status is not None


def test_hostile_texts_meet_a_limit() -> None:
    long = "9" * 1_000_000
    texts = [
        "|".join(f"P{x},0" for x in range(MAX_PIECES + 10)),
        f"K{long},1",
        f"K1,{long}",
        f"{long} K1,1",
        f"{long}/1 K1,1",
        f"({long}|1) K1,1",
        f"{long},1 K1,1",
        f"{long},1,1,1 K1,1",
        f"{{slideLimit: {long}}} K1,1",
        "{a: " + "[" * (MAX_DEPTH + 5) + "]" * (MAX_DEPTH + 5) + "} K1,1",
        "{a:" * 100_000,
        "{a: [" + "1," * (MAX_ENTRIES + 5) + "]} K1,1",
        '{a: "' + "x" * 1_000_000 + '"} K1,1',
        "(" + "1," * 100_000 + "1|1) K1,1",
        "(" + "|" * 100_000 + ") K1,1",
        ":".join(["w"] * 100_000) + " K1,1",
        ",".join(["koth"] * 100_000) + " K1,1",
        "Squares:1,1 " * 100_000 + "K1,1",
    ]
    for text in texts:
        _, problems = read_setup(Source(text))
        assert any(problem.code == "limit" for problem in problems), text[:40]
    for text in ("K" * 1_000_000 + "1,1", "K1,1" * 250_000, "K1,1|" * 200_000, "x " * 500_000):
        _, problems = read_setup(Source(text))
        assert any(problem.severity is Severity.ERROR for problem in problems)
        assert all(len(problem.message) < 300 for problem in problems)


@pytest.mark.slow
@pytest.mark.parametrize("count", [92_149, 186_285])
def test_giant_positions_round_trip(count: int) -> None:
    codes = ("P", "p", "B", "b", "vo", "r")
    entries = [f"{codes[n % 7 % 6]}{n % 433 - 200},{n // 433 - 100}" for n in range(count)]
    text = "b royalcapture " + "|".join(entries)
    position = Position.parse(text)
    assert len(position.pieces()) == count
    assert position.text() == text


@given(squares, squares, st.none() | two_player_pieces)
def test_a_move_round_trips(start: Square, end: Square, promotion: object) -> None:
    new = None if promotion is None else piece(str(promotion).strip("<>+"))
    move = Move(start, end, new)
    assert parse_move(str(move)) == move


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("P4,2 > 4,4", "4,2>4,4"),
        ("p3,7x2,6", "3,7>2,6"),
        ("2,7>1,8=Q", "2,7>1,8Q"),
        ("AM-5,6x-6,7 = ha", "-5,6>-6,7ha"),
        (" 3k1,1>1,2 ", "1,1>1,2"),
        ("P 4,2 > 4,4", "4,2>4,4"),
        ("7. P 4 , 2>4, 4", "4,2>4,4"),
        ("\u22124,2>4,\u22124", "-4,2>4,-4"),
        ("7\u2026 p4,7>4,5", "4,7>4,5"),
        ("4,2>4,4 $3", "4,2>4,4"),
        ("4,2>4,4!? $14 {text}", "4,2>4,4"),
        ("4,2\u21924,4\u203c", "4,2>4,4"),
        ("4,7\u00d74,8=Q", "4,7>4,8Q"),
        ("4,2->4,4", "4,2>4,4"),
    ],
)
def test_moves_as_people_write_them(text: str, plain: str) -> None:
    assert str(parse_move(text)) == plain


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: error[square]: expected a coordinate (an integer), found the end of the text"),
        ("abc", "1:1: error[piece]: unknown piece 'abc'"),
        ("4,2", "1:4: error[move]: expected '>' and the square where the piece goes"),
        ("4,2>4", "1:6: error[square]: expected ',' and a second coordinate"),
        ("4,2>4,4Z", "1:8: error[piece]: unknown piece 'Z'"),
        ("4,2>4,4 5,5", "1:9: error[move]: expected the end of the text, found '5,5'"),
        (f"4,2>4,{'1' * 5_000}", "1:7: error[limit]: a coordinate has at most 1000 digits, found 5000"),
    ],
)
def test_a_bad_move_is_reported_at_its_place(text: str, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_move(text)
    assert str(caught.value).startswith(f"<text>:{message}")


@given(st.text(alphabet="0123456789,->x=Qnam #+!", max_size=20) | st.text(max_size=20))
def test_any_move_is_read_or_rejected(text: str) -> None:
    try:
        move = parse_move(text)
    except HyperchessError as error:
        assert str(error)
        return
    assert parse_move(str(move)) == move


@given(properties)
def test_properties_round_trip(found: dict[str, object]) -> None:
    found = {key: value for key, value in found.items() if key not in ("slideLimit", "checksGiven")}
    setup = parse_setup("K1,1")
    text = format_setup(Setup(setup.pieces, settings=type(setup.settings)(properties=found)))  # type: ignore[arg-type]
    assert parse_setup(text).settings.properties == found


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("12. P-5,6x-6,7 =R+ !? {Interesting underpromotion}", "-5,6>-6,7R"),
        ("1 ... q-8,2x-6,0 # {Game over}", "-8,2>-6,0"),
        ("1. ... | p3,7 > 3,5 {a} {b}", "3,7>3,5"),
        ("12.4,2>4,4", "4,2>4,4"),
        ("4,2>4,4+", "4,2>4,4"),
        ("3,7>3,8=3q#!!{x}", "3,7>3,8=3q"),
    ],
)
def test_a_move_may_stand_with_its_number_marks_and_comments(text: str, move: str) -> None:
    assert str(parse_move(text)) == move


@pytest.mark.parametrize(
    "text", ["12. 4,2>4,4 {open", "4,2>4,4 ! +", "1. 2. 4,2>4,4", "4,2>4,4 {a} b", "Zz4,2>4,4"]
)
def test_other_text_beside_a_move_is_refused(text: str) -> None:
    with pytest.raises(ParseError):
        parse_move(text)


@pytest.mark.parametrize(
    ("written", "code"),
    [("0q", "0q"), ("0Q", "0q"), ("0ob", "ob"), ("0K", "0k"), ("0p", "0p"), ("0AM", "0am"), ("vo", "vo")],
)
def test_neutral_pieces_of_all_kinds_come_back(written: str, code: str) -> None:
    setup = parse_setup(f"w K1,1|k8,8|{written}9,9")
    found = setup.pieces[Square(9, 9)]
    assert (found.code, found.color, found.special) == (code, Color.NEUTRAL, False)
    assert format_setup(setup) == f"K1,1|k8,8|{code}9,9"
    assert parse_setup(format_setup(setup)) == setup
