import hyperchess as hc
from hyperchess.analysis.explorer import build_book
from hyperchess.multiverse import start

GAMES = [
    '[Board "Standard"] 1. Nf3 / Nf6 2. Nc3 1-0',
    '[Board "Standard"] 1. Nc3 / Nf6 2. Nf3 0-1',
    '[Board "Standard"] (1w. e4 / e5) 1w. Nf3 / d5 1/2-1/2',
    '[Board "Standard"] 1. e4 / Kh3',
]


def test_actions_are_counted_with_results() -> None:
    book = build_book(hc.parse(game) for game in GAMES)
    assert book.games == 4
    listed = [(str(entry.action), entry.count, entry.results) for entry in book.actions(start("Standard"))]
    assert listed == [
        ("(0T1)e2>(0T1)e4", 2, {}),
        ("(0T1)g1>(0T1)f3", 2, {"1-0": 1, "1/2-1/2": 1}),
        ("(0T1)b1>(0T1)c3", 1, {"0-1": 1}),
    ]


def test_a_book_becomes_a_tree_and_data() -> None:
    book = build_book(hc.parse(game) for game in GAMES)
    game = book.as_game(start("Standard"))
    assert len(game.root.children) == 3
    assert hc.parse(hc.write(game, "branched")).problems == ()
    assert len(book.as_game(start("Standard"), least=2).root.children) == 2
    data = book.as_data()
    assert set(data[start("Standard").hash()]) == {  # type: ignore[call-overload]
        "(0T1)e2>(0T1)e4",
        "(0T1)g1>(0T1)f3",
        "(0T1)b1>(0T1)c3",
    }
