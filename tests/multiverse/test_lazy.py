"""The contract of `lazy.LazyState`: a derived state cannot be told from one that was given whole."""

import copy
import pickle
import random
import threading
from dataclasses import FrozenInstanceError, fields, replace
from typing import NamedTuple

import pytest

from hyperchess.multiverse import Action, Color, MoveKind, Position, start
from hyperchess.multiverse.actions.ordering import move_kinds
from hyperchess.multiverse.coordinates import BoardAt, Timeline, parse_board_at
from hyperchess.multiverse.outline import Outline
from hyperchess.multiverse.timelines import Growth
from tests.multiverse.differential import NATIVE, REFERENCE, both, starts

ACTIONS = ("Nf3", "Nf6", "(0T2)Nf3>>(0T1)f5", "(1T1)e6")


class NewBoard(NamedTuple):
    row: int
    time: int
    code: bytes

    parent: tuple[int, int] | None = None

    def cells(self) -> list[tuple[int, int, bytes, tuple[int, int] | None]]:
        return [(self.row, self.time, self.code, self.parent)]


def native() -> Position:
    """A derived position whose timelines have not been read."""
    position = replace(start("Standard"), rules=NATIVE)
    for action in ACTIONS:
        position = position.play(action)
    return position


def python() -> Position:
    position = replace(start("Standard"), rules=REFERENCE)
    for action in ACTIONS:
        position = position.play(action)
    return position


def is_assembled(position: Position) -> bool:
    return "timeline_boards" in vars(position)


def test_most_questions_need_no_timelines() -> None:
    position = native()
    assert repr(position) == "<Position at T2w, White to move, 2 timelines>"
    assert (position.width, position.height, position.even) == (8, 8, False)
    assert position.timelines == python().timelines
    assert position.active == python().active
    assert position.playable == python().playable
    assert position.mandatory == python().mandatory
    assert position.moves() == python().moves()
    assert position.checks() == python().checks()
    assert not is_assembled(position)


def test_timelines_are_assembled_once() -> None:
    position = native()
    lines = position.timeline_boards
    assert is_assembled(position)
    assert position.timeline_boards is lines
    assert lines == python().timeline_boards
    assert position.outline == Outline.of_timelines(lines)


def test_derived_positions_are_equal_and_hash_alike() -> None:
    assert native() == native() == python()
    assert hash(native()) == hash(python())
    assert native() != native().play("(1T2)Nc3")
    assert native().fen() == python().fen()


def twins(position: Position) -> list[Position]:
    return [pickle.loads(pickle.dumps(position)), copy.deepcopy(position), copy.copy(position)]


def test_pickles_and_copies_hold_the_fields_and_nothing_else() -> None:
    position = native()
    assert position.status is not None
    for twin in twins(position):
        assert set(vars(twin)) == {each.name for each in fields(Position)}
        assert twin == python()
        assert twin.moves() == python().moves()
        assert twin.rules.name == "native"


def test_pickles_and_copies_keep_an_unfinished_action() -> None:
    state = native().move(native().read("(1T2)Nc3")[0])
    for twin in twins(state):
        assert twin.pending == state.pending
        assert twin.undo() == native()
        assert twin.submit() == state.submit()


def test_fields_can_be_replaced() -> None:
    position = replace(native(), player=Color.BLACK)
    assert position == replace(python(), player=Color.BLACK)
    assert position.moves() == replace(python(), player=Color.BLACK).moves()
    assert (
        replace(native(), timeline_boards=start("Standard").timeline_boards).timeline_boards
        == start("Standard").timeline_boards
    )
    assert replace(native(), rules=REFERENCE).moves() == native().moves()


def test_fields_are_read_only() -> None:
    for name in [each.name for each in fields(Position)]:
        for position in (native(), python()):
            with pytest.raises(FrozenInstanceError):
                setattr(position, name, None)
            with pytest.raises(FrozenInstanceError):
                delattr(position, name)


def test_unknown_attributes_are_ordinary_errors() -> None:
    for position in (native(), python()):
        assert not hasattr(position, "timeline")
        with pytest.raises(AttributeError, match="'Position' object has no attribute 'timeline'"):
            position.timeline  # type: ignore[attr-defined]  # noqa: B018


def test_rules_keep_their_own_form_once_per_state() -> None:
    position = replace(start("Standard"), rules=NATIVE)
    assert "_packed" not in vars(position)
    assert position.moves()
    packed = vars(position)["_packed"]
    assert position.checks() == ()
    assert REFERENCE.moves(position) == position.moves()
    assert vars(position)["_packed"] is packed


