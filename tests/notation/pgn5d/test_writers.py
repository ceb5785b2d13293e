"""The writers of 5DPGN: small games by hand, marks, losses, and what cannot be followed."""

import pytest

import hyperchess as hc
from hyperchess.game import Comment, Game, Node, WrittenMove
from hyperchess.multiverse import Action, Move, Position, start
from hyperchess.notation.pgn5d.writers import write_branched, write_first, write_raw, write_shad
from hyperchess.notation.writing import InvalidOption, Written

Game5D = Game[Position, Move]
Node5D = Node[Position, Move]

STANDARD = '[Mode "5D"]\n[Board "Standard"]\n[Size "8x8"]\n\n'


def played(first: Position, *texts: str, headers: dict[str, str] | None = None) -> Game5D:
    game: Game5D = Game(first, headers)
    continued(game.root, *texts)
    return game


def continued(node: Node5D, *texts: str) -> Node5D:
    for text in texts:
        node = node.add(node.position.read(text))
    return node


def kinds(written: Written) -> list[str]:
    return [loss.kind for loss in written.losses]


def body(written: Written) -> str:
    head, blank, moves = written.text.partition("\n\n")
    return moves if blank else head


def test_a_game_in_every_dialect() -> None:
    game = played(
        start("Standard"),
        *("e3", "Nf6", "Nc3", "d5", "Nc3>>(0T2)c5", "(L1)e6", "Nxd7", "(0T3)e6 (1T3)Bxd7"),
    )
    game.end.comments = [Comment("two boards, two moves", 2)]
    assert write_shad(game) == Written(
        STANDARD
        + "1. e3 / Nf6\n2. Nc3 / d5\n3. (0T3)Nc3>>(0T2)c5~ (>L1) / (1T2)e6\n"
        + "4. (1T3)Nxd7 / (0T3)e6 (1T3)Bxd7 {two boards, two moves}\n"
    )
    assert write_first(game) == Written(
        STANDARD
        + "1. (0T1)e3 / (0T1)Nf6\n2. (0T2)Nc3 / (0T2)d5\n3. (0T3)Nc3>>(0T2)c5~(+L1) / (1T2)e6\n"
        + "4. (1T3)Nxd7 / (0T3)e6 (1T3)Bxd7 {two boards, two moves}\n"
    )
    raw = write_raw(game)
    assert raw.text == (
        ". (0T1)e2>(0T1)e3\n/ (0T1)g8>(0T1)f6\n. (0T2)b1>(0T2)c3\n/ (0T2)d7>(0T2)d5\n"
        ". (0T3)c3>(0T2)c5\n/ (1T2)e7>(1T2)e6\n. (1T3)c5>(1T3)d7\n"
        "/ (0T3)e7>(0T3)e6 (1T3)c8>(1T3)d7\n"
    )
    assert kinds(raw) == ["comments"]
    short = write_branched(game)
    assert short.text == (
        '[Variant "Standard"]\n[Size "8x8"]\n[Timeline "Odd"]\n\n'
        "1. e3 / Nf6\n2. Nc3 / d5\n3. N>>c5 / (L1)e6\n4. Nxd7 / (L1)Bxd7 e6 {two boards, two moves}\n"
    )
    assert kinds(short) == ["move-order"]
    assert body(write_branched(game, style="full", tokens=True)) == (
        "1. (0T1)e2e3 / (0T1)Ng8f6\n2. (0T2)Nb1c3 / (0T2)d7d5\n"
        "3. (0T3)Nc3>>(0T2)c5~ (>L1) / (1T2)e7e6\n"
        "4. (1T3)Nc5xd7 / (1T3)Bc8xd7 (0T3)e7e6 {two boards, two moves}\n"
    )
    assert body(write_branched(game, captures=False)).endswith(
        "4. Nd7 / (L1)Bd7 e6 {two boards, two moves}\n"
    )


