from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperchess import picture
from hyperchess.errors import HyperchessError
from hyperchess.multiverse import BoardAt, Color, HalfTurn, Position, Timeline, start, variants
from hyperchess.multiverse.actions.effects import effects
from hyperchess.picture.multiverse.drawing import multiverse_scene
from hyperchess.picture.multiverse.grid import Detail, Grid, Window
from hyperchess.picture.scene import Scene, Use
from hyperchess.picture.styles import rules
from hyperchess.picture.theme import THEMES
from hyperchess.picture.to_svg import format_svg, shape_kinds
from tests.picture.scenes import hundred_timelines, jumps
from tests.strategies import positions

FEW_THOUSAND = 5_000


def kinds(scene: Scene) -> set[str]:
    return {kind for shape in scene.walk() for kind in shape_kinds(shape)}


@given(positions(), st.booleans(), st.sampled_from([None, 0, 2]), st.sampled_from([None, *Detail]))
def test_any_position_can_be_drawn(
    position: Position, flip: bool, reach: int | None, detail: Detail | None
) -> None:
    try:
        scene = multiverse_scene(position, flip=flip, window=reach, detail=detail)
    except HyperchessError as error:
        assert "no board lies in the window" in str(error)
        return
    assert kinds(scene) <= set(rules(THEMES["light"]))
    assert scene.count() < FEW_THOUSAND
    ElementTree.fromstring(format_svg(scene))


@pytest.mark.parametrize("name", [variant.name for variant in variants()])
def test_every_start_can_be_drawn(name: str) -> None:
    position = start(name)
    scene = multiverse_scene(position)
    assert scene.count() < FEW_THOUSAND
    if Grid.of(position).detail in (Detail.FULL, Detail.PIECES):
        pieces = sum(isinstance(shape, Use) for shape in scene.walk())
        assert pieces == sum(1 for board in position.boards for _ in board.pieces())


def test_rows_are_timelines_and_flip_turns_everything_over() -> None:
    position = jumps().position
    white = Grid.of(position)
    black = Grid.of(position, flip=True)
    assert [str(row) for row in white.rows] == ["0", "1"]
    assert black.rows == white.rows[::-1]
    assert white.place(0, 0).y > white.place(0, 7).y
    assert black.place(0, 0).y < black.place(0, 7).y
    assert black.place(0, 0).x > black.place(7, 0).x


def test_frames_tell_what_waits_and_bands_who_made_a_timeline() -> None:
    scene = multiverse_scene(jumps().position)
    assert {"mandatory", "optional", "present", "band", "band-white", "branch-white", "past"} <= kinds(scene)
    assert "inactive" not in kinds(scene)
    assert "band-black" not in kinds(scene)


def test_a_branch_is_drawn_where_it_is_known() -> None:
    played = jumps().position
    assert played.timeline_boards[1].parent == BoardAt(Timeline.of(0), 1, Color.WHITE)
    read = Position.of_fen(played.fen(), initial=[Timeline.of(0)])
    assert read == played
    assert kinds(multiverse_scene(played)) - kinds(multiverse_scene(read)) == {
        "branch-white",
        "branch-edge-white",
    }


def test_a_branch_whose_board_is_outside_the_window_is_left_out() -> None:
    later = Window(first=HalfTurn(1, Color.BLACK))
    assert "branch-white" not in kinds(multiverse_scene(jumps().position, window=later))


def test_every_branch_of_a_large_game_is_drawn() -> None:
    scene = multiverse_scene(hundred_timelines().position)
    drawn = [shape for shape in scene.walk() if {"branch-white", "branch-black"} & {*shape_kinds(shape)}]
    assert len(drawn) == sum(line.maker is not None for line in hundred_timelines().position.timeline_boards)


def test_last_action_and_checks_are_drawn() -> None:
    node = jumps()
    assert node.parent is not None
    assert node.action is not None
    shown = kinds(picture.draw_scene(node))
    assert {"arrow-by-white", "tint-by-white", "arrow-check", "tint-check"} <= shown
    hidden = kinds(picture.draw_scene(node, last_action=None, checks=False))
    assert not {"arrow-by-white", "arrow-check"} & hidden
    physical = effects(node.game.start, node.path[0].action)  # type: ignore[arg-type]
    assert "arrow-by-white" not in kinds(multiverse_scene(physical.after, last_action=physical))


