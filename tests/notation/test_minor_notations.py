"""The small notations: their own samples, what they leave out, and what is wrong in bad texts."""

import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import hyperchess as hc
from hyperchess.multiverse import Position, start
from hyperchess.notation.minor.axel import read_axel
from hyperchess.notation.minor.slavrick import write_slavrick
from hyperchess.notation.reading import parse_all
from hyperchess.notation.registry import candidates, detect, notations
from hyperchess.text import Severity, Source
from tests.notation.comparison import assert_kept, through
from tests.notation.pgn5d.test_corpus import summary
from tests.notation.random_games import random_game

ROOT = Path(__file__).parents[2]
GOOD = ROOT / "tests" / "corpus" / "good"
DIALECTS = ("shad", "branched", "shad-first", "raw")
MINOR = (
    "axel",
    "alexbay",
    "averagehuman",
    "cwmtt",
    "hexicube",
    "json",
    "nidlatam",
    "shad-json",
    "slavrick",
)
PAGE = (ROOT / "docs" / "notations" / "others.md").read_text(encoding="utf-8")
SAMPLES = dict(
    re.findall(r"```(axel|alexbay|hexicube|cwmtt|averagehuman|nidlatam|slavrick)\n(.*?)```", PAGE, re.S)
)


@pytest.mark.parametrize("path", [*GOOD.glob("*.4xel"), *GOOD.glob("*.alexbay")], ids=lambda path: path.name)
def test_games_in_the_wild_are_read_as_expected(path: Path) -> None:
    found = [line for game in hc.read_all(path, game=hc.MULTIVERSE) for line in summary(game)]
    assert found == path.with_suffix(".txt").read_text(encoding="utf-8").splitlines()


def test_one_game_in_two_notations_is_one_game() -> None:
    axel, alexbay = (
        hc.expect(hc.read(GOOD / "shad-zl.4xel"), hc.MULTIVERSE),
        hc.expect(hc.read(GOOD / "shad-zl-old.alexbay"), hc.MULTIVERSE),
    )
    assert axel.final == alexbay.final
    shad = hc.expect(hc.read(GOOD / "shad-game-2.5dpgn"), hc.MULTIVERSE)
    assert [node.position.hash() for node in axel.main_line] == [
        node.position.hash() for node in shad.main_line
    ]


@pytest.mark.parametrize("path", sorted(GOOD.glob("*.5dpgn")), ids=lambda path: path.stem)
def test_no_text_in_5dpgn_is_taken_for_another_notation(path: Path) -> None:
    assert detect(path.read_text(encoding="utf-8"))[0].name in DIALECTS


@pytest.mark.parametrize("name", MINOR)
def test_what_a_notation_writes_is_detected_as_itself(name: str) -> None:
    games = [hc.read(GOOD / "teln0-shad.5dpgn"), *(random_game(seed) for seed in range(12))]
    for game in games:
        text = notations()[name].write(game).text
        assert detect(text)[0].name == name, text


@pytest.mark.parametrize("name", [*MINOR, "dynamical", "dynamical-2", "shad", "branched", "raw"])
@pytest.mark.parametrize(
    "text",
    [
        '[Board "Standard"]\n1. e4',
        '[Board "Standard"]\n1. Nf3 / Nf6',
        '[Board "Standard"]\n1. Nf3 / Nf6 2. (0T2)Nf3>>(0T1)f5~ (>L1)',
        '[Board "Standard - Turn Zero"]\n1. e4 / e5',
        '[Board "Standard - Two Timelines"]\n1. (-0T1)e4 (+0T1)d4 / (-0T1)e5 (+0T1)d5',
        '[Board "custom"]\n[4k/5/5/5/K1R2:0:1:w]\n1. Rc2',
        '[Board "custom"]\n[4k/5/5/5/K1R2:0:1:b]\n1. / Kd5 2. Rc2',
    ],
)
def test_short_games_are_detected_as_they_are_written(name: str, text: str) -> None:
    game = hc.parse(text)
    written = notations()[name].write(game).text
    if detect(written)[0].name != name:
        # The same text in two notations, such as `1. e4`
        assert name == "hexicube" and hc.parse(written).final == game.final, written


def test_the_samples_of_the_page_are_one_game() -> None:
    assert set(SAMPLES) >= {"axel", "alexbay", "hexicube", "cwmtt"}
    game = hc.expect(
        hc.parse("1. e3 / Nf6 2. Nc3 / d5 3. (0T3)Nc3>>(0T2)c5~ (>L1) / e6 4. (1T3)Nxd7 / (0T3)e6 (1T3)Bxd7"),
        hc.MULTIVERSE,
    )
    hashes = [node.position.hash() for node in game.main_line]
    for name, text in SAMPLES.items():
        read = hc.expect(hc.parse(text, name), hc.MULTIVERSE)
        assert detect(text)[0].name == name
        assert [p.code for p in read.problems if p.severity is not Severity.INFO] == [], name
        found = [node.position.hash() for node in read.main_line]
        assert found and found == hashes[: len(found)], name


