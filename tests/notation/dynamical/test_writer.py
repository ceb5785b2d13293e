"""Output, losses, and round trip of everything else."""

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hyperchess as hc
from hyperchess.game import Comment, Game, WrittenMove
from hyperchess.multiverse import Move, Position, start
from hyperchess.notation.registry import find_notation
from hyperchess.notation.writing import InvalidOption
from hyperchess.text import Severity
from tests import nightly
from tests.notation.random_games import VARIANTS, random_game

LAYOUTS = [
    ("dynamical", "algebraic"),
    ("dynamical", "topological"),
    ("dynamical-2", "algebraic"),
    ("dynamical-2", "topological"),
    ("dynamical-2", "stored"),
]
some_game = cache(random_game)


def held(game: Game[Position, Move], lost: set[str]) -> list[object]:
    """Return the content of a game without what a writer reported as lost."""
    return [
        (
            node.action,
            node.evaluation,
            [] if "comments" in lost else [(comment.text, comment.after) for comment in node.comments],
            "" if "results" in lost else node.result,
        )
        for node in game.main_line
    ]


def check(game: Game[Position, Move], name: str, options: dict[str, Any]) -> None:
    written = find_notation(name).write(game, **options)
    again = hc.expect(hc.parse(written.text), hc.MULTIVERSE)
    assert again.notation == name or not game.main_line
    problems = [str(problem) for problem in again.problems if problem.severity is not Severity.INFO]
    assert not problems, written.text + "\n".join(problems)
    assert again.start == game.start
    assert again.headers == game.headers
    lost = {loss.kind for loss in written.losses}
    assert held(again, lost) == held(game, lost), written.text
    commented = any(node.comments for node in game.main_line)
    assert ("comments" in lost) == (commented and not options.get("annotations", False))
    assert lost <= {"comments", "variations", "results"}


