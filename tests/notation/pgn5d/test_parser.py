from io import StringIO

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import hyperchess as hc
from hyperchess.errors import ParseError
from hyperchess.multiverse import Color
from hyperchess.notation.pgn5d.boundaries import boundaries
from hyperchess.notation.pgn5d.formatter import format_syntax, format_text
from hyperchess.notation.pgn5d.parser import parse_games
from hyperchess.notation.text5d.resolve import resolve
from hyperchess.notation.text5d.syntax import ActionSyntax, GameSyntax
from hyperchess.text import MAX_PROBLEMS, Severity, Source


def parse(text: str) -> GameSyntax:
    (game,) = parse_games(Source(text))
    return game


def moves(game: GameSyntax, action: ActionSyntax) -> list[str]:
    return [game.text(move.span) for move in action.moves]


def tree(game: GameSyntax, action: ActionSyntax) -> object:
    """Nested lists of moves, main line first, for games of a few actions."""
    return [*moves(game, action), *(tree(game, child) for child in action.children)]


def test_headers_keep_order_and_unknown_keys() -> None:
    game = parse('[White "Ada"]\n[Zodiac "Virgo [♍]"]\n[Board "Standard"]\n')
    assert [(header.key, header.value) for header in game.headers] == [
        ("White", "Ada"),
        ("Zodiac", "Virgo [♍]"),
        ("Board", "Standard"),
    ]


def test_serials_of_all_kinds() -> None:
    game = parse("1. e4 / e5 2w. d4 2b. d5 3... c5 / c6")
    serials = [action.serial for action in game.root.walk() if action.serial]
    assert [(serial.sign, serial.number, serial.color) for serial in serials] == [
        ("number", 1, Color.WHITE),
        ("slash", None, None),
        ("number", 2, Color.WHITE),
        ("number", 2, Color.BLACK),
        ("number", 3, Color.BLACK),
        ("slash", None, None),
    ]


def test_raw_serials() -> None:
    game = parse(". (0T1)d2>(0T1)d4\n/ (0T1)d7>(0T1)d6\n")
    assert game.notation == "raw"
    assert [action.serial.sign for action in game.root.walk() if action.serial] == ["dot", "slash"]


@pytest.mark.parametrize("result", ["1-0", "1/2-1/2", "*", "0-1 {resigns}", "1 - 0"])
def test_raw_games_behind_results_are_separate(result: str) -> None:
    text = f". (0T1)e2>(0T1)e4\n/ (0T1)e7>(0T1)e5 {result}\n. (0T1)d2>(0T1)d4 / (0T1)d7>(0T1)d5 0-1\n"
    first, second = parse_games(Source(text))
    assert [len(list(game.root.walk())) for game in (first, second)] == [3, 3]
    assert first.notation == second.notation == "raw"
    assert [boundary.start for boundary in boundaries(text, True)] == [second.start]


def test_a_raw_turn_that_is_not_the_first_goes_on_behind_a_result() -> None:
    (game,) = parse_games(Source(". (0T1)e2>(0T1)e4 / (0T1)e7>(0T1)e5 1-0\n. (0T2)d2>(0T2)d4"))
    assert [problem.code for problem in game.problems] == ["result"]


def test_a_number_before_a_slash_starts_blacks_action() -> None:
    (action,) = parse("1. / e5").root.children
    assert action.serial is not None
    assert (action.serial.number, action.serial.color) == (1, Color.BLACK)


def test_variations_nest_and_the_main_line_comes_first() -> None:
    game = parse("1. e3 (1b. Nf6 (2w. Nf3) 2w. c3) (1b. d5) 1b. e5 2. d4")
    (first,) = game.root.children
    assert tree(game, first) == ["e3", ["e5", ["d4"]], ["Nf6", ["c3"], ["Nf3"]], ["d5"]]
    assert game.notation == "branched"


def test_comments_know_where_they_stood() -> None:
    game = parse("{start} 1. {a} e4 {b} d4 {c {nested}} (1b. {d} e5 {e}) {f} 1b. d5 {g} 1-0 {h}")
    assert [comment.text for comment in game.root.comments] == ["start"]
    (first,) = game.root.children
    assert [(comment.text, comment.after) for comment in first.comments] == [
        ("a", 0),
        ("b", 1),
        ("c {nested}", 2),
    ]
    main, variation = first.children
    assert [(comment.text, comment.after) for comment in variation.comments] == [("d", 0), ("e", 1)]
    assert [(comment.text, comment.after) for comment in main.comments] == [("f", 0), ("g", 1), ("h", 2)]
    assert main.result is not None


