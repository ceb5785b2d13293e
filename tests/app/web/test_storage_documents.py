"""A stored study is the complete game: for every game of the corpus, good and bad, of either kind."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperchess import infinite
from hyperchess.api.documents import Document, read_document, write_document
from hyperchess.errors import HyperchessError
from hyperchess.game import AnyGame, Comment, Game
from hyperchess.infinite import INFINITE, RuleSettings
from hyperchess.infinite.position import Position
from hyperchess.multiverse import start
from hyperchess.notation.reading import parse_all
from hyperchess.studies.content import Content
from hyperchess.text import Source

from ...strategies import positions

CORPUS = Path(__file__).parents[2] / "corpus"
FILES = sorted(
    path for path in CORPUS.rglob("*") if path.is_file() and path.suffix in (".5dpgn", ".icn", ".alexbay")
)


def _value(game: Game[Any, Any]) -> dict[str, Any]:
    """All that a game holds, as one comparable value."""
    index = {node: place for place, node in enumerate(game.root.walk())}
    return {
        "start": game.start,
        "headers": list(game.headers.items()),
        "notation": game.notation,
        "problems": [(problem, problem.source.text) for problem in game.problems],
        "nodes": [
            (
                None if node.parent is None else index[node.parent],
                node.moves,
                node.comments,
                node.mark,
                node.result,
                node.legal,
            )
            for node in index
        ],
    }


def _again(content: Content) -> Content:
    return read_document(write_document(content))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(CORPUS)))
def test_every_game_of_the_corpus_comes_back_whole(path: Path) -> None:
    text = path.read_bytes().decode("utf-8", "replace")
    games = parse_all(text)
    for game in games:
        content = Content.of(game, source=Source(text), title="mine", games=len(games))
        again = _again(content)
        assert _value(again.game) == _value(game)
        assert (again.title, again.games, again.next_id) == ("mine", len(games), content.next_id)
        assert list(again.ids.values()) == list(content.ids.values())


def test_the_corpus_is_there() -> None:
    assert len(FILES) > 60
    assert {path.suffix for path in FILES} == {".5dpgn", ".icn", ".alexbay"}


def test_variations_of_infinite_chess_which_no_notation_holds() -> None:
    position = infinite.start("Classical")
    game = Game(position, {"Variant": "Classical"}, notation="icn")
    first = game.root.add("4,2>4,4")
    game.root.add("5,2>5,4")
    answer = first.add("4,7>4,5")
    answer.comments = [Comment("before", 0), Comment("after { } \ud800 \u2603", 1)]
    answer.mark, answer.result = "+", "1-0"
    again = _again(Content.of(game))
    assert _value(again.game) == _value(game)
    assert again.game.final.text() == game.final.text()


@pytest.mark.parametrize(
    "text",
    [
        "w:b:r 4,3 3/50 7 (8;Q,AM|1|1) {slideLimit: 7} K5,1+|P4,4|k5,8|3q90,-90|vo3,3|ob7,7",
        "b -5,12,-5,_ (8|1) royalcapture K5,1+|P4,4|k5,8",
        "w K123456789012345678901234567890,1|k-99999999999999999999999999,8",
    ],
)
def test_starts_of_infinite_chess_with_all_their_rules(text: str) -> None:
    position = Position.parse(text)
    game: AnyGame = Game(position, notation="icn")
    assert _again(Content.of(game)).game.start == position


def test_rules_that_a_position_text_does_not_tell() -> None:
    position = Position.parse("w (8|1) K5,1|k5,8")
    settings = RuleSettings(
        promotions=position.settings.promotions,
        free_promotion=True,
        automatic_move_rule=True,
        drop_idle_rights=True,
    )
    game = Game(position.with_settings(settings), notation="icn")
    again = INFINITE.expect(_again(Content.of(game)).game.start)
    assert again.settings == settings


@given(positions())
def test_starts_of_5d_chess(position: Any) -> None:
    game: AnyGame = Game(position, notation="shad")
    assert _again(Content.of(game)).game.start == position


@given(st.text(max_size=20) | st.just("\ud800"), st.text(max_size=20), st.integers(0, 5))
def test_any_text_in_comments_and_headers(text: str, key: str, after: int) -> None:
    game = Game(start("Standard"), {key: text}, notation="shad")
    node = game.root.add("e4")
    node.comments = [Comment(text, after)]
    assert _value(_again(Content.of(game)).game) == _value(game)


def test_numbers_of_nodes_last_and_are_not_used_twice() -> None:
    (game,) = parse_all("1. e4 / e5 (2w. d4) 2. Nf3")
    content = Content.of(game)
    gone = game.root.children[0].children[0].children[1]
    content.drop(gone)
    gone.delete()
    again = _again(content)
    new = again.add(again.game.root.attach(()))
    assert new == content.next_id == 5
    assert sorted(again.nodes) == [0, 1, 2, 3, 5]


def test_deep_games_need_no_deep_stack() -> None:
    turns = ("Nf3 / Nf6", "Ng1 / Ng8")
    moves = " ".join(f"{number + 1}. {turns[number % 2]}" for number in range(700))
    (game,) = parse_all(f'[Board "Standard"] {moves}')
    assert _value(_again(Content.of(game)).game) == _value(game)


def test_documents_of_the_first_version_are_still_read() -> None:
    path = Path(__file__).parent / "documents-1.json"
    played, endless = (read_document(Document(**stored)) for stored in json.loads(path.read_text()))
    assert played.source is not None
    (game,) = parse_all(played.source.text)
    game.root.add("d4")
    assert played.game.problems[0].fix is not None  # that version offered a guess as a fix
    reason = ": h9 is outside the 8x8 boards"  # and did not say why a move is impossible
    played.game.problems = tuple(
        replace(problem, fix=None, message=problem.message + reason) for problem in played.game.problems
    )
    assert _value(played.game) == _value(game)
    assert (played.title, played.games, played.next_id, played.kind) == ("mine", 1, 20, "5d")
    assert list(played.ids.values()) == list(range(10))
    assert list(played.short.values()) == [("d4",)]
    # Infinite chess: variations, a rule that the text of a position does not say, an unresolved move.
    position = INFINITE.expect(endless.game.start)
    assert position.settings.free_promotion and position.text() == "3/50 (8;Q,AM|1) K5,1+|P4,7|k5,8|3q90,-90"
    first, second = endless.game.root.children
    assert (str(first.moves[0].move), first.mark, first.comments[0].text) == (
        "4,7>4,8AM",
        "+",
        "[%csl G4,8] strong \U0001f600",
    )
    assert (second.result, first.children[0].legal, first.children[0].moves[0].text) == (
        "0-1",
        False,
        "9,9>x",
    )
    assert endless.kind == "infinite"
    for content in (played, endless):
        assert _value(_again(content).game) == _value(content.game)
        assert json.loads(write_document(content).text)["version"] == 2


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"version": 2}', '{"version": 1, "start": "missing"}', "not JSON"],
)
def test_a_damaged_document_is_told(text: str) -> None:
    with pytest.raises(HyperchessError, match="a stored study"):
        read_document(Document(text, {}))
