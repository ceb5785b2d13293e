from pathlib import Path

import pytest

from hyperchess.app.files.inputs import InputError
from hyperchess.app.tui.board_view import EmptyView
from hyperchess.app.tui.cursor import Cursor
from hyperchess.app.tui.export_text import choices, export_text, losses_text, save
from hyperchess.app.tui.infinite.view import InfiniteView
from hyperchess.app.tui.look import Look
from hyperchess.app.tui.multiverse.layout import HUGE, LARGE, SMALL, TILE, Boards, Grid, choose_zoom
from hyperchess.app.tui.multiverse.view import MultiverseView
from hyperchess.app.tui.navigation import NavigationTarget, find_target
from hyperchess.app.tui.palettes import PALETTES
from hyperchess.game import Game
from hyperchess.infinite import Position, Square, start
from hyperchess.multiverse import Color
from hyperchess.notation.reading import parse
from tests.app.tui.games import TWO_MOVES, example, infinite, tree

LETTERS = Look(letters=True)


def stage_at(cursor: Cursor, place: str) -> MultiverseView:
    cursor.go(find_target(cursor, place).node or cursor.game.root)
    view = MultiverseView()
    view.show(cursor)
    return view


def test_boards_jumps_and_checks_are_drawn() -> None:
    view = stage_at(Cursor([example()]), "5w")
    picture = view.draw(100, 40, LETTERS).text
    assert "● 1T1b" in picture or "●[1T1b]" in picture
    assert "▼T1b present" in picture
    assert "Qx" in picture  # the attacker
    assert "k!" in picture  # the royal piece
    assert picture.count("═") > 5
    assert "━" in picture or "▶" in picture
    assert view.verdict == "Black to move · 4 checks · makes L1"
    assert view.details.startswith("1T1b, waits for a move · present T1b · 2 timelines")


def test_inactive_timelines_and_optional_boards_are_told_without_colour() -> None:
    picture = stage_at(Cursor([example()]), "7w").draw(120, 50, LETTERS).text
    assert "(L2)" in picture
    assert "○" in picture


def test_positive_timelines_lie_below_unless_the_view_is_turned_over() -> None:
    view = stage_at(Cursor([example()]), "end")
    rows = view.draw(120, 60, LETTERS).text
    assert rows.index("L-1") < rows.index("L0") < rows.index("L1") < rows.index("L2")
    turned = view.draw(120, 60, Look(letters=True, flipped=True)).text
    assert turned.index("L2") < turned.index("L1") < turned.index("L0") < turned.index("L-1")
    assert "h g f e d c b a" in turned
    assert "a b c d e f g h" in rows


def test_the_focus_pans_and_stops_at_the_ends() -> None:
    view = stage_at(Cursor([example()]), "end")
    view.home()
    assert str(view.focus) == "(-1T2w)"
    view.pan(0, 1)
    assert str(view.focus) == "(0T2w)"
    view.pan(-100, 100)
    assert str(view.focus) == "(2T1w)"
    assert "no board" in view.details
    view.visit(find_target(Cursor([example()]), "0T5b"))
    assert str(view.focus) == "(0T5b)"
    with pytest.raises(InputError, match="no board 7T5b"):
        view.visit(find_target(Cursor([example()]), "7T5b"))


def test_one_colour_only() -> None:
    view = stage_at(Cursor([tree()]), "end")
    assert view.alternate() == "White's boards only"
    assert {column.color for column in view.columns} == {Color.WHITE}
    assert "T1b" not in view.draw(100, 30, LETTERS).text
    view.pan(-1, 0)
    assert str(view.focus) == "(0T2w)"
    assert view.alternate() == "Black's boards only"
    assert view.alternate() == "boards of both colours"


def test_a_click_chooses_the_board_under_the_pointer() -> None:
    view = stage_at(Cursor([tree()]), "end")
    rows = view.draw(100, 30, LETTERS).text.splitlines()
    y = next(index for index, row in enumerate(rows) if "0T2w" in row)
    view.click(rows[y].index("0T2w"), y + 3)
    assert str(view.focus) == "(0T2w)"
    view.click(0, 0)
    assert str(view.focus) == "(0T2w)"


def test_the_middle_of_an_action_is_drawn() -> None:
    cursor = Cursor([parse(TWO_MOVES)])
    cursor.next_move()
    view = MultiverseView()
    view.show(cursor)
    assert view.verdict == "White is moving"
    assert "●" in view.draw(80, 30, LETTERS).text


def test_far_away_boards_are_tiles_with_a_count() -> None:
    view = stage_at(Cursor([example()]), "end")
    view.draw(60, 20, LETTERS)
    view.zoom(-5)
    picture = view.draw(60, 20, LETTERS).text
    assert "! 32" in picture
    assert "─  32" in picture
    view.zoom(1)
    view.zoom(1)
    assert "a b c" in view.draw(60, 20, LETTERS).text


def test_hidden_boards_are_counted() -> None:
    view = stage_at(Cursor([example()]), "end")
    rows = view.draw(40, 12, LETTERS).text.splitlines()
    assert rows[0].startswith("◀1")
    assert rows[0].endswith("▶")
    assert rows[-1].startswith("▼3")


@pytest.mark.parametrize(("width", "height"), [(1, 1), (5, 3), (20, 5), (52, 20), (300, 100)])
@pytest.mark.parametrize("look", [Look(theme=theme) for theme in PALETTES])
def test_every_size_can_be_drawn(width: int, height: int, look: Look) -> None:
    infinite_view = InfiniteView()
    infinite_view.show(Cursor([infinite()]))
    for view in (stage_at(Cursor([example()]), "end"), infinite_view, EmptyView()):
        rows = view.draw(width, height, look).rows
        assert len(rows) == height
        assert all(sum(len(segment.text) for segment in row) == width for row in rows)


