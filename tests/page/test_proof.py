"""A proof file on the page: opened, walked through by clicks and keys, and in part."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from hyperchess.multiverse import Color
from hyperchess.proofs.claims import Claim, ClaimKind
from tests.page.board import Board
from tests.proofs.making import forged

PROOFS = Path(__file__).parents[2] / "proofs"
QUEENS = PROOFS / "focused-just-queens.white-mate-3.hcproof"
DEEP = PROOFS / "very-small.white-mate-7.hcproof"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NONE = PROOFS / "very-small.black-none-5.hcproof"


def test_a_chosen_file_is_walked_through(board: Board) -> None:
    board.open()
    page = board.page
    page.get_by_label("File with a game or a proof").set_input_files(QUEENS)
    board.wait("window.hyperchess.session.study !== null")
    board.rest()
    expect(page.locator(".proof-claim")).to_have_text("White mates within 3 actions")
    place, choices = page.locator(".proof-place"), page.locator(".proof-choice")
    expect(place).to_have_text("White mates within 3 · at the start · White plays")
    expect(choices).to_have_text(["Qd2+mate in 3 · 13 records"])
    # The only action is drawn on the board.
    assert board.ask("s.suggestion.length") == 1
    choices.first.click()
    expect(place).to_have_text(re.compile(r"White mates within 2 · after 1\. Qd2\+ · \d+ choices of Black"))
    page.mouse.move(5, 5)
    board.wait("window.hyperchess.session.suggestion.length === 0")
    expect(page.locator(".proof-progress")).to_have_text("13 records. Shown as recorded, not verified.")
    choices.last.hover()
    assert board.ask("s.suggestion.length") == 1
    reply = choices.last.locator(".proof-move").inner_text()
    choices.last.click()
    expect(place).to_contain_text("White plays")
    assert board.line == ["Qd2+", reply]
    # Next goes on with the record, and so on until the mate.
    while place.inner_text() != "Checkmate":
        node = board.ask("s.node")
        before = place.inner_text()
        board.act("next")
        board.wait(f"window.hyperchess.session.node !== {node}")
        expect(place).not_to_have_text(before)
        expect(place).not_to_have_text("Loading…")
    assert board.line[-1].endswith("#")
    assert board.ask("s.position.status.verdict") == "checkmate"


@pytest.mark.parametrize("looks", [{}, PHONE], ids=["desktop", "phone"])
def test_the_toolbar_offers_the_recorded_action(board: Board) -> None:
    board.open_proof(QUEENS.read_bytes())
    following = board.button("next")
    expect(following).to_have_attribute("aria-disabled", "false")
    following.click()
    expect(board.page.locator(".proof-place")).to_contain_text("choices of Black")
    assert board.line == ["Qd2+"]


def test_keys_walk_through_it(board: Board) -> None:
    board.open_proof(DEEP.read_bytes())
    page = board.page
    choices = page.locator(".proof-choice")
    expect(choices).to_have_count(1)
    board.press("ArrowRight")
    expect(choices).to_have_count(3)
    choices.nth(1).focus()
    page.keyboard.press("Enter")
    expect(choices).to_have_count(1)
    expect(choices.first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".proof-place")).to_contain_text("choices of Black")
    expect(choices.first).to_be_focused()
    board.press("ArrowLeft")
    expect(page.locator(".proof-place")).to_contain_text("White plays")


def test_it_is_there_after_a_reload(board: Board) -> None:
    board.open_proof(DEEP.read_bytes())
    board.press("ArrowRight")
    expect(board.page.locator(".proof-choice")).to_have_count(3)
    board.wait("location.hash.includes('node=1')")
    board.page.reload()
    board.wait("window.hyperchess?.session.position !== null")
    expect(board.page.locator(".proof-choice")).to_have_count(3)


def test_an_action_of_ones_own_is_not_in_the_proof(board: Board) -> None:
    board.open_proof(QUEENS.read_bytes())
    expect(board.page.locator(".proof-choice")).to_have_count(1)
    board.ask("s.edit({type: 'add', parent: 0, moves: ['(0T1)e1>(0T1)e2']})")
    board.rest()
    place = board.page.locator(".proof-place")
    expect(place).to_have_text("This action is not in the proof.")
    board.page.get_by_role("button", name="Back to the proof").click()
    expect(place).to_contain_text("at the start")
    assert board.ask("s.node") == 0


def test_a_proof_that_there_is_no_mate(board: Board) -> None:
    board.open_proof(NONE.read_bytes())
    place = board.page.locator(".proof-place")
    expect(board.page.locator(".proof-claim")).to_have_text("Black cannot force mate within 5 actions")
    expect(board.page.locator(".proof-choice").first).to_contain_text("record")
    for _ in range(20):
        before = place.inner_text()
        if before == "Not mate":
            break
        board.press("ArrowRight")
        expect(place).not_to_have_text(before)
        expect(place).not_to_have_text("Loading…")
    expect(place).to_have_text("Not mate")


def test_other_studies_have_no_proof(board: Board) -> None:
    board.open_proof(QUEENS.read_bytes())
    expect(board.page.locator("#proof")).to_be_visible()
    board.open("variant=Standard")
    expect(board.page.locator("#proof")).to_be_hidden()


def test_a_damaged_file_is_refused_with_the_reason(board: Board) -> None:
    board.refusals = ("422",)
    board.open()
    field = board.page.get_by_label("File with a game or a proof")
    data = bytearray(QUEENS.read_bytes())
    data[len(data) // 2] ^= 255
    field.set_input_files({"name": "x.hcproof", "mimeType": "", "buffer": bytes(data)})
    expect(board.page.locator("#notice")).to_contain_text("damaged")
    field.set_input_files({"name": "y.hcproof", "mimeType": "", "buffer": QUEENS.read_bytes()[:40]})
    expect(board.page.locator("#notice")).to_contain_text("The file is cut off")
    field.set_input_files(
        {"name": "z.hcproof", "mimeType": "", "buffer": QUEENS.read_bytes() + bytes(3_000_000)}
    )
    expect(board.page.locator("#notice")).to_contain_text("hyperchess serve FILE")


def test_a_wrong_record_is_told_where_it_is(board: Board) -> None:
    claim = Claim.of_variant("Focused - Just Queens", ClaimKind.MATE, Color.WHITE, 2)
    board.open_proof(forged(claim.text(), ["(0T1)e1>(0T1)d3"]))
    expect(board.page.locator(".proof-place")).to_contain_text("The proof cannot be shown further: record 1")


def test_counting_is_shown_and_can_be_stopped(board: Board) -> None:
    """The responses say that there is more to count, until the test lets them through as they are."""
    held = True

    def answer(route: Route) -> None:
        if not held:
            route.continue_()
            return
        response = route.fetch()
        view = response.json()
        choices = [{**choice, "size": None, "longest": None} for choice in view["choices"]]
        route.fulfill(response=response, json={**view, "choices": choices, "walked": 7, "counting": True})

    board.page.route("**/proof", answer)
    board.open_proof(DEEP.read_bytes())
    progress = board.page.locator(".proof-progress")
    expect(progress).to_contain_text("7 of 1,382 records counted")
    board.page.get_by_role("button", name="Stop").click()
    resume = board.page.get_by_role("button", name="Continue")
    expect(resume).to_be_visible()
    held = False
    resume.click()
    expect(progress).to_have_text("1,382 records. Shown as recorded, not verified.")
    expect(board.page.locator(".proof-choice")).to_contain_text("mate in 7 · 1,382 records")


def test_many_choices_are_shown_in_parts(board: Board) -> None:
    claim = Claim.of_variant("Standard - Two Timelines", ClaimKind.NONE, Color.WHITE, 1)
    board.open_proof(forged(claim.text(), []))
    choices, pager = board.page.locator(".proof-choice"), board.page.locator(".proof-pager")
    expect(choices).to_have_count(50)
    expect(pager).to_contain_text(re.compile(r"1 to 50 of \d+"))
    first = choices.first.inner_text()
    pager.get_by_role("button", name="Next").click()
    expect(pager).to_contain_text("51 to 100")
    expect(choices.first).not_to_have_text(first)
    pager.get_by_role("button", name="Previous").click()
    expect(choices.first).to_have_text(first)


@pytest.mark.parametrize("looks", [{"viewport": {"width": 390, "height": 844}, "has_touch": True}])
def test_on_a_phone_the_choices_are_in_reach(board: Board) -> None:
    board.open_proof(DEEP.read_bytes())
    choice = board.page.locator(".proof-choice").first
    choice.tap()
    expect(board.page.locator(".proof-choice")).to_have_count(3)
    board.page.locator(".proof-choice").first.tap()
    expect(board.page.locator(".proof-place")).to_contain_text("White plays")
    assert board.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
