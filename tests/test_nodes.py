"""Nodes and games as values: attributes that are checked, copies, and what writers make of the attributes."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

import hyperchess as hc
from hyperchess import infinite, multiverse
from hyperchess.game import EVALUATIONS, MARKS
from hyperchess.notation.registry import find_notation

AnyGame: TypeAlias = hc.Game[Any, Any]
AnyNode: TypeAlias = hc.Node[Any, Any]

FIVE_D = "1. e3 / f6 2. Qe2 / Nc6 (2. Nf3 / Nf6) 3. Qh5#"
INFINITE = "[Variant: Classical]\n1. P5,2>5,4 | p5,7>5,5 2. N7,1>6,3"


@pytest.fixture(params=[FIVE_D, INFINITE], ids=["5D", "infinite"])
def game(request: pytest.FixtureRequest) -> AnyGame:
    return hc.parse(request.param)


@pytest.mark.parametrize(
    ("name", "similar"),
    [("coment", "comment"), ("nag", "nags"), ("marks", "mark"), ("clocks", "clock"), ("child", "children")],
)
def test_unknown_attributes_of_a_node_are_refused_with_the_similar_name(
    game: AnyGame, name: str, similar: str
) -> None:
    for use in (lambda: setattr(game.end, name, "x"), lambda: getattr(game.end, name)):
        with pytest.raises(AttributeError, match=f"has no attribute '{name}'; did you mean '{similar}'"):
            use()


def test_unknown_attributes_of_a_game_are_refused_with_the_similar_name(game: AnyGame) -> None:
    for use in (lambda: setattr(game, "header", {}), lambda: getattr(game, "header")):  # noqa: B009
        with pytest.raises(AttributeError, match="a Game has no attribute 'header'; did you mean 'headers'"):
            use()
    for name in ("final", "end", "root", "kind", "main_line"):
        with pytest.raises(AttributeError):
            setattr(game, name, None)


@pytest.mark.parametrize("name", ["game", "parent", "position", "action", "serial", "number", "path", "add"])
def test_what_follows_from_the_tree_cannot_be_set(game: AnyGame, name: str) -> None:
    before = getattr(game.end, name)
    with pytest.raises(AttributeError, match=name):
        setattr(game.end, name, before)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("comment", None),
        ("comment", 5),
        ("comments", "nice"),
        ("comments", ["nice"]),
        ("comments", None),
        ("mark", "x"),
        ("mark", None),
        ("result", "White"),
        ("result", "*"),
        ("legal", "yes"),
        ("moves", ["e4"]),
        ("moves", None),
        ("children", [None]),
        ("evaluation", "$1"),
        ("evaluation", None),
        ("nags", 1),
        ("nags", ["!"]),
        ("nags", {-1}),
        ("nags", {256}),
        ("nags", {True}),
        ("nags", {1, 2}),
        ("clock", 90),
        ("clock", "0:01:30"),
        ("score", 0.5),
        ("arrows", "e2e4"),
        ("arrows", [("e2", "e4")]),
        ("squares", ["e4"]),
    ],
)
def test_wrong_values_are_refused_at_once(game: AnyGame, name: str, value: object) -> None:
    before = getattr(game.end, name)
    with pytest.raises(hc.InvalidArgument, match=name):
        setattr(game.end, name, value)
    assert getattr(game.end, name) == before


def test_headers_are_texts(game: AnyGame) -> None:
    game.headers = {"Event": "x", "White": "y"}
    assert list(game.headers.items()) == [("Event", "x"), ("White", "y")]
    for bad in (None, "Event", {"Event": 5}, {5: "Event"}):
        with pytest.raises(hc.InvalidArgument, match="headers"):
            game.headers = bad  # type: ignore[assignment]
    assert list(game.headers) == ["Event", "White"]


def test_a_comment_stands_after_the_moves_unless_it_says_where() -> None:
    game: AnyGame = hc.parse("1. e3 / f6 2. Qe2 / Nc6 3. Qh5#")
    node = game.main_line[1]
    node.comments.append(hc.Comment("nice"))
    node.comments.insert(0, hc.Comment("before", 0))
    assert node.comments == [hc.Comment("before", 0), hc.Comment("nice", 1)]
    assert "{before} f6 {nice}" in hc.write(game, "branched")
    for bad in ((None,), (5,), ("x", "1"), ("x", None)):
        with pytest.raises(hc.InvalidArgument):
            hc.Comment(*bad)


def test_the_words_of_a_comment_change_and_the_commands_stay(game: AnyGame) -> None:
    node = game.main_line[1]
    node.comments = [hc.Comment("[%clk 0:01:30] thinks", 0), hc.Comment("for long")]
    node.score = hc.EvalComment(centipawns=25)
    assert node.comment == "thinks for long"
    node.comment = "moves at once"
    assert (node.comment, node.clock, node.score) == (
        "moves at once",
        hc.Clock(90),
        hc.EvalComment(centipawns=25),
    )
    node.comment = ""
    assert (node.comment, node.clock) == ("", hc.Clock(90))
    node.clock = node.score = None
    assert node.comments == []


def test_numbers_and_marks_are_the_same_judgement(game: AnyGame) -> None:
    node = game.end
    for number, mark in enumerate(EVALUATIONS, 1):
        node.nags = {number, 14}
        assert (node.evaluation, node.nags) == (mark, frozenset({number, 14}))
    node.evaluation = "!"
    assert node.nags == {1, 14}
    node.evaluation = ""
    assert node.nags == {14}
    node.nags = ()
    assert (node.nags, node.evaluation) == (frozenset(), "")
    game.root.nags = ()
    for name, value in (("nags", {1}), ("nags", {14}), ("evaluation", "!")):
        with pytest.raises(hc.InvalidArgument, match=name):
            setattr(game.root, name, value)


def _set_mark(node: AnyNode) -> object:
    node.mark = "+"
    return node.mark


def _set_comment(node: AnyNode) -> object:
    node.comment = "a word"
    return node.comment


def _set_nags(node: AnyNode) -> object:
    node.nags = {2, 14}
    return node.nags


def _set_clock(node: AnyNode) -> object:
    node.clock = hc.Clock(61)
    return node.clock


def _set_score(node: AnyNode) -> object:
    node.score = hc.EvalComment(centipawns=-30)
    return node.score


def _set_result(node: AnyNode) -> object:
    node.result = "0-1"
    return node.result


SETTERS: dict[str, Callable[[AnyNode], object]] = {
    "comment": _set_comment,
    "nags": _set_nags,
    "clock": _set_clock,
    "score": _set_score,
    "result": _set_result,
}


@pytest.mark.parametrize("notation", hc.notations())
@pytest.mark.parametrize("name", SETTERS)
def test_what_is_set_is_written_or_named_as_lost(game: AnyGame, name: str, notation: str) -> None:
    node = game.end
    value = SETTERS[name](node)
    chosen = find_notation(notation)
    if game.kind not in chosen.kinds:
        return
    text, losses = chosen.write(game)
    again = hc.parse(text, notation)
    assert losses or getattr(again if name == "result" else again.end, name) == value, text


def test_copies_and_pickles_have_their_own_tree(game: AnyGame) -> None:
    game.end.comment = "kept"
    for made in (copy.deepcopy(game), copy.copy(game), pickle.loads(pickle.dumps(game))):
        assert made == game and made is not game
        assert made.end.game is made and made.start == game.start
        made.end.comment = "changed"
        made.headers["Event"] = "changed"
        assert game.end.comment == "kept" and "Event" not in game.headers
        assert [*made.walk()][1].text() == [*game.walk()][1].text()


@pytest.mark.parametrize("place", [0, 1, -1])
def test_a_copied_node_is_in_a_copied_game(game: AnyGame, place: int) -> None:
    node = [game.root, *game.walk()][place]
    for made in (copy.deepcopy(node), pickle.loads(pickle.dumps(node))):
        assert made.game is not game and made.game == game
        assert made.content == node.content and made.serial == node.serial


@pytest.mark.parametrize(
    "start", [multiverse.start("Standard"), infinite.start("Classical")], ids=["5D", "i"]
)
def test_games_of_many_actions_are_copied_and_pickled(
    start: multiverse.Position | infinite.Position,
) -> None:
    made: AnyGame = hc.Game(start)
    node = made.root
    steps = ["Nf3", "Nf6", "Ng1", "Ng8"] if made.kind is hc.GameKind.MULTIVERSE else None
    position: object = start
    written = []
    for text in steps or ["7,1>6,3", "7,8>6,6", "6,3>7,1", "6,6>7,8"]:
        action = position.read(text)  # type: ignore[attr-defined]
        position = position.play_legal(action)  # type: ignore[attr-defined]
        written.append(tuple(hc.WrittenMove(move, text) for move in action))
    for number in range(10_000):
        node = node.attach(written[number % 4])
    for again in (copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert again == made and len(again.main_line) == 10_000


def test_an_action_reads_well() -> None:
    game = hc.parse(FIVE_D)
    action = game.main_line[0].action
    assert str(action) == "(0T1)e2>(0T1)e3" and repr(action) == "<Action '(0T1)e2>(0T1)e3'>"
    assert str(hc.parse(INFINITE).main_line[0].action) == "5,2>5,4"


def test_marks_are_those_of_the_notations() -> None:
    assert MARKS == ("+", "*", "#") and EVALUATIONS == ("!", "?", "!!", "??", "!?", "?!")


def test_marks_and_results_of_a_file_are_checked() -> None:
    game = hc.parse(FIVE_D)
    game.result = "1-0"
    text = hc.write(game, "json")
    for key, good in (("mark", "#"), ("result", "1-0")):
        game.end.mark = "#"
        text = hc.write(game, "json").replace(f'"{key}": "{good}"', f'"{key}": "bad"')
        read = hc.parse(text)
        assert not getattr(read.end, key) and "expected" in str(read.problems[0]), text


def test_wrong_subjects_and_options_say_what_is_expected() -> None:
    face: Any = hc  # the types say the same
    position = hc.parse(FIVE_D).start
    uses: list[tuple[Callable[[], object], str]] = [
        (lambda: face.review(position), "game: expected a game"),
        (lambda: face.picture.svg(position, arrows=[("e2", "h5")]), "arrows: expected values of type Arrow"),
        (lambda: face.picture.svg(position, arrows="e2e4"), "arrows: expected values of type Arrow"),
        (lambda: face.picture.svg(position, highlight=["e2"]), "did you mean 'highlights'"),
        (lambda: face.parse("1. e4", start=5), "start: expected a position or its text, found 5"),
    ]
    for use, message in uses:
        with pytest.raises(hc.InvalidArgument, match=message):
            use()
