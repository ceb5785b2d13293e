"""Spellings that the reader accepts, one by one."""

import pytest

import hyperchess as hc
from hyperchess.errors import HyperchessError, UnresolvedMove
from hyperchess.game import Comment, Game
from hyperchess.infinite import Move, Position, Square, piece
from hyperchess.notation.icn.parser import parse_games
from hyperchess.notation.registry import detect, find_notation
from hyperchess.notation.writing import InvalidOption
from hyperchess.text import Source

PIECES = "K5,1+|k5,8+|R1,1+|P4,2+|p3,7+"


@pytest.mark.parametrize(
    "moves",
    [
        "4,2>4,4|3,7>3,5|4,4>3,5",
        "4,2>4,4 3,7>3,5 4,4x3,5",
        "1. P4,2 > 4,4  | p3,7 > 3,5\n2. P4,4 x 3,5",
        "1. P4,2>4,4 p3,7>3,5 2. P4,4x3,5",
        "1.P4,2>4,4|p3,7>3,5|2.P4,4x3,5",
        "1. P4,2 > 4,4 !? {a | b. 3,3>4,4} | p3,7 > 3,5 {[%clk 0:09:56.7]}\r\n2. P4,4 x 3,5 ??",
        "1. {one} P4,2>4,4 1 ... p3,7>3,5 2. P4,4\tx\t3,5",
        "4,2>4,4||3,7>3,5|\n|4,4>3,5|",
    ],
)
def test_all_ways_to_part_moves(moves: str) -> None:
    game = hc.parse(f"w {PIECES}\n{moves}")
    assert [str(written.move) for node in game.main_line for written in node.moves] == [
        "4,2>4,4",
        "3,7>3,5",
        "4,4>3,5",
    ]
    assert game.problems == ()


def test_comments_marks_and_judgements_are_kept_with_their_moves() -> None:
    text = f"w {PIECES} {{all}} 1. {{early}} P4,2>4,4 ! {{late}} | {{of Black}} p3,7>3,5 {{x}} ?? {{y}}"
    game = hc.parse(text)
    assert game.root.comments == [Comment("all", 0)]
    assert [node.comments for node in game.main_line] == [
        [Comment("early", 0), Comment("late", 1)],
        [Comment("of Black", 0), Comment("x", 1), Comment("y", 1)],
    ]
    assert [node.evaluation for node in game.main_line] == ["!", "??"]


def test_signs_of_print_for_checks_and_positions_are_read_and_told() -> None:
    game = hc.parse(
        "w K5,1|R1,1|k5,8 1. 1,1>1,8\N{DAGGER} | 5,8>5,7\N{PLUS-MINUS SIGN} 2. 1,8>1,7\N{DOUBLE DAGGER}"
    )
    assert [(problem.code, problem.fix.text) for problem in game.problems if problem.fix] == [
        ("mark", "+"),
        ("mark", "{\N{PLUS-MINUS SIGN}}"),
        ("mark", "+"),
    ]
    assert [str(move.move) for node in game.main_line for move in node.moves] == [
        "1,1>1,8",
        "5,8>5,7",
        "1,8>1,7",
    ]
    assert [node.comments for node in game.main_line] == [[], [Comment("\N{PLUS-MINUS SIGN}", 1)], []]


def test_a_game_without_pieces_starts_from_its_variant_on_its_day() -> None:
    game = hc.expect(hc.parse('[Variant "Classical"] b 3 4,7>4,6'), hc.INFINITE)
    assert (game.final.full_move, str(game.final.player)) == (4, "White")
    assert [(problem.code, problem.severity.value) for problem in game.problems] == [("rules", "info")]
    assert "filled in: 0/100 (8|1)" in game.problems[0].message
    nothing = hc.expect(hc.parse("4,2>4,4|4,7>4,6", "icn"), hc.INFINITE)
    assert nothing.start is None
    assert [problem.code for problem in nothing.problems] == ["start"]
    with pytest.raises(UnresolvedMove):
        _ = nothing.final


def test_an_unresolved_game_is_still_written() -> None:
    text = f"w {PIECES}\n4,2>4,5|3,7>3,5|oops1|5,1>5,2"
    game = hc.parse(text)
    assert [node.action for node in game.main_line] == [None, None, None, None]
    assert hc.write(game, "icn", form="compact") == text.removeprefix("w ") + "\n"
    assert "1. 4,2 > 4,5  | 3,7 > 3,5" in hc.write(game, "icn")


def test_moves_into_check_are_known_but_not_legal() -> None:
    game = hc.parse("w K5,1|k5,8|r4,8 5,1>4,1|4,8>4,7")
    assert [str(written.move) for node in game.main_line for written in node.moves] == ["5,1>4,1", "None"]
    assert not game.main_line[0].legal


