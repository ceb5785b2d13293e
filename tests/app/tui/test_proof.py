"""A proof in the terminal, walked through by keys as a person would."""

from collections.abc import Awaitable, Callable
from io import BytesIO
from pathlib import Path

import pytest

pytest.importorskip("textual")

from textual.widgets import OptionList

from hyperchess.app.tui.app import ProofViewer
from hyperchess.app.tui.screens import proof as proof_screen
from hyperchess.app.tui.widgets.proof_pane import ProofPane
from hyperchess.budget import Budget
from hyperchess.multiverse import Color
from hyperchess.proofs.claims import Claim, ClaimKind
from hyperchess.proofs.lazy_tree import ProofTree
from tests.app.tui.driving import AppDriver, Remembers, run_script
from tests.proofs.making import forged

PROOFS = Path(__file__).parents[3] / "proofs"
QUEENS = PROOFS / "focused-just-queens.white-mate-3.hcproof"
DEEP = PROOFS / "very-small.white-mate-7.hcproof"
NONE = PROOFS / "very-small.black-none-5.hcproof"


@pytest.fixture(autouse=True)
def without_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict in the status line has a moment of time; here it has as long as it takes."""
    monkeypatch.setattr("hyperchess.app.tui.multiverse.view._QUICK", Budget())


class Recorded(Remembers, ProofViewer):
    """A viewer whose messages can be read."""


def drive(
    script: Callable[[AppDriver], Awaitable[None]], data: bytes, size: tuple[int, int] = (130, 30)
) -> None:
    run_script(Recorded(ProofTree(BytesIO(data)), name="x.hcproof"), AppDriver, script, size)


def _options(driver: AppDriver) -> list[str]:
    options = driver.app.screen.query_one(ProofPane).query_one(OptionList)
    return [str(option.prompt) for option in options.options]


def test_the_choices_are_listed_with_their_sizes() -> None:
    async def script(driver: AppDriver) -> None:
        assert "White mates within 3 actions" in driver.text
        assert _options(driver) == ["Qd2+  mate in 3 · 13 records"]
        await driver.press("j")
        assert driver.app.cursor.text == "Qd2+"
        listed = _options(driver)
        assert f"Black to move: {len(listed)} choices" in driver.text
        assert len(listed) > 1
        assert all("mate in" in line for line in listed)
        await driver.press("j", "j")
        assert driver.app.cursor.place.within == 1
        assert "records counted" not in driver.text

    drive(script, QUEENS.read_bytes())


def test_the_keys_of_variations_go_through_the_replies() -> None:
    async def script(driver: AppDriver) -> None:
        cursor = driver.app.cursor
        await driver.press("j")
        replies = len(cursor.choices)
        await driver.press("j")
        seen = [cursor.text]
        for _ in range(replies - 1):
            await driver.press("right_square_bracket")
            seen.append(cursor.text)
        assert len(set(seen)) == replies
        await driver.press("right_square_bracket")
        assert cursor.text == seen[0]
        await driver.press("left_square_bracket")
        assert cursor.text == seen[-1]
        # The tree has what was visited, and going back returns to the last variation.
        assert len(cursor.game.root.children[0].children) == replies
        await driver.press("k", "j")
        assert cursor.text == seen[-1]
        await driver.press("end")
        assert "checkmate" in driver.text
        await driver.press("home")
        assert cursor.node is cursor.game.root

    drive(script, QUEENS.read_bytes())


def test_a_choice_is_selected_in_the_list() -> None:
    async def script(driver: AppDriver) -> None:
        await driver.press("j", "o")
        third = _options(driver)[2].split("  ")[0]
        await driver.press("down", "down", "enter")
        assert driver.app.cursor.text == third
        await driver.press("escape")
        assert driver.app.focused is None
        await driver.press("end", "o")
        assert driver.told[-1] == "there is nothing to choose here"
        await driver.press("question_mark")
        assert "stop counting records, or continue" in driver.text

    drive(script, DEEP.read_bytes(), (130, 80))


def test_counting_can_be_stopped_and_continued(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_screen.ProofScreen, "on_mount", lambda screen: screen._open_game())

    async def script(driver: AppDriver) -> None:
        tree = driver.app.cursor.tree
        assert f"0 of {tree.records:,} records counted" in driver.text.replace("\n", " ")
        await driver.press("j", "j")
        reply = driver.app.cursor.text
        await driver.press("right_square_bracket")
        assert driver.app.cursor.text != reply
        # The second reply is on the board at once; its answer needs the records of the first one.
        assert "Finding the action of White" in driver.text
        assert tree.walked == 0
        await driver.press("p")
        assert tree.is_complete
        assert "Finding the action" not in driver.text
        assert "White mates within" in driver.text

    drive(script, DEEP.read_bytes())


def test_a_proof_that_there_is_no_mate() -> None:
    async def script(driver: AppDriver) -> None:
        assert "Black cannot force mate within 5 actions" in driver.text
        assert all("record" in line and "mate in" not in line for line in _options(driver))
        await driver.press("end")
        assert "Not mate" in driver.text

    drive(script, NONE.read_bytes())


def test_a_wrong_proof_says_so() -> None:
    claim = Claim.of_variant("Focused - Just Queens", ClaimKind.MATE, Color.WHITE, 2)

    async def script(driver: AppDriver) -> None:
        pane = driver.app.screen.query_one(ProofPane)
        assert "record 1" in driver.app.cursor.summary
        assert pane.display
        await driver.press("j")
        assert driver.told[-1] == "this is the end of the line"

    drive(script, forged(claim.text(), ["(0T1)e1>(0T1)e9"]))


def test_a_narrow_terminal_shows_the_boards_only() -> None:
    async def script(driver: AppDriver) -> None:
        assert not driver.app.screen.query_one(ProofPane).display
        await driver.press("m")
        assert driver.app.screen.query_one(ProofPane).display
        assert "White mates within 3" in driver.text

    drive(script, QUEENS.read_bytes(), (50, 20))
