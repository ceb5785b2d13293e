"""axe-core finds nothing wrong on any screen, in light, in the dark, in high contrast and on a phone.

Its rule `color-contrast` is the test of the contrast of all text.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from hyperchess.puzzles.collection import bundled
from tests.page.board import Board

GAME = '[Board "Standard"]\n[White "Ada"]\n[Black "Ben"]\n1. e3 / f6 2. Qe2 / Nc6 3. Qh5#\n'
PUZZLE = '[Size "5x5"]\n[Puzzle "mate-in-1"]\n[Board "custom"]\n[4k/5/5/5/K1R2:0:1:w]\n\n1. Kb2 / Ke4\n'
PROOF = Path(__file__).parents[2] / "proofs" / "very-small.white-mate-7.hcproof"
FAULTY = '[Board "Standard"]\n1. e4 / e5 2. exd4 / Nc6 3. Nf3\n'

THEMES = ("light", "dark", "contrast")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
LOOKS = [
    pytest.param({}, THEMES, id="desktop"),
    pytest.param(PHONE, THEMES[:1], id="phone"),
    pytest.param(PHONE, THEMES[1:], id="phone-themes", marks=pytest.mark.nightly),
]


def _start(board: Board) -> None:
    board.open()
    expect(board.page.locator(".open-variants button").first).to_be_visible()


def _game(board: Board) -> None:
    board.open("example=four-timelines")


def _infinite(board: Board) -> None:
    board.open("example=infinite-classical")


def _pending(board: Board) -> None:
    board.open("variant=Standard - Two Timelines")
    board.ask("s.playText('(0T1)e2>(0T1)e3')")
    board.rest()


def _evaluation(board: Board) -> None:
    board.open("variant=Standard")
    board.press("l")
    expect(board.page.locator(".eval-move").first).to_be_visible()
    board.press("l", "l")
    expect(board.page.locator(".eval-move").first).to_be_visible()


def _play(board: Board) -> None:
    board.open("variant=Standard")
    board.page.locator("#head-play").click()
    expect(board.page.locator("#play-start option")).not_to_have_count(0)


def _playing(board: Board) -> None:
    board.page.locator("#play-level").fill("1")
    board.page.locator("#play-clock").select_option(index=1)
    board.page.locator("#play-go").click()
    expect(board.page.locator("#strip-bottom .strip-state")).to_have_text("to move")
    board.rest()


def _review(board: Board) -> None:
    board.open_text(GAME)
    board.tab("moves")
    board.page.get_by_label("Thinking time").select_option("quick")
    board.page.locator("#review-start").click()
    expect(board.page.locator(".review-graph .graph-line")).to_be_visible()
    board.page.locator(".review-fold summary").click()
    board.rest()


def _editor(board: Board) -> None:
    board.open("example=four-timelines")
    expect(board.tab("edit").locator("#edit-text-5d")).to_have_value(re.compile(r"^\["))


def _infinite_editor(board: Board) -> None:
    expect(board.tab("edit").locator("#editor-infinite")).to_be_visible()


def _puzzle(board: Board) -> None:
    board.open_text(PUZZLE)
    expect(board.page.locator("#puzzle-message")).to_be_visible()


def _trainer(board: Board) -> None:
    board.open(f"puzzle={bundled()[0].id}")
    expect(board.page.locator("#trainer-message")).to_be_visible()
    board.page.locator(".trainer-choice > summary").click()


def _solution(board: Board) -> None:
    board.page.locator("[data-trainer=give-up]").click()
    expect(board.page.locator("[data-trainer=retry]")).to_be_visible()
    board.rest()


def _text(board: Board) -> None:
    board.open_text(FAULTY)
    board.tab("text")


def _position(board: Board) -> None:
    board.tab("position")


def _settings(board: Board) -> None:
    board.page.locator("#head-settings").click()


def _help(board: Board) -> None:
    board.press("?")


def _share(board: Board) -> None:
    board.page.locator("#head-share").click()


def _people(board: Board) -> None:
    board.page.evaluate("window.hyperchess.session.edit({type: 'rename', title: 'One'})")
    board.page.evaluate("window.hyperchess.session.edit({type: 'rename', title: 'Two'})")
    board.page.locator("#head-people").click()
    board.page.locator("#link-add").click()
    board.page.locator(".links li").wait_for()
    board.page.locator(".earlier li").first.wait_for()


def _learn(board: Board) -> None:
    board.open()
    board.page.locator('[data-begin="lesson"]').click()
    expect(board.page.locator("[data-mate]").first).to_be_visible()
    board.page.locator(".course summary").first.click()


def _lesson(board: Board) -> None:
    board.page.locator('[data-course="5d"]').click()
    expect(board.page.locator("#lesson")).to_be_visible()
    board.page.locator("#lesson").get_by_role("button", name="Hint").click()
    board.rest()


def _lesson_done(board: Board) -> None:
    board.ask("s.playText('(0T1)e2>(0T1)e4')")
    expect(board.page.locator("#lesson-message.good")).to_be_visible()


def _lesson_missed(board: Board) -> None:
    _learn(board)
    board.page.locator('[data-course="infinite"]').click()
    expect(board.page.locator("#lesson")).to_be_visible()
    board.ask("s.playText('0,0>5,0')")
    expect(board.page.locator("#lesson-message.bad")).to_be_visible()


def _practice(board: Board) -> None:
    _learn(board)
    board.page.locator('[data-mate="3R-1k"]').click()
    expect(board.page.locator("#strip-bottom .strip-state")).to_contain_text("to move")
    board.rest()


def _explorer(board: Board) -> None:
    board.refusals = ("422",)
    board.open("variant=Standard")
    board.press("g")
    expect(board.page.locator(".explorer-game").first).to_be_visible()
    board.page.locator("#explorer-query").fill("timeline > 3")
    board.page.locator("#explorer-query").press("Enter")
    expect(board.page.locator(".explorer-caret")).to_be_visible()


def _proof(board: Board) -> None:
    board.open_proof(PROOF.read_bytes())
    expect(board.page.locator(".proof-choice")).to_have_count(1)
    board.press("ArrowRight")
    expect(board.page.locator(".proof-choice")).to_have_count(3)


def _outside_proof(board: Board) -> None:
    board.ask("s.edit({type: 'add', parent: 0, moves: ['(0T1)b2>(0T1)a3']})")
    expect(board.page.get_by_role("button", name="Back to the proof")).to_be_visible()


def _found_games(board: Board) -> None:
    board.page.locator("#explorer-query").fill("mate")
    board.page.locator("#explorer-query").press("Enter")
    expect(board.page.locator(".explorer-found .explorer-game").first).to_be_visible()


def _pattern(board: Board) -> None:
    board.page.get_by_role("button", name="Draw a pattern").click()
    pattern = board.page.locator("#explorer-pattern")
    for tool, square in (("N", "f3"), ("?", "e5"), (".", "e2"), ("white", "d4"), ("black", "d5")):
        pattern.locator(f'[data-value="{tool}"]').click()
        pattern.locator(f'[aria-label^="{square}:"]').click()
    pattern.get_by_label("Turn").fill("x")
    expect(pattern.get_by_role("status")).to_be_visible()


def _chapters(board: Board) -> None:
    board.open()
    board.page.locator("#open-text").fill(f"{GAME}\n{GAME}")
    board.page.locator("#open-go").click()
    expect(board.page.locator("#chapter option")).to_have_count(2)
    board.tab("moves")
    board.page.get_by_role("button", name="Edit chapters").click()
    board.page.get_by_role("menuitem", name="New chapters from text…").click()
    expect(board.page.locator("#chapter-text")).to_be_focused()


WALKS: dict[str, tuple[Callable[[Board], None], ...]] = {
    "start": (_start,),
    "game": (_game, _position, _settings, _help, _share, _people),
    "infinite": (_infinite, _infinite_editor),
    "pending": (_pending,),
    "evaluation": (_evaluation,),
    "proof": (_proof, _outside_proof),
    "explorer": (_explorer, _found_games, _pattern),
    "play": (_play, _playing),
    "review": (_review,),
    "editor": (_editor,),
    "puzzle": (_puzzle,),
    "trainer": (_trainer, _solution),
    "text": (_text,),
    "learn": (_learn, _lesson, _lesson_done),
    "lesson-missed": (_lesson_missed,),
    "practice": (_practice,),
    "chapters": (_chapters,),
}
"""The screens, those that one page reaches from each other together: the first step loads it."""


OF_COLOR = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""The rules that a theme can break: themes are colours, the elements are the same in all."""


AXE = Axe().axe_script


def violations(board: Board, **options: Any) -> list[str]:
    """Return the violations that axe finds, one line per element."""
    if board.page.evaluate("window.axe === undefined"):
        board.page.evaluate(AXE)
    found = board.page.evaluate(
        "async options => (await axe.run(options)).violations", {"resultTypes": ["violations"], **options}
    )
    return [
        f"{rule['id']}: {node['target'][0]} | {node['html'][:160]} | {node.get('failureSummary', '')[:260]}"
        for rule in found
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize(("looks", "themes"), LOOKS)
@pytest.mark.parametrize("walk", WALKS.values(), ids=WALKS)
def test_no_violation(
    board: Board, walk: tuple[Callable[[Board], None], ...], looks: dict[str, Any], themes: tuple[str, ...]
) -> None:
    for screen in walk:
        screen(board)
        for theme in themes:
            board.page.evaluate("name => window.hyperchess.settings.set('theme', name)", theme)
            board.rest()
            found = violations(board, **({} if theme == THEMES[0] else OF_COLOR))
            assert found == [], (screen.__name__, theme)
