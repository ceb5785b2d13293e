"""The explorer on the page: what was played here, by whom, and searching games."""

import re

from playwright.sync_api import Locator, expect

from tests.page.board import Board
from tests.page.positions import at


def _shown(board: Board) -> None:
    board.press("g")
    expect(board.page.locator(".explorer-move").first).to_be_visible()


def test_one_key_turns_it_on_and_off(board: Board) -> None:
    board.open("variant=Standard")
    body = board.page.locator("#explorer-body")
    expect(body).to_be_hidden()
    _shown(board)
    expect(board.page.locator(".explorer-facts")).to_contain_text(re.compile(r"[\d,]+ of [\d,]+ games"))
    board.press("g")
    expect(body).to_be_hidden()
    board.page.locator(".explorer-head").click()
    expect(body).to_be_visible()


def test_a_click_plays_what_was_played_and_it_follows(board: Board) -> None:
    board.open("variant=Standard")
    _shown(board)
    first = board.page.locator(".explorer-actions tbody tr").first
    count = first.locator(".count").inner_text()
    text = first.locator(".explorer-move").inner_text()
    first.hover()
    assert board.ask("s.suggestion.length") == 1
    first.locator(".explorer-move").click()
    board.wait("window.hyperchess.session.node === 1")
    board.rest()
    assert board.line == [text]
    # as many games are here as played the action, or more: other ways lead here, too
    facts = board.page.locator(".explorer-facts")
    expect(facts).not_to_contain_text("oading")
    here = re.match(r"([\d,]+) of", facts.inner_text())
    assert here is not None
    assert int(here[1].replace(",", "")) >= int(count.replace(",", ""))
    board.press("ArrowLeft")
    expect(board.page.locator(".explorer-move").first).to_have_text(text)


def test_a_position_without_games_says_so(board: Board) -> None:
    board.open("variant=Standard")
    board.press("g")
    for move in (
        "(0T1)h2>(0T1)h3",
        "(0T1)h7>(0T1)h5",
        "(0T2)h3>(0T2)h4",
        "(0T2)a7>(0T2)a5",
        "(0T3)h1>(0T3)h2",
    ):
        board.ask(f"s.playText('{move}')")
        board.rest()
        board.act("submit")
    expect(board.page.locator(".explorer-others")).to_have_text("No game reached this position.")
    expect(board.page.locator(".explorer-actions")).to_be_hidden()


def test_an_example_opens_as_a_study_where_it_is(board: Board) -> None:
    board.open("variant=Standard")
    _shown(board)
    board.page.locator(".explorer-move").first.click()
    board.wait("window.hyperchess.session.node === 1")
    line = board.line
    expect(board.page.locator(".explorer-facts")).to_contain_text("of")
    game = board.page.locator(".explorer-examples .explorer-game").first
    expect(game).to_contain_text("at 1w")
    game.click()
    board.wait("window.hyperchess.session.study.title.includes('collection')")
    board.rest()
    assert board.line == line
    assert board.ask("s.current.children.length") == 1


def test_a_query_with_an_error_shows_its_place(board: Board) -> None:
    board.refusals = ("422",)
    board.open("variant=Standard")
    _shown(board)
    query = board.page.locator("#explorer-query")
    query.fill('white = "x" and timeline > 3')
    query.press("Enter")
    problem = board.page.locator("#explorer-problem")
    expect(problem).to_contain_text("Expected a condition, found 'timeline'")
    expect(problem).to_contain_text("Did you mean timelines?")
    expect(problem.locator("mark")).to_have_text("timeline")
    caret = problem.locator("pre").inner_text().splitlines()[1]
    assert caret == " " * 16 + "^" * 8
    expect(query).to_have_attribute("aria-invalid", "true")
    # the place is selected, so that typing corrects it
    board.page.keyboard.type("actions")
    query.press("Enter")
    expect(problem).to_be_empty()
    expect(board.page.locator(".explorer-found")).to_have_text("No matching games.")


def test_a_query_finds_games_of_the_position(board: Board) -> None:
    board.open("variant=Standard")
    _shown(board)
    board.page.get_by_label("Only games that reached this position").check()
    query = board.page.locator("#explorer-query")
    query.fill('mate and result = "1-0"')
    query.press("Enter")
    found = board.page.locator(".explorer-found .explorer-game")
    expect(found.first).to_be_visible()
    assert all("Standard" in text and "1-0" in text for text in found.all_inner_texts())
    found.first.click()
    board.wait("window.hyperchess.session.study.title.includes('collection')")
    board.rest()
    assert board.ask("s.study.result") == "1-0"


def test_infinite_chess(board: Board) -> None:
    board.open("variant=Classical")
    _shown(board)
    board.page.locator(".explorer-move").first.click()
    board.wait("window.hyperchess.session.node === 1")
    assert len(board.line) == 1


def test_moves_can_be_made_while_it_is_shown(board: Board) -> None:
    board.open("variant=Standard")
    _shown(board)
    board.drag(at(1, "e2"), at(1, "e4"))
    board.act("submit")
    assert board.line == ["e4"]
    expect(board.page.locator(".explorer-facts")).to_contain_text("of")