def test_a_tree() -> None:
    """Variations come first, in parentheses; the main line last, and with a letter after a choice."""
    game = played(start("Standard"), "e3", "Nf6", "Nc3", "d5")
    after = game.end
    main = continued(after, "Nf3", "c5")
    variation = continued(after, "N>>c5", "(L1)e6", "Nxd7")
    variation.comments = [Comment("a knight for a pawn", 1)]
    variation.result = "0-1"
    assert variation.parent is not None
    continued(variation.parent, "a3")
    main.result = "1/2-1/2"
    continued(game.root, "d4").comments = [Comment("also good", 1)]
    assert body(write_branched(game, indent=2)) == (
        "(1w. d4 {also good})\n"
        "1w. e3 / Nf6\n"
        "2. Nc3 / d5\n"
        "(3w. N>>c5 / (L1)e6\n"
        "  (4w. a3)\n"
        "  4w. Nxd7 {a knight for a pawn} 0-1)\n"
        "3w. Nf3 / c5 1/2-1/2\n"
    )
    only = write_branched(game, main_line_only=True)
    assert body(only) == "1. e3 / Nf6\n2. Nc3 / d5\n3. Nf3 / c5 1/2-1/2\n"
    assert [(loss.kind, loss.place) for loss in only.losses] == [("variations", "1w")]
    assert only.losses[0].count == 2
    assert str(only.losses[0]).endswith("(2 times)")
    assert body(write_shad(game)) == "1. e3 / Nf6\n2. Nc3 / d5\n3. Nf3 / c5 1/2-1/2\n"
    assert kinds(write_shad(game)) == ["variations"]
    assert kinds(write_raw(game)) == ["variations", "results"]


def test_black_answers_after_a_variation() -> None:
    game = played(start("Standard"), "e4", "e5", "Nf3")
    continued(game.main_line[0], "c5", "Nf3")
    assert body(write_branched(game)) == "1. e4\n(1b. c5\n 2. Nf3)\n1b. e5\n2. Nf3\n"


def test_lines_are_broken_at_the_width() -> None:
    game = played(start("Standard"), "e4", "e5", "Nf3", "Nc6")
    game.main_line[1].comments = [Comment("an open game", 1)]
    assert body(write_branched(game, width=14)) == "1. e4 / e5\n{an open game}\n2. Nf3 / Nc6\n"
    assert body(write_shad(game, width=14)) == "1. e4 / e5\n{an open game}\n2. Nf3 / Nc6\n"
    assert max(map(len, write_branched(game, width=8).text.split("\n")[4:6])) <= 8


def test_a_start_of_black() -> None:
    game = played(Position.of_fen("[k2/1p*1/2K:0:1:b]"), "Kb3", "Kb1")
    assert body(write_shad(game)) == "1. / Kb3\n2. Kb1\n"
    assert body(write_branched(game)) == "1b. Kb3\n2. Kb1\n"
    assert body(write_raw(game)) == "/ (0T1)a3>(0T1)b3\n. (0T2)c1>(0T2)b1\n"


# Marks


def test_checkmate_stands_instead_of_the_check() -> None:
    game = played(start("Standard"), "e3", "f6", "Qe2", "Nc6", "Qh5")
    assert body(write_shad(game)).endswith("3. Qh5#\n")
    assert body(write_branched(game)).endswith("3. Qh5#\n")
    assert body(write_branched(game, checks=False)).endswith("3. Qh5\n")
    assert body(write_shad(game, marks="none")).endswith("3. Qh5\n")


def test_softmate_is_a_check_in_the_first_edition() -> None:
    game = played(start("Very Small - Open"), "Rb2", "Bc3", "Nxc3", "d1=B", "Rb3", "(0T3)Na4>>(0T1)a3")
    assert body(write_shad(game)).endswith("3. Rb3 / (0T3)Na4>>(0T1)a3*~ (>L-1)\n")
    first = write_first(game)
    assert first.text.endswith("3. (0T3)Rb3 / (0T3)Na4>>(0T1)a3+~(+L-1)\n")
    assert kinds(first) == ["promotions", "softmate"]


def test_a_mate_that_no_moved_piece_gives_stands_at_the_end() -> None:
    game = played(Position.of_fen("[3R/K2N/R3/B2k:0:1:w]"), "Bb2")
    assert body(write_shad(game)) == body(write_branched(game)) == "1. Bb2#\n"


