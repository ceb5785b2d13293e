"""Studying a game: variations, comments, marks, shapes, undo, export, sharing."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.page.board import Board
from tests.page.positions import JUMP, at

GAME = '[Board "Standard"]\n[White "Ada"]\n1. e4 {best by test} / e5 2. Nf3 / Nc6\n'


def test_another_action_becomes_a_variation(board: Board) -> None:
    board.open_text(GAME)
    board.press("Home")
    board.drag(at(1, "d2"), at(1, "d4"))
    board.act("submit")
    assert board.line == ["d4"]
    assert board.ask("s.root.children.length") == 2
    board.tab("moves")
    expect(board.page.locator(".tree")).to_contain_text("d4")


def test_a_variation_is_promoted_demoted_and_deleted(board: Board) -> None:
    board.open_text(GAME)
    board.press("Home")
    board.drag(at(1, "d2"), at(1, "d4"))
    board.act("submit")
    board.press("m")
    first = "s.nodeOf(s.root.children[0]).moves[0].text"
    assert board.ask(first) == "d4"
    board.press("Delete")
    board.rest()
    assert board.ask("s.root.children.length") == 1
    assert board.ask(first) == "e4"
    board.press("Control+z")
    assert board.ask("s.root.children.length") == 2
    board.press("Control+Shift+z")
    assert board.ask("s.root.children.length") == 1


def test_a_comment_is_kept(board: Board) -> None:
    board.open_text(GAME)
    board.press("c")
    board.page.keyboard.type("<b>a quiet move</b> & more")
    board.page.keyboard.press("Control+Enter")
    board.rest()
    board.wait("window.hyperchess.session.current.comments.some(c => c.text.includes('a quiet move'))")
    expect(board.page.locator(".tree")).to_contain_text("<b>a quiet move</b> & more")
    board.page.reload()
    board.wait("window.hyperchess?.session.position")
    expect(board.page.locator(".tree")).to_contain_text("<b>a quiet move</b> & more")


def test_an_action_is_evaluated(board: Board) -> None:
    board.open_text(GAME)
    board.ask("s.edit({type: 'evaluate', node: s.node, evaluation: '!?'})")
    board.rest()
    expect(board.page.locator(".tree")).to_contain_text("!?")


def test_arrows_and_squares_are_kept_in_the_comments(board: Board) -> None:
    board.open_text(GAME)
    board.drag(at(3, "f1"), at(3, "b5"), button="right")
    board.click(at(3, "e5"), button="right")
    shapes = board.ask("s.current.shapes")
    assert [shape["type"] for shape in shapes] == ["arrow", "square"]
    text = exported(board, "branched")
    assert "[%cal" in text
    assert "[%csl" in text
    board.open_text(text)
    assert board.ask("s.current.shapes") == shapes


def exported(board: Board, notation: str) -> str:
    """The text of the study in a notation, as the export panel shows it."""
    show_share(board)
    board.page.locator("#export-notation").select_option(notation)
    shown = board.ask("`${s.study.id} ${s.study.revision}`")
    field = board.page.locator("#export-text")
    expect(field).to_have_attribute("data-shows", f"{shown} {notation}")
    found: Any = field.evaluate("element => element.value ?? element.textContent")
    return str(found)


def show_share(board: Board) -> None:
    if not board.page.locator("#export-notation").is_visible():
        board.page.get_by_role("button", name=re.compile("share|export", re.IGNORECASE)).first.click()


def test_export_and_import_again(board: Board) -> None:
    board.open_text(JUMP)
    line = board.line
    for notation in ("shad", "branched", "raw", "json", "dynamical"):
        text = exported(board, notation)
        before = board.ask("s.study.id")
        board.create(text)
        assert board.ask("s.study.id") != before
        assert len(board.line) == len(line)
        assert board.ask("s.study.problems.filter(p => p.severity === 'error')") == []


def test_an_export_keeps_everything_by_default(board: Board) -> None:
    board.open_text(JUMP)
    board.page.evaluate(
        """() => window.hyperchess.session.edit({type: 'add', parent: 0, moves: ['(0T1)d2>(0T1)d4']})"""
    )
    board.rest()
    assert board.ask("s.study.notation") == "shad"
    show_share(board)
    expect(board.page.locator("#export-notation")).to_have_value("branched")
    expect(board.page.locator("#panel-share")).not_to_contain_text("left out")


def test_losses_are_shown(board: Board) -> None:
    board.open_text(GAME)
    exported(board, "averagehuman")
    expect(board.page.locator("#panel-share")).to_contain_text(re.compile("comment", re.IGNORECASE))


def test_a_share_link_carries_the_game(board: Board) -> None:
    board.open_text(GAME)
    show_share(board)
    link = board.page.locator("#share-link")
    expect(link).to_have_value(re.compile("#game="))
    address = link.input_value()
    study = board.ask("s.study.id")
    board.page.goto("about:blank")
    board.page.goto(address)
    board.wait("window.hyperchess?.session.position")
    board.rest()
    assert board.line == ["e4", "e5", "Nf3", "Nc6"]
    assert board.ask("s.study.id") != study
    assert board.ask("s.study.nodes.flatMap(n => n.comments.map(c => c.text))") == ["best by test"]


def test_the_tree_is_walked_by_keys(board: Board) -> None:
    board.open_text(GAME)
    board.press("Home")
    assert board.line == []
    board.press(".", ".")
    assert board.line == ["e4", "e5"]
    board.press(",")
    assert board.line == ["e4"]
    board.press("End")
    assert len(board.line) == 4


def test_a_study_is_found_again(board: Board) -> None:
    board.open_text(GAME)
    study = board.ask("s.study.id")
    board.open(f"study={study}")
    assert len(board.line) == 4


def test_a_new_title_leaves_one_where_one_is(board: Board) -> None:
    board.open_text(GAME)
    board.press("Home")
    board.drag(at(1, "d2"), at(1, "d4"))
    title = board.page.locator("#study-title")
    title.fill("My study")
    title.press("Enter")
    board.rest()
    board.wait("window.hyperchess.session.study.title === 'My study'")
    assert board.ask("[s.node, s.pending]") == [0, ["(0T1)d2>(0T1)d4"]]


def test_two_quick_moves_both_count(board: Board) -> None:
    board.open("variant=Standard - Two Timelines")
    moves = [f"({line}T1)e2>({line}T1)e4" for line in ("-0", "+0")]
    board.page.evaluate(
        "async moves => { await Promise.all(moves.map(m => window.hyperchess.session.playText(m))); }",
        moves,
    )
    board.rest()
    assert board.ask("s.pending") == moves == board.ask("s.position.pending")


def test_a_hint_that_comes_late_is_not_played_elsewhere(board: Board) -> None:
    board.open_text(GAME)
    board.press("Home")
    board.ask("void s.hint()")
    board.ask("s.next()")
    board.rest()
    assert board.ask("[s.path(s.node).length, s.pending]") == [1, []]


def test_a_comment_under_way_survives_a_change_from_elsewhere(board: Board) -> None:
    board.open_text(GAME)
    board.press("Home", ".")
    board.press("c")
    board.page.keyboard.type("my long note")
    board.page.evaluate(
        """async () => {
          const { study, source } = window.hyperchess.session;
          await source.edit(study.id, {type: "rename", title: "elsewhere"});
        }"""
    )
    board.page.keyboard.press("Control+Enter")
    board.rest()
    editors = board.page.locator(".tree textarea")
    written = board.ask("s.current.comments.map(c => c.text).join()")
    kept = editors.first.input_value() if editors.count() else ""
    assert "my long note" in str(written) + kept


def test_keys_after_the_shortcut_of_a_comment_belong_to_the_comment(board: Board) -> None:
    board.open_text(GAME)
    board.press("Home", ".")
    focused = board.page.evaluate(
        """async () => {
          document.dispatchEvent(new KeyboardEvent("keydown", { key: "c", bubbles: true, cancelable: true }));
          await Promise.resolve();
          return document.activeElement.tagName;
        }"""
    )
    assert focused == "TEXTAREA"


def test_pictures_and_pages_are_downloaded(board: Board) -> None:
    board.open_text(JUMP)
    show_share(board)
    for what, beginning in (
        ("svg", b"<svg"),
        ("png", b"\x89PNG"),
        ("view-svg", b"<svg"),
        ("view", b"\x89PNG"),
    ):
        data = downloaded(board, what)
        assert data.startswith(beginning), what
    assert b"embedded" in downloaded(board, "html")
    board.press("Home")  # one picture is quicker than nine
    assert downloaded(board, "gif").startswith(b"GIF89a")


def downloaded(board: Board, what: str) -> bytes:
    with board.page.expect_download() as waiting:
        board.page.locator(f'[data-do="{what}"]').click()
    return Path(waiting.value.path()).read_bytes()


def test_a_pencil_draws_without_a_right_button(board: Board) -> None:
    board.open_text(GAME)
    board.page.get_by_role("button", name="Settings").click()
    board.page.locator("#panel-settings .segments label", has_text="Blue").click()
    board.drag(at(3, "f1"), at(3, "b5"))
    assert board.ask("s.current.shapes.map(shape => [shape.type, shape.color])") == [["arrow", "blue"]]
    assert board.ask("s.pending") == []


def test_without_a_connection_list_and_board_agree(board: Board) -> None:
    board.open_text(GAME)
    shown = board.ask("[s.node, JSON.stringify(s.position.boards ?? s.position)]")
    board.refusals = ("/position",)
    board.page.route("**/position*", lambda route: route.abort())
    board.ask("s.go(s.root.id)")
    board.rest()
    assert board.ask("[s.node, JSON.stringify(s.position.boards ?? s.position)]") == shown
    expect(board.page.locator(".tree [aria-current=true]")).to_contain_text("Nc6")
    board.page.unroute("**/position*")
    board.press("Home")
    assert board.ask("s.node === s.root.id")


def test_notations_that_did_not_arrive_are_asked_for_again(board: Board) -> None:
    board.open_text(GAME)
    board.refusals = ("/notations",)
    board.page.route("**/api/notations", lambda route: route.abort())
    with board.page.expect_event("requestfailed"):
        show_share(board)
    expect(board.page.locator("#panel-share .tone-error").first).not_to_be_empty()
    with board.page.expect_event("requestfailed"):
        board.tab("text")
    board.page.unroute("**/api/notations")
    board.page.evaluate("window.hyperchess.session.edit({type: 'rename', title: 'Later'})")
    expect(board.page.locator("#panel-text select")).to_contain_text("5DPGN")
    show_share(board)
    expect(board.page.locator("#export-notation")).to_contain_text("5DPGN")
