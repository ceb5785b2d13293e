"""Two versions of a game put together."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperchess.game import AnyGame, AnyNode, Game
from hyperchess.multiverse import MULTIVERSE
from hyperchess.notation.reading import parse
from hyperchess.studies.errors import StudyError
from hyperchess.studies.merging import Merge
from hyperchess.studies.opening import open_game, open_text
from hyperchess.studies.study import Study


def _lines(game: AnyGame) -> set[tuple[str, ...]]:
    return {tuple(str(step.action) for step in node.path) for node in game.root.walk()}


def _texts(node: AnyNode) -> list[str]:
    return [child.moves[0].text for child in node.children]


def test_both_versions_are_there() -> None:
    study = Study(open_text('[White "Ada"] 1. e4 {mine} / e5 (1b. c5) 2. Nf3'))
    other = parse('[White "Bo"] [Black "Cy"] 1. e4 {theirs} / c5 2. d4 (2w. Nf3) 1-0')
    change = study.edit(Merge(other))
    first = study.game.root.children[0]
    assert [comment.text for comment in first.comments] == ["mine", "theirs"]
    assert _texts(first) == ["e5", "c5"]
    assert _texts(first.children[1]) == ["d4", "Nf3"]
    assert study.game.headers == {"White": "Ada", "Black": "Cy"}
    assert change.head == {"headers": (("White", "Ada"), ("Black", "Cy")), "title": "Ada - Cy"}
    assert first.children[1].children[0].result == "1-0"


def test_moves_that_could_not_be_read_are_kept_as_written() -> None:
    study = Study(open_text("1. e4 / Zz1"))
    study.edit(Merge(parse("1. e4 / Zz1 2. Nf3")))
    study.edit(Merge(parse("1. e4 / Zz2")))
    first = study.game.root.children[0]
    assert _texts(first) == ["Zz1", "Zz2"]
    assert _texts(first.children[0]) == ["Nf3"]


def test_the_same_action_in_another_order_is_the_same() -> None:
    start = '[Board "Standard - Two Timelines"]\n'
    study = Study(open_text(start + "1. (+0T1)e3 (-0T1)e3"))
    change = study.edit(Merge(parse(start + "1. (-0T1)e3 (+0T1)e3")))
    assert change.nodes == ()


def test_another_start_is_refused() -> None:
    study = Study(open_text('[Board "Standard"] 1. e4'))
    for text in ('[Board "Standard - Turn Zero"]', "w K5,1|k5,8"):
        with pytest.raises(StudyError, match="same position"):
            study.edit(Merge(parse(text)))


def _grown(game: Game[Any, Any], choices: list[tuple[int, int]]) -> AnyGame:
    """A game with variations: at a node, one of its actions."""
    nodes = [game.root]
    for where, which in choices:
        node = nodes[where % len(nodes)]
        actions = list(node.position.actions(8))
        if actions:
            nodes.append(node.add(actions[which % len(actions)]))
    return game


CHOICES = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 7)), max_size=6)


@given(CHOICES, CHOICES)
def test_nothing_is_lost_and_nothing_is_doubled(
    mine: list[tuple[int, int]], theirs: list[tuple[int, int]]
) -> None:
    start = parse('[Board "Standard"]', game=MULTIVERSE).start
    one, other = (_grown(Game(start, notation="shad"), choices) for choices in (mine, theirs))
    wanted = _lines(one) | _lines(other)
    study = Study(open_game(one))
    study.edit(Merge(other))
    assert _lines(study.game) == wanted
    assert len(study.nodes()) == len(wanted)
    assert study.edit(Merge(other)).nodes == ()