def test_a_timeline_that_is_active_again() -> None:
    game = played(
        start("Focused - Just Knights"),
        *("Nc2", "Nc4", "Nd4", "Na3", "Nd4>>(0T2)b4", "(1T2)Nxb4", "(1T3)Kc1>>(0T2)d1", "(2T2)Nc4>>(1T2)a4"),
    )
    assert body(write_shad(game)).endswith("4. (1T3)Kc1>>(0T2)d1 (>L2) / (2T2)Nc4>>(1T2)a4~ (>L-1) (~T3)\n")
    assert body(write_shad(game, tokens=False)).endswith("4. (1T3)Kc1>>(0T2)d1 / (2T2)Nc4>>(1T2)a4~\n")
    assert body(write_branched(game)).endswith("4. K>>(T2)d1 / (L2)N>>a4\n")
    assert body(write_first(game)).endswith("4. (1T3)Kc1>>(0T2)d1(+L2) / (2T2)Nc4>>(1T2)a4~(+L-1)\n")


def test_marks_as_written() -> None:
    game = played(start("Standard"), "e4", "d5", "exd5")
    texts = ("(0T1)e2e4!", "d5?", "ed5+")
    for node, text in zip(game.main_line, texts, strict=True):
        evaluation = text[-1] if text[-1] in "!?" else ""
        node.moves = (WrittenMove(node.moves[0].move, text, evaluation),)
    game.end.mark = "#"
    assert body(write_shad(game)) == "1. e4! / d5?\n2. exd5\n"
    assert body(write_shad(game, marks="written")) == "1. e4! / d5?\n2. ed5#\n"
    assert body(write_branched(game, marks="written")) == "1. e4! / d5?\n2. d5#\n"


# Spelling


def test_castling() -> None:
    game = played(start("Standard"), "e4", "e5", "Nf3", "Nf6", "Bc4", "Bc5", "O-O", "O-O")
    assert body(write_shad(game)).endswith("4. O-O / O-O\n")
    assert body(write_branched(game)).endswith("4. O-O / O-O\n")
    assert body(write_branched(game, style="full")).endswith("4. (0T4)Ke1g1 / (0T4)Ke8g8\n")
    elsewhere = played(Position.of_fen("[r*2k*2r*/7/7/7/7/7/R*2K*2R*:0:1:w]"), "Kb1", "O-O")
    assert body(write_shad(elsewhere)) == "1. Kb1 / Kf7\n"
    assert body(write_branched(elsewhere)) == "1. Kb1 / Kf7\n"


def test_pawns() -> None:
    """Letters of jumping pawns in Shad's editions only; source files by the habits of Branched 4.11."""
    two = Position.of_fen("[k*3/1p2/P3/3K*:-1:1:w][k*3/4/4/P2K*:0:1:w]")
    game = played(two, "(0T1)a1>(-1T1)a1", "(0T1)Ka3 (-1T1)ba2")
    assert body(write_shad(game)) == "1. (0T1)Pa1>(-1T1)a1 / (0T1)Ka3 (-1T1)bxa2\n"
    assert body(write_branched(game)) == "1. a>a1 / (L0)Ka3 bxa2\n"
    assert body(write_branched(game, captures=False)) == "1. a>a1 / (L0)Ka3 a2\n"


def test_promotions() -> None:
    first = Position.of_fen("[3k/P3/4/K3:0:1:w]", promotions="QN")
    game = played(first, "a4=N", "Kd3")
    head = '[Mode "5D"]\n[Board "custom"]\n[Size "4x4"]\n[Promotions "Q,N"]\n[3k/P3/4/K3:0:1:w]\n\n'
    assert write_shad(game).text == head + "1. a4=N / Kd3\n"
    assert body(write_raw(game)).startswith(". (0T1)a3>(0T1)a4N\n")
    assert kinds(write_first(game)) == ["start", "promotions"]
    assert write_branched(game).text == (
        '[Size "4x4"]\n[Timeline "Odd"]\n[Promotions "Q,N"]\n[3k/P3/4/K3:0:1:w]\n\n1. a4=N / Kd3\n'
    )


# Headers


