"""Engine results as data; hints with their reasons; reviews written and read."""

import pytest

from hyperchess import infinite, multiverse
from hyperchess.budget import Budget
from hyperchess.multiverse import MULTIVERSE
from hyperchess.notation.reading import parse
from hyperchess.studies.analysis.engines import no_engine
from hyperchess.studies.analysis.reviewing import WriteReview, review_content, view_review
from hyperchess.studies.analysis.searching import Progress
from hyperchess.studies.analysis.thinking import PlayTask, ThinkTask, thought_answer
from hyperchess.studies.infinite import suggestions as infinite_suggestions
from hyperchess.studies.multiverse.suggestions import find_suggestion
from hyperchess.studies.opening import open_text
from hyperchess.studies.study import Study

_MATE = "1. e3 / f6 2. Qe2 / Nc6"


def test_reports_and_the_answer_are_lines() -> None:
    reports: list[Progress] = []
    task = ThinkTask(parse(_MATE).final, 60, lines=2, number=3, depth=2)
    answer = task.run(reports.append)
    assert reports
    best, other = answer.data["lines"]
    assert (best.score.mate, best.score.chance, other.score.mate) == (1, 100.0, None)
    assert [(action.number, action.player, action.text) for action in best.actions] == [(3, "white", "Qh5#")]
    assert best.arrows[0].to == (0, 6, 7, 4)
    late = task.late(answer.data)
    assert late is not None and late.text == answer.text
    assert task.late({}) is None  # not "there is no legal action"
    assert thought_answer({}).text == "there is no legal action"


def test_scores_are_seen_from_white() -> None:
    position = parse('[Size "4x4"]\n[Board "custom"]\n[1k2/3q/4/K3:0:1:b]\n').final
    [line] = ThinkTask(position, 60, depth=1).run(lambda progress: None).data["lines"]
    assert line.score.chance < 50
    assert line.score.text.startswith("-")
    assert line.actions[0].player == "black"


def test_a_level_plays_a_legal_action() -> None:
    position = multiverse.start("Very Small - Open")
    answer = PlayTask(position, 60, level=1).run(lambda progress: None)
    assert position.is_legal(position.read(" ".join(answer.data["moves"])))
    assert PlayTask(position, 60, level=1).late({}).data["moves"] is None


def test_which_games_have_an_engine() -> None:
    assert no_engine(multiverse.start("Standard")) == ""
    assert isinstance(no_engine(infinite.start("Classical")), str)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (_MATE, "Qh5 mates at once"),
        ("1. e4 / e5 2. Qh5 / Ke7", "mates at once"),
        ('[Size "4x4"]\n[Board "custom"]\n[k3/4/1q2/1R1K:0:1:w]\n', "takes the queen"),
    ],
)
def test_a_hint_says_why(text: str, reason: str) -> None:
    position = parse(text, game=MULTIVERSE).final
    suggestion = find_suggestion(position, position)
    assert suggestion.moves is not None and position.is_legal(position.read(" ".join(suggestion.moves)))
    assert reason in suggestion.text


def test_a_hint_saves_a_king() -> None:
    position = parse('[Size "4x4"]\n[Board "custom"]\n[3k/4/4/K2r:0:1:w]\n', game=MULTIVERSE).final
    assert "saves the king from" in find_suggestion(position, position).text


def test_a_hint_goes_on_from_pending_moves() -> None:
    base = multiverse.start("Standard - Two Timelines")
    state = base.move(base.moves()[0])
    suggestion = find_suggestion(base, state)
    assert suggestion.moves is not None and suggestion.moves[0] == str(state.pending[0])
    base.play(" ".join(suggestion.moves))


def test_a_hint_where_nothing_can_be_played() -> None:
    mated = parse(f"{_MATE} 3. Qh5", game=MULTIVERSE).final
    assert find_suggestion(mated, mated).moves is None


def test_a_hint_of_infinite_chess(monkeypatch: pytest.MonkeyPatch) -> None:
    position = infinite.start("Classical")
    monkeypatch.setattr(infinite_suggestions, "no_engine", lambda position: "there is no engine yet")
    suggestion = infinite_suggestions.find_suggestion(position)
    assert suggestion.moves is not None and "is legal (there is no engine yet)" in suggestion.text


def test_a_review_is_written_and_read() -> None:
    content = open_text(f"{_MATE} 3. Qh5#")
    reports: list[Progress] = []
    answer = review_content(content, Budget(rounds=300), reports.append)
    assert reports[-1] == {"done": 5, "of": 5}
    study = Study(content)
    assert view_review(study) is None
    change = study.edit(WriteReview(answer.data["found"]))
    review = view_review(study)
    assert review is not None
    blunder = review.points[3]
    assert (blunder.player, blunder.judgement, blunder.score.mate) == ("black", "blunder", 1)
    assert blunder.better is not None and blunder.better in {view.id for view in change.nodes}
    assert blunder.lost is not None and blunder.lost > 15
    assert blunder.reason == "allows mate in 1"
    black = next(summary for summary in review.players if summary.player == "black")
    judged = [point.judgement for point in review.points if point.player == "black"]
    assert (black.actions, black.blunders) == (2, judged.count("blunder"))
    # nodes that are no longer in the tree are left out
    shorter = Study(open_text("1. e3 / f6"))
    shorter.edit(WriteReview(answer.data["found"]))
    found = view_review(shorter)
    assert found is not None and len(found.points) == 2
