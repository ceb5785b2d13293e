"""Texts of infinitechess.org: what its own converter takes from them, and what it accepts."""

import io

import pytest

import hyperchess as hc
from hyperchess.game import AnyGame, Comment, Game
from hyperchess.infinite import (
    INFINITE,
    KINDS,
    Color,
    Move,
    Position,
    Promotion,
    Setup,
    Variant,
    find_variant,
    piece,
    start,
    variants,
)
from hyperchess.infinite.coordinates import Square
from hyperchess.infinite.settings import MoveRule, RuleSettings
from hyperchess.infinite.syntax.text import format_pieces
from hyperchess.notation.registry import find_notation
from hyperchess.text import Source

SITE = '[Site "https://www.infinitechess.org/"] '
KINGS = "K5,1|k5,8"


def codes(game: AnyGame, color: Color) -> list[str]:
    assert isinstance(game.start, Position)
    found = game.start.settings.promotions.get(color)
    return [] if found is None else [kind.code for kind in found.kinds]


def reports(game: AnyGame) -> list[tuple[str, str]]:
    return [(problem.code, problem.severity.value) for problem in game.problems]


def losses(game: Game[Position, Move], **options: str) -> set[str]:
    return {loss.kind for loss in find_notation("icn-site").write(game, **options).losses}


# The start by the name of a variant


def test_only_the_pieces_are_left_out() -> None:
    headers = '[Variant "Pawn Horde"] [UTCDate "2026.06.02"] [UTCTime "12:00:00"]'
    game = hc.parse(f"{headers} P2,-1 > 2,0")
    assert reports(game) == [("rules", "info")]
    written = hc.write(game, "icn-site", start="name")
    assert written.split("\n\n")[1] == "w 0/100 1 (2|-7) (checkmate|allpiecescaptured)"
    again = hc.parse(written)
    assert again.problems == ()
    assert again.start == game.start


@pytest.mark.parametrize("name", ["icn", "icn-legacy", "icn-site"])
@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.name)
def test_a_named_start_keeps_every_rule(variant: Variant, name: str) -> None:
    if variant.file:
        return  # see `test_variants`; these would take seconds
    for settings in (variant.position.settings, RuleSettings()):
        position = variant.position.with_settings(settings)
        game: Game[Position, Move] = Game(position, {"Variant": variant.name})
        written = find_notation(name).write(game, start="name")
        (read,) = find_notation("icn").read(Source(written.text))
        lost = {loss.kind for loss in written.losses}
        if not lost & {"properties", "headers"} and not settings.dimensions:
            start = INFINITE.expect(read.start)
            assert start.pieces() == position.pieces()
            assert start.settings.promotions == settings.promotions
            assert (start.settings.wins, start.settings.border) == (settings.wins, settings.border)
        if name == "icn-site":
            is_left_out = format_pieces(position.pieces()) not in written.text
            assert is_left_out == (bool(variant.code) and "headers" not in lost)


@pytest.mark.parametrize("sign", [SITE, "w:b "])
def test_the_site_takes_only_pieces_from_a_variant(sign: str) -> None:
    header, players = (sign, "w") if sign == SITE else ("", sign)
    game = hc.parse(f'{header}[Variant "Classical"] {players} 4,2>4,4')
    assert reports(game) == [("rules", "warning")]
    assert "0/100 (8|1)" in game.problems[0].message
    assert isinstance(game.start, Position)
    assert (game.start.move_rule, dict(game.start.settings.promotions)) == (None, {})
    assert len(game.start.pieces()) == 32


def test_the_site_takes_the_border_from_a_variant() -> None:
    game = hc.parse(f'{SITE}[Variant "Chess"] w 0/100 1 (8|1) 4,2>4,4')
    assert game.problems == ()
    assert isinstance(game.start, Position)
    assert str(game.start.settings.border) == "1,8,1,8"
    moved = hc.parse(f'{SITE}[Variant "Chess"] w 1 K-3,0|k7,9')
    assert isinstance(moved.start, Position)
    assert str(moved.start.settings.border) == "-3,7,0,9"
    free = hc.parse(f'{SITE}[Variant "Chess"] w 1 _,_,_,_ K-3,0|k7,9')
    assert isinstance(free.start, Position)
    assert free.start.settings.border is None
    elsewhere = hc.parse('[Variant "Chess"] w 1 K-3,0|k7,9')
    assert isinstance(elsewhere.start, Position)
    assert elsewhere.start.settings.border is None