def test_headers_keep_their_order() -> None:
    headers = {"White": "Ada", "variant": "standard", "Result": "1-0", "Event": "x", "Annotator": "Bo"}
    game = played(start("Standard"), headers=headers)
    assert write_shad(game).text == (
        '[Mode "5D"]\n[Size "8x8"]\n[White "Ada"]\n[Board "standard"]\n[Result "1-0"]\n[Event "x"]\n'
        '[Annotator "Bo"]\n\n'
    )
    assert write_branched(game).text == (
        '[Variant "standard"]\n[Size "8x8"]\n[Timeline "Odd"]\n[Event "x"]\n[White "Ada"]\n'
        '[Result "1-0"]\n[Annotator "Bo"]\n\n'
    )
    raw = write_raw(game)
    assert raw.text == '[Board "standard"]\n\n'
    assert [loss.place for loss in raw.losses] == ["White", "Result", "Event", "Annotator"]
    assert write_raw(game, headers="none").text == ""
    assert write_raw(game, headers="all").text.count("[") == 5


def test_headers_that_cannot_be_written_as_they_are() -> None:
    game = played(start("Standard"), headers={"White": 'A "B"\nC', "a key": "x"})
    written = write_branched(game)
    assert r'[White "A \"B\" C"]' in written.text
    assert '[a_key "x"]' in written.text
    assert [(loss.kind, loss.place) for loss in written.losses] == [
        ("headers", "White"),
        ("headers", "a key"),
    ]


def test_an_unknown_name_with_boards() -> None:
    game = played(Position.of_fen("[2k/3/K2:0:1:w]"), headers={"Variant": "Home made"})
    assert write_branched(game).text.startswith('[Variant "Home made"]\n[Size "3x3"]\n')
    assert write_branched(game).text.count(":w]") == 1
    shad = write_shad(game)
    assert '[Board "custom"]' in shad.text
    assert [(loss.kind, loss.place) for loss in shad.losses] == [("headers", "Board")]


def test_an_even_start() -> None:
    game = played(start("Standard - Two Timelines"), "(+0T1)e4 (-0T1)e4")
    assert body(write_shad(game)) == "1. (+0T1)e4 (-0T1)e4\n"
    assert body(write_branched(game)) == "1. (L-0)e4 e4\n"
    assert '[Timeline "Even"]' in write_branched(game).text
    first = write_first(game)
    assert body(first) == "1. (0T1)e4 (-1T1)e4\n"
    assert '[InitialMultiverses "-1 0"]' in first.text
    assert kinds(first) == ["timelines"]


def test_initial_timelines_that_the_boards_do_not_tell() -> None:
    boards = Position.of_fen("[2k/3/K2:-1:1:w][2k/3/K2:0:1:w][2k/3/K2:1:1:w]").boards
    names = [board.at.timeline for board in boards]
    first = Position.of_boards(boards, initial=names[:2])
    text = write_shad(played(first)).text
    assert '[InitialMultiverses "-1 0"]\n[Timeline "Odd"]' in text


# Comments and what cannot be followed


def test_comments_stay_where_they_are() -> None:
    game = played(start("Standard - Two Timelines"), "(-0T1)e4 (+0T1)e4")
    game.root.comments = [Comment("opening")]
    game.end.comments = [Comment("before", 0), Comment("between", 1), Comment("after", 2)]
    assert body(write_shad(game)) == "{opening}\n1. {before} (-0T1)e4 {between} (+0T1)e4 {after}\n"
    written = write_branched(game)
    assert body(written) == "{opening}\n1. {before} (L-0)e4 {between} e4 {after}\n"
    assert not written.losses


def test_comments_between_moves_that_change_places() -> None:
    game = played(start("Standard - Two Timelines"), "(+0T1)e4 (-0T1)e4")
    game.end.comments = [Comment("before", 0), Comment("between", 1), Comment("after", 2)]
    written = write_branched(game)
    assert body(written) == "1. {before} (L-0)e4 e4 {between} {after}\n"
    assert kinds(written) == ["move-order", "comment-place"]


def test_braces_in_comments() -> None:
    game = played(start("Standard"), "e4")
    game.end.comments = [Comment("a {b} }{ c", 1)]
    assert body(write_branched(game)) == "1. e4 {a {b} )( c}\n"
    assert kinds(write_branched(game)) == ["comment-braces"]
    assert body(write_first(game)) == "1. (0T1)e4 {a (b) )( c}\n"


