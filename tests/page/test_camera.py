"""The view of the board: what is shown, how large it is, and what covers it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.board import Board
from tests.page.positions import JUMP, at

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WIDE = {"viewport": {"width": 1440, "height": 900}}
LONG = '[Board "Standard"]\n' + " ".join(
    f"{turn}. {'Nc3' if turn % 2 else 'Nb1'} / {'Nc6' if turn % 2 else 'Nb8'}" for turn in range(1, 41)
)
SMALL = '[Size "5x5"]\n[Board "custom"]\n[k4/5/5/5/K3R:0:1:w]\n1. Re2 / Kb5 2. Re3 / Ka5 3. Re2 / Kb5\n'
FAR = "w 0/100 (8|1) K1,1|R1000000000000000,5|k3,9|r-1000000000000000,-1000000000000000"
_BOARD = """([row, time]) => {
  const stage = window.hyperchess.stage();
  const { camera } = stage.cameraControl;
  const rect = stage.layout.boardRect([row, time]);
  const from = camera.screenAt(rect);
  const { x, y } = camera.screenAt({ x: rect.x + rect.width, y: rect.y + rect.height });
  return { left: from.x, top: from.y, right: x, bottom: y, width: camera.width, height: camera.height };
}"""


def _on_screen(board: Board, place: list[int]) -> dict[str, float]:
    """The edges of a board on the stage, and the size of the stage."""
    found: dict[str, float] = board.page.evaluate(_BOARD, place)
    return found


def _fills(board: Board, *places: list[int]) -> float:
    """The part of the stage that boards fill, in the tighter direction; they must be in view."""
    boards = [_on_screen(board, place) for place in places]
    left, top = min(one["left"] for one in boards), min(one["top"] for one in boards)
    right, bottom = max(one["right"] for one in boards), max(one["bottom"] for one in boards)
    width, height = boards[0]["width"], boards[0]["height"]
    assert left >= 0 and top >= 0 and right <= width and bottom <= height, boards
    return max((right - left) / width, (bottom - top) / height)


def _mandatory(board: Board) -> list[list[int]]:
    found: list[list[int]] = board.ask("s.position.mandatory")
    return found


@pytest.mark.parametrize("looks", [WIDE, {"viewport": {"width": 1024, "height": 768}}, PHONE])
@pytest.mark.parametrize("text", ["", LONG, SMALL], ids=["new", "long", "small"])
def test_the_board_to_play_fills_the_stage_at_every_step(
    board: Board, text: str, looks: dict[str, Any]
) -> None:
    if text:
        board.open_text(text)
    else:
        board.open("variant=Standard")
    for key in ("End", "Home", "ArrowRight"):
        board.press(key)
        assert _fills(board, *_mandatory(board)) > 0.78, (key, looks)


def test_what_the_last_action_touched_is_in_view(board: Board) -> None:
    board.open("example=four-timelines")
    board.press("Home", *["ArrowRight"] * 13)  # 7. (1T3)Nf3>>(1T2)f5
    created = board.ask("s.position.last[0].touched.map(([row, time]) => [row, time])")
    assert len({tuple(place) for place in created}) == 2
    assert _fills(board, *created, *_mandatory(board)) > 0.6


def test_the_scale_of_the_user_stays_until_the_next_game(board: Board) -> None:
    scale = "window.hyperchess.stage().cameraControl.camera.scale"
    board.open_text(LONG)
    board.press("-", "-")
    own = board.page.evaluate(scale)
    board.press("ArrowLeft", "ArrowLeft", "Home", "End")
    assert board.page.evaluate(scale) == own
    board.create(JUMP)
    assert board.page.evaluate(scale) > own
    board.press("-", "p")
    assert _fills(board, *_mandatory(board)) > 0.78


@pytest.mark.parametrize("looks", [{"reduced_motion": "no-preference"}])
def test_a_glide_ends_where_the_user_takes_over(board: Board, looks: dict[str, Any]) -> None:
    board.open_text(LONG)
    board.page.keyboard.press("Home")
    board.wait(
        "window.hyperchess.session.node === 0 && window.hyperchess.stage().cameraControl.motion.moving"
    )
    box = board.page.locator("#board canvas").first.bounding_box()
    assert box is not None
    board.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 80)
    board.page.mouse.wheel(0, -100)
    assert board.page.evaluate("window.hyperchess.stage().cameraControl.motion.moving") is False, looks


def test_fit_shows_all_timelines_at_every_press(board: Board) -> None:
    board.open_text(_many(120))
    assert board.ask("s.position.timelines.length") > 100
    for _ in range(3):
        board.act("fit")
        bounds = board.page.evaluate(
            """() => { const stage = window.hyperchess.stage(); return [stage.layout.lowestRow,
            stage.layout.highestRow, stage.layout.firstTime, stage.layout.lastTime] }"""
        )
        assert board.page.evaluate("window.hyperchess.stage().window().map(Number)") == [
            bounds[2],
            bounds[3],
            bounds[0],
            bounds[1],
        ]
        assert _fills(board, [bounds[0], bounds[2]], [bounds[1], bounds[3]]) > 0.8


def _many(count: int) -> str:
    """A position with many timelines."""
    rows = "".join(f"[k3/4/4/3K:{row}:1:w]\n" for row in range(-(count // 2), count // 2 + 1))
    return f'[Board "custom"]\n[Size "4x4"]\n{rows}'


def test_fit_shows_pieces_at_any_distance_at_every_press(board: Board) -> None:
    board.open_text(FAR)
    for _ in range(3):
        board.act("fit")
        board.rest()
        places = board.page.evaluate(
            """() => { const { camera, field } = window.hyperchess.stage().view;
            return field.pieces.map((_, index) => camera.toScreen(...field.squareOf(index))
              .concat(camera.width, camera.height)) }"""
        )
        assert len(places) == 4
        for x, y, width, height in places:
            assert 0 < x < width and 0 < y < height


def test_the_map_covers_no_square_to_play(board: Board) -> None:
    board.open("example=four-timelines")
    small = board.page.locator(".stage-minimap")
    seen = 0
    for key in ("End", *["ArrowLeft"] * 10):
        board.press(key)
        if small.is_hidden():
            continue
        seen += 1
        box = small.bounding_box()
        stage = board.page.locator("#board canvas").first.bounding_box()
        assert box is not None and stage is not None
        left, top = box["x"] - stage["x"], box["y"] - stage["y"]
        for place in board.ask("s.position.playable"):
            one = _on_screen(board, place)
            apart = one["right"] <= left or one["bottom"] <= top
            assert apart or one["left"] >= left + box["width"] or one["top"] >= top + box["height"], (
                key,
                place,
            )
    assert seen > 0


@pytest.mark.parametrize("looks", [PHONE])
def test_a_phone_has_no_map(board: Board, looks: dict[str, Any]) -> None:
    board.open("example=four-timelines")
    board.press("End")
    expect(board.page.locator(".stage-minimap")).to_be_hidden()
    assert board.locate(at(1, "e2")), looks
