"""Every notation to every notation and back: what must be equal is equal, what is lost is reported."""

from functools import cache
from pathlib import Path

import pytest

import hyperchess as hc
from scripts import notation_matrix
from scripts.notation_matrix import PAGE
from tests import nightly
from tests.notation.comparison import MULTIVERSE, AnyGame, assert_kept, tell, through
from tests.notation.random_games import VARIANTS, random_game

CORPUS = sorted((Path(__file__).parents[1] / "corpus" / "good").glob("*.*"))
MOST_ACTIONS = 8  # longer games are for the night


@cache
def corpus() -> dict[str, AnyGame]:
    """The games of the corpus that can be followed to their end."""
    games = {}
    for path in CORPUS:
        if path.suffix in (".5dpgn", ".4xel", ".alexbay"):
            for number, game in enumerate(hc.read_all(path)):
                if game.main_line and all(node.is_resolved for node in game.walk()):
                    games[f"{path.name}-{number}"] = game
    return games


MINOR = {
    "standard": random_game(1, variant="Standard", actions=4, variations=2),
    "even": random_game(3, variant="Misc - Timeline Battlegrounds", actions=4, variations=1),
    "brawns": random_game(4, variant="Focused - Just Brawns", actions=5, variations=2),
}


@pytest.mark.parametrize("name", MULTIVERSE)
@pytest.mark.parametrize("game", MINOR)
def test_every_notation_to_every_notation_and_back(game: str, name: str) -> None:
    """From `name` to each other one, and back: after the first losses nothing more is lost in silence."""
    first = assert_kept(MINOR[game], name)
    for other in MULTIVERSE:
        second, lost, text = through(first, other)
        assert tell(second, lost) == tell(first, lost), f"{name} to {other}\n{text[:2_000]}"
        third, lost_again, text = through(second, name)
        lost |= lost_again
        assert tell(third, lost) == tell(first, lost), f"{name} to {other} to {name}\n{text[:2_000]}"


@pytest.mark.parametrize("name", MULTIVERSE)
def test_short_games_of_the_corpus_come_through(name: str) -> None:
    games = [game for game in corpus().values() if sum(1 for _ in game.walk()) <= MOST_ACTIONS]
    assert len(games) >= 8
    for game in games:
        assert_kept(game, name)


@pytest.mark.parametrize("name", MULTIVERSE)
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_of_many_variants_come_through(name: str, variant: str) -> None:
    assert_kept(random_game(5, variant=variant, actions=4, variations=1), name)


@pytest.mark.nightly
@pytest.mark.parametrize("name", MULTIVERSE)
@pytest.mark.parametrize("game", [path.name for path in CORPUS if path.suffix == ".5dpgn"])
def test_all_games_of_the_corpus_come_through(game: str, name: str) -> None:
    for number in range(20):
        if f"{game}-{number}" in corpus():
            assert_kept(corpus()[f"{game}-{number}"], name)


@pytest.mark.nightly
@pytest.mark.parametrize("name", MULTIVERSE)
@pytest.mark.parametrize("seed", nightly.seeds("notations"))
def test_many_random_games_come_through(name: str, seed: int) -> None:
    assert_kept(random_game(seed), name)


def test_the_page_of_the_matrix_has_a_row_for_every_notation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notation_matrix, "ROOT", tmp_path)
    (tmp_path / PAGE).parent.mkdir(parents=True)
    notation_matrix.main()
    rows = [line for line in (tmp_path / PAGE).read_text(encoding="utf-8").splitlines() if "|" in line]
    for name in MULTIVERSE:
        assert any(f"**{name}**" in row.split("|")[1] for row in rows), name