def test_checks_are_the_last_arrows() -> None:
    arrows = [
        kind for shape in picture.draw_scene(jumps()).walk() for kind in shape_kinds(shape) if "arrow" in kind
    ]
    assert arrows[-1] == "arrow-check"
    assert arrows[0] == "arrow-by-white"


def test_a_hundred_timelines_give_an_overview() -> None:
    node = hundred_timelines()
    scene = picture.draw_scene(node)
    assert scene.count() < FEW_THOUSAND
    assert len(node.position.timeline_boards) == 120
    labels = sum("label" in shape_kinds(shape) or "quiet" in shape_kinds(shape) for shape in scene.walk())
    assert labels >= 120
    for detail in Detail:
        assert picture.draw_scene(node, window=0, detail=detail).count() < FEW_THOUSAND


def test_detail_falls_as_boards_become_more() -> None:
    def detail(boards: int) -> Detail:
        line = start("Standard").fen()
        boards_text = "".join(
            line.replace(":1:w", f":{turn}:{color}") for turn in range(boards // 2) for color in "wb"
        )
        return Grid.of(Position.of_fen(boards_text)).detail

    assert [detail(count) for count in (2, 60, 200, 600)] == [
        Detail.FULL,
        Detail.PIECES,
        Detail.DOTS,
        Detail.TILES,
    ]
    assert (
        multiverse_scene(
            Position.of_fen(
                "[k:0:1:w]"
                + "".join(f"[k:0:{turn}:{color}]" for turn in range(1, 4000) for color in "wb")[9:]
            )
        ).count()
        < FEW_THOUSAND
    )


def test_a_window_holds_what_it_says() -> None:
    position = jumps().position
    grid = Grid.of(position, window=1)
    assert grid.columns == range(position.present.ordinal - 1, position.present.ordinal + 2)
    only = Window(HalfTurn(3, Color.WHITE), HalfTurn(4, Color.WHITE), Timeline.of(0), Timeline.of(0))
    assert len(Grid.of(position, window=only).boards) == 3


def test_a_later_position_keeps_room() -> None:
    node = jumps()
    early = node.game.root.position
    first, last = (multiverse_scene(position, frame=node.position) for position in (early, node.position))
    assert (first.width, first.height) == (last.width, last.height)


def test_targets_are_dots_rings_and_forks() -> None:
    scene = multiverse_scene(jumps().position, moves_of="(0T5b)f6")
    assert {"dot-choice", "outer-choice", "ray-choice"} <= kinds(scene)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"window": -1}, "0 or more half-turns"),
        ({"window": (0, 1, 2, 3)}, "a number of half-turns"),
        ({"window": Window(first=HalfTurn(99, Color.WHITE))}, "no board lies in the window"),
        ({"moves_of": "(0T1w)e4"}, r"no piece stands on \(0T1w\)e4"),
        ({"moves_of": "(0T1w)e9"}, r"no piece stands on \(0T1w\)e9"),
        ({"highlights": ["e4"]}, "expected"),
        ({"theme": "pink"}, "unknown theme 'pink'"),
        ({"detail": "everything"}, "unknown detail 'everything'"),
    ],
)
def test_wrong_options_are_sentences(options: dict[str, object], message: str) -> None:
    with pytest.raises(HyperchessError, match=message):
        picture.svg(start("Standard"), **options)  # type: ignore[arg-type]


def test_a_mark_has_one_of_four_colours() -> None:
    with pytest.raises(HyperchessError, match="green, blue, yellow, red, not 'pink'"):
        picture.Arrow("(0T1w)e2", "(0T1w)e4", "pink")


def test_only_what_can_be_drawn_is_drawn() -> None:
    with pytest.raises(HyperchessError, match="positions, games and nodes can be drawn, not int"):
        picture.svg(7)  # type: ignore[arg-type]
