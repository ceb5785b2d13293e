"""Games written by each writer are read again: equal up to what the writer reported as lost."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperchess.game import Comment, Game, expect
from hyperchess.infinite import INFINITE, Move, Position, start
from hyperchess.notation.registry import detect, find_notation
from hyperchess.notation.writing import Written
from hyperchess.text import Severity, Source
from tests.infinite.strategies import setups
from tests.notation.icn.random_icn_games import random_icn_game

InfiniteGame = Game[Position, Move]
WRITERS = [
    ("icn", {}),
    ("icn", {"form": "medium"}),
    ("icn", {"form": "compact"}),
    ("icn-legacy", {}),
    ("icn-legacy", {"form": "compact"}),
    ("icn-site", {}),
    ("icn-site", {"form": "compact"}),
    ("icn-json", {}),
    ("icn-json", {"moves": "strings"}),
]
WRITERS_OF_TREES = [("icn", {"form": form}) for form in ("long", "medium", "compact")]
SEEDS = range(25)


def again(name: str, options: dict[str, str], game: InfiniteGame) -> tuple[InfiniteGame, Written]:
    notation = find_notation(name)
    written = notation.write(game, **options)
    (read,) = notation.read(Source(written.text))
    return expect(read, INFINITE), written


def moves(game: InfiniteGame) -> list[object]:
    return [node.action for node in game.main_line]


def tree(game: InfiniteGame) -> list[object]:
    return [(len(node.path), node.action) for node in game.walk()]


def compared(game: InfiniteGame) -> dict[str, Callable[[], object]]:
    """Return the parts that are equal unless there is a loss of that kind."""
    line = game.main_line
    return {
        "comments": lambda: [node.comments for node in (game.root, *line)],
        "evaluations": lambda: [node.evaluation for node in line],
        "headers": lambda: game.headers | ({"Result": game.result} if game.result else {}),
        "properties": lambda: game.start.settings.properties if game.start else None,
        "variations": lambda: tree(game),
    }


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), WRITERS)
def test_random_games_round_trip(name: str, options: dict[str, str]) -> None:
    for seed in SEEDS:
        game = random_icn_game(seed)
        read, written = again(name, options, game)
        lost = {loss.kind for loss in written.losses}
        if "properties" in lost and game.start is not None and game.start.settings.slide_limit is not None:
            continue  # other moves are legal without it
        errors = [problem for problem in read.problems if problem.severity is Severity.ERROR]
        assert not errors, (seed, str(errors[0]), written.text)
        assert moves(read) == moves(game), seed
        if not lost & {"properties", "dialect"}:
            assert read.start == game.start, seed
        if "comments" not in lost:
            assert [node.clock for node in read.main_line] == [node.clock for node in game.main_line], seed
        respelled = {"comments"} if "clocks" in lost else set()
        for kind, values in compared(game).items():
            if kind not in lost | respelled:
                assert compared(read)[kind]() == values(), (seed, kind)
        # Written again, nothing changes and nothing more is lost.
        twice, second = again(name, options, read)
        assert second.text == written.text, seed
        assert moves(twice) == moves(game), seed


@pytest.mark.parametrize(("name", "options"), WRITERS_OF_TREES)
def test_variations_in_variations_round_trip(name: str, options: dict[str, str]) -> None:
    for seed in SEEDS:
        game = random_icn_game(seed, plies=6, variations=8)
        read, written = again(name, options, game)
        assert "variations" not in {loss.kind for loss in written.losses}
        assert tree(read) == tree(game), (seed, written.text)
        for node, other in zip(game.walk(), read.walk(), strict=True):
            if node is not game.end and not node.children:
                assert other.result == node.result


@pytest.mark.parametrize(("name", "options"), WRITERS)
def test_what_a_writer_writes_is_detected(name: str, options: dict[str, str]) -> None:
    for seed in SEEDS:
        written = find_notation(name).write(random_icn_game(seed), **options)
        found = detect(written.text)[0].name
        assert found.startswith("icn"), (seed, written.text)
        assert (found == "icn-json") == (name == "icn-json")


def test_losses_are_reported_by_their_kind() -> None:
    game: InfiniteGame = Game(start("Classical"), {"White": "Ada"})
    node = game.root.add((start("Classical").find("4,2>4,4"),))
    game.root.add((start("Classical").find("5,2>5,4"),))
    node.comments = [Comment("a {b}", 0)]
    node.result = "1-0"
    kinds = {
        name: {loss.kind for loss in find_notation(name).write(game, **options).losses}
        for name, options in (("icn", {}), ("icn-site", {}), ("icn-json", {"moves": "strings"}))
    }
    assert kinds["icn"] == {"comments"}
    assert kinds["icn-site"] == {"comments", "variations"}
    assert kinds["icn-json"] == {"comments", "variations"}
    compact = find_notation("icn").write(game, form="compact")
    assert {loss.kind for loss in compact.losses} == {"comments", "headers"}
    strict = find_notation("icn").write(game, variations="none")
    assert {loss.kind for loss in strict.losses} == {"comments", "variations"}


@pytest.mark.slow
@given(setups())
def test_any_start_round_trips(setup: object) -> None:
    game: InfiniteGame = Game(Position.of(setup))  # type: ignore[arg-type]
    for form in ("long", "compact"):
        read, written = again("icn", {"form": form}, game)
        lost = {loss.kind for loss in written.losses}
        exchanged = any(problem.code == "promotion-order" for problem in read.problems)
        if "properties" not in lost and not exchanged:
            assert read.start == game.start


texts = st.text(st.characters(exclude_characters="{}", exclude_categories=["Cs"]), max_size=20)


@given(texts, texts, st.text(max_size=10), st.text(max_size=20))
def test_any_comment_and_header_survives_or_is_reported(
    first: str, second: str, key: str, value: str
) -> None:
    position = Position.parse("w K5,1|P4,2+|k5,8")
    game: InfiniteGame = Game(position, {"Event": value, key: "x"})
    node = game.root.add((position.find("4,2>4,4"),))
    node.comments = [Comment(first, 1), Comment(second, 1)]
    for name in ("icn", "icn-legacy", "icn-site", "icn-json"):
        read, written = again(name, {}, game)
        lost = {loss.kind for loss in written.losses}
        assert moves(read) == moves(game)
        if "comments" not in lost:
            assert read.main_line[0].comments == node.comments
        if "headers" not in lost:
            assert read.headers == game.headers
