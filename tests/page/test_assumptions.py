"""The page tells what a verdict rests on."""

import json

from playwright.sync_api import Route, expect

from tests.page.board import Board

CHECK = """
[Board "Custom"]
[Size "5x5"]
[Promotions "Q"]
[4k/5/5/5/K1R2:0:1:w]
1. Re1+
"""
SENTENCE = "no promotions are named: Q is assumed"


def _assume(route: Route) -> None:
    """A study as the server sends it, with the problem that readers report for an assumption."""
    answer = route.fetch()
    data = json.loads(answer.text())
    study = data.get("study", data)
    if "problems" in study:
        place = {"line": 1, "column": 1, "start": 0, "end": 0, "fix": None}
        words = {"code": "assumed-promotions", "severity": "info", "message": SENTENCE, "hint": ""}
        study["problems"] = [{**words, **place}]
    route.fulfill(response=answer, body=json.dumps(data))


def test_a_verdict_tells_what_it_rests_on(board: Board) -> None:
    board.page.route("**/api/studies*", _assume)
    board.page.route("**/api/studies/*", _assume)
    board.open_text(CHECK)
    board.press("End")
    panel = board.tab("position")
    expect(panel.locator("#status-words")).to_contain_text("Check")
    expect(panel.locator(".rests-on")).to_have_text(f"This rests on: {SENTENCE}")
    panel.locator(".search-output").scroll_into_view_if_needed()
    panel.get_by_role("button", name="Search").click()
    expect(panel.locator("#search-output .rests-on")).to_have_text(f"This rests on: {SENTENCE}")
