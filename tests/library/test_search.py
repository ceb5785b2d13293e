"""Searches give what a plain scan of the games in Python gives, for written and for random queries."""

import random
from functools import partial
from pathlib import Path

import pytest

import hyperchess as hc
from hyperchess.app.cli.batch import run_parts
from hyperchess.errors import BudgetExhausted, HyperchessError
from hyperchess.game import AnyGame
from hyperchess.library import Library, QueryError
from hyperchess.library.language import parse_query
from hyperchess.library.search import Share, in_turn
from tests.library.games import infinite_games, multiverse_games, write_games
from tests.library.naive import first_ply

pytest.importorskip("duckdb")
pytest.importorskip("numpy")

QUERIES = [
    'white = "fantasie" and variant ~ "turn zero"',
    'white = "ADA" or black ~ "o"',
    'date >= "2022" and date < "2024.05"',
    'date = "2023" and not result = "1-0"',
    'game = "infinite"',
    "actions > 9 and jumps >= 3",
    "Nn jumps",
    "Nn jumps back >= 2 and check on other timeline",
    "KQRBNPkqrbnp jumps back = 1",
    "timelines(white) - timelines(black) >= 1",
    "timelines(black) > timelines(white) + 0",
    "timelines > 2 and boards < 20",
    "mate",
    "mate through time",
    "not mate within 3 and check",
    "Pp captured and mate within 6",
    "stalemate",
    "present back >= 1",
    "present back = 2 or checked >= 2",
    "legal actions = 1 and check",
    "legal actions < 4 and not check",
    "legal actions > 10 - 2 and ply > 4 and black to move",
    "piece P at (0T2)e2",
    "piece Pp at (0T1w)a2 or piece Kk at (+0T2)e1",
    "piece K at 5,1 and ply > 2",
    "distance(K, k) > 6",
    "distance(K, k) > 10^6",
    "distance(K, q) <= 7 and white to move",
    'position "Standard"',
    'front "Standard"',
    'board "Standard" and ply > 0',
    'position "Classical" and ply < 5',
    'material "KQRRBBNNPPPPPPPPkqrrbbnnpppppppp" and ply = 4',
    "branches > 0 and turn < 3",
    "broken",
    "errors = 0 and moves > 14",
    'notation != "branched"',
    'pattern "8/8/8/8/8/5N2/8/8"',
    'pattern "8/8/8/8/8/[Nn]6[Nn]/8/8" and ply > 3',
    'pattern "8/8/8/8/.7/8/P[Pp]?5/[white]7" and not check',
    'pattern "8/pppp4/8/8/8/8/8/4K3" at timeline -1',
    'pattern "4k3/8/8/8/8/8/8/4K3" at turn 3 and legal actions > 5',
    'pattern "4k3/8/8/8/8/8/8/4K3" at (0T2b)',
    'pattern "8/8/8/8/8/8/8/[black RQ]7" or mate',
    'not pattern "3q4/8/8/8/8/8/8/8" and black to move',
    'pattern "????/4/4/????"',
    'pattern "P./.P" at any square',
    'pattern "r7/8/8/8/8/8/8/8" at any board and ply > 5',
    'pattern "Q3" at 4,1 and ply > 0',
    'pattern "[black]/1/1/." or pattern "[AM CH]"',
    "check through time and not (check on other timeline or N captured)",
]
ATOMS = [
    "check",
    "check through time",
    "mate",
    "Pp captured",
    "Nn jumps",
    "present back",
    "white to move",
    "timelines > {}",
    "timelines(white) >= {}",
    "ply > {}",
    "ply <= {}",
    "boards > {}",
    "legal actions < {}",
    "piece P at (0T2)e{}",
    "distance(K, k) > {}",
    "checked > {}",
    'white = "Ada"',
    'game = "5d"',
    "mate within {}",
    "KQRBNkqrbn jumps back >= {}",
    'pattern "8/8/8/8/2?.4/8/8/8" at turn {}',
    'pattern "8/8/8/8/8/[Nn Pp]7/8/8"',
    'pattern "P/." at {},3',
]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[AnyGame]:
    folder = tmp_path_factory.mktemp("games")
    write_games(folder / "a.5dpgn", multiverse_games(33))
    write_games(folder / "b.icn", infinite_games(6), "icn")
    return [*hc.read_all(folder / "a.5dpgn"), *hc.read_all(folder / "b.icn")]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory, games: list[AnyGame]) -> Library:
    folder = tmp_path_factory.mktemp("library")
    opened = hc.library.open(folder, create=True)
    files = [write_games(folder / "a.5dpgn", games[:33]), write_games(folder / "b.icn", games[33:], "icn")]
    assert opened.add(*files).games == len(games)
    return opened