def _drawn(board: Board) -> Locator:
    _shown(board)
    board.page.get_by_role("button", name="Draw a pattern").click()
    pattern = board.page.locator("#explorer-pattern")
    expect(pattern.locator("[role=gridcell]").first).to_be_visible()
    return pattern


def _query(board: Board) -> str:
    return board.page.locator("#explorer-query").input_value()


def test_a_drawn_pattern_becomes_a_query_and_finds_games(board: Board) -> None:
    board.open("variant=Standard")
    board.page.locator("#explorer-query").evaluate("field => { field.value = 'actions < 40'; }")
    pattern = _drawn(board)
    for tool, square in (("N", "f3"), ("?", "e5"), (".", "e2"), ("white", "d4")):
        pattern.locator(f'[data-value="{tool}"]').click()
        pattern.locator(f'[aria-label^="{square}:"]').click()
    expect(pattern.locator('[aria-label="e2: empty"]')).to_be_visible()
    expect(pattern.locator('[aria-label="d4: any white piece"]')).to_be_visible()
    assert _query(board) == 'actions < 40 and pattern "8/8/8/4?3/3[white]4/5N2/4.3/8" at any board'
    pattern.locator('[aria-label^="d4:"]').click()  # the same a second time takes it away
    pattern.get_by_label("Turn").fill("x")
    expect(pattern.get_by_role("status")).to_have_text("Turn must be a whole number or empty.")
    pattern.get_by_label("Turn").fill("6")
    expect(pattern.get_by_role("status")).to_be_hidden()
    assert _query(board) == 'actions < 40 and pattern "8/8/8/4?3/8/5N2/4.3/8" at turn 6'
    pattern.get_by_label("Timeline").fill("0")
    assert _query(board).endswith("at (0T6)")
    pattern.get_by_role("button", name="Search").click()
    game = board.page.locator(".explorer-found .explorer-game").first
    expect(game).to_contain_text(re.compile(r"at [56][wb]"))
    game.click()
    board.wait("window.hyperchess.session.study.title.includes('collection')")
    board.rest()
    # the board on which it stands is there, and was made by the last action
    cells = board.ask(
        "s.position.timelines.find(t => t.row === 0).boards.filter((_, n, all) => n >= all.length - 2)"
    )
    assert any(board[45] == "N" and board[28] != "." and board[52] == "." for board in cells)
    pattern.get_by_role("button", name="Clear").click()
    assert _query(board) == "actions < 40"


def test_a_pattern_with_the_keyboard(board: Board) -> None:
    board.open("variant=Standard")
    pattern = _drawn(board)
    pattern.locator('[aria-label^="a8:"]').focus()
    board.page.keyboard.press("ArrowDown")
    board.page.keyboard.press("q")
    board.page.keyboard.press("ArrowRight")
    board.page.keyboard.press("Enter")  # the tool that is chosen: a white queen
    assert _query(board) == 'pattern "8/qQ6/8/8/8/8/8/8" at any board'
    board.page.keyboard.press("Delete")
    assert _query(board) == 'pattern "8/q7/8/8/8/8/8/8" at any board'
    board.page.keyboard.press("ArrowLeft")
    board.page.keyboard.press("Delete")
    assert _query(board) == ""


def test_a_pattern_from_the_board(board: Board) -> None:
    board.open("variant=Very%20Small%20-%20Open")
    pattern = _drawn(board)
    pattern.get_by_role("button", name="Copy from the board").click()
    assert _query(board) == 'pattern "nbrk/3p/P3/KRBN" at any board'


def test_a_pattern_on_a_plane(board: Board) -> None:
    board.open("variant=Classical")
    pattern = _drawn(board)
    pattern.locator('[data-value="AM"]').click()
    pattern.locator('[aria-label^="3, 4:"]').click()
    pattern.locator('[data-value="k"]').click()
    pattern.locator('[aria-label^="5, 5:"]').click()
    assert _query(board) == 'pattern "2k/[AM]2" at any square'
    pattern.get_by_label("From x").fill("-10")
    pattern.get_by_label("From y").fill("0")
    assert _query(board) == 'pattern "2k/[AM]2" at -8,3'


def test_a_form_writes_the_query(board: Board) -> None:
    board.open("variant=Standard")
    _shown(board)  # the search moves down when the table appears
    form = board.page.locator(".search-form")
    form.get_by_label("Result").select_option("0-1")
    form.get_by_label("Ends in").select_option("checkmate")
    form.get_by_label("At most").fill("20")
    query = board.page.locator("#explorer-query")
    expect(query).to_have_value('result = "0-1" and status = "checkmate" and actions <= 20')
    board.page.get_by_role("button", name="Search", exact=True).click()
    found = board.page.locator(".explorer-found")
    expect(found.locator(".explorer-game").first).to_contain_text("0-1")
    form.get_by_label("Player").fill("nobody of this name")
    form.get_by_label("Player").press("Enter")
    expect(found).to_contain_text("No matching games")
    form.get_by_role("button", name="Clear").click()
    expect(query).to_have_value("")
