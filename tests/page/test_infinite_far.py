"""The infinite board with very large coordinates: exact positions, edge cards, gestures."""

from playwright.sync_api import expect

from tests.page.board import Board

FAR = f"w (8;Q,AM|1) K5,1|Q3,3|P2,7|HU1,1|k5,8|r{10**30},3|q-250,-31"
_CAMERA = "window.hyperchess.stage().view.camera"


def test_one_goes_to_any_square(board: Board) -> None:
    board.open_text(FAR)
    field = board.page.locator("#board .infinite-goto")
    field.fill("10^30,3")
    field.press("Enter")
    board.wait(f"{_CAMERA}.x === 10n ** 30n && {_CAMERA}.scale > 10")
    expect(board.page.locator("#board .infinite-square")).to_contain_text("black rook")
    field.fill("nowhere")
    field.press("Enter")
    expect(field).to_have_attribute("aria-invalid", "true")


def test_nothing_drifts_when_one_zooms_out_and_in_again(board: Board) -> None:
    board.open_text(FAR)
    assert board.page.evaluate(
        f"""() => {{
            const camera = {_CAMERA};
            camera.take({{x: 10n ** 30n + 7n, y: -(10n ** 29n), offsetX: 0.25, offsetY: -0.125, scale: 40}});
            for (const factor of [0.8, 1.25]) for (let i = 0; i < 400; i++) camera.zoomAt(200, 300, factor);
            const drift = Math.hypot(camera.offsetX - 0.25, camera.offsetY + 0.125);
            return camera.x === 10n ** 30n + 7n && camera.y === -(10n ** 29n) && drift < 1e-6;
        }}"""
    )


def test_signs_point_to_far_pieces(board: Board) -> None:
    board.open_text(FAR)
    cards = board.page.evaluate("() => window.hyperchess.stage().view.edges.cards")
    assert {"10³⁰", "253"} <= {card["text"] for card in cards}
    box = board.page.locator("#board canvas").first.bounding_box()
    assert box is not None
    card = next(card for card in cards if card["text"] == "10³⁰")
    board.page.mouse.click(box["x"] + card["x"] + 20, box["y"] + card["y"] + 20)
    board.wait(f"{_CAMERA}.x === 10n ** 30n")


def test_a_huygen_goes_prime_distances(board: Board) -> None:
    board.open_text(FAR)
    board.click(["1", "1"])
    board.click(["1", "5"])  # four steps: not prime
    assert board.line == []
    board.click(["1", "1"])
    board.click(["1", "4"])
    assert len(board.line) == 1


def test_a_pawn_becomes_an_amazon(board: Board) -> None:
    board.open_text(FAR)
    board.click(["2", "7"])
    board.click(["2", "8"])
    board.page.get_by_role("menuitem", name="amazon").click()
    board.rest()
    assert ["amazon", "white", "2", "8", 0] in board.ask("s.position.pieces")


def test_two_fingers_zoom(board: Board) -> None:
    board.open_text(FAR)
    before = board.page.evaluate(f"() => {_CAMERA}.scale")
    touch = board.page.context.new_cdp_session(board.page)

    def fingers(kind: str, *points: tuple[int, int]) -> None:
        places = [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    fingers("touchStart", (300, 300))
    fingers("touchStart", (300, 300), (400, 400))
    for step in range(1, 11):
        fingers("touchMove", (300 - 5 * step, 300 - 5 * step), (400 + 5 * step, 400 + 5 * step))
    fingers("touchEnd")
    board.wait(f"{_CAMERA}.scale > {1.8 * before}")
    assert board.page.evaluate(f"() => {_CAMERA}.scale") < 2.2 * before