def naive(games: list[AnyGame], query: str) -> dict[int, int | None]:
    parsed = parse_query(query)
    plies = {number: first_ply(game, parsed) for number, game in enumerate(games, start=1)}
    return {number: ply for number, ply in plies.items() if ply is not None}


def assert_same(library: Library, games: list[AnyGame], query: str) -> None:
    expected = naive(games, query)
    found = {game.id: game.ply or 0 for game in library.search(query)}
    assert found == expected, query
    assert library.count(query) == len(expected), query


@pytest.mark.slow
@pytest.mark.parametrize("query", QUERIES)
def test_written_queries(library: Library, games: list[AnyGame], query: str) -> None:
    assert_same(library, games, query)


def random_query(chance: random.Random, depth: int) -> str:
    if depth == 0 or chance.random() < 0.2:
        return chance.choice(ATOMS).format(chance.randrange(1, 8))
    kind = chance.choice(("and", "or", "not"))
    if kind == "not":
        return f"not ({random_query(chance, depth - 1)})"
    return f"({random_query(chance, depth - 1)}) {kind} ({random_query(chance, depth - 1)})"


@pytest.mark.parametrize("seed", range(12))
def test_random_queries(library: Library, games: list[AnyGame], seed: int) -> None:
    assert_same(library, games, random_query(random.Random(seed), 3))