def test_ranks_are_exchanged_only_if_no_pawn_could_promote_as_written() -> None:
    text = "(1|8) P0,6|K90,90|k50,-50\n0,6>0,7|50,-50>50,-51|0,7>0,8Q\n"
    game = hc.parse(text)
    assert [problem.code for problem in game.problems] == ["promotion-order"]
    assert game.end.is_resolved
    assert hc.write(game, "icn", form="compact") == text
    assert hc.write(game, "icn-site").startswith("w 1 (8|1) ")
    reachable = hc.parse(text.replace("|k50", "|P3,0|k50"))
    assert [problem.code for problem in reachable.problems] == ["illegal-move"]


@pytest.mark.parametrize("sign", ["w:b ", "-9,99,-99,99 ", '[Site "https://www.infinitechess.org/"] '])
def test_ranks_of_the_site_are_never_exchanged(sign: str) -> None:
    game = hc.parse(f"{sign}(1|8) P0,6|K90,90|k50,-50 0,6>0,7")
    assert game.problems == ()
    assert isinstance(game.start, Position)
    assert "(1|8)" in game.start.text()


def test_other_games_are_refused() -> None:
    game = hc.parse('[Board "Standard"] 1. e4')
    for name in ("icn", "icn-legacy", "icn-site", "icn-json"):
        with pytest.raises(HyperchessError, match="5D chess"):
            hc.write(game, name)


def test_options_are_checked() -> None:
    game = hc.parse(f"w {PIECES} 4,2>4,4")
    with pytest.raises(InvalidOption, match="form is 'long' or 'medium' or 'compact', not 'short'"):
        hc.write(game, "icn", form="short")
    with pytest.raises(InvalidOption, match="a whole number from 0"):
        hc.write(game, "icn", after=-1)
    assert hc.write(game, "icn", form="medium").splitlines()[-1] == "P4,2>4,4"
    assert isinstance(game.final, Position)


def test_marks_follow_the_rules_or_the_text() -> None:
    game = hc.parse("w K5,1|Q1,2|k5,8|r9,9 1. Q1,2 > 5,2 | k5,8 > 6,8")
    assert "Q1,2 > 5,2 + |" in hc.write(game, "icn")
    assert "Q1,2 > 5,2  |" in hc.write(game, "icn", marks="written")
    assert "Q1,2 > 5,2  |" in hc.write(game, "icn", marks="none")


def test_equal_actions_become_one_node() -> None:
    position = Position.parse("w (8|1) P0,7|K9,9|k50,50")
    game: Game[Position, Move] = Game(position)
    node = game.root.add((position.find("0,7>0,8Q"),))
    assert game.root.add((Move(Square(0, 7), Square(0, 8), piece("q")),)) is node
    assert game.root.add((position.find("0,7>0,8R"),)) is not node
    assert node.position == position.play_legal((position.find("0,7>0,8=Q"),))


def test_moves_are_looked_at_when_they_are_asked_for() -> None:
    (game,) = parse_games(Source(f"w {PIECES} 1. P4,2 > 4,4 =Q + !? 2 ... 3,7>3,5"))
    assert len(game.moves) == 2
    move, last = game.moves[0:2]
    assert (move.code, move.coordinates, move.arrow) == ("P", ("4", "2", "4", "4"), ">")
    assert (move.promotion, move.has_equals, move.mark, move.evaluation) == ("Q", True, "+", "!?")
    assert game.moves[-1] == last
    assert last.lead is not None
    assert game.text(last.lead) == "2 ... "


def test_a_mark_behind_a_comment_leaves_the_move_its_places() -> None:
    text = f"w {PIECES} P4,2x4,4 {{why}} !"
    problem = next(each for each in hc.parse(text).problems if each.code == "capture-mark")
    assert text[problem.span.start : problem.span.end] == "x"
    assert problem.fix is not None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("4,2>4,4", "icn"),
        (f"[Variant: Classical]\n{PIECES}\n1. P4,2 > 4,4", "icn"),
        (f'[Variant "Classical"]\n{PIECES}\n1. P4,2 > 4,4', "icn-legacy"),
        (f"w (8|1) {PIECES} 4,2>4,4=Q", "icn-site"),
        (f"w:b {PIECES}", "icn-site"),
        ('{"startingPosition": {"5,1": "kingsW"}}', "icn-json"),
        ('[Board "Standard"]\n[Mode "5D"]\n1. (0T1)e4 {4,2>4,4} / (0T1)e5', "shad"),
        ('[Variant "Standard"]\n(1w. e4) 1w. d4 {K5,1|k5,8}', "branched"),
    ],
)
def test_texts_are_told_apart(text: str, name: str) -> None:
    assert detect(text)[0].name == name


def lines(game: Game[Position, Move]) -> list[str]:
    """Every node as the moves that lead to it."""
    return [" ".join(str(step.moves[0].move) for step in node.path) for node in game.walk()]