@pytest.mark.parametrize(("name", "presentation"), LAYOUTS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_round_trips(name: str, presentation: str, variant: str) -> None:
    game = some_game(5, variant=variant)
    check(game, name, {"presentation": presentation, "annotations": True})


@given(st.integers(0, 10**6), st.sampled_from(LAYOUTS), st.booleans())
def test_random_games_round_trip(seed: int, layout: tuple[str, str], annotations: bool) -> None:
    game = random_game(seed, actions=4, variations=1)
    check(game, layout[0], {"presentation": layout[1], "annotations": annotations})


@pytest.mark.nightly
@settings(max_examples=nightly.CASES["dynamical"])
@given(st.integers(0, 10**6), st.sampled_from(LAYOUTS))
def test_long_random_games_round_trip(seed: int, layout: tuple[str, str]) -> None:
    game = random_game(seed, actions=30, variations=0)
    check(game, layout[0], {"presentation": layout[1], "annotations": True})


@pytest.mark.parametrize(("name", "presentation"), LAYOUTS)
@pytest.mark.parametrize("source", ["shad", "shad-first", "raw", "branched"])
def test_games_written_in_any_dialect_of_5dpgn_round_trip(name: str, presentation: str, source: str) -> None:
    for variant in ("Standard - Two Timelines", "Very Small - Open"):
        told = hc.parse(hc.write(some_game(3, variant=variant), source))
        again = hc.parse(hc.write(told, name, presentation=presentation))
        assert [node.action for node in again.main_line] == [node.action for node in told.main_line]
        assert again.end.is_resolved


def played(variant: str, *actions: str) -> Game[Position, Move]:
    """Return a game without written text."""
    game: Game[Position, Move] = Game(start(variant))
    node = game.root
    for text in actions:
        node = node.add(node.position.read(text))
    return game


def test_moves_that_nobody_wrote_are_spelled_from_the_rules() -> None:
    game = played("Standard", "e3", "f6", "Qe2", "Nc6", "Qh5")
    assert hc.write(game, "dynamical").endswith("<0T3>3[Qh5#]\n")


def test_written_moves_can_be_spelled_anew() -> None:
    game = hc.parse('[Board "Standard"] 1. e2e3 / (0T1)f7f6 2. Qe2 / Nc6 3. Qh5+')
    assert hc.write(game, "dynamical", headers="none").startswith("<0T1>1[e2e3] <0T1>1.5[f7f6]")
    again = hc.write(game, "dynamical", moves="rules")
    assert again.startswith('[Board "Standard"]\n\n<0T1>1[e3] <0T1>1.5[f6]')
    assert again.endswith("[Qh5#]\n")


def test_short_forms_of_jumps_get_their_boards() -> None:
    game = hc.parse('[Variant "Standard"] 1. e3 / Nf6 2. Nc3 / d5 3. N>>c5')
    assert "<0T3>3[Nc3>>(0T2)c5]" in hc.write(game, "dynamical")
    mapped = hc.write(game, "dynamical", presentation="topological")
    assert "-<0T2>-3[(0T3)Nc3>>(0T2)c5@(1T2)]+" in mapped
    assert "-<1T2>-3[(0T3)Nc3>>(0T2)c5] " in mapped


def test_raw_moves_become_moves_of_cells() -> None:
    game = hc.parse(". (0T1)b1>(0T1)c3\n/ (0T1)d7>(0T1)d5\n. (0T2)c3>(0T1)c5\n")
    assert game.notation == "raw"
    assert hc.write(game, "dynamical") == "<0T1>1[b1c3] <0T1>1.5[d7d5] <0T2>2[c3>>(0T1)c5]\n"


def test_signed_zeros_have_columns_of_their_own() -> None:
    game = played("Standard - Two Timelines", "(-0T1)e3 (+0T1)d3", "(-0T1)e6 (+0T1)d6")
    written = hc.write(game, "dynamical", presentation="topological", headers="none")
    assert written.split("     ") == [
        " <+0T1>1#2[d3] / <+0T1>1.5#2[d6]",
        " <-0T1>1[e3] / <-0T1>1.5[e6]",
        "\n",
    ]


def test_turn_zero_and_several_initial_timelines() -> None:
    game = played("Standard - Turn Zero", "Nc3", "d6", "(0T2)Nc3>>(0T1)c5")
    assert "<0T2>2[Nc3>>(0T1)c5~]" in hc.write(game, "dynamical")
    back = played("Standard - Turn Zero", "e3", "Nf6", "d3", "(0T2)Nf6>>(0T0)f5")
    mapped = hc.write(back, "dynamical", presentation="topological").splitlines()
    assert mapped[2].split("     ")[-3:] == [
        "-<0T0>-2.5[(0T2)Nf6>>(0T0)f5~@(-1T0)]+",
        "-<-1T0>-2.5[(0T2)Nf6>>(0T0)f5~]",
        "",
    ]


def test_promotions_stand_behind_the_square() -> None:
    fen = "[2k/P2/K2:0:1:w]"
    game: Game[Position, Move] = Game(Position.of_fen(fen, promotions="QR"))
    game.root.add(game.root.position.read("a3=R"))
    written = hc.write(game, "dynamical")
    assert fen in written
    assert "<0T1>1[a3=R+]" in written
    assert hc.parse(written).final == game.final


def test_losses_are_told() -> None:
    text = '[Board "Standard"] [White "Ada"] [Result "1-0"] {why} 1. e4 {good} / e5 (2w. f4) 2w. Nf3 1-0'
    lost = {loss.kind: loss for loss in hc.convert(text, to="dynamical").losses}
    assert set(lost) == {"comments", "variations", "results"}
    assert lost["variations"].place == "2w"
    lost = {loss.kind: loss for loss in hc.convert(text, to="dynamical", headers="start").losses}
    assert set(lost) == {"comments", "variations", "headers"}
    kept = hc.convert(text, to="dynamical-2", annotations=True)
    assert {loss.kind for loss in kept.losses} == {"variations"}
    assert kept.text.endswith("\n1-0\n")


def test_a_move_without_a_board_that_cannot_be_followed_is_a_guess() -> None:
    result = hc.convert("1. e4 / Ke5 2. Nf3 / N>>c4", to="dynamical")
    assert result.text == "<0T1>1[e4] <0T1>1.5[Ke5] <0T2>2[Nf3] <0T2>2.5[N>>c4]\n"
    assert {loss.kind for loss in result.losses} == {"boards"}


def test_marks_written_apart_stand_in_the_cell() -> None:
    game = hc.parse('[Board "Standard"] 1. e3 / f6 2. Qe2 / Nc6 3. Qh5 # !!')
    assert hc.write(game, "dynamical").endswith("[Qh5#!!]\n")


def test_words_that_are_no_move_cannot_end_their_cell() -> None:
    game: Game[Position, Move] = Game(None)
    game.root.attach((WrittenMove(None, "a] [b"),)).comments = [Comment("two\nlines}", 0)]
    written = find_notation("dynamical").write(game, presentation="topological", annotations=True)
    assert written.text == " {two lines)}<0T1>1[a)(b]     \n"
    assert {loss.kind for loss in written.losses} == {"boards", "comment-braces", "comment-breaks"}


def test_a_map_that_nobody_could_look_at_is_written_as_a_list() -> None:
    game = hc.parse("<0T1>1[a1>(9999T9999)a1]", "dynamical")
    written = find_notation("dynamical-2").write(game, presentation="topological")
    assert {loss.kind for loss in written.losses} == {"layout"}
    assert len(written.text) < 200


def test_a_game_without_moves_keeps_its_start_and_result() -> None:
    game: Game[Position, Move] = Game(start("Standard"))
    game.root.result = "1/2-1/2"
    again = hc.parse(hc.write(game, "dynamical"), "dynamical")
    assert (again.start, again.result, again.problems) == (game.start, game.result, ())


def test_wrong_options_are_refused() -> None:
    game: Game[Position, Move] = Game(start("Standard"))
    for options in ({"presentation": "stored"}, {"moves": "short"}, {"headers": "some"}):
        with pytest.raises(InvalidOption, match="is '"):
            hc.write(game, "dynamical", **options)
