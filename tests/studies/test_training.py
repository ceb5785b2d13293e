"""The trainer without a page: whole puzzles solved by judgements, wrong answers, other mates, hints."""

from itertools import islice, product

import pytest

from hyperchess.budget import Budget
from hyperchess.errors import HyperchessError
from hyperchess.game import expect
from hyperchess.multiverse import MULTIVERSE, Action
from hyperchess.puzzles.collection import bundled
from hyperchess.puzzles.entry import Entry
from hyperchess.studies.errors import StudyError
from hyperchess.studies.learning.training import (
    give_hint,
    judge,
    list_puzzles,
    open_puzzle,
    open_solution,
    solved_game,
)


def puzzle(mate_in: int, game: str = "5d") -> Entry:
    return next(entry for entry in bundled() if entry.mate_in == mate_in and entry.kind == game)


def texts(action: Action | tuple[object, ...] | None) -> list[str]:
    return [str(move) for move in action or ()]


def key(entry: Entry) -> list[str]:
    return texts(solved_game(entry.id).main_line[0].action)


@pytest.mark.parametrize(("mate_in", "game"), [*product([1, 2, 3], ["5d", "infinite"]), (4, "infinite")])
def test_following_the_hints_solves_it(mate_in: int, game: str) -> None:
    entry = puzzle(mate_in, game)
    played: list[list[str]] = []
    for left in range(mate_in, 0, -1):
        hint = give_hint(entry.id, played, whole=True)
        assert hint.text.startswith("Play ")
        judgement = judge(entry.id, [*played, list(hint.moves)])
        assert judgement.right
        assert judgement.solved == (not judgement.reply)
        if judgement.solved:
            return
        assert f"Find the mate in {left - 1}." in judgement.text
        played += [list(hint.moves), list(judgement.reply)]
    raise AssertionError("not solved in time")


def test_the_defence_is_one_that_holds_out_longest() -> None:
    entry = puzzle(3)
    judgement = judge(entry.id, [key(entry)])
    root = solved_game(entry.id).root.children[0]
    longest = next(node for node in root.children if texts(node.action) == list(judgement.reply))
    assert any(grandchild.children for grandchild in longest.children)


def test_a_first_action_that_the_search_does_not_decide_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """The key is proven to be the only one, so the judgement was needlessly unknown."""
    monkeypatch.setattr("hyperchess.studies.learning.training._SEARCH", Budget(rounds=1))
    entry = puzzle(3)
    judgements = [
        judge(entry.id, [texts(action)])
        for action in islice(solved_game(entry.id).root.position.actions(), 8)
        if set(texts(action)) != set(key(entry))
    ]
    assert {judgement.right for judgement in judgements} == {False}
    assert any("only one other action" in judgement.text for judgement in judgements)


@pytest.mark.parametrize("mate_in", [1, 2])
def test_every_other_first_action_is_wrong(mate_in: int) -> None:
    entry = puzzle(mate_in)
    solved = expect(solved_game(entry.id), MULTIVERSE)
    position = solved.root.position
    wanted = position.canonical(solved.main_line[0].action or ())
    for action in position.actions(20):
        judgement = judge(entry.id, [texts(action)])
        assert judgement.right == (position.canonical(action) == wanted)
        if not judgement.right:
            assert f"{'is not' if mate_in == 1 else 'does not force'} mate: " in judgement.text
            assert not judgement.reply


@pytest.mark.parametrize("mate_in", [1, 2, 3])
def test_every_other_first_move_of_infinite_chess_is_wrong(mate_in: int) -> None:
    entry = puzzle(mate_in, "infinite")
    [wanted] = key(entry)
    for move in islice(solved_game(entry.id).root.position.moves(), 0, None, 9):
        judgement = judge(entry.id, [[str(move)]])
        assert judgement.right == (str(move) == wanted)
        if not judgement.right:
            assert "mate: " in judgement.text or "stalemate" in judgement.text


def test_a_hint_of_infinite_chess_names_the_piece_and_its_square() -> None:
    entry = puzzle(2, "infinite")
    [move] = key(entry)
    assert give_hint(entry.id, []).text.endswith(f" on {move.partition('>')[0]}.")


def test_another_reply_than_that_of_the_solution_is_judged_by_a_search() -> None:
    entry = puzzle(2, "infinite")
    node = solved_game(entry.id).root.children[0]
    for reply in node.children:
        played = [key(entry), texts(reply.action), texts(reply.children[0].action)]
        assert judge(entry.id, played).solved


def test_the_moves_may_come_in_any_order() -> None:
    entry = next(entry for entry in bundled() if len(key(entry)) > 1)
    moves = key(entry)
    try:
        judgement = judge(entry.id, [moves[::-1]])
    except HyperchessError:
        return  # not playable in that order
    assert judgement.right


def test_a_hint_names_a_piece_first() -> None:
    entry = puzzle(2)
    hint = give_hint(entry.id, [])
    assert hint.text.startswith("Look at the ")
    assert hint.moves[0] in key(entry)


def test_a_puzzle_opens_without_its_solution() -> None:
    entry = puzzle(2)
    content = open_puzzle(entry.id)
    assert len(content.nodes) == 1
    assert content.game.headers.keys().isdisjoint({"Puzzle", "Result"})
    solution = open_solution(entry.id)
    assert len(solution.nodes) == sum(1 for _ in solved_game(entry.id).root.walk())


def test_the_list_gives_nothing_away() -> None:
    listed = list_puzzles()
    assert [view.id for view in listed] == [entry.id for entry in bundled()]
    assert not hasattr(listed[0], "proof")


@pytest.mark.parametrize("played", [[], [[], []], [["nonsense"]], [["(0T1)a1>(0T1)a1"]], [[]] * 9])
def test_what_is_not_an_answer_is_refused(played: list[list[str]]) -> None:
    with pytest.raises(HyperchessError):
        judge(puzzle(1).id, played)


def test_unknown_puzzles_are_refused() -> None:
    for ask in (open_puzzle, open_solution, lambda id: judge(id, [["x"]]), lambda id: give_hint(id, [])):
        with pytest.raises(StudyError, match="there is no puzzle"):
            ask("nothing")