@pytest.mark.parametrize(
    "moves",
    [
        "4,2>4,4 (5,1>5,2 3,7>3,5 (5,8>5,7)) (5,1>6,1) 3,7>3,6",
        "4,2>4,4(5,1>5,2|3,7>3,5(5,8>5,7))(5,1>6,1)|3,7>3,6",
        "1. P4,2 > 4,4 (1. K5,1 > 5,2 | p3,7 > 3,5 (1 ... k5,8 > 5,7)) (1. K5,1 > 6,1) | p3,7 > 3,6",
        "1. P4,2 > 4,4 (\n1. K5,1 > 5,2\n1 ... p3,7>3,5 ( 1... k5,8>5,7 ) )\n( 1. K5,1>6,1 ) 1 ... p3,7>3,6",
    ],
)
def test_variations_in_brackets_replace_the_move_before_them(moves: str) -> None:
    (game,) = hc.parse_all(f"w (8|1) {PIECES} {moves}", game=hc.INFINITE)
    assert game.problems == ()
    assert lines(game) == [
        "4,2>4,4",
        "4,2>4,4 3,7>3,6",
        "5,1>5,2",
        "5,1>5,2 3,7>3,5",
        "5,1>5,2 5,8>5,7",
        "5,1>6,1",
    ]
    for form in ("long", "medium", "compact"):
        assert lines(hc.expect(hc.parse(hc.write(game, "icn", form=form)), hc.INFINITE)) == lines(game)


def test_comments_and_results_stay_with_their_variation() -> None:
    game = hc.expect(
        hc.parse(
            f"w {PIECES} 4,2>4,4 {{a}} ({{b}} 5,1>5,2 {{c}} 3,7>3,6 0-1) {{d}} !"
            " | {e} 3,7>3,6 (1 ... {f} 5,8>5,7 {g})"
        ),
        hc.INFINITE,
    )
    told = {
        line: [comment.text for comment in node.comments]
        for line, node in zip(lines(game), game.walk(), strict=True)
    }
    assert told == {
        "4,2>4,4": ["a", "d"],
        "4,2>4,4 3,7>3,6": ["e"],
        "4,2>4,4 5,8>5,7": ["f", "g"],
        "5,1>5,2": ["b", "c"],
        "5,1>5,2 3,7>3,6": [],
    }
    assert [node.result for node in game.walk()] == ["", "", "", "", "0-1"]
    assert game.main_line[0].evaluation == "!"


def test_a_variation_before_its_move_does_not_take_its_place() -> None:
    game = hc.parse(f"w {PIECES} (5,1>5,2) (5,1>6,1 (5,1>6,2)) 4,2>4,4 3,7>3,6")
    assert [str(node.moves[0].move) for node in game.main_line] == ["4,2>4,4", "3,7>3,6"]
    assert len(game.root.children) == 4
    assert {problem.code for problem in game.problems} == {"variation"}


@pytest.mark.slow
def test_thousands_of_nested_variations_are_read_and_written() -> None:
    depth = 3_000
    moves = "5,1>5,2 (5,1>6,2 5,8>5,7 " * depth + "5,1>5,0" + ")" * depth
    game = hc.parse(f"w {PIECES} {moves}")
    again = hc.parse(hc.write(game, "icn", form="compact"))
    assert sum(1 for _ in again.walk()) == sum(1 for _ in game.walk())


@pytest.mark.parametrize(
    "value", ['a "b" c', "a ] b", "x] [White: y", 'x] [White "y', "C:\\", 'end\\"', "[1]", "a ]", '"]']
)
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("icn", {}),
        ("icn-legacy", {}),
        ("icn-legacy", {"form": "compact"}),
        ("icn-site", {}),
        ("icn-json", {}),
    ],
)
def test_header_values_come_back_or_are_a_loss(value: str, name: str, options: dict[str, str]) -> None:
    start = Position.parse(f"w {PIECES}")
    written = find_notation(name).write(Game(start, {"Event": value, "White": "Ada"}), **options)
    (game,) = find_notation(name).read(Source(written.text))
    assert list(game.headers) == ["Event", "White"]
    assert game.headers["White"] == "Ada"
    assert not game.problems
    if not written.losses:
        assert game.headers["Event"] == value
    if name in ("icn-legacy", "icn-json"):
        assert not written.losses


def test_clock_times_in_comments_are_values() -> None:
    game = hc.parse(f"w {PIECES} 1. P4,2>4,4 {{[%clk 0:09:56.7] good}} | p3,7>3,5 {{ [%clk 1:00:00] }}")
    clocks = [node.clock for node in game.main_line]
    assert [clock.seconds for clock in clocks if clock is not None] == [596.7, 3600]


@pytest.mark.parametrize(
    "properties", ["{slideLimit: -1}", "{slideLimit: {a: }}", "{slideLimit: 3} {a: 2}", '{checksGiven: "w"}']
)
def test_wrong_properties_do_not_hide_the_pieces_and_moves(properties: str) -> None:
    game = hc.parse(f"w {properties} K0,0|k5,5 1. K0,0>1,1", "icn")
    assert [problem.code in ("properties", "argument") for problem in game.problems] == [True]
    assert [node.moves[0].text for node in game.main_line] == ["K0,0>1,1"]
