"""The collection of games in the package: read, explored as a plain scan does, and searched."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from hyperchess import infinite, multiverse
from hyperchess.library.demo.collection import Collection, bundled_collection
from hyperchess.library.demo.searching import game_search
from hyperchess.library.errors import LibraryDamaged, QueryError
from hyperchess.multiverse import MULTIVERSE
from hyperchess.ruleset import GameKind
from hyperchess.rulesets import play_action


@pytest.fixture(scope="module")
def packed() -> bytes:
    return bundled_collection().first({GameKind.MULTIVERSE: 12, GameKind.INFINITE: 3})


@pytest.mark.parametrize("damage", [b"", b"not a collection\n", b'{"format": "hyperchess games 9"}\n'])
def test_a_damaged_file(damage: bytes) -> None:
    with pytest.raises(LibraryDamaged, match="cannot be read"):
        Collection(damage)


def test_a_file_that_was_cut_off(packed: bytes) -> None:
    with pytest.raises(LibraryDamaged, match="not complete"):
        Collection(packed[:-1])


def _scan(games: list[Any], front: int) -> Counter[tuple[Any, str]]:
    """Count what was played from the first position of each game with a front, by replaying all of them."""
    found: Counter[tuple[Any, str]] = Counter()
    for game in games:
        position = game.start
        for action in game.actions():
            if position.keys().front == front:
                found[tuple(action), game.result] += 1
                break
            position = play_action(position, action, checked=False)
    return found


def test_exploring_agrees_with_a_plain_scan(packed: bytes) -> None:
    collection = Collection(packed)
    games = list(collection)
    random = Random(3)
    for game in random.sample(games, 6):
        position = game.start
        actions = list(game.actions())
        for action in actions[: random.randrange(len(actions))]:
            position = play_action(position, action, checked=False)
        wanted = _scan(games, position.keys().front)
        found: Counter[tuple[Any, str]] = Counter()
        for entry in collection.explore(position).entries:
            for result, count in (("1-0", entry.white), ("0-1", entry.black), ("1/2-1/2", entry.draws)):
                found[tuple(entry.action), result] += count
        assert +found == wanted


def test_the_bundled_collection() -> None:
    collection = bundled_collection()
    kinds = Counter(game.kind for game in collection)
    variants = {(game.kind, game.variant) for game in collection}
    assert kinds[GameKind.MULTIVERSE] > 2 * kinds[GameKind.INFINITE] > 0
    assert {(GameKind.MULTIVERSE, each.name) for each in multiverse.variants()} <= variants
    assert len([each for each in infinite.variants() if (GameKind.INFINITE, each.name) in variants]) >= 28
    assert {game.white[-1] for game in collection} >= set("1234")
    for game in Random(1).sample(list(collection), 40):
        position = game.start
        for action in game.actions():
            position = play_action(position, action, checked=False)
        if game.status in ("checkmate", "stalemate") and game.kind is GameKind.MULTIVERSE:
            assert position.status.word == game.status


def test_queries_on_games() -> None:
    games = list(bundled_collection())
    find = game_search('(variant = "small" or variant ~ "TURN ZERO") and not actions >= 30 and mate')
    wanted = [
        game
        for game in games
        if (game.variant == "Small" or "Turn Zero" in game.variant)
        and game.plies < 30
        and game.status == "checkmate"
    ]
    assert [game for game in games if find(game)] == wanted != []
    assert all(find(game) == frozenset((game.plies,)) for game in wanted)
    whole = game_search('not variant = "Standard" and actions > 10')
    assert {whole(game) for game in games} == {None, frozenset()}


def test_patterns_are_looked_for_in_the_games() -> None:
    games = [game for game in bundled_collection() if game.variant == "Standard"][:60]
    find = game_search('pattern "8/8/8/8/8/5N2/8/8" and not (pattern "8/8/8/8/8/2N5/8/8" or actions < 20)')
    found = {game.id: find(game) for game in games}
    for game in games:
        plies = set()
        known: set[object] = set()
        for ply, position in enumerate(game.positions(game.plies)):
            new = [board for board in MULTIVERSE.expect(position).boards if board not in known]
            known.update(new)
            letters = [[piece and piece.text for piece in (board[5, 2], board[2, 2])] for board in new]
            if any(each[0] == "N" for each in letters) and not any(each[1] == "N" for each in letters):
                plies.add(ply)
        assert found[game.id] == frozenset(plies if game.plies >= 20 else ())
    assert any(found.values())
    plane = next(game for game in bundled_collection() if game.variant == "Classical")
    assert game_search('pattern "K" at 5,1')(plane) >= {0, 1}  # type: ignore[operator]


@pytest.mark.parametrize("query", ["check", "mate and N jumps", "timelines > 3", "legal actions = 1"])
def test_queries_that_need_a_library_say_so(query: str) -> None:
    with pytest.raises(QueryError, match="library demo"):
        game_search(query)