def test_tokens_belong_to_the_move_before_them() -> None:
    game = parse("1. (0T1)Nf3>>(0T0)f5+~ (>L1) (~T2) ! / (0T1)e5 #")
    first, second = game.root.children[0], game.root.children[0].children[0]
    assert [game.text(hint) for hint in first.moves[0].hints or ()] == ["(>L1)", "(~T2)"]
    assert first.moves[0].evaluation == "!"
    assert second.moves[0].mark == "#"


def test_a_first_edition_token_is_glued_to_its_move() -> None:
    game = parse("1. (-1T4)Nc3>>x(0T2)c3+~(+L-2)")
    assert moves(game, game.root.children[0]) == ["(-1T4)Nc3>>x(0T2)c3+~"]
    assert game.notation == "shad-first"


def test_several_games_in_one_text() -> None:
    games = parse_games(Source('[White "a"]\n1. e4 1-0\n\n[White "b"]\n1. d4\n[White "c"]\n'))
    assert [game.headers[0].value for game in games] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("stray", "actions"), [("[sic]", 3), ("[", 3), ("[3k/sto]", 3), ("[[", 3), ("[White Ada", 3)]
)
def test_a_bracket_within_the_moves_starts_no_game(stray: str, actions: int) -> None:
    (game,) = hc.parse_all(f'[Board "Standard"]\n1. e4 {stray}\n/ e5 2. Nf3')
    assert len(game.main_line) == actions
    assert {problem.span.start for problem in game.problems if problem.code == "header"} >= {25}
    assert all(problem.severity is Severity.ERROR for problem in game.problems)


@pytest.mark.parametrize(
    "head", ['[White "Ada"]', "[k*2/3/2K*:0:1:w]", '[Event "a\nb"]', "[Event: 'a']", "\n[x y"]
)
def test_a_header_a_board_or_a_line_of_its_own_starts_a_game(head: str) -> None:
    text = f"1. e4 / e5 {head}\n1. Kb1"
    first, second = hc.parse_all(text, "shad")
    assert (len(first.main_line), len(second.main_line)) == (2, 1)
    assert [len(game.main_line) for game in hc.read_games(StringIO(text), notation="shad")] == [2, 1]


def test_byte_order_marks_and_windows_line_ends() -> None:
    game = parse('\ufeff[Board "Standard"]\r\n\r\n1. e4\r\n/ e5\r\n')
    assert game.problems.listed() == ()
    assert len(list(game.root.walk())) == 3