@pytest.mark.parametrize("style", ["tree", "export", "coordinates"])
def test_every_style_of_slavrick_comes_back(style: str) -> None:
    for seed in range(6):
        assert_kept(random_game(seed), "slavrick", style=style)


@pytest.mark.parametrize("style", ["short", "full"])
def test_every_style_of_axel_comes_back(style: str) -> None:
    for seed in range(6):
        assert_kept(random_game(seed), "axel", style=style)


def test_a_start_can_be_given_where_a_text_has_none() -> None:
    game = random_game(3, variant="Very Small - Open", variations=0)
    text = notations()["axel"].write(game, headers="none").text
    (again,) = read_axel(Source(text), start=start("Very Small - Open"))
    assert again.final == game.final
    assert again.problems == ()


def test_drawings_of_slavrick_are_comments() -> None:
    text = "1w. (0T1)e2e4 {[%csl G(w.0T1)e4 ]} {[%cal R(w.0T1)e2(0T1)e4 ]} {%c both }"
    game = hc.expect(hc.parse(text, "slavrick"), hc.MULTIVERSE)
    comments = [comment.text for comment in game.main_line[0].comments]
    assert comments == ["[%csl G(w.0T1)e4 ]", "[%cal R(w.0T1)e2(0T1)e4 ]", "both"]
    assert write_slavrick(game).text.splitlines()[-1] == text


def test_slavrick_starts_at_turn_zero_by_a_null_move() -> None:
    boards = "[r*nbqk*bnr*/p*p*p*p*p*p*p*p*/8/8/8/8/P*P*P*P*P*P*P*P*/R*NBQK*BNR*:0:0:b]"
    game = hc.parse(f'[board "custom"]\n[size "8x8"]\n[color "black"]\n{boards}\n0. 0000\n1.(0T1)Ng1(0T1)f3')
    assert game.notation == "slavrick"
    assert game.start == start("Standard - Turn Zero")
    assert len(game.main_line) == 1 and game.main_line[0].is_resolved


@pytest.mark.parametrize(
    ("player", "moves", "actions"),
    [
        ("b", "1. 0000 / (0T1)Ke5d5", 1),
        ("b", "1.0000 / (0T1)Ke5d5\n2.(0T2)Rc1c2", 2),
        ("b", "0. 0000\n1. / (0T1)Ke5d5", 1),
        ("b", "0000\n(2,0,2,0)(2,1,2,0)", 1),
        ("w", "1. 0000 / (0T1)Ke5d5", 1),
        ("w", "0. 0000\n1. (0T1)Rc1c2", 1),
    ],
)
def test_null_moves_of_slavrick_pass_only_for_the_player_who_starts(
    player: str, moves: str, actions: int
) -> None:
    game = hc.parse(f'[board "custom"]\n[size "5x5"]\n[4k/5/5/5/K1R2:0:1:{player}]\n{moves}')
    assert game.notation == "slavrick"
    assert [problem for problem in game.problems if problem.severity is not Severity.INFO] == []
    assert [node.is_resolved for node in game.main_line] == [True] * actions


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("axel", "1. e4 .. %%.", ["1:10 error[move]"]),
        ("axel", "1. Nd4 .. e5.", ["1:4 error[illegal-move]"]),
        ("axel", "w1T3. e4.", ["1:1 warning[present-token]"]),
        ("axel", "1. e4 .. e5. b2. Nf3.", ["1:14 warning[serial]"]),
        ("axel", "1. e4# .. e5.", ["1:4 warning[check-mark]"]),
        ("axel", "1. Nb1 L0T1 c3 (+L+1).", ["1:19 warning[timeline-token]"]),
        ("alexbay", "1w. 1:e2:e4; 1b. 1:e7-e5", ["1:18 error[move]"]),
        ("alexbay", "1w. 1:e2:xe4", ["1:5 warning[capture-mark]"]),
        ("alexbay", "1w. 1:e2:e4=", ["1:5 warning[check-mark]"]),
        ("hexicube", "1. e4 .. L0 e5 x y", ["1:10 error[move]"]),
        ("hexicube", "1. e4 .. #", ["1:7 warning[check-mark]"]),
        ("hexicube", "1. - .. e5", ["1:4 warning[action]", "1:6 warning[serial]", "1:9 error[illegal-move]"]),
        ("cwmtt", "e4 / e5;e6", ["1:9 error[illegal-move]"]),
        ("cwmtt", "e4 ? a comment\nQh7", ["2:1 error[illegal-move]"]),
        ("averagehuman", "1. e2e4 , e7e9", ["1:11 error[illegal-move]"]),
        ("averagehuman", "1. L7e2e4 ,", ["1:4 error[illegal-move]"]),
        ("nidlatam", "1. {\n-P e7|1||0| --> e5|1||0|\n}", ["2:1 error[illegal-move]"]),
        ("nidlatam", "1. {\n/ +P e2|1||0| --> e4|1||0|\n}", ["2:1 warning[mark]", "2:3 warning[check-mark]"]),
        ("slavrick", "1w. (0T1)e2e4 { 1w. (0T1)d2d4", ["1:15 error[variation]"]),
        ("slavrick", "(4,1,1,0)(4,5,1,0)", ["1:1 error[illegal-move]"]),
        ("slavrick", "1w. (0T1)e2e4 {%c open", ["1:15 error[comment]"]),
        ("shad-json", '{"width": 8, "height": 8, "timelines": {}}', ["1:40 error[json]"]),
        ("json", '{"format": "hyperchess", "version": 3}', ["1:37 error[version]"]),
        ("json", '{"a": [1, 2', ["1:12 error[json]"]),
        ("json", "[1, 2", ["1:2 error[json]"]),
    ],
)
def test_bad_texts_are_reported_where_they_are_bad(name: str, text: str, expected: list[str]) -> None:
    problems = hc.parse(text, name).problems
    found = [
        f"{problem.line}:{problem.column} {problem.severity.value}[{problem.code}]"
        for problem in problems
        if problem.severity is not Severity.INFO
    ]
    assert found == expected


