"""The start page: doors, games to continue, the variant picker and the list of studies."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.board import Board

WON = '[Board "Standard"]\n[White "Ada"]\n[Black "Bo"]\n[Result "1-0"]\n1. e3 / f6 2. Qh5 1-0\n'
VARIATIONS = '[Board "Standard"]\n[Event "With variations"]\n1. e4 / e5 (1b. c5 2. Nf3 / d6) (1b. e6) 2. d4\n'


def test_three_doors(board: Board) -> None:
    board.open()
    doors = board.page.locator(".door")
    assert [door.locator("h2").inner_text() for door in doors.all()] == ["Play", "Learn", "Analyse"]
    for door in doors.all():
        assert door.get_by_role("button").count() >= 2
    doors.nth(2).get_by_role("button", name="Open a game").click()
    expect(board.page.locator(".open-paste textarea")).to_be_focused()
    doors.nth(2).get_by_role("button", name="Infinite board").click()
    board.wait("window.hyperchess.session.position")
    assert board.ask("s.study.game") == "infinite"


@pytest.mark.parametrize("looks", [{"viewport": {"width": 720, "height": 450}}])
def test_the_page_starts_at_its_top_at_200_percent(board: Board) -> None:
    board.open()
    expect(board.page.locator(".door").first).to_be_visible()
    assert board.page.evaluate("document.querySelector('#open-panel').scrollTop") == 0
    board.page.keyboard.press("Tab")
    assert board.page.evaluate("document.activeElement.id") in ("skip", "brand")
    order = []
    for _ in range(14):
        board.page.keyboard.press("Tab")
        order.append(board.page.evaluate("document.activeElement.dataset.begin ?? ''"))
    assert "5d" in order, order
    # a board with everything around it stays large, and nothing overlaps
    board.open("variant=Standard")
    boxes = [
        board.page.locator(part).bounding_box()
        for part in ("#head", "#board", "#status-line", "#bar", "#side")
    ]
    head, stage, status, bar, side = (box for box in boxes if box is not None)
    assert bar["height"] < 50  # one row
    assert stage["height"] > 450 * 0.65
    assert head["y"] + head["height"] <= stage["y"] + 1
    assert stage["y"] + stage["height"] <= status["y"] + 1
    assert status["y"] + status["height"] <= bar["y"] + 1
    assert bar["y"] + bar["height"] <= 450
    assert max(stage["x"] + stage["width"], bar["x"] + bar["width"]) <= side["x"] + 1


def test_a_text_is_pasted_without_a_click(board: Board) -> None:
    board.open()
    board.page.evaluate("async () => { await navigator.clipboard.writeText('1. e4 / c5'); }")
    board.page.keyboard.press("Control+v")
    board.wait("window.hyperchess.session.position")
    assert board.line == ["e4", "c5"]


def test_cards_continue_where_the_user_left(board: Board) -> None:
    board.open_text(WON)
    study = board.ask("s.study.id")
    rules = '{"computer":"black","level":3,"engine":"","clock":null,"turns":false}'
    board.page.evaluate(
        "([study, rules]) => localStorage.setItem('hyperchess.games',"
        " JSON.stringify([{study, rules: JSON.parse(rules), left: null, over: ''}]))",
        [study, rules],
    )
    board.press("Home", "End")
    board.open("variant=Classical")
    board.page.locator("#head-open").click()
    cards = board.page.locator(".continue-card")
    expect(cards.first).to_contain_text("Classical")
    card = cards.filter(has_text="Ada - Bo").first
    expect(card).to_contain_text("White won")
    expect(card).to_contain_text("Computer, level 3")
    for picture in (cards.first.locator("canvas"), card.locator("canvas")):
        picture.scroll_into_view_if_needed()
        colours = (
            "c => new Set(new Uint32Array("
            "c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer)).size"
        )
        expect(picture).to_be_visible()
        board.wait("[...document.querySelectorAll('.continue-card canvas')].every(c => c.width !== 300)")
        assert picture.evaluate(colours) > 2
    card.click()
    board.wait(f"window.hyperchess.session.study.id === '{study}'")


def test_variants_have_a_sentence_and_can_be_favourites(board: Board) -> None:
    board.open()
    cards = board.page.locator(".variant-card")
    expect(cards.first).to_be_visible()
    notes = board.page.locator(".variant-note").all_inner_texts()
    assert len(notes) == cards.count() > 90
    assert all(re.fullmatch(r"[A-Z0-9].*\.", note) for note in notes)
    assert board.page.locator(".variant-group > p").count() == board.page.locator(".variant-group h3").count()
    board.page.get_by_role("button", name="Add Small - Open to the favourites").click()
    first = board.page.locator(".variant-group").first
    expect(first.locator("h3")).to_have_text("Favourites")
    expect(first.locator(".variant-card")).to_have_count(1)
    board.page.reload()
    expect(board.page.locator(".variant-group").first.locator("h3")).to_have_text("Favourites")
    board.page.get_by_role("button", name="Remove Small - Open from the favourites").first.click()
    expect(board.page.locator(".variant-group").first.locator("h3")).not_to_have_text("Favourites")


def test_studies_are_separated_by_kind_and_sorted(board: Board) -> None:
    for _ in range(2):
        board.open("variant=Standard - Princess")
    board.open_text(VARIATIONS)
    board.page.locator("#head-open").click()
    rows = board.page.locator(".studies li")
    expect(rows.first).to_contain_text("With variations")
    expect(rows.first).to_contain_text("3 actions")
    more = board.page.get_by_role("button", name=re.compile("Show all"))
    if more.is_visible():  # the other tests of the package create studies
        more.click()
    titles = rows.locator(".card-title").all_inner_texts()
    assert len(titles) == len(set(titles))
    board.page.get_by_label("Sort by").select_option("title")
    names = rows.locator(".card-title").all_inner_texts()
    assert names == sorted(names, key=str.casefold)
    board.page.locator("#brand").click()
    board.page.get_by_label("Puzzles", exact=True).check()
    expect(rows.filter(has_text="With variations")).to_have_count(0)
    board.page.locator('[data-begin="lesson"]').click()
    board.page.locator("[data-course]").first.click()
    board.wait("window.hyperchess.session.study?.title.startsWith('Lesson')")
    board.rest()
    board.page.locator("#brand").click()
    board.page.get_by_label("Lessons", exact=True).check()
    expect(rows.first).to_contain_text("Lesson")
    assert all("Lesson" in text for text in rows.all_inner_texts())
