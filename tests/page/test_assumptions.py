"""The page lists the assumptions of a verdict."""

import json

from playwright.sync_api import expect

from tests.page.board import Board

CHECK = """
[Board "Custom"]
[Size "5x5"]
[Promotions "Q"]
[4k/5/5/5/K1R2:0:1:w]
1. Re1+
"""
SENTENCE = "no promotions are named: Q is assumed"
PROBLEM = {"code": "assumed-promotions", "severity": "info", "message": SENTENCE, "hint": "", "fix": None}
PLACE = {"line": 1, "column": 1, "start": 0, "end": 0}


def test_a_verdict_lists_its_assumptions(board: Board) -> None:
    board.open_text(CHECK)
    board.press("End")
    panel = board.tab("position")
    expect(panel.locator("#status-words")).to_contain_text("heck")
    expect(panel.locator(".assumptions")).to_have_count(0)
    # As if the reader had reported what it assumed.
    problems = json.dumps([{**PROBLEM, **PLACE}])
    board.ask(f"(s.study.problems = {problems}, null)")
    board.press("Home", "End")
    expect(panel.locator(".assumptions")).to_have_text(f"Assumptions: {SENTENCE}")
    panel.get_by_role("button", name="Search", exact=True).click()
    expect(panel.locator("#search-output .assumptions")).to_have_text(f"Assumptions: {SENTENCE}")