def test_deep_nesting_is_read_and_printed() -> None:
    depth = 20_000
    text = "1. e4 " + "(1b. e5 (2w. d4 " * (depth // 2) + "))" * (depth // 2)
    game = parse(text)
    assert sum(1 for _ in game.root.walk()) == depth + 2
    assert format_syntax(game).count("(") == 0  # the last variation needs no brackets


def test_unclosed_nesting_meets_a_limit() -> None:
    game = parse("(" * 20_000)
    assert game.problems.listed()[-1].code in ("variation", "limit")


def test_a_long_comment_and_a_long_token() -> None:
    game = parse("1. e4 {" + "x" * 10_000_000 + "} / " + "z" * 1_000_000)
    assert len(game.root.children[0].comments[0].text) == 10_000_000
    assert [problem.code for problem in game.problems] == ["move"]
    assert len(str(game.problems.listed()[0])) < 1_000


def test_a_long_game_is_read() -> None:
    text = '[Board "Standard"]\n' + " ".join(f"{turn}. Nf3 / Nf6" for turn in range(1, 50_001))
    assert sum(1 for _ in parse(text).root.walk()) == 100_001


WORDS = """1. 1w. 1b. / . e4 Nf3 (0T1)e4 (L0)N>>e3 O-O-O { } ( ) (>L1) (~T2) 1-0 * # ! [ ]
    [White"a"] zz [k:0:1:w] o-o e2-e4 e5 nf6 $1 $14 ; % >> ~ = Q (Q) e.p. N>>$(T-1)e4
    (0t1)e4 1-0 1 \u2013 , ‼"""
pieces = st.sampled_from(WORDS.split())


@given(st.lists(pieces, max_size=25).map(" ".join) | st.text(max_size=60))
@example("\x00\ud800")
def test_any_text_is_parsed_and_resolved(text: str) -> None:
    for game in parse_games(Source(text)):
        resolved = resolve(game)
        for problem in resolved.problems:
            assert str(problem)
        written = [move.text for node in resolved.walk() for move in node.moves]
        read = [game.move_text(move) for action in game.root.walk() for move in action.moves]
        assert all(text in written for text in read), "a move was dropped"


@given(st.lists(pieces, max_size=25).map(" ".join))
def test_formatting_twice_changes_nothing(text: str) -> None:
    try:
        once = format_text(text)
    except ParseError as error:
        assert error.problem.severity is Severity.ERROR
        return
    assert format_text(once) == once


def test_problems_beyond_the_limit_are_told() -> None:
    numbers = hc.parse('[Board "Standard"]\n1. e4 ' + "z0 " * 5_000)
    assert len(numbers.problems) == MAX_PROBLEMS + 1
    assert numbers.problems[-1].message == "more than 1,000 errors: reading stopped here"
    turns = (f"{turn}. Nf3+ / Nf6+ {turn + 1}. Ng1+ / Ng8+\n" for turn in range(1, 1_001, 2))
    warned = hc.parse('[Board "Standard"]\n' + "".join(turns))
    assert len(warned.problems) == MAX_PROBLEMS + 1
    last = warned.problems[-1]
    assert (last.code, last.severity, last.message) == (
        "limit",
        Severity.WARNING,
        "more than 1,000 warnings and notes: the others are not listed",
    )


def test_variations_behind_the_action_that_they_replace() -> None:
    text = "(1w. b4) 1w. e4 (1w. d4 / d5 (1b. Nf6)) (1w. c4 (1w. Nc3)) {then} / e5 (1b. c5) 2. Nf3"
    game = parse(text)
    assert [moves(game, child)[0] for child in game.root.children] == ["e4", "d4", "c4", "Nc3", "b4"]
    e4, d4 = game.root.children[:2]
    assert tree(game, e4) == ["e4", ["e5", ["Nf3"]], ["c5"]]
    assert tree(game, d4) == ["d4", ["d5"], ["Nf6"]]
    assert [comment.text for comment in e4.children[0].comments] == ["then"]
    replaced = [problem for problem in game.problems if problem.code == "variation"]
    assert [game.text(problem.span) for problem in replaced] == ["d4", "Nf6", "c4", "Nc3", "c5"]


def test_formatting_puts_such_variations_where_branched_5dpgn_has_them() -> None:
    once = format_text("1. e4 (1w. d4 / d5) / e5 (1b. c5) 2. Nf3")
    assert once == " (1. d4 / d5)\n1. e4\n (1b. c5)\n1b. e5\n2. Nf3\n"
    before, after = hc.parse("1. e4 (1w. d4 / d5) / e5 (1b. c5) 2. Nf3"), hc.parse(once)
    assert [node.moves for node in before.walk()] == [node.moves for node in after.walk()]


def test_many_variations_in_one_place_are_read_in_time_that_grows_with_the_text() -> None:
    game = parse("1. e4 " + "(1w. d4 / d5) " * 20_000)
    assert len(game.root.children) == 20_001


def test_a_variation_that_is_closed_too_early_is_reported_once() -> None:
    text = (
        '[Board "Standard"]\n1. e4 / e5\n(2. f4 / exf4) 3. Nf3 / g5 4. h4 / g4)\n'
        "2. Nf3 / Nc6 3. Bb5 / a6 4. Ba4 / Nf6 5. O-O / Be7"
    )
    for game in (hc.parse(text), *hc.read_games(StringIO(text))):
        (problem,) = game.problems
        assert problem.message == "this ')' closes the variation too early: the ')' at 3:38 closes nothing"
        assert (problem.line, problem.column) == (3, 14)
        assert [len(node.children) for node in game.main_line[:3]] == [1, 2, 1]
        assert len(game.main_line) == 10


@pytest.mark.parametrize("text", ["1. e4 / e5) 2. Nf3", "1. e4 (1. d4) / e5) 2. Nf3 / Nc6"])
def test_a_parenthesis_that_closes_nothing_is_reported_where_it_is(text: str) -> None:
    game = hc.parse(f'[Board "Standard"] {text}')
    (problem,) = (problem for problem in game.problems if problem.severity is Severity.ERROR)
    assert problem.message == "this ')' closes nothing"


def test_serials_that_are_wrong_by_the_same_number_are_reported_once() -> None:
    game = hc.parse('[Board "Standard"] 11. e4 / e5 12. Nf3 / Nc6 13. Bb5 / a6 20. Ba4 / Nf6')
    assert [problem.message for problem in game.problems] == [
        "expected turn 1, found 11",
        "expected turn 4, found 20",
    ]


def test_damaged_boards_beside_a_known_variant_do_not_lose_the_start() -> None:
    board = "[r*nbqk*bnr*/p*p*p*p*p*p*p*p*/8/8/8/8/P*P*P*P*P*P*P*/R*NBQK*BNR*:0:1:w]"
    game = hc.parse(f'[Board "Standard"]\n{board}\n1. e4 / e5')
    assert [(problem.code, problem.severity.value) for problem in game.problems] == [
        ("start", "warning"),
        ("fen-width", "error"),
    ]
    assert game.problems[0].message == "the boards cannot be used; the game starts from Standard"
    assert game.end.is_resolved
    assert hc.parse(f'[Board "Custom"]\n{board}\n1. e4 / e5').start is None


def test_a_number_glued_to_a_move_is_read_if_it_is_the_next_one() -> None:
    game = hc.parse("1.e4/e52.Nf3/Nc63.Bb5")
    assert [node.moves[0].text for node in game.main_line] == ["e4", "e5", "Nf3", "Nc6", "Bb5"]
    assert {problem.severity for problem in game.problems} == {Severity.INFO}
    assert any(p.severity is Severity.ERROR for p in hc.parse("1.e4/e57.Nf3").problems)


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("1. e4 / e5 {great game", Severity.WARNING),
        ("1. e4 {great / e5 2. Nf3", Severity.ERROR),
        ("1. e4 / e5 ; 2. Nc3 was possible\n2. Nf3 / Nc6", Severity.WARNING),
        ("1. e4 ; best / e5 2. Nf3 / Nc6", Severity.ERROR),
    ],
)
def test_a_comment_that_may_hide_moves_is_an_error(text: str, severity: Severity) -> None:
    game = hc.parse(f'[Board "Standard"] {text}', "shad")
    assert [problem.severity for problem in game.problems if problem.code == "comment"] == [severity]