@pytest.mark.parametrize("write", [write_shad, write_first, write_branched])
def test_what_the_rules_reject_is_written_as_it_was(write: object) -> None:
    assert callable(write)
    game = played(start("Standard"), "e4")
    wrong = game.end.attach((WrittenMove(None, "Ke4", "?"), WrittenMove(None, "(1T1)e5!", "!")))
    wrong.comments = [Comment("how?", 2)]
    wrong.mark = "#"
    wrong.attach((WrittenMove(None, "Nf3"),))
    expected = "/ Ke4? (1T1)e5! # {how?}\n2. Nf3\n"
    assert write(game).text.endswith(expected)
    assert write_raw(game).text.endswith("/ Ke4? (1T1)e5! #\n. Nf3\n")


def test_an_action_that_is_not_legal_is_not_followed() -> None:
    game = played(start("Standard"), "e4")
    position = game.end.position
    child = game.end.attach(tuple(WrittenMove(move) for move in position.read("e5")))
    child.attach(tuple(WrittenMove(move) for move in Action(position.read("d5"))))
    assert body(write_shad(game)) == "1. e4 / e5\n2. (0T1)d7>(0T1)d5\n"


def test_without_a_start() -> None:
    game: Game5D = Game(None, {"Size": "5x5", "Mode": "5D"})
    node = game.root.attach((WrittenMove(None, "(0T1)Nd2"),))
    node.attach((WrittenMove(None, "(0T1)c3"),)).result = "1-0"
    assert write_shad(game) == Written('[Size "5x5"]\n[Mode "5D"]\n\n1. (0T1)Nd2 / (0T1)c3 1-0\n')
    assert write_branched(game) == Written('[Size "5x5"]\n[Mode "5D"]\n\n1. (0T1)Nd2 / (0T1)c3 1-0\n')
    assert write_raw(game).text == '[Size "5x5"]\n\n. (0T1)Nd2\n/ (0T1)c3\n'


def test_results() -> None:
    game = played(start("Standard"), "e4", "e5")
    game.end.result = "0-1"
    game.main_line[0].result = "1-0"  # ends the main line: what follows is a variation
    assert body(write_branched(game)) == "1. e4\n(1b. e5 0-1)\n1-0\n"
    assert write_branched(game).losses == ()
    assert body(write_shad(game)) == "1. e4 1-0\n"
    assert [(loss.kind, loss.place) for loss in write_shad(game).losses] == [("variations", "1b")]
    assert body(write_branched(game, main_line_only=True)) == "1. e4 1-0\n"
    empty = played(start("Standard"))
    empty.root.result = "1/2-1/2"
    assert body(write_shad(empty)) == body(write_branched(empty)) == "1/2-1/2\n"


def test_two_variations_that_are_one() -> None:
    game = played(start("Standard - Two Timelines"), "(-0T1)e4 (+0T1)e4")
    first = game.main_line[0].action
    assert first is not None
    game.root.attach(tuple(WrittenMove(move) for move in reversed(first)))
    assert kinds(write_branched(game)) == ["duplicates", "move-order"]


def test_deep_variations() -> None:
    game: Game5D = Game(None)
    node = game.root
    for _ in range(20_000):
        node.attach((WrittenMove(None, "e4"),))
        node = node.attach((WrittenMove(None, "e5"),))
    written = write_branched(game)
    assert written.text.startswith("(1w. e5\n (1b. e5\n  (2w. e5\n")
    assert written.text.endswith("\n 1b. e4)\n1w. e4\n")
    assert max(map(len, written.text.split("\n"))) <= 100
    assert write_shad(game).text == '[Mode "5D"]\n\n1. e4\n'


def test_options_are_checked() -> None:
    game = played(start("Standard"))
    with pytest.raises(InvalidOption, match="style is 'short' or 'full', not 'tiny'"):
        hc.write(game, "branched", style="tiny")
    with pytest.raises(InvalidOption, match="marks"):
        hc.write(game, "shad", marks="all")
