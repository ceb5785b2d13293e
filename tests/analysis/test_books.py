from typing import Any

import hyperchess as hc
from hyperchess.analysis.books import build_book
from hyperchess.game import Game
from hyperchess.multiverse import Move, Position, start

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
    data: Any = book.as_data()
    assert set(data["positions"][start("Standard").hash()]) == {
        "(0T1)e2>(0T1)e4",
        "(0T1)g1>(0T1)f3",
        "(0T1)b1>(0T1)c3",
    }
    assert [(entry["name"], entry["games"]) for entry in data["starts"]] == [("Standard", 4)]
    often: Any = book.as_data(least=2)
    assert set(often["positions"][start("Standard").hash()]) == {"(0T1)e2>(0T1)e4", "(0T1)g1>(0T1)f3"}


def test_books_of_parts_merge_to_the_book_of_all() -> None:
    whole = build_book(hc.parse(game) for game in GAMES)
    merged = build_book(hc.parse(game) for game in GAMES[:2])
    merged.merge(build_book(hc.parse(game) for game in GAMES[2:]))
    assert merged == whole
    assert (whole.with_errors, whole.left_out) == (1, 0)


def test_infinite_chess_is_left_out() -> None:
    book = build_book([hc.parse("w k0,0|K5,5"), hc.parse('[Board "Custom"] 1. e4')])
    assert (book.games, book.left_out, book.positions) == (0, 2, {})


def played(position: Position, *actions: str) -> Game[Position, Move]:
    game: Game[Position, Move] = Game(position, {})
    node = game.root
    for action in actions:
        node = node.add(node.position.read(action))
    return game


def test_a_position_reached_in_two_ways_goes_on_where_it_is_played_most() -> None:
    """On timeline -1, far ahead, White may move at once or later."""
    position = Position.of_fen("[2k/3/K2:-1:9:w][2k/3/K2:0:1:w]")
    late = ("(0T1)Ka2", "(0T1)Kc2", "(0T2)Ka1 (-1T9)Kb1", "(0T2)Kc3")
    early = ("(0T1)Ka2 (-1T9)Kb1", "(0T1)Kc2", "(0T2)Ka1", "(0T2)Kc3")
    book = build_book([played(position, *early), played(position, *late), played(position, *late)])
    tree = book.as_game(position)
    assert [len(line.position.timeline_boards) for line in tree.root.children] == [2, 2]
    depths = [sum(1 for _ in child.walk()) for child in tree.root.children]
    assert depths == [4, 3]
    assert max(entry.count for entries in book.positions.values() for entry in entries.values()) == 3


def test_actions_of_games_with_other_promotions_are_left_out() -> None:
    """Two positions of one FEN, and so of one hash: in one of them a pawn may become a rook."""
    fen = "[3k/P3/4/K3:0:1:w]"
    rooks, queens = (Position.of_fen(fen, promotions=pieces) for pieces in ("R", "Q"))
    assert rooks.hash() == queens.hash()
    book = build_book([played(rooks, "a4=R"), played(queens, "a4=Q"), played(queens, "a4=Q")])
    for position, count in ((rooks, 1), (queens, 2)):
        assert [entry.count for entry in book.actions(position)] == [count]
        (node,) = book.as_game(position).root.children
        assert position.is_legal(node.action or ())
