"""Typeface, hierarchy of the side panel, the move list, messages, piece sets and sounds."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.page.board import Board
from tests.page.positions import JUMP

SEVERAL = (
    JUMP + "5. Q>>xf7+ / Kxf7 6. (1T2)Nf3 / (1T2)e6 7. (1T3)N>>(1T2)f5 / (1T3)Qh4 8. (1T4)e3 / Qf>>xf2#\n"
)
SOFTMATE = '[Board "Standard"]\n1. f3 / e5 2. g4 / Qh4\n'
CLIPPED = """found => [...found.querySelectorAll('.node')].filter(node => {
  const { right } = node.closest('.row').getBoundingClientRect();
  return [...node.querySelectorAll('.move')].some(
    move => [...move.getClientRects()].some(box => box.right > right + 1));
}).map(node => node.textContent)"""


def test_the_typeface_comes_with_the_page(board: Board) -> None:
    board.open()
    assert board.page.evaluate("document.fonts.check('600 16px Figtree')")
    assert board.page.evaluate("[...document.fonts].map(face => [face.family, face.status])") == [
        ["Figtree", "loaded"]
    ]
    family = board.page.evaluate("getComputedStyle(document.body).fontFamily")
    assert family.startswith("Figtree")


def test_the_panel_begins_with_the_current_action_and_ends_with_tools(board: Board) -> None:
    board.open_text(SEVERAL)
    board.press("End")
    now, moves, tools = (
        board.page.locator(f"#panel-moves {part}") for part in (".now", ".tree-scroll", ".tools")
    )
    expect(now).to_contain_text("8…")
    expect(now).to_contain_text("Checkmate")
    assert top(now) < top(moves) < top(tools)
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    action = now.locator(".now-action").evaluate(size)
    assert action > moves.locator(".move").first.evaluate(size)


def top(element: Locator) -> float:
    """The upper edge of an element."""
    box = element.bounding_box()
    assert box is not None
    return box["y"]


@pytest.mark.parametrize("looks", [{"viewport": {"width": width, "height": 800}} for width in (1280, 390)])
def test_long_jumps_wrap_in_the_move_list(board: Board) -> None:
    board.open_text(SEVERAL)
    board.page.locator("#tab-moves").click()
    assert board.page.locator(".tree").evaluate(CLIPPED) == []
    last = board.page.locator(".node", has_text="f2#").locator(".moves")
    assert last.evaluate("moves => moves.scrollWidth <= moves.clientWidth")


def test_the_moves_of_an_action_are_separated(board: Board) -> None:
    board.open_text('[Board "Standard - Two Timelines"]\n1. (0T1)Nf3 (1T1)Nf3\n')
    action = board.page.locator(".node .moves").first
    shown = action.evaluate("moves => moves.innerText")
    assert re.fullmatch(r"\(\S+\)Nf3\s+·\s+\(\S+\)Nf3", shown.replace("\n", " ")), shown


def test_infinite_moves_have_a_figure_and_an_arrow(board: Board) -> None:
    board.open("example=infinite-classical")
    nodes = board.page.locator(".tree .node")
    expect(nodes.nth(0)).to_have_text("P 4,2 → 4,4")
    expect(nodes.nth(4)).to_have_text("P 4,5 \u00d7 3,6")
    expect(nodes.nth(8)).to_have_text("P 2,7 \u00d7 1,8 = Q")
    figure = nodes.nth(5).locator("svg.figure.black")
    expect(figure).to_have_count(1)
    box = figure.bounding_box()
    assert box is not None and box["width"] > 12
    assert figure.evaluate(
        "svg => document.querySelector(svg.querySelector('use').getAttribute('href')) !== null"
    )


def test_the_star_of_a_softmate_is_explained(board: Board) -> None:
    board.open_text(SOFTMATE)
    mark = board.page.locator(".node .mark", has_text="*")
    expect(mark).to_have_attribute("title", re.compile("Softmate: every legal action"))
    board.press("End")
    now = board.page.locator(".now")
    now.get_by_role("button", name="Softmate").hover()
    expect(board.page.locator("#term-bubble")).to_contain_text("every legal action")


def test_messages_cover_neither_the_status_line_nor_the_toolbar(board: Board) -> None:
    board.open("variant=Standard")
    board.ask("s.notice('Something was saved, and this is a sentence about it.')")
    message = board.page.locator("#notice .message")
    box = message.bounding_box()
    status, bar = board.status.bounding_box(), board.page.locator("#bar").bounding_box()
    assert box and status and bar
    assert box["y"] + box["height"] <= status["y"] <= bar["y"]
    assert box["y"] > status["y"] - 120


HASH = """async () => {
  const canvas = document.querySelector('#board canvas');
  const bytes = await (await new Promise(done => canvas.toBlob(done))).arrayBuffer();
  return [...new Uint8Array(await crypto.subtle.digest('SHA-1', bytes))].join();
}"""


@pytest.mark.parametrize("start", ["variant=Standard", "variant=Classical"])
def test_three_piece_sets_are_previewed_and_drawn(board: Board, start: str) -> None:
    board.open(start)
    board.page.locator("#head-settings").click()
    group = board.page.get_by_role("radiogroup", name="Piece set")
    previews, boards = set(), set()
    for label in group.locator("label").all():
        previews.add(label.locator("canvas").evaluate("canvas => canvas.toDataURL()"))
        label.click()
        board.rest()
        boards.add(board.page.evaluate(HASH))
    assert len(previews) == len(boards) == 3
    assert board.page.get_by_role("radiogroup", name="Board colours").locator("canvas").count() >= 4
    board.page.reload()
    board.wait("window.hyperchess?.session.position")
    board.rest()
    assert board.page.evaluate("window.hyperchess.settings.get('pieces')") == "moves"


TONES = """window.tones = [];
for (const name of ['createOscillator', 'createBufferSource']) {
  const create = AudioContext.prototype[name];
  AudioContext.prototype[name] = function () {
    const made = create.call(this);
    const start = made.start;
    made.start = function (...when) {
      window.tones.push(name === 'createOscillator' ? made.frequency.value : 0);
      return start.apply(this, when);
    };
    return made;
  };
}"""


def test_each_event_has_its_sound_and_one_click_turns_them_off(board: Board) -> None:
    board.page.add_init_script(TONES)
    board.open_text(SEVERAL)
    board.ask("s.go(0)")
    board.rest()
    assert board.page.evaluate("window.tones") == []  # nothing was touched yet
    board.page.locator("#panel-moves .now").click()

    def heard(work: str) -> str:
        board.page.evaluate("window.tones.length = 0")
        board.page.evaluate(f"async () => {{ const s = window.hyperchess.session; await {work}; }}")
        board.rest()
        return str(board.page.evaluate("window.tones.join()"))

    nodes = board.ask("s.study.nodes.map(n => n.id)")
    move = heard(f"s.go({nodes[1]})")
    branch = heard(f"s.go({nodes[13]})")
    capture = heard(f"s.go({nodes[10]})")
    check = heard(f"s.go({nodes[9]})")
    end = heard(f"s.go({nodes[16]})")
    sounds = {move, capture, branch, check, end}
    assert len(sounds) == 5 and "" not in sounds, sounds
    board.page.locator("#head-sound").click()
    assert heard(f"s.go({nodes[1]})") == ""
    board.page.reload()
    board.wait("window.hyperchess?.session.position")
    expect(board.page.locator("#head-sound")).to_have_attribute("aria-pressed", "false")


WATCH = """() => {
  window.shifts = [];
  const look = () => {
    const { share, present, rows } = window.hyperchess.stage().shift(performance.now());
    if (share < 1) window.shifts.push([present, rows.join()].join(' '));
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.mark.parametrize(
    ("looks", "animated"),
    [({"reduced_motion": "no-preference"}, True), ({"reduced_motion": "reduce"}, False)],
)
def test_branches_and_the_present_move_into_place(board: Board, animated: bool) -> None:
    board.open_text(JUMP)
    board.page.evaluate(WATCH)
    board.ask("s.playText('(0T5)b3>(0T1)f7')")
    board.wait("window.hyperchess.session.position.timelines.length === 2")
    if animated:
        board.wait("window.shifts.some(shift => shift.endsWith(' 1'))")
        board.wait("window.hyperchess.stage().shift(performance.now()).share === 1")
    board.rest()
    assert bool(board.page.evaluate("window.shifts.length")) is animated