def test_rules_replace_the_form_of_others_where_they_need_their_own() -> None:
    position = start("Standard")
    for rules in (REFERENCE, NATIVE, REFERENCE, NATIVE):
        assert rules.moves(position) == python_start().moves()
        assert rules.checks(position, passing=True) == ()


def python_start() -> Position:
    return replace(start("Standard"), rules=REFERENCE)


def test_positions_share_assembled_boards() -> None:
    before = native()
    after = before.play("(1T2)Nc3")
    assert after.timeline_boards[0].boards[0] is before.timeline_boards[0].boards[0]
    assert after.timeline_boards[0] is before.timeline_boards[0]
    assert after.board(after.timeline_boards[1].boards[0].at) is before.board(
        after.timeline_boards[1].boards[0].at
    )


def test_unfinished_actions_are_derived_too() -> None:
    state = native()
    for move in state.read("(1T2)Nc3"):
        before, state = state, state.move(move)
        assert state.undo() is before
        assert not is_assembled(state)
    assert state.submit().timeline_boards == state.timeline_boards


def test_long_growth_needs_no_deep_stack() -> None:
    lines = start("Standard").timeline_boards
    cells = lines[0].boards[0].cells
    growth = Growth(lines)
    for time in range(3, 3_003):
        growth = growth.added(NewBoard(0, time, cells), Color.WHITE)
    unread = growth.added(NewBoard(1, 5, cells, (0, 4)), Color.WHITE)
    assert len(growth.lines[0].boards) == 3_001
    unpickled = pickle.loads(pickle.dumps(unread)).lines
    assert [len(line.boards) for line in unpickled] == [3_001, 1]
    assert [line.parent for line in unpickled] == [None, parse_board_at("(0T2w)")]


def test_threads_assemble_equal_timelines() -> None:
    position = native()
    ready = threading.Barrier(8)
    found: list[object] = []

    def look() -> None:
        ready.wait()
        found.append((position.timeline_boards, position.moves(), position.present, hash(position)))

    threads = [threading.Thread(target=look) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expected = python()
    assert found == [(expected.timeline_boards, expected.moves(), expected.present, hash(expected))] * 8


def parents(position: Position) -> dict[Timeline, BoardAt | None]:
    return {line.timeline: line.parent for line in position.timeline_boards}


def test_timelines_know_the_board_they_branched_from() -> None:
    expected = {Timeline.of(0): None, Timeline.of(1): parse_board_at("(0T1w)")}
    for position in (native(), python()):
        assert parents(position) == expected
        for twin in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):
            assert parents(twin) == expected
        assert parents(position.play("(1T2)Nc3")) == expected, "an extended timeline keeps its parent"


def test_initial_timelines_have_no_parent() -> None:
    for name in ("Standard", "Misc - Timeline Invasion", "Standard - Two Timelines"):
        assert set(parents(start(name)).values()) == {None}


def test_a_parent_does_not_make_positions_differ() -> None:
    position = python()
    forgotten = replace(
        position, timeline_boards=tuple(replace(line, parent=None) for line in position.timeline_boards)
    )
    assert forgotten == position
    assert hash(forgotten) == hash(position)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["Small", "Very Small - Open", "brawns", "even and staggered", "three timelines", "black first"]
)
def test_both_rules_give_the_same_parents_in_random_games(name: str) -> None:
    chance = random.Random(name)
    branches = 0
    for _ in range(4):
        fast, slow = both(starts()[name])
        expected = parents(fast)
        for _ in range(10):
            actions = list(fast.actions(2_000))
            if not actions:
                break
            action = chance.choice([action for action in actions if branch_targets(fast, action)] or actions)
            before = set(fast.timelines)
            targets = branch_targets(fast, action)
            fast, slow = fast.play(action), slow.play(action)
            # New timelines are numbered away from the middle in the order of the moves.
            new = sorted(set(fast.timelines) - before, key=lambda timeline: abs(timeline.halves))
            expected |= dict(zip(new, targets, strict=True))
            assert parents(fast) == parents(slow) == expected
            branches += len(new)
    assert branches >= 4


def branch_targets(position: Position, action: Action) -> list[BoardAt]:
    return [move.target.board for move, kind in move_kinds(position, action) if kind is MoveKind.BRANCH]
