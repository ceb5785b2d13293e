"""The review of a game: graph, marks, better lines, summary, learning from mistakes; it survives the page."""

import re

from playwright.sync_api import expect

from tests.page.board import Board

# a verdict that a search of three positions reaches already: it does not hang on how busy the machine is
GAME = '[Board "Standard"]\n[White "Ada"]\n[Black "Ben"]\n1. e3 / f6 2. a3 / g5 3. Qh5#\n'


def _review(board: Board) -> None:
    board.open_text(GAME)
    board.page.get_by_label("Thinking time").select_option("quick")
    board.page.locator("#review-start").click()
    expect(board.page.locator(".review-graph .graph-line")).to_be_visible()
    board.rest()


def test_a_review_names_the_mistakes(board: Board) -> None:
    _review(board)
    blunder = board.page.locator(f'.tree button.node[data-node="{board.ask("s.study.nodes[4].id")}"]')
    expect(blunder).to_contain_text("g5")
    expect(blunder.locator(".glyph")).to_have_text("??")
    blunders = board.ask("s.study.nodes.filter(n => n.moves.some(m => m.evaluation === '??')).length")
    expect(board.page.locator('.graph-mark[data-kind="blunder"]')).to_have_count(blunders)
    expect(board.page.locator(".graph-mate").first).to_have_text("#1")
    ben = board.page.locator(".review-player").nth(1)
    expect(ben).to_contain_text("Ben")
    expect(ben).to_contain_text(re.compile(r"[12] blunders?"))
    board.page.locator(".review-fold summary").click()
    board.page.get_by_role("button", name=re.compile("g5 · blunder")).click()
    board.rest()
    assert board.line == ["e3", "f6", "a3", "g5"]
    board.page.get_by_role("button", name=re.compile("better: ")).last.click()
    board.rest()
    assert len(board.line) == 4 and board.line[-1] != "g5"


def test_the_graph_leads_to_the_actions(board: Board) -> None:
    _review(board)
    box = board.page.locator(".review-graph").bounding_box()
    assert box is not None
    board.page.mouse.click(box["x"] + 10, box["y"] + 20)
    board.rest()
    assert board.line == ["e3"]
    expect(board.page.locator(".graph-note")).to_contain_text("1. e3")


def test_a_review_goes_on_without_the_page(board: Board) -> None:
    board.open_text(GAME)
    id = board.ask("s.study.id")
    board.page.locator("#review-start").click()
    expect(board.page.locator("#review-progress")).to_be_visible()
    board.page.goto("about:blank")
    board.open(f"study={id}")
    expect(board.page.locator(".review-graph .graph-line")).to_be_visible()
    texts = board.ask("s.study.nodes.filter(n => n.score).map(n => n.score.text)")
    assert "#1" in texts


def test_learning_from_a_mistake(board: Board) -> None:
    _review(board)
    board.page.locator('[data-learn="black"]').click()
    message = board.page.locator("#learn-message")
    expect(message).to_contain_text("Find something better")
    expect(board.page.locator(".tree-scroll")).to_be_hidden()
    board.rest()
    while "g5" not in (message.text_content() or ""):
        board.page.locator("#learn-next").click()
        board.rest()
    assert board.line == ["e3", "f6", "a3"]
    nodes = board.ask("s.study.nodes.length")
    # what was played is not good enough, and neither is another way to be mated
    for move, words in (
        ("(0T2)g7>(0T2)g5", "was played in the game"),
        ("(0T2)a7>(0T2)a6", "not good enough"),
    ):
        board.ask(f"s.playText('{move}')")
        board.rest()
        board.act("submit")
        expect(message).to_contain_text(re.compile(words, re.IGNORECASE))
        board.page.get_by_role("button", name="Try again").click()
        board.rest()
    assert board.ask("s.study.nodes.length") == nodes
    better = board.ask("s.current.children.map(id => s.nodeOf(id)).at(-1).moves.map(m => m.raw)")
    for move in better:
        board.ask(f"s.playText('{move}')")
        board.rest()
    board.act("submit")
    expect(message).to_contain_text("best")
    board.page.locator("#learn-next").click()
    board.rest()