def test_only_whole_boards_are_shown() -> None:
    grid = Grid(LARGE, Boards(8, 8), 50, 9, 100, 40, margin=5, focus=(49, 8))
    assert (grid.columns, grid.rows) == (range(46, 50), range(6, 9))
    x, y = grid.origin(49, 8)
    assert x + grid.size[0] <= 100
    assert y + grid.size[1] <= 40
    assert grid.place(*grid.origin(47, 7)) == (47, 7)
    assert grid.place(0, 0) is None
    standard = Boards(8, 8)
    assert choose_zoom(standard, 1, 48, 20) == SMALL
    assert [choose_zoom(standard, timelines, 140, 44) for timelines in (1, 2, 3)] == [HUGE, HUGE, LARGE]
    assert choose_zoom(Boards(5, 5), 2, 72, 26) == LARGE
    assert choose_zoom(standard, 1, 30, 6) is TILE


def test_an_infinite_board_pans_to_any_square() -> None:
    cursor = Cursor([infinite()])
    view = InfiniteView()
    view.show(cursor)
    assert "▲k" in view.draw(60, 20, LETTERS).text
    assert "R -5,-123456" in view.details
    cursor.next_move()
    view.show(cursor)
    assert view.middle == Square(-(10**12), 1)
    assert "Q•" in view.draw(60, 20, LETTERS).text
    view.pan(2, -1)
    assert view.middle == Square(-(10**12) + 2, 2)
    view.visit(NavigationTarget(square=Square(10**900, -(10**900))))
    assert "10^900,-10^900" in view.details
    view.zoom(-1)
    view.pan(1, 0)
    assert view.middle.x == 10**900 + 10
    view.draw(60, 20, LETTERS)
    view.home()
    assert view.middle.y == 1


def test_far_pieces_are_visited_from_the_furthest_on() -> None:
    view = InfiniteView()
    view.show(Cursor([infinite()]))
    assert view.alternate() == "White rook at -5,-123456"
    assert view.alternate() == "Black king at 5,80"


def test_zooming_out_counts_pieces() -> None:
    view = InfiniteView()
    view.show(Cursor([Game(start("Classical"))]))
    view.zoom(-1)
    assert "32" in view.draw(60, 20, LETTERS).text
    view.zoom(5)
    assert "KQ"[::-1] in view.draw(60, 20, LETTERS).text.replace(" ", "")


def test_borders_voids_and_many_players_are_drawn() -> None:
    position = Position.parse("w:r:g:b:y -4,4,-3,_ K0,0|3k2,2|6am3,-2|vo1,1|ob-1,1|k-3,3")
    view = InfiniteView()
    view.show(Cursor([Game(position)]))
    picture = view.draw(60, 20, LETTERS).text
    for sign in ("3k", "6am", "vo", "ob", "░░░"):
        assert sign in picture
    assert "██" in view.draw(60, 20, Look()).text


def test_the_mouse_points_at_a_square() -> None:
    view = InfiniteView()
    view.show(Cursor([Game(Position.parse("w K0,0|k5,5"))]))
    rows = view.draw(60, 20, LETTERS).text.splitlines()
    y = next(index for index, row in enumerate(rows) if "k" in row)
    view.click(rows[y].index("k"), y)
    assert view.details == "5,5 · Black king"
    view.click(0, 0)
    assert view.pointed is None


@pytest.mark.parametrize("name", PALETTES)
def test_everything_is_readable(name: str) -> None:
    chosen = PALETTES[name]
    texts = ("text", "faint", "accent", "danger", "white_line", "black_line")
    pairs = [(text, ground) for text in texts for ground in ("ground", "band")]
    pairs += [(piece, ground) for piece in ("white", "black") for ground in ("light", "shaded")]
    pairs += [
        (piece, ground) for piece in ("past_white", "past_black") for ground in ("past_light", "past_shaded")
    ]
    if chosen.fills:
        pairs += [
            (piece, ground) for piece in ("white", "black") for ground in ("moved", "checked", "target")
        ]
    pairs += [("on_accent", "accent"), ("on_white", "frame_white"), ("on_black", "frame_black")]
    weak = {pair: chosen.contrast(*pair) for pair in pairs if chosen.contrast(*pair) < 4.5}
    assert weak == {}


def test_every_notation_of_the_game_is_offered() -> None:
    names = [choice.name for choice in choices(Cursor([tree()]))]
    assert names[0] == "position"
    assert {"shad", "branched", "raw", "dynamical"} <= set(names)
    assert "icn" not in names
    infinite_names = [choice.name for choice in choices(Cursor([infinite()]))]
    assert "shad" not in infinite_names


def test_losses_are_told() -> None:
    cursor = Cursor([tree()])
    written = export_text(cursor, "raw")
    assert "lost:\n" in losses_text(written)
    assert losses_text(export_text(cursor, "branched")) == "nothing is lost"
    with pytest.raises(InputError, match="no position"):
        export_text(Cursor([Game(None)]), "position")
    assert export_text(Cursor([infinite()]), "position").text.startswith("(8|1) K5,1|")


def test_files_are_never_overwritten(tmp_path: Path) -> None:
    path = save("text\n", str(tmp_path / "game.txt"))
    assert path.read_bytes() == b"text\n"
    with pytest.raises(InputError, match="exists already"):
        save("other", str(path))
    with pytest.raises(InputError, match="name a file"):
        save("other", "  ")
    with pytest.raises(InputError, match="no folder"):
        save("other", str(tmp_path / "none" / "game.txt"))
