"""The infinite board: pan, zoom, distant squares, moves, verdicts."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.page.board import Board

FAR = "w R0,0|K3,3|k100000000000000000000000000000,5"
MATED = "w k0,0|R-5,1|Q7,7|R-6,-1|K3,-5"
SQUARES = {"its piece": ["5", "1"], "a pawn": ["5", "2"], "on the way": ["5", "4"], "its end": ["5", "5"]}


def test_a_pawn_moves(board: Board) -> None:
    board.open("variant=Classical")
    assert board.ask("s.study.game") == "infinite"
    board.click(["4", "2"])
    assert ["4", "4"] in board.ask("s.targets.moves.map(m => m.to)")
    board.click(["4", "4"])
    assert len(board.line) == 1
    assert board.ask("s.position.player") == "black"


def test_a_rook_slides_where_no_number_of_javascript_reaches(board: Board) -> None:
    board.open_text(FAR)
    board.click(["0", "0"])
    assert len(board.ask("s.targets.rays")) >= 3
    board.ask("s.playText('0,0>0,123456789012345678901234567890')")
    board.rest()
    assert ["rook", "white", "0", "123456789012345678901234567890", 0] in board.ask("s.position.pieces")
    board.click(["0", "123456789012345678901234567890"])


def test_a_ray_is_played_by_a_click(board: Board) -> None:
    board.open_text("w R0,0|K3,3|k50,5")
    board.click(["0", "0"])
    board.click(["0", "7"])
    assert board.ask("s.position.pieces.some(p => p[0] === 'rook' && p[3] === '7')") is True


def test_a_mate_is_announced(board: Board) -> None:
    board.open_text(MATED)
    board.ask("s.playText('7,7>7,0')")
    board.rest()
    expect(board.status).to_contain_text(re.compile("checkmate", re.IGNORECASE))


def test_the_board_is_moved_and_zoomed(board: Board) -> None:
    board.open("variant=Classical")
    scale = board.page.evaluate("window.hyperchess.stage().view.camera.scale")
    box = board.page.locator("#board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.2
    board.page.mouse.move(x, y)
    board.page.mouse.wheel(0, -400)
    board.wait(f"window.hyperchess.stage().view.camera.scale > {scale}")
    middle = board.page.evaluate("String(window.hyperchess.stage().view.camera.x)")
    board.page.mouse.down()
    board.page.mouse.move(x - 300, y, steps=5)
    board.page.mouse.up()
    board.wait(f"String(window.hyperchess.stage().view.camera.x) !== '{middle}'")


def test_an_export_is_read_again(board: Board) -> None:
    board.open("variant=Classical")
    board.ask("s.playText('4,2>4,4')")
    board.rest()
    text = board.page.evaluate(
        """async () => {
          const { study, source } = window.hyperchess.session;
          return (await source.ask("POST /studies/{id}/export", { id: study.id }, { to: "icn" })).text;
        }"""
    )
    board.open_text(text)
    assert len(board.line) == 1


def test_each_line_of_sight_has_a_sign_that_leads_to_its_piece(board: Board) -> None:
    board.open_text("w (8|1) K5,1|k5,8|R5,40|R5,60|q200,4|p90,75")
    board.page.evaluate("window.hyperchess.stage().view.flyTo([5n, 4n])")
    board.rest()
    cards = board.page.evaluate("() => window.hyperchess.stage().view.edges.cards")
    pieces = board.ask("s.position.pieces")
    shown = {tuple(pieces[card["index"]][2:4]): card for card in cards}
    assert {("5", "40"), ("200", "4")} <= set(shown)  # on its file, on its rank
    assert ("5", "60") not in shown  # behind the other rook
    card = shown["200", "4"]
    box = board.page.locator("#board canvas").first.bounding_box()
    assert box is not None
    board.page.mouse.click(
        box["x"] + card["x"] + card["width"] / 2, box["y"] + card["y"] + card["height"] / 2
    )
    board.rest()
    assert board.page.evaluate("window.hyperchess.stage().view.sees([200n, 4n])")


def test_arrows_end_at_the_rim_and_yield_to_pieces(board: Board) -> None:
    """Pixels: an arrow covers empty squares on its way, but no piece, nor the middle of where it ends."""
    board.open("variant=Classical")
    places = {name: board.locate(square) for name, square in SQUARES.items()}

    def colors() -> dict[str, Any]:
        return {
            name: board.page.evaluate(
                """([x, y]) => {
                  const canvas = window.hyperchess.stage().canvas;
                  const box = canvas.getBoundingClientRect();
                  const ratio = canvas.width / box.width;
                  const pen = canvas.getContext("2d");
                  return [...pen.getImageData((x - box.left) * ratio, (y - box.top) * ratio, 1, 1).data];
                }""",
                [x, y],
            )
            for name, (x, y) in places.items()
        }

    before = colors()
    green = {"type": "arrow", "color": "green"}
    shapes = [{**green, "from": ["5", "1"], "to": ["5", "5"]}]
    board.page.evaluate("shapes => window.hyperchess.session.drawShapes(shapes)", shapes)
    board.rest()
    changed = {name for name, color in colors().items() if color != before[name]}
    assert changed == {"on the way"}


def test_an_arrow_to_the_rim_is_a_ray_without_end(board: Board) -> None:
    board.open_text("w R0,0|R4,-3|K-4,3|k5,9")
    x, y = board.locate(["0", "0"])
    box = board.page.locator("#board canvas").bounding_box()
    assert box is not None
    seen = []
    for _ in range(2):
        board.page.mouse.move(x, y)
        board.page.mouse.down(button="right")
        board.page.mouse.move(x + 40, y, steps=3)
        board.page.mouse.move(box["x"] + box["width"] - 5, y + 3, steps=3)
        board.page.mouse.up(button="right")
        board.rest()
        seen.append(board.ask("s.current.shapes"))
    # drawn again it goes away
    assert seen == [[{"type": "ray", "from": ["0", "0"], "to": ["1", "0"], "color": "green"}], []]
