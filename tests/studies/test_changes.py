"""Changes of edits: applied to a copy of the study, they give the current study."""

import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hyperchess.api.documents import read_document, write_document
from hyperchess.errors import HyperchessError
from hyperchess.studies.changes import Change
from hyperchess.studies.data import json_text, to_data
from hyperchess.studies.edits import (
    Add,
    AnyEdit,
    Delete,
    Demote,
    EditComment,
    EditShapes,
    Evaluate,
    Promote,
    Rename,
    SetHeader,
    SetResult,
)
from hyperchess.studies.errors import StudyError
from hyperchess.studies.opening import open_text
from hyperchess.studies.shapes import ArrowView, ShapeView, SquareView
from hyperchess.studies.study import Study
from tests.app.web.api import applied

TEXTS = [
    '[Board "Standard"]\n[White "Ada"]\n1. e4 {one} / e5 (1b. c5 / 2w. Nf3) (1b. d5) 2. Nf3 {two} / Nc6',
    "1. e4 / e5 2. Da1 / Nc6 3. Nf3",
    "[Variant: Classical]\n\n1. 4,2>4,4 | 4,7>4,5 {far}",
]


def _data(study: Study) -> Any:
    """The study as the page gets it, revision apart."""
    return json.loads(json_text({**to_data(study.head()), "nodes": study.nodes()}))


def _apply(data: Any, change: Change) -> Any:
    state = {"revision": 1, "can_undo": True, "can_redo": False}
    made = applied(data, {**state, **json.loads(json_text(change))})
    return {name: value for name, value in made.items() if name not in state}


@st.composite
def _edits(draw: st.DrawFn, study: Study) -> AnyEdit:
    """An edit that may make sense for a node of the study."""
    node = draw(st.sampled_from(sorted(study.content.nodes)))
    text = st.text("ab {}[%]", max_size=4)
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return Delete(node)
    if kind == 1:
        return Promote(node, draw(st.booleans()))
    if kind == 2:
        return Demote(node)
    if kind == 3:
        return EditComment(
            node, draw(st.none() | st.integers(0, 2)), draw(text), draw(st.none() | st.integers(0, 2))
        )
    if kind == 4:
        return Evaluate(node, draw(st.sampled_from(["", "!", "?!"])))
    if kind == 5:
        square = ("1", "2") if study.game.kind == "infinite" else (0, 2, 4, 1)
        shapes: st.SearchStrategy[ShapeView] = st.sampled_from(
            [SquareView(square), ArrowView(square, square, "red")]
        )
        return EditShapes(node, tuple(draw(st.lists(shapes, max_size=2))))
    if kind == 6:
        return SetHeader(
            draw(st.sampled_from(["White", "Puzzle", "Result"])),
            draw(st.sampled_from(["", "mate-in-2", "1-0"])),
        )
    if kind == 7:
        return SetResult(node, draw(st.sampled_from(["", "1-0"])))
    if kind == 8:
        return Rename(draw(text))
    suggestion = study.place(node).suggestion() if study.node(node).is_resolved else None
    return Add(node, (suggestion and suggestion.moves) or ("?",))


def _edited(data: st.DataObject, study: Study) -> Change:
    if data.draw(st.integers(0, 5)) == 0:
        return study.reread(open_text(data.draw(st.sampled_from(TEXTS))))
    return study.edit(data.draw(_edits(study)))


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.data(), st.sampled_from(TEXTS))
def test_changes_add_up_to_the_study(data: st.DataObject, text: str) -> None:
    """Random edits with undo and redo, as the server makes them: earlier versions come from documents."""
    study = Study(open_text(text))
    copy = _data(study)
    history, place = [write_document(study.content)], 0
    for _ in range(data.draw(st.integers(1, 12))):
        step = data.draw(st.sampled_from([0, 0, 0, -1, 1]))
        if step and 0 <= place + step < len(history):
            place += step
            change = study.replace(read_document(history[place]), 0)
        elif step:
            continue
        else:
            try:
                change = _edited(data, study)
            except HyperchessError:
                study.replace(read_document(history[place]))
                assert _data(study) == copy
                continue
            place += 1
            history[place:] = [write_document(study.content)]
        copy = _apply(copy, change)
        assert copy == _data(study)
        assert change.node in study.content.nodes


def _line(actions: int) -> str:
    turns = ("Nf3 / Nf6", "Ng1 / Ng8")
    return '[Board "Standard"] ' + " ".join(f"{turn + 1}. {turns[turn % 2]}" for turn in range(actions // 2))


def test_one_move_in_a_large_study_is_a_small_change() -> None:
    study = Study(open_text(_line(2_000)))
    study.nodes()
    change = study.edit(Add(2_000, ("(0T1001)e2>(0T1001)e4",)))
    assert [view.id for view in change.nodes] == [2_000, 2_001]
    assert len(json_text(change)) < 1_000


def test_an_edit_that_changes_nothing_tells_nothing() -> None:
    study = Study(open_text("1. e4 / e5"))
    study.nodes()
    for edit in (Promote(1), SetResult(1, ""), EditComment(1), Evaluate(1, ""), SetHeader("White")):
        change = study.edit(edit)
        assert (change.nodes, change.removed, change.head) == ((), (), {})


def test_undo_tells_only_what_is_different() -> None:
    study = Study(open_text(_line(200)))
    before = write_document(study.content)
    study.edit(Add(100, ("(0T51)e2>(0T51)e4",)))
    change = study.replace(read_document(before), 201)
    assert ([view.id for view in change.nodes], change.removed, change.head) == ([100], (201,), {})
    assert change.node == 100  # the nearest one that is still there


def test_a_refused_edit_is_an_error_of_the_study() -> None:
    study = Study(open_text("1. e4"))
    for edit in (Delete(0), Promote(0), Evaluate(0, "!"), EditComment(1, 5, "x")):
        try:
            study.edit(edit)
        except StudyError as error:
            assert error.code in ("root", "comments")
        else:
            raise AssertionError(edit)
