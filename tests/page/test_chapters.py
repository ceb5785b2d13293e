"""Chapters: a text with several games is one study; chapters are opened, added, renamed, moved, deleted."""

import re

from playwright.sync_api import Locator, expect

from tests.page.board import Board

TEXT = "\n".join(
    f'[Board "Standard"]\n[Event "Cup"]\n[White "{name}"]\n{moves}\n'
    for name, moves in (("Ada", "1. e4 / e5"), ("Bob", "1. d4 / d5 2. c4"), ("Cy", "1. Nf3 / Nf6"))
)


def _choice(board: Board) -> Locator:
    return board.page.locator("#chapter")


def _choose(board: Board, item: str) -> None:
    board.page.get_by_role("button", name="Edit chapters").click()
    board.page.get_by_role("menuitem", name=item, exact=True).click()


def _titles(board: Board, titles: list[str]) -> None:
    expect(_choice(board).locator("option")).to_have_text(titles)


def test_a_text_with_several_games_is_one_study(board: Board) -> None:
    board.open()
    board.page.locator("#open-text").fill(TEXT)
    expect(board.page.locator(".which")).to_contain_text("a chapter for each game")
    board.page.locator("#open-go").click()
    _titles(board, ["1. Ada - ?", "2. Bob - ?", "3. Cy - ?"])
    expect(board.page.locator(".volume-title")).to_have_text("Cup · 3 chapters")
    board.page.get_by_role("button", name="Next chapter").click()
    board.wait("window.hyperchess.session.study.title.includes('Bob')")
    board.rest()
    assert board.line == ["d4", "d5", "c4"]
    here = re.compile(f"study={board.ask('s.study.id')}")
    expect(board.page).to_have_url(here)
    _choice(board).select_option(label="3. Cy - ?")
    board.wait("window.hyperchess.session.study.title.includes('Cy')")
    board.page.go_back()
    board.wait("window.hyperchess.session.study.title.includes('Bob')")
    board.page.reload()
    expect(_choice(board).locator("option:checked")).to_have_text("2. Bob - ?")

    _choose(board, "Move up")
    _titles(board, ["1. Bob - ?", "2. Ada - ?", "3. Cy - ?"])
    board.page.locator("#study-title").fill("Queen's pawn")
    board.page.keyboard.press("Enter")
    _titles(board, ["1. Queen's pawn", "2. Ada - ?", "3. Cy - ?"])
    _choose(board, "Rename the whole study")
    board.page.locator("#volume-title").fill("Openings")
    board.page.keyboard.press("Enter")
    expect(board.page.locator(".volume-title")).to_have_text("Openings · 3 chapters")

    board.page.locator("#head-share").click()
    text = board.page.locator("#export-text")
    expect(text).not_to_have_value("")  # until then, the panel grows
    board.page.get_by_label("All chapters in one text").check()
    expect(text).to_have_value(re.compile('Study "Openings"(.|\n)*Cy'))

    board.page.locator("#brand").click()
    row = board.page.locator(f'[data-study="{board.ask("s.study.id")}"]')
    expect(row).to_contain_text("Openings")
    expect(row).to_contain_text("3 chapters")


def test_chapters_are_added_and_deleted(board: Board) -> None:
    board.open_text('[Board "Standard"]\n[White "Ada"]\n1. e4 / e5\n')
    expect(board.page.locator("#chapters")).to_be_hidden()
    board.page.get_by_role("button", name="Add a chapter: another game in this study").click()
    board.page.get_by_role("menuitem", name="New chapter: infinite chess", exact=True).click()
    board.wait("window.hyperchess.session.study.game === 'infinite'")
    _titles(board, ["1. Ada - ?", "2. Infinite chess: Classical"])
    _choose(board, "New chapters from text…")
    board.page.locator("#chapter-text").fill(TEXT)
    board.page.get_by_role("button", name="Add", exact=True).click()
    expect(_choice(board).locator("option")).to_have_count(5)
    expect(_choice(board).locator("option:checked")).to_contain_text("3. Cup · Ada")
    _choose(board, "Delete this chapter")
    board.wait("window.hyperchess.session.study.title.includes('Bob')")
    expect(_choice(board).locator("option")).to_have_count(4)
    board.page.get_by_role("button", name="Undo", exact=True).click()
    expect(_choice(board).locator("option")).to_have_count(5)