@pytest.mark.parametrize("given", ["(8|1)", "checkmate", "{cannotPassTurn: true}"])
def test_a_text_with_rules_gets_no_others(given: str) -> None:
    game = hc.parse(f"[Variant: Pawn Horde] {given} P2,-1 > 2,0")
    assert reports(game) == [("rules", "info")]
    assert isinstance(game.start, Position)
    assert game.start.move_rule is None
    assert game.start.settings.win_conditions(Color.BLACK) == ("checkmate",)


def test_turn_en_passant_and_counters_are_not_rules() -> None:
    game = hc.parse("[Variant: Pawn Horde] b 7/50 9 4,2>4,3")
    assert isinstance(game.start, Position)
    assert game.start.text().startswith("b 7/50 9 (2|-7) (checkmate|allpiecescaptured) ")
    assert "filled in: (2|-7) (checkmate|allpiecescaptured)" in game.problems[0].message


def test_rules_of_a_variant_can_be_filled_in_as_text() -> None:
    text = "[Variant: Palace] 1. P1,2 > 1,3"
    game = hc.parse(text)
    fix = game.problems[0].fix
    assert fix is not None
    fixed = hc.parse(text[: fix.span.start] + fix.text + text[fix.span.end :])
    assert fixed.problems == ()
    assert fixed.start == game.start


def test_pieces_are_written_where_the_site_would_not_find_them() -> None:
    for headers in ({"Variant": "classical"}, {"variant": "Classical"}, {"Variant": "Classical - Limit 7"}):
        game: Game[Position, Move] = Game(start("Classical"), headers)
        assert "K5,1+" in hc.write(game, "icn-site", start="name")
        assert losses(game, start="name") == {"start"}
    dated: Game[Position, Move] = Game(start("Classical"), {"Variant": "Classical", "UTCDate": "yesterday"})
    assert losses(dated, start="name") == {"start"}


def test_a_border_of_the_variant_that_the_game_does_not_have_is_taken_back() -> None:
    game: Game[Position, Move] = Game(start("Classical"), {"Variant": "Chess"})
    assert hc.write(game, "icn-site", start="name").split("\n\n")[1] == "w 0/100 1 (8|1) _,_,_,_\n"


# Promotion


@pytest.mark.parametrize(
    ("entry", "white", "black", "written"),
    [
        ("(8|1;am,ch)", ["am", "ch"], ["am", "ch"], "w:b 1 (8|1;am,ch) "),
        ("(8|1;AM,CH)", ["am", "ch"], ["am", "ch"], "w:b 1 (8|1;am,ch) "),
        ("(|;q,am)", ["q", "am"], ["q", "am"], "w:b 1 (|;q,am) "),
        ("(;q,r|1)", [], ["q", "r"], "w:b 1 (|1;q,r) "),
        ("(8,16;q,r|1)", ["q", "r"], ["q", "r"], "w:b 1 (8,16|1;q,r) "),
        ("(8|1)", ["q", "r", "b", "n"], ["q", "r", "b", "n"], "w 1 (8|1) "),
    ],
)
def test_one_list_holds_for_all_players(entry: str, white: list[str], black: list[str], written: str) -> None:
    game = hc.parse(f"{SITE}w {entry} {KINGS}")
    assert game.problems == ()
    assert (codes(game, Color.WHITE), codes(game, Color.BLACK)) == (white, black)
    text = hc.write(game, "icn-site")
    assert written in text
    assert hc.parse(text).start == game.start


def test_lists_that_differ_are_reported_and_lost() -> None:
    game = hc.expect(hc.parse(f"{SITE}w (8;q,r|1;n) {KINGS}"), hc.INFINITE)
    assert reports(game) == [("promotion-list", "warning")]
    assert codes(game, Color.WHITE) == ["n"]
    document = hc.expect(hc.parse(f"w (8;Q,R|1;n) {KINGS}"), hc.INFINITE)
    assert document.problems == ()
    assert (codes(document, Color.WHITE), codes(document, Color.BLACK)) == (["q", "r"], ["n"])
    assert "(8|1;q,r,n)" in hc.write(document, "icn-site")
    assert losses(document) == {"promotions"}


