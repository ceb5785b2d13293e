"""hyperchess JSON is lossless for both games and fits its schema; variants come through the variant JSON."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given

import hyperchess as hc
from hyperchess import infinite
from hyperchess.errors import HyperchessError, ParseError
from hyperchess.game import AnyNode, Comment, Game, WrittenMove
from hyperchess.infinite import RuleSettings
from hyperchess.multiverse import Position, Variant, variants
from hyperchess.notation.json import Record, read_json_games, read_record, record_data, schema, write_json
from hyperchess.notation.minor.variant_json import parse_variants, read_variants, write_variants
from hyperchess.ruleset import GameKind
from hyperchess.text import Location, Severity, Source, Span
from tests.notation.icn.random_icn_games import random_icn_game
from tests.notation.random_games import random_game
from tests.strategies import positions

FOLDER = Path(__file__).parents[2] / "corpus"
CORPUS = sorted(path for kind in ("5dpgn", "icn") for path in FOLDER.glob(f"*/*.{kind}"))
VALIDATOR = jsonschema_rs.Draft202012Validator(schema())


def everything(game: Game[Any, Any]) -> object:
    """All that a game holds."""
    nodes = list(game.root.walk())
    index = {node: place for place, node in enumerate(nodes)}
    tree = [
        (
            None if node.parent is None else index[node.parent],
            node.moves,
            node.comments,
            node.mark,
            node.result,
            node.legal,
        )
        for node in nodes
    ]
    spans = [[move.span for move in node.moves] for node in nodes]
    return game.start, game.kind, list(game.headers.items()), game.notation, tree, spans


def without_spans(game: Game[Any, Any]) -> Game[Any, Any]:
    """The game as if it was not read from a text."""
    for node in game.walk():
        node.moves = tuple(WrittenMove(move.move, move.text, move.evaluation) for move in node.moves)
    return game


def again(game: Game[Any, Any], **options: Any) -> Game[Any, Any]:
    """A game written and read; what is written fits the schema."""
    written = write_json(game, **options)
    assert written.losses == ()
    VALIDATOR.validate(json.loads(written.text))
    (read,) = hc.parse_all(written.text)
    return read


@pytest.mark.slow
@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_nothing_is_lost_not_even_what_is_wrong(path: Path) -> None:
    for game in hc.parse_all(path.read_bytes().decode("utf-8", "replace")):
        read = again(game, problems=True)
        # Without problems there is no source to which spans could belong.
        assert everything(read) == everything(game if game.problems else without_spans(game))
        assert read.problems == game.problems


@pytest.mark.parametrize("seed", range(20))
def test_random_trees_come_through(seed: int) -> None:
    game = random_game(seed, variations=6)
    assert everything(again(game, indent=None)) == everything(game)
    assert again(game).problems == ()


@pytest.mark.parametrize("seed", range(20))
def test_random_trees_of_infinite_chess_come_through(seed: int) -> None:
    game = random_icn_game(seed, variations=5)
    read = again(game)
    assert everything(read) == everything(game)
    assert read.problems == ()
    assert read.final.text(full=True) == game.final.text(full=True)


@given(positions())
def test_any_start_comes_through(position: Position) -> None:
    game: Game[Any, Any] = Game(position)
    read = again(game)
    assert read.start == position
    assert read.problems == ()


@pytest.mark.parametrize(
    "text",
    [
        "w:b:r 4,3 3/50 7 (8;Q,AM|1|1) {slideLimit: 7} K5,1+|P4,4|k5,8|3q90,-90|vo3,3|ob7,7",
        "b -5,12,-5,_ (8|1) royalcapture K5,1+|P4,4|k5,8",
        "w K123456789012345678901234567890,1|k-99999999999999999999999999,8",
    ],
)
def test_starts_of_infinite_chess_with_all_their_rules(text: str) -> None:
    position = infinite.Position.parse(text)
    assert again(Game(position)).start == position


def test_rules_that_a_position_text_does_not_say() -> None:
    position = infinite.Position.parse("w (8|1) K5,1|k5,8")
    settings = RuleSettings(
        promotions=position.settings.promotions,
        ranks_exchanged=True,
        free_promotion=True,
        automatic_move_rule=True,
        drop_idle_rights=True,
    )
    start = again(Game(position.with_settings(settings))).start
    assert start is not None
    assert start.settings == settings and start.settings.ranks_exchanged


@pytest.mark.parametrize("kind", list(GameKind))
def test_games_without_a_start_keep_their_kind_and_their_words(kind: GameKind) -> None:
    game: Game[Any, Any] = Game(None, {"Event": "lost"}, notation="shad", kind=kind)
    node = game.root.attach((WrittenMove(None, "Nf9", "??"), WrittenMove(None, "e4")))
    node.comments = [Comment("nobody knows", 1)]
    assert everything(again(game)) == everything(game)


def test_unresolved_and_illegal_moves_of_infinite_chess() -> None:
    game = hc.parse("w (8|1) K5,1|P4,2|k5,8 4,2>4,3|5,8>9,9|4,3>4,4")
    assert [node.is_resolved for node in game.main_line] == [True, False, False]
    assert everything(again(game)) == everything(without_spans(game))
    checked = infinite.Position.parse("w K5,1|r4,8|k5,9")
    bad: Game[Any, Any] = Game(checked)
    node = bad.root.attach((WrittenMove(infinite.parse_move("5,1>4,1"), "K4,1"),))
    node.legal = False
    assert everything(again(bad)) == everything(bad)


def test_an_infinite_game_changed_by_hand_is_checked() -> None:
    text = hc.write(random_icn_game(3), "json")
    data = json.loads(text)
    data["nodes"][1]["moves"].append({"from": "1,1", "to": "2,2"})
    (game,) = read_json_games(Source(json.dumps(data)))
    assert [problem.message for problem in game.problems] == ["an action of infinite chess is one move"]
    data = json.loads(text)
    data["nodes"][1]["moves"][0]["to"] = "77,777"
    (game,) = read_json_games(Source(json.dumps(data)))
    assert game.problems[0].code == "illegal-move"
    data["nodes"][1]["moves"][0]["to"] = "77"
    (game,) = read_json_games(Source(json.dumps(data)))
    assert "expected squares such as 4,2" in game.problems[0].message


def test_files_of_version_1_are_read() -> None:
    path = Path(__file__).parent / "version-1.json"
    game = hc.read(path)
    source = json.loads(path.read_text(encoding="utf-8"))["source"]["text"]
    direct = hc.parse(source)
    assert everything(game) == everything(without_spans(direct))
    # That version offered a guess as a fix, and did not say why a move is impossible.
    (stored,), (problem,) = game.problems, direct.problems
    assert problem.message == f"{stored.message}: h9 is outside the 8x8 boards"
    assert replace(stored, fix=None, message=problem.message) == problem
    assert game.problems[0].fix is not None
    assert game.problems[0].source.text == source


def test_version_1_had_5d_chess_only() -> None:
    data = json.loads(hc.write(random_icn_game(3), "json"))
    data["version"] = 1
    (game,) = read_json_games(Source(json.dumps(data)))
    assert [(problem.code, problem.message) for problem in game.problems] == [
        ("version", "the game of version 1 is '5d'")
    ]


@pytest.mark.parametrize("version", [0, 3, "2", 2.5, None, True])
def test_other_versions_are_refused(version: Any) -> None:
    data = json.loads(write_json(random_game(1)).text)
    data["version"] = version
    (game,) = read_json_games(Source(json.dumps(data)))
    assert [problem.code for problem in game.problems] == ["version"]


def test_games_may_stand_in_a_list() -> None:
    games: list[Game[Any, Any]] = [random_game(1), random_icn_game(2), random_game(3)]
    text = f"[{','.join(write_json(game).text for game in games)}]"
    assert [everything(game) for game in hc.parse_all(text)] == list(map(everything, games))
    assert [game.problems for game in hc.parse_all(text)] == [()] * 3


def test_lone_surrogates_are_escaped_so_that_the_text_can_be_saved() -> None:
    game: Game[Any, Any] = Game(None)
    game.root.comments = [Comment("half \ud800 of it")]
    assert write_json(game).text.encode("utf-8")
    assert again(game).root.comments == game.root.comments


def test_a_record_keeps_what_belongs_to_a_study() -> None:
    text = "1. e4 / e5 (2w. d4) 2. Nf3"
    source = Source(text, "mine.5dpgn", Location(4, 2))
    game = hc.expect(hc.parse(text), hc.MULTIVERSE)
    ids: dict[AnyNode, int] = {node: 3 * number for number, node in enumerate(game.root.walk())}
    first = game.main_line[0]
    first.moves = (WrittenMove(first.moves[0].move, "", "", Span(3, 5)),)
    record = Record(game, ids, 40, source, "mine", 7, {first: ("e4",)})
    data = json.loads(json.dumps(record_data(record)))
    VALIDATOR.validate(data)
    read = read_record(data)
    assert everything(read.game) == everything(game)
    assert list(read.ids.values()) == list(ids.values())
    assert (read.next_id, read.title, read.games, read.source) == (40, "mine", 7, source)
    assert list(read.short.values()) == [("e4",)]
    # The same text is a file that anyone can open.
    assert everything(read_json_games(Source(json.dumps(data)))[0]) == everything(game)


@pytest.mark.parametrize(
    "data", [None, [], {}, 5, {"format": "hyperchess"}, {"format": "hyperchess", "version": 2, "game": "5d"}]
)
def test_a_damaged_record_is_refused(data: Any) -> None:
    with pytest.raises(HyperchessError, match="a stored study is damaged"):
        read_record(data)


def test_several_games_stand_one_after_the_other() -> None:
    text = "".join(write_json(random_game(seed)).text for seed in range(3))
    assert len(hc.parse_all(text)) == 3


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda data: data["nodes"][1]["moves"][0].update(to="(0T1w)h8"), "illegal-move"),
        (lambda data: data["nodes"][1].update(parent=7), "json"),
        (lambda data: data["nodes"][1].update(colour="red"), "json"),
        (lambda data: data["nodes"][1]["moves"][0].update(to="e4"), "json"),
        (lambda data: data["start"].update(boards=["[k1/K:0:1:w]"]), "start"),
        (lambda data: data.update(game="draughts"), "version"),
        (lambda data: data["nodes"][1].update(id=0), "json"),
        (lambda data: data["nodes"][1]["moves"][0].update(span=[3]), "json"),
        (lambda data: data["nodes"][1].update(moves=3), "json"),
        (lambda data: data["nodes"].append(3), "json"),
        (lambda data: data["nodes"][1]["moves"][0].update(promotion="Z"), "json"),
        (lambda data: data["start"].update(boards=[3]), "json"),
        (lambda data: data.update(headers=[["White"]]), "json"),
    ],
)
def test_a_changed_file_is_reported(change: Any, code: str) -> None:
    data = json.loads(write_json(random_game(1, variant="Standard")).text)
    change(data)
    (game,) = read_json_games(Source(json.dumps(data)))
    assert game.problems and game.problems[0].code == code
    for node in game.walk():
        assert not node.is_resolved or node.position.text()


@pytest.mark.parametrize("name", ["json", "icn-json", "shad-json"])
def test_values_in_a_row_that_are_no_games_are_one_document(name: str) -> None:
    games = hc.parse_all('0 "a" {} [] {"a": 1} null {"b": 1} {}{}', name)
    notes = [[(p.column, p.message) for p in game.problems if "no game" in p.message] for game in games]
    many, last = [(3, "3 more values that are no games")], [(38, "1 more value that is no game")]
    if name == "json":  # in which brackets hold games
        many = [(3, "2 more values that are no games")]
    assert notes == [many, [], [], [], last]
    assert all(any(p.severity is Severity.ERROR for p in game.problems) for game in games)
    assert all(len(game.problems) >= 2 for game in (games[0], games[-1]))  # it says what was expected, too


def test_every_variant_comes_through_the_variant_json() -> None:
    for variant in variants():
        written = write_variants([variant])
        (again,) = parse_variants(written.text)
        lost = {loss.kind for loss in written.losses}
        assert (again.name, again.author) == (variant.name, variant.author)
        if "unmoved" not in lost:
            assert again.position.boards == variant.position.boards
        if "promotions" not in lost:
            assert again.position.promotions == variant.position.promotions
        bare = [board.fen().replace("*", "") for board in variant.position.boards]
        assert [board.fen().replace("*", "") for board in again.position.boards] == bare


def test_variant_json_has_turns_before_the_first() -> None:
    position = Position.of_fen("[k*1/1K*:0:-128:b][k*1/1K*:0:-127:w]")
    text = write_variants([Variant("Long ago", position, author="Ada")]).text
    assert json.loads(text)[0]["CosmeticTurnOffset"] == -129
    assert json.loads(text)[0]["Timelines"] == {"0L": [None, "k1/1K", "k1/1K"]}
    assert parse_variants(text)[0].position == position


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[{}]",
        '[{"Name": "x", "Timelines": {"zero": ["k1/1K"]}}]',
        '[{"Name": "x", "Timelines": {"0L": ["k1/1Z"]}}]',
        '[{"Name": "x", "Timelines": {"0L": ["k1/1K", null, "k1/1K"]}}]',
        '[{"Name": "x", "Timelines": {"0L": [7]}}]',
        '[{"Name": 1, "Timelines": {"0L": ["k1/1K"]}, "CosmeticTurnOffset": 1e12}]',
    ],
)
def test_bad_variants_are_reported(text: str) -> None:
    _, problems = read_variants(Source(text))
    assert any(problem.severity is Severity.ERROR for problem in problems)
    with pytest.raises(ParseError):
        parse_variants(text)
