"""Opening games: examples, variants, pasted text, files, several games, and texts with faults."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.page.board import Board

FAULTY = '[Board "Standard"]\n1. e4 / e5 2. exd4 / Nc6 3. Nf3\n'


def test_an_empty_page_offers_games(board: Board) -> None:
    board.open()
    panel = board.page.locator("#open-panel")
    expect(panel).to_be_visible()
    panel.get_by_text(re.compile("four.timelines", re.IGNORECASE)).first.click()
    board.wait("window.hyperchess.session.position !== null")
    board.rest()
    assert len(board.ask("s.position.timelines")) == 4


def test_a_variant_by_its_name(board: Board) -> None:
    board.open("variant=Standard - Turn Zero")
    assert board.ask("s.position.timelines[0].boards.length") == 2


def test_pasted_text_is_read(board: Board) -> None:
    board.open()
    board.page.evaluate("async text => { await navigator.clipboard.writeText(text); }", "1. e4 / c5 2. Nf3")
    board.page.locator("#open-panel textarea").focus()
    board.page.keyboard.press("Control+v")
    board.page.locator("#open-panel").get_by_role("button", name="Open", exact=True).click()
    board.wait("window.hyperchess.session.position !== null")
    board.rest()
    assert board.line == ["e4", "c5", "Nf3"]


def test_a_dropped_file_is_read(board: Board) -> None:
    board.open()
    board.page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.items.add(new File([text], "game.5dpgn", {type: "text/plain"}));
          for (const type of ["dragenter", "dragover", "drop"]) {
            document.body.dispatchEvent(
              new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true}));
          }
        }""",
        "1. d4 / d5",
    )
    board.wait("window.hyperchess.session.position !== null")
    board.rest()
    assert board.line == ["d4", "d5"]


def test_a_chosen_file_is_read(board: Board, tmp_path: Path) -> None:
    file = tmp_path / "game.5dpgn"
    file.write_bytes(b"\xef\xbb\xbf1. c4 / c5\r\n")
    board.open()
    board.page.locator('#open-panel input[type="file"]').set_input_files(file)
    board.wait("window.hyperchess.session.position !== null")
    board.rest()
    assert board.line == ["c4", "c5"]


def test_a_fault_is_shown_at_its_line_with_its_fix(board: Board) -> None:
    board.open_text(FAULTY)
    panel = board.tab("text")
    expect(panel).to_contain_text("no piece of White's can play exd4")
    expect(board.page.locator("#text-input")).to_have_value(re.compile("exd4"))
    panel.get_by_role("button", name=re.compile("apply", re.IGNORECASE)).first.click()
    expect(board.page.locator("#text-input")).not_to_have_value(re.compile("exd4"))


def test_what_cannot_be_read_is_not_lost(board: Board) -> None:
    board.open()
    field = board.page.locator("#open-panel textarea")
    field.fill("this is no game at all")
    board.page.locator("#open-panel").get_by_role("button", name="Open", exact=True).click()
    board.rest()
    assert board.ask("s.study") is None
    expect(field).to_have_value("this is no game at all")
    expect(board.page.locator("#notice")).to_contain_text("cannot be read as a game")


def test_back_and_forward_between_studies(board: Board) -> None:
    board.open("variant=Standard")
    first = board.ask("s.study.id")
    board.ask("s.create({variant: 'Standard - Turn Zero'})")
    board.rest()
    assert board.ask("s.study.id") != first
    board.page.go_back()
    board.wait(f"window.hyperchess.session.study.id === '{first}'")


def test_variants_have_pictures(board: Board) -> None:
    board.open()
    picture = board.page.locator('[data-variant="Standard"] canvas')
    picture.scroll_into_view_if_needed()
    board.wait("document.querySelector('[data-variant=\"Standard\"] canvas').width === 112")
    colours = picture.evaluate(
        "c => new Set(new Uint32Array(c.getContext('2d').getImageData(0, 0, 112, 112).data.buffer)).size"
    )
    assert colours > 2  # squares and pieces


def test_studies_are_filed_and_found_by_folder_and_tag(board: Board) -> None:
    board.open_text('[Board "Standard"]\n[White "Filed"]\n[Black "Study"]\n1. e4 / e5\n')
    board.page.locator("#head-open").click()
    row = board.page.locator(".studies li", has_text="Filed - Study").first
    row.get_by_role("button", name="Folder and tags of Filed - Study").click()
    board.page.get_by_label("Folder", exact=True).fill("Openings")
    board.page.get_by_label("Tags, separated by commas").fill("king pawn, mine")
    board.page.get_by_role("button", name="Save").click()
    expect(row).to_contain_text("Openings · #king pawn · #mine")
    count = board.page.locator(".studies li").count()
    board.page.get_by_label("Folder or tag").select_option("tag:mine")
    expect(board.page.locator(".studies li")).to_have_count(1)
    board.page.get_by_label("Folder or tag").select_option("folder:Openings")
    expect(board.page.locator(".studies li")).to_have_count(1)
    board.page.get_by_label("Folder or tag").select_option("all")
    expect(board.page.locator(".studies li")).to_have_count(count)
    board.page.reload()
    board.wait("window.hyperchess?.session.position")
    board.page.locator("#head-open").click()
    expect(row).to_contain_text("Openings · #king pawn · #mine")