WORDS = st.sampled_from(
    [
        "\n",
        *"""
    1. 2. 1w. 1b. w1T1. .. . ; , / - _ < # { } ( ) [ ] {%c [%csl ? ! e4 e5 Nf3 exd O-O 0-0 e2e4 L0 L-1 T1 T-1
    N>>t-1c5 >> x e2:e4 1:e2:e4 <+1> <> (4,1,1,0)(4,3,1,0) (0T1)e2e4 0000 +P e2|1||0| --> -1-> ^ --checkmate
    Pr=1 1=>1 [White "Ada"] [Board "Small"] [k1/1K:0:1:w] "nodes": : true null 0 {"a":1}
    """.split(),  # noqa: SIM905 - a list of words is easier to read like this
    ]
)
TEXTS = st.text() | st.lists(WORDS).map(" ".join) | st.lists(WORDS).map("".join)


@pytest.mark.parametrize("name", MINOR)
@given(text=TEXTS)
@example(text="[" * 5_000)
@example(text="{" * 5_000)
@example(text="1" * 5_000)
@example(text="- ; " * 2_000)
@example(text="1. e4 .. " * 500)
@example(text='{"a":' * 2_000)
@example(text="\ufeff1. e4")
def test_any_text_is_read_and_what_is_wrong_has_a_place(name: str, text: str) -> None:
    for game in parse_all(text, name):
        for problem in game.problems:
            assert 0 <= problem.span.start <= problem.span.end
            assert problem.span.start <= len(problem.source.text)
            assert str(problem)
        assert {loss.kind for loss in notations()["json"].write(game).losses} == set()


@given(TEXTS)
def test_detection_takes_any_text(text: str) -> None:
    assert 0.0 <= detect(text)[1] <= 1.0
    for candidate in candidates(text):
        assert bool(candidate.evidence.reasons) == (candidate.evidence.points > 0)


def test_losses_are_told_with_their_places() -> None:
    result = hc.convert("(1w. d4) 1w. e4! {best by test} / e5 1-0", to="averagehuman")
    told = {(loss.kind, loss.place) for loss in result.losses}
    assert told == {("variations", "1w"), ("comments", "1w"), ("evaluations", "1w"), ("results", "1b")}


def test_moves_that_could_not_be_resolved_are_a_loss() -> None:
    game = hc.parse("1. e4 / e5 2. Qd8")
    for name in MINOR:
        if name != "json":
            _, lost, _ = through(game, name)
            assert "unresolved" in lost, name


@pytest.mark.parametrize("dialect", ["shad", "shad-first", "raw", "branched"])
def test_words_of_another_notation_that_could_not_be_resolved_are_a_loss_in_5dpgn(dialect: str) -> None:
    result = hc.convert("1. e3 .. Nf6 2. L0c3 N T9c5 .. e6", to=dialect, source="hexicube")
    assert "L0c3 N T9c5" in result.text
    assert {(loss.kind, loss.place) for loss in result.losses} == {("unresolved", "2w")}
    own = hc.convert("1. e4 / e5 2. Qd8", to=dialect)
    assert "Qd8" in own.text
    assert "unresolved" not in {loss.kind for loss in own.losses}


def test_branching_jumps_keep_their_order_in_cwmtt() -> None:
    position = start("Misc - Timeline Battlegrounds")
    assert isinstance(position, Position)
    for seed in range(30):
        game = random_game(seed, variant="Misc - Timeline Battlegrounds", actions=6, variations=0)
        assert_kept(game, "cwmtt")


def test_choices_have_a_budget_that_grows_with_the_text() -> None:
    text = "\n".join(f"{number}. 4" for number in range(1, 201))
    (given_up,) = [problem for problem in hc.parse(text, "axel").problems if problem.code == "limit"]
    assert "not replayed from here on" in given_up.message
    assert given_up.severity is Severity.ERROR
    assert "limit" not in {problem.code for problem in hc.parse("1. e4; e5. 2. 4; 5.", "axel").problems}


def test_a_mark_that_another_sign_stands_for_is_not_quoted() -> None:
    text = "1. e4++ .. e5."
    assert [p.message for p in hc.parse(text, "axel").problems if p.code == "check-mark"] == [
        "the mark claims softmate, but this is not check"
    ]