def test_the_reading_of_the_document_stands_unless_a_move_needs_the_other() -> None:
    text = "w 0/100 1 (8|1;am,ch) K5,1|k5,8|P1,7|p3,2"
    assert codes(hc.parse(text), Color.WHITE) == ["q", "r", "b", "n"]
    needed = hc.parse(f"{text}\nP1,7 > 1,8 =AM")
    assert reports(needed) == [("promotion-list", "warning")]
    assert needed.end.is_resolved
    assert codes(needed, Color.WHITE) == codes(needed, Color.BLACK) == ["am", "ch"]
    own = hc.parse(f"{text}\nP1,7 > 1,8 =Q")
    assert own.problems == ()
    neither = hc.parse(f"{text}\nP1,7 > 1,8 =HA")
    assert reports(neither) == [("illegal-move", "error")]
    both = hc.parse(f"{text}\nP1,7 > 1,8 =N | p3,2 > 3,1 =am")
    assert both.problems == ()


def test_lists_of_the_document_come_back_beside_signs_of_the_site() -> None:
    settings = RuleSettings(
        promotions={
            Color.WHITE: Promotion((8,)),
            Color.BLACK: Promotion((1, 2), (KINDS["n"],)),
        }
    )
    pieces = {Square(0, 0): piece("K"), Square(9, 9): piece("k"), Square(4, 4): piece("HU")}
    game: Game[Position, Move] = Game(Position.of(Setup(pieces, settings=settings)))
    for form in ("long", "compact"):
        assert hc.parse(hc.write(game, "icn", form=form)).start == game.start


# Limits of its converter


def test_headers_have_no_escapes_and_at_most_200_characters() -> None:
    position = Position.parse(KINGS)
    values = {"Event": 'say "hi" ] there', "Round": "a\\b", "White": "\\\\", "Black": "x" * 201}
    game: Game[Position, Move] = Game(position, values)
    written = find_notation("icn-site").write(game)
    lines = written.text.splitlines()
    assert lines[:3] == ["[Event \"say 'hi' ) there\"]", '[Round "a\\b"]', '[White "//"]']
    assert lines[3] == f'[Black "{"x" * 200}"]'
    assert [(loss.place, loss.count) for loss in written.losses] == [("Event", 2), ("Black", 1)]


def test_wide_characters_count_as_two() -> None:
    game: Game[Position, Move] = Game(Position.parse(KINGS), {"White": "x" * 199 + "\U0001f600"})
    assert hc.write(game, "icn-site").splitlines()[0] == f'[White "{"x" * 199}"]'


@pytest.mark.parametrize(
    ("comment", "written"),
    [
        ("[%clk 0:09:56.7] x", None),
        ("[%clk 0:00:01]", "[%clk 0:00:01.0]"),
        ("[%clk 1:02:03.456] so", "[%clk 1:02:03.5] so"),
        ("[%clk soon]", "(%clk soon)"),
        ("[%emt 0:00:07]", None),
    ],
)
def test_clocks_have_the_form_of_the_site(comment: str, written: str | None) -> None:
    game: Game[Position, Move] = Game(Position.parse(KINGS))
    game.root.add((game.root.position.find("5,1>5,2"),)).comments = [Comment(comment, 1)]
    assert f"{{{written or comment}}}" in hc.write(game, "icn-site")
    assert losses(game) == (set() if written is None else {"clocks"})


def test_the_full_move_number_is_at_least_1() -> None:
    game = hc.parse("w 0 K5,1|k5,8|P1,2+ 1,2>1,4")
    written = find_notation("icn-site").write(game)
    assert written.text == "w 1 K5,1|k5,8|P1,2+\n\n1. P1,2 > 1,4\n"
    assert [loss.kind for loss in written.losses] == ["full move"]


def test_a_move_that_is_none_ends_the_game_for_the_site() -> None:
    game = hc.parse("w K5,1|k5,8 5,1>5,2|oops1|5,2>5,3")
    written = find_notation("icn-site").write(game)
    assert written.text.endswith("1. K5,1 > 5,2\n")
    assert "moves" in {loss.kind for loss in written.losses}