@pytest.mark.parametrize(
    "query", ["legal actions < 9 and ply > 3", "piece P at (0T2)e2 or distance(K, k) > 6"]
)
def test_several_processes_give_the_same(
    library: Library, monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    monkeypatch.setattr("hyperchess.library.search._TOGETHER", 3)
    monkeypatch.setattr("hyperchess.app.cli.batch._FIRST_PARTS", 1)
    share = partial(run_parts, jobs=2)
    expected = [(game.id, game.ply) for game in library.search(query)]
    assert len(expected) > 9
    assert [(game.id, game.ply) for game in library.search(query, share=share)] == expected
    assert library.count(query, share=share) == len(expected)
    first = library.search(query, share=share, limit=1)
    assert [(game.id, game.ply) for game in first] == expected[:1]


@pytest.mark.parametrize("rounds", [0, 7, 60])
def test_a_budget_ends_several_processes_at_the_same_place(
    library: Library, monkeypatch: pytest.MonkeyPatch, rounds: int
) -> None:
    monkeypatch.setattr("hyperchess.library.search._TOGETHER", 2)
    monkeypatch.setattr("hyperchess.app.cli.batch._FIRST_PARTS", 1)

    def found(share: Share) -> list[int]:
        games = []
        with pytest.raises(BudgetExhausted):
            for game in library.search("legal actions < 20", budget=hc.Budget(rounds=rounds), share=share):
                games.append(game.id)
        return games

    assert found(partial(run_parts, jobs=2)) == found(in_turn)


def test_most_written_queries_find_something(library: Library) -> None:
    found = [query for query in QUERIES if library.count(query)]
    assert len(found) > 0.7 * len(QUERIES), set(QUERIES) - set(found)


def test_a_limit_and_what_a_game_says(library: Library, games: list[AnyGame]) -> None:
    (first, second) = library.search("ply = 3", limit=2)
    assert (first.place, second.place) == ("2w", "2w")
    assert hc.write(first.game(), "branched") == hc.write(games[0], "branched")


def test_a_budget_ends_a_search_with_what_is_known(library: Library) -> None:
    found = []
    with pytest.raises(BudgetExhausted):
        for game in library.search("legal actions >= 0", budget=hc.Budget(rounds=3)):
            found.append(game)
    assert [game.id for game in found] == [1, 2, 3]


@pytest.mark.parametrize(
    ("query", "column", "message"),
    [
        ("", 1, "the query is empty"),
        ("white = Ada", 9, "expected a text between double quotes, found 'Ada'"),
        ("timeline > 3", 1, "expected a condition, found 'timeline'"),
        ("check and", 9, "expected a condition, found the end"),
        ("(check", 6, "expected `)`, found the end"),
        ("check check", 7, "expected `and`, `or`, or the end, found 'check'"),
        ("Z captured", 1, "expected letters of pieces"),
        ("piece Q at e4", 12, "expected a square"),
        ("mate within many", 13, "expected a number, found 'many'"),
        ("actions >", 9, "expected a condition, found the end"),
        ("actions = 10^99999", 11, "this number is too large"),
        ("white < 'x'", 9, 'unexpected "\'"'),
        ('white < "x"', 7, "white can be compared by = != and ~ only"),
        ('position "nowhere"', 10, "'nowhere' is not a position"),
        ('material "K?"', 10, "expected letters of pieces"),
        ("distance(K k)", 12, "expected `,`"),
        ("pattern Q", 9, "expected a pattern between double quotes"),
        ('pattern ""', 10, "this rank is empty"),
        ('check and pattern "8/7/8"', 22, "this rank has 7 squares, and the first one 8"),
        ('pattern "7Z"', 11, "expected letters of pieces"),
        ('pattern "[]8"', 10, "expected letters of pieces"),
        ('pattern "4/[Q4"', 12, "expected a piece, `.`, `?`, a number or `[...]`"),
        ('pattern "0Q"', 10, "a rank has at most 26 squares"),
        ('pattern "9999999999999"', 10, "a rank has at most 26 squares"),
        ('pattern "8/8"', 10, "at least one piece or empty square"),
        ('pattern "Q" at e4', 16, "expected a place"),
        ('pattern "Q" at turn x', 21, "expected the number of a turn"),
        ("timelines(red) > 1", 11, "expected `white` or `black`"),
        ("not " * 5 + "(" * 60 + "check", 71, "at most 50 conditions"),
        ("x" * 20_000, 10_001, "at most 10000 characters"),
    ],
)
def test_errors_point_at_their_place(library: Library, query: str, column: int, message: str) -> None:
    with pytest.raises(QueryError) as raised:
        library.search(query)
    assert message in str(raised.value)
    assert raised.value.problem.column == column
    assert "^" in str(raised.value)


def test_nothing_in_a_query_reaches_the_database_as_sql(library: Library) -> None:
    assert library.count('white = "\'; DROP TABLE games; --"') == 0
    assert len(library) > 0


def test_random_texts_are_queries_or_errors(library: Library) -> None:
    words = [
        "(",
        ")",
        "and",
        "not",
        "Q",
        "captured",
        ">",
        "3",
        '"x"',
        "mate",
        "within",
        "(0T1)e4",
        "(0T1)",
        "pattern",
        '"Q"',
        "at",
        "timeline",
        "10^3",
        ",",
        "-",
    ]
    chance = random.Random(1)
    for _ in range(300):
        query = " ".join(chance.choice(words) for _ in range(chance.randrange(1, 8)))
        try:
            library.count(query)
        except HyperchessError as error:
            assert isinstance(error, QueryError), query


def test_files_are_named_in_a_query(tmp_path: Path, library: Library, games: list[AnyGame]) -> None:
    position = games[0].main_line[4].position
    found = list(library.search('position "here"', resolve=lambda text: position))
    assert [(game.id, game.ply) for game in found] == [(1, 5)]