def test_a_capital_before_a_square_is_a_piece_and_not_a_file() -> None:
    (problem,) = (p for p in hc.parse("1. e4 / e5 2. Nf3 / Fb5").problems if p.severity is Severity.ERROR)
    assert problem.message == "expected a move, found 'Fb5'"
    assert problem.hint == "F is no piece; the letters are K, Q, R, B, N, P and those of the fairy pieces"
    (problem, _) = (p for p in hc.parse("1. e4 || 2. d4").problems if p.severity is Severity.ERROR)
    assert "pass" not in problem.hint


def test_a_comment_after_the_result_stays_there() -> None:
    text = '[Board "Standard"]\n1. e4 / e5 {before} 1-0 {after}\n'
    game = hc.parse(text)
    for name in ("shad", "branched"):
        assert hc.write(game, name).splitlines()[-1].endswith("/ e5 {before} 1-0 {after}")
    again = hc.parse(hc.write(game, "json"))
    assert [(comment.text, comment.after) for comment in again.end.comments] == [("before", 1), ("after", 2)]


@pytest.mark.parametrize(
    ("text", "moves", "warnings"),
    [
        ("(1. e4 / e5 1-0) 1. e4 / e5 0-1", [("", (), ""), ("", (), "0-1")], ["0-1"]),
        ("(1. e4! $14 / e5) 1. e4?? $18 / e5", [("??", (18, 14), ""), ("", (), "")], ["??"]),
        ("(1. e4? / e5 1-0) (1. e4! / e5 0-1) 1. d4", None, ["!", "0-1"]),
        ("(1. e4 1-0) 1. e4 / e5", [("", (), ""), ("", (), "")], ["the result 1-0 is left out"]),
        ("(1. e4 / e5! 1-0) 1. e4 / e5", [("", (), ""), ("!", (), "1-0")], []),
        ("(1. e4 $14) (1. e4 $15) 1. e4 $14", [("", (14, 15), "")], []),
    ],
)
def test_equal_variations_keep_what_both_say(
    text: str, moves: list[tuple[str, tuple[int, ...], str]] | None, warnings: list[str]
) -> None:
    game = hc.parse(text)
    found = [problem.message for problem in game.problems if problem.severity is Severity.WARNING]
    assert [message[: len(start)] for message, start in zip(found, warnings, strict=True)] == warnings
    line = game.main_line if moves is not None else [game.root.children[1], game.root.children[1].children[0]]
    kept = [(node.evaluation, node.moves[0].nags, node.result) for node in line]
    assert kept == (moves if moves is not None else [("!", (), ""), ("", (), "0-1")])
    assert len({str(node.action) for node in game.root.children}) == len(game.root.children)


def test_of_two_clocks_on_the_same_action_that_of_the_main_line_counts() -> None:
    game = hc.parse("(1. e4 {x} {[%clk 0:01:00]} / e5) 1. e4 {y [%clk 0:02:00]}")
    (node,) = game.root.children
    assert str(node.clock) == "0:02:00"
    assert [comment.text for comment in node.comments] == ["y [%clk 0:02:00]", "x"]
    assert "0:02:00 counts: the same action also has 0:01:00" in [p.message for p in game.problems]
