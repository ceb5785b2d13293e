"""Studies without a server: which problem belongs to which node, verdicts that are kept, deep games."""

from dataclasses import replace
from typing import Any

import pytest

from hyperchess.game import AnyGame, Game
from hyperchess.multiverse import MULTIVERSE, Position, Status
from hyperchess.notation.reading import parse
from hyperchess.ruleset import GameKind
from hyperchess.studies.content import Content
from hyperchess.studies.edits import Add, Delete, Evaluate
from hyperchess.studies.errors import StudyError, UnknownNode
from hyperchess.studies.opening import open_text, open_variant
from hyperchess.studies.study import Study
from hyperchess.text import Problem, Severity, Source, Span


def _spanned(text: str, words: list[str]) -> AnyGame:
    """A game in which each action of the main line stands at the next of these words of the text."""
    game: Game[Any, Any] = parse(text)
    end = 0
    for node, word in zip(game.main_line, words, strict=True):
        start = text.index(word, end)
        end = start + len(word)
        node.moves = tuple(replace(written, span=Span(start, end)) for written in node.moves)
    return game


def _problem(text: str, start: int, end: int, severity: Severity = Severity.ERROR) -> Problem:
    return Problem(Source(text), Span(start, end), "illegal-move", "nobody can play this", "", severity)


def test_a_problem_belongs_to_the_node_at_its_place_and_to_no_other() -> None:
    text = '[Board "Standard"] 1. e4 / Qe5 2. d4 / e5'
    game = _spanned(text, ["e4", "Qe5", "d4", "e5"])
    place = text.rindex("e5")
    game.problems = (_problem(text, place, place + 2),)
    for node in game.main_line[1:]:
        node.legal = False
    views = Study(Content.of(game)).nodes()
    assert [view.resolved for view in views] == [True, True, False, False, False]
    assert views[2].moves[0].text == "Qe5"
    assert views[2].fault != "nobody can play this"
    game.main_line[1].legal = game.main_line[2].legal = True
    game.main_line[1].moves = parse('[Board "Standard"] 1. e4 / d5').main_line[1].moves
    assert Study(Content.of(game)).nodes()[4].fault == "nobody can play this"


@pytest.mark.parametrize(
    ("start", "end", "severity"),
    [
        (0, 0, Severity.ERROR),  # a problem whose place is not known
        (3, 3, Severity.ERROR),
        (3, 5, Severity.WARNING),
        (5, 9, Severity.ERROR),
        (0, 3, Severity.ERROR),
    ],
)
def test_problems_elsewhere_are_not_those_of_the_node(start: int, end: int, severity: Severity) -> None:
    text = "1. Zz9 / e5"
    game = parse("1. Zz9 / e5", "shad", game=MULTIVERSE)
    node = game.main_line[0]
    node.moves = tuple(replace(written, span=Span(3, 5)) for written in node.moves)
    game.problems = (_problem(text, start, end, severity),)
    assert Study(Content.of(game)).nodes()[1].fault == "this could not be parsed: Zz9"


def test_an_edited_action_keeps_its_problem() -> None:
    text = "1. e4 / Qe5"
    game = _spanned(text, ["e4", "Qe5"])
    game.problems = (_problem(text, 8, 11),)
    study = Study(Content.of(game))
    change = study.edit(Evaluate(2, "??"))
    assert change.nodes[0].fault == "nobody can play this"


def test_a_verdict_is_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    study = Study(open_variant("Standard"))
    asked: list[Position] = []
    find = Position.find_status

    def counted(position: Position, budget: Any = None) -> Status:
        asked.append(position)
        return find(position, budget)

    monkeypatch.setattr(Position, "find_status", counted)
    for _ in range(3):
        assert study.place(0).position().status.verdict == "ongoing"
    assert len(asked) == 1


def test_where_timelines_branched_off_is_known_at_every_place() -> None:
    study = Study(open_text("1. e3 / f6 2. Qh5 / g6 3. (0T3)Qh5>>x(0T1)f7"))
    view = study.place(5).position()
    assert [(line.row, line.parent) for line in view.timelines] == [(0, None), (1, (0, 2))]
    assert [(move.kind, move.new_row) for move in view.last] == [("branch", 1)]
    pending = study.place(4, ["(0T3)h5>(0T1)f7"]).position()
    assert [line.parent for line in pending.timelines] == [None, (0, 2)]
    assert pending.last[-1].new_row == 1


def test_black_s_timelines_lie_below() -> None:
    study = Study(open_text("1. Nf3 / Nf6 2. Ng1 / (0T2)Nf6>>(0T1)f4"))
    view = study.place(4).position()
    assert [(line.row, line.parent) for line in view.timelines] == [(-1, (0, 3)), (0, None)]
    assert view.last[0].new_row == -1


def test_deep_games_are_followed_and_edited() -> None:
    turns = ("Nf3 / Nf6", "Ng1 / Ng8")
    moves = " ".join(f"{number + 1}. {turns[number % 2]}" for number in range(700))
    study = Study(open_text(f'[Board "Standard"] {moves}'))
    assert study.place(1_400).position().player == "white"
    change = study.edit(Delete(2))
    assert (change.node, len(change.removed), len(study.nodes())) == (1, 1_399, 2)


def test_what_is_not_there() -> None:
    study = Study(open_variant("Classical"))
    with pytest.raises(UnknownNode, match="no node 7"):
        study.place(7)
    with pytest.raises(UnknownNode):
        study.edit(Add(7, ("4,2>4,4",)))
    with pytest.raises(StudyError, match="nothing is pending"):
        study.place(0, ["4,2>4,4"])
    with pytest.raises(StudyError, match="not a position of 5D chess"):
        open_text("w K5,1|k5,8", kind=GameKind.MULTIVERSE)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("2. Qe2 / Nc6 3. Qh5#", ["Qe2", "Nc6", "Qh5#"]),
        ("2. Qe2 / Nc6 3. Qh5", ["Qe2", "Nc6", "Qh5#"]),
        ("2. d3+ / Nc6", ["d3", "Nc6"]),
        ("2. Qh5 / g6", ["Qh5+", "g6"]),
        ("2. Qh5*! / g6", ["Qh5*", "g6"]),
        ("2. Qh5 * / g6", ["Qh5*", "g6"]),
    ],
)
def test_checks_are_marked_and_mates_at_the_end_of_a_line(written: str, shown: list[str]) -> None:
    study = Study(open_text(f"1. e3 / f6 {written}"))
    assert [view.moves[0].text for view in study.tree.views()[3:]] == shown


def test_the_main_line_ends_at_a_result() -> None:
    study = Study(open_text("(1. e3) 1. e4 / e5 (2. Nf3) 1-0"))
    end = study.node(study.end())
    assert (end.result, [len(child.path) for child in end.children]) == ("1-0", [3])