def test_annotations_become_one_list_of_each_kind() -> None:
    game = hc.expect(hc.parse("w Rays:1,1>0,1 Squares:1,2 Squares:3,4 Squares:, K5,1|k5,8"), hc.INFINITE)
    assert "Squares:1,2|3,4 Rays:1,1>0,1 K5,1" in hc.write(game, "icn-site")
    assert losses(game) == {"annotations"}


def test_counters_too_large_for_the_site_are_lost() -> None:
    setup = Setup(Position.parse(KINGS).pieces(), move_rule=MoveRule(0, 2**60), full_move=2**60)
    game: Game[Position, Move] = Game(Position.of(setup))
    assert losses(game) == {"move rule", "full move"}
    assert hc.write(game, "icn-site") == "w 1 K5,1|k5,8\n"


def test_properties_of_four_dimensions_are_lost_unless_the_variant_says_them() -> None:
    position = find_variant("5D Chess").position
    named: Game[Position, Move] = Game(position, {"Variant": "5D Chess"})
    assert losses(named, start="name") == set()
    assert losses(Game(position), start="name") == {"properties"}
    plain: Game[Position, Move] = Game(start("Classical"), {"Variant": "5D Chess"})
    assert losses(plain) == {"headers"}
    assert "Variant" not in hc.write(plain, "icn-site")


# Comments


@pytest.mark.parametrize(
    ("text", "comments"),
    [
        ("{a { b} | 5,8>5,9", ["a { b"]),
        ("{ {{ } | 5,8>5,9 {c}", [" {{ "]),
        ("{a {b} c} | 5,8>5,9", ["a {b} c"]),
        ("{a {b} | 5,8>5,9 {c {d} e}", ["a {b"]),
    ],
)
def test_a_lone_brace_does_not_swallow_moves(text: str, comments: list[str]) -> None:
    game = hc.parse(f"w K5,1|k5,8|P1,2+ 1,2>1,3 {text}")
    first, second = game.main_line
    assert [comment.text for comment in first.comments] == comments
    assert second.action is not None
    assert {problem.severity.value for problem in game.problems} == {"info"}


def test_a_lone_brace_is_read_the_same_in_a_stream() -> None:
    text = "w K5,1|k5,8 5,1>5,2 {a { b} 5,8>5,9\n\n[Event: x] w K5,1|k5,8 5,1>5,2 {c}\n" * 3
    whole = hc.parse_all(text, "icn")
    streamed = list(hc.read_games(io.StringIO(text), "icn"))
    assert [len(game.main_line) for game in whole] == [2, 1] * 3
    assert [len(game.main_line) for game in streamed] == [2, 1] * 3


# Apeiron


@pytest.mark.parametrize(
    ("text", "written", "lost"),
    [
        (
            '[Event "x"] w:b 0/100 1 (8|1;am,ch) K5,1|k5,8|P1,7 1,7>1,8=AM {so} | 5,8>5,9',
            "w 0/100 1 (8|1;am,ch) K5,1|k5,8|P1,7 1,7>1,8=AM|5,8>5,9",
            {"headers", "comments"},
        ),
        (
            "b (checkmate|allpiecescaptured) K5,1|k5,8",
            "b 1 checkmate,allpiecescaptured K5,1|k5,8",
            {"win conditions"},
        ),
        ("w allroyalscaptured K5,1|k5,8", "w 1 allroyalscaptured K5,1|k5,8", set()),
        ("w 1 -7,_,_,16 K5,1|k5,8", "w 1 -7,1000000000000000,-1000000000000000,16 K5,1|k5,8", set()),
        ("w (8,16|1) K5,1|k5,8|0q9,9", "w 1 (8|1) K5,1|k5,8", {"promotions", "pieces"}),
        ("w koth Squares:1,2 K5,1|k5,8", "w 1 K5,1|k5,8", {"win conditions", "annotations"}),
    ],
)
def test_apeiron_reads_a_part_of_the_dialect(text: str, written: str, lost: set[str]) -> None:
    game = hc.expect(hc.parse(text, "icn"), hc.INFINITE)
    assert hc.write(game, profile="apeiron") == f"{written}\n"
    assert losses(game, reader="apeiron") == lost
