"""No character of a file reaches a terminal that could steer it or hide in it, in any command."""

import json
import re
import sys
import unicodedata
from pathlib import Path

import pytest

from hyperchess.app.cli.command_table import COMMANDS
from hyperchess.text import escape_hidden
from tests.app.cli.pseudo_terminal import run_all, run_in_terminal
from tests.app.cli.runner import run, start

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX")

CORPUS = Path(__file__).parents[2] / "corpus" / "hostile"
# A colour that hyperchess never uses, a title, a clear screen, a clipboard, a link; markup of rich.
SEQUENCES = "\x1b[38;5;199m\x1b]0;PWNED\x07\x1b[2J\x1b]52;c;ZXZpbA==\x07\x1b]8;;http://evil.example\x1b\\"
MARKUP = "[red]r[/red][link=http://evil.example]l[/link]"
FORBIDDEN = [
    *(
        chr(code)
        for code in range(0xA0)
        if unicodedata.category(chr(code)) == "Cc" and chr(code) not in "\t\n\r"
    ),
    *map(chr, (0xAD, 0x61C, 0x180E, *range(0x200B, 0x2010), *range(0x2028, 0x202F), *range(0x2060, 0x2070))),
    *map(chr, (0xFEFF, 0xFFF9, 0xFFFE, 0x3164, 0xE0001, 0xE0041, 0xE007F, 0xE0100)),
]
IN_FILES = "".join(f"<{character}>" for character in FORBIDDEN if character != "\0")
OWN_STYLE = re.compile(r"\x1b\[[0-9;]*m")
POINTER = re.compile(r"\x1b\]22;[a-z-]*\x07")  # the shape of the mouse pointer, set by textual
PROGRESS_BAR = re.compile(r"\x1b\[(?:\?25[lh]|2K|1A)|\r")
# A slash, a zero byte and a newline cannot stand in the name of a file here.
NAME = "n\x1b]0;PWNED\x07\x9b1m\u202e\u200b[red]x"


def hostile_files(folder: Path) -> dict[str, str]:
    """Files with everything forbidden in every place, under a hostile name; by what they are."""
    text = SEQUENCES + IN_FILES + MARKUP
    value = text.replace('"', "")
    inside = value.replace("]", "")
    files = {
        "game.5dpgn": f'[Board "Standard"]\n[White "{value}"]\n[Fan{value} "x"]\n[Puzzle "in 1 {value}"]\n'
        f"1. e4 {{{value}}} / e5 {{{value}}} (1b. c5 {{{value}}})\n",
        "moves.5dpgn": f'[Board "Standard"]\n1. e4{value} / e5\n2. Nf3 / {value}\n{value} 3. Bc4 "{value}"\n',
        "variant.5dpgn": f'[Board "Stan{value}dard"]\n[Size "8x{value}"]\n1. e4 / e5\n',
        "boards.5dpgn": f'[Board "Custom"]\n[K{value}7/8/8/8/8/8/8/7k:0:1:w]\n1. Kb1\n',
        "nothing.txt": f"{value}\n{value}\n",
        "game.icn": f"[White: {inside}] [Variant: Clas{inside}sical] w 0/100 1 K0,0|k5,5 0,0>0,1{{{value}}}",
        "moves.icn": f"w 0/100 1 K0,0|k5,5 0,0>0,1{value}|5,5>{value}",
        "pieces.icn": f"w 0/100 1 K0,0|{value}5,5|k9,9",
        "surrogates.json": json.dumps({"game": "5d", "headers": {"White": "\ud800" + text, text: "x"}}),
    }
    hostile = folder / NAME
    hostile.mkdir()
    for name, content in files.items():
        (hostile / f"{NAME}{name}").write_text(content, encoding="utf-8")
    (hostile / f"{NAME}bytes.5dpgn").write_bytes(b'[White "\x9b2J\xff\xfe"]\n1. e4 {\x9b} / e5\n')
    for path in CORPUS.iterdir():
        (hostile / path.name).write_bytes(path.read_bytes())
    return {path.name.removeprefix(NAME): str(path) for path in hostile.iterdir()}


# For every command, what follows its name; `{}` stands for each of the files.
LINES: dict[str, list[list[str]]] = {
    "show": [["{}"], ["{}", "--json"], ["{}", "--at", NAME]],
    "check": [
        ["{}"],
        *(["{}", "--level", "info", "--format", name] for name in ("text", "json", "sarif", "github")),
    ],
    "studies": [
        ["list", "--data", NAME],
        ["backup", NAME, "--data", NAME],
        ["games", NAME, "--data", NAME],
        ["restore", "{}", "--data", "x"],
        ["restore", NAME],
    ],
    "fmt": [["{}", "--diff"], ["{}", "--check"]],
    "convert": [
        ["{}", "--to", "branched"],
        ["{}", "--to", "json"],
        ["{}", "--to", "icn"],
        ["{}", "--to", NAME],
    ],
    "diff": [["{}", "example:four-timelines"], ["{}", "example:infinite-classical", "--json"]],
    "stats": [["{}"], ["{}", "--json"]],
    "render": [["{}", "-o", "-"], ["{}", "-o", NAME]],
    "site": [["-o", NAME, "--pyodide", NAME]],
    "status": [["{}"], ["{}", "--json"]],
    "moves": [["{}"], ["{}", "--json"]],
    "actions": [["{}", "--limit", "3"]],
    "fen": [["{}"], ["{}", "--json"]],
    "hash": [["{}"]],
    "perft": [["{}", "1"], ["{}", "1", "--window", NAME]],
    "solve": [["{}", "--time", "1"], ["{}", "--mate-in", "1", "--json"], ["{}", "--time", "1", "-o", "-"]],
    "prove": [
        ["{}", "--store", f"nowhere/{NAME}"],
        ["variant:small", "--store", "{}"],
        ["variant:small", "--store", f"nowhere/{NAME}", "-o", f"nowhere/{NAME}"],
        ["variant:small", "--store", "nowhere/store", "--side", NAME],
    ],
    "verify": [["{}"], ["{}", "--json"], ["{}", "--fast", "--time", "1"], ["{}", "-o", NAME]],
    "puzzles": [
        ["show", NAME],
        ["make", "-o", NAME, "--variant", NAME],
        ["make", "-o", "x", "--games", "1", "--store", "{}"],
    ],
    "book": [["{}"], ["{}", "--after", NAME], ["{}", "--json"]],
    "library": [
        ["import", "{}", "--library", "library"],
        ["problems", "--library", "library"],
        ["search", "ply >= 0", "--library", "library"],
        ["search", f'white = "{NAME}', "--library", "library"],
        ["search", NAME, "--library", NAME],
        ["stats", "--library", "library"],
    ],
    "examples": [[NAME], [NAME, "--force"], ["{}"]],
    "variants": [[NAME], [NAME, "--json"]],
    "notations": [[NAME]],
    "explain": [[NAME], [NAME + "illegal"]],
    "view": [["{}", "--theme", NAME], ["{}", "--game", "99"]],
    "play": [
        ["{}", "--theme", NAME],
        ["{}", "--at", NAME],
        ["--side", NAME],
        ["--variant", NAME],
        ["{}", "--game", "99"],
    ],
    "serve": [["{}", "--port", "1", "--host", NAME]],
    "conformance": [
        ["--section", NAME],
        ["--adapter", NAME, "--topic", "dynamical"],
        ["--adapter", f"{NAME}'"],
        ["--suite", NAME],
        ["--adapter", f"{sys.executable} -c \"print('{SEQUENCES}{IN_FILES}')\"", "--topic", "dynamical"],
    ],
    "analyse": [["{}", "--depth", "1"], ["{}", "--depth", "1", "--json"]],
    "evaluate": [["{}"], ["{}", "--json"]],
    "review": [["{}", "--time", "0"], ["{}", "--time", "0", "--json"]],
    "match": [[NAME, "greedy"], ["greedy", "greedy", "--variant", NAME]],
    "tournament": [[NAME, "greedy"], ["greedy", "hyperchess:1", "--variant", NAME], [NAME]],
    "engine": [[NAME]],
    "bench": [[NAME]],
    "lsp": [[NAME]],
    "rules": [[NAME], ["--game", NAME]],
}


def test_every_command_is_tried() -> None:
    assert set(LINES) == set(COMMANDS)


def assert_clean(shown: str, what: object) -> None:
    """Nothing but visible text, our own styles, and the bar that a slow machine shows after a second."""
    rest = PROGRESS_BAR.sub("", OWN_STYLE.sub("", shown))
    wrong = {character for character in rest if escape_hidden(character) != character}
    assert not wrong, f"{what} sends {sorted(map(ascii, wrong))} to the terminal"
    assert "\x1b[38;5;199m" not in shown, what


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_of_a_file_reaches_the_terminal_raw(command: str, tmp_path: Path) -> None:
    files = hostile_files(tmp_path)
    lines = [
        [command, *(path if word == "{}" else word for word in words)]
        for words in LINES[command]
        for path in (sorted(files.values()) if "{}" in words else [""])
    ]
    lines += [[command, NAME, f"--{NAME}"], [NAME], [f"--{NAME}"]]
    shown = run_all(lines, inputs=tmp_path)
    assert len(shown) == len(lines)
    for line, text in zip(lines, shown, strict=True):
        assert "this is a bug" not in text, (line, text)
        assert_clean(text, line)
    assert r"\x1b" in "".join(shown)  # and it is shown, not dropped


@pytest.mark.slow
def test_several_files_and_processes(tmp_path: Path) -> None:
    files = sorted(hostile_files(tmp_path).values())
    lines = [
        [command, *files, *options]
        for command, options in {
            "check": ["-j", "2"],
            "convert": ["--to", "branched", "--out-dir", str(tmp_path / NAME / NAME)],
            "stats": ["-j", "2"],
            "verify": [],
            "solve": ["--time", "1"],
        }.items()
    ]
    for line, text in zip(lines, run_all(lines, inputs=tmp_path), strict=True):
        assert "PWNED" in text
        assert_clean(text, line[0])


def test_markup_is_text(tmp_path: Path) -> None:
    files = hostile_files(tmp_path)
    (shown,) = run_all([["solve", *sorted(files.values()), "--time", "1"]], inputs=tmp_path)
    assert "[red]" in OWN_STYLE.sub("", shown).replace("\n", "")
    assert "\x1b]8" not in shown


@pytest.mark.slow
def test_the_viewer(tmp_path: Path) -> None:
    pytest.importorskip("textual")
    files = hostile_files(tmp_path)
    for name in ("game.5dpgn", "moves.5dpgn", "boards.5dpgn", "escape.5dpgn", "game.icn", "escape.icn"):
        command = [sys.executable, "-m", "hyperchess", "view", files[name]]
        keys = [
            ("Quit", "!"),
            ("\x1b[", "\x1b[C"),
            ("\x1b[", "\x1b"),
            ("\x1b[", "e"),
            ("Export", "q"),
            ("\x1b[", "q"),
        ]
        shown = POINTER.sub("", run_in_terminal(command, keys))
        assert r"\x1b" in shown, name
        wrong = {sign for sign in shown if escape_hidden(sign) != sign and sign not in "\x1b\r\x0f"}
        assert not wrong, (name, sorted(map(ascii, wrong)))
        for sequence in ("\x1b]0;PWNED", "\x1b]52", "\x1b[38;5;199m", "\x1b]8;;http"):
            assert sequence not in shown, (name, sequence)


@pytest.mark.slow
def test_the_engine_and_the_server(tmp_path: Path) -> None:
    engine = [sys.executable, "-m", "hyperchess", "engine"]
    shown = run_in_terminal(engine, [("", f"position {MARKUP}\u202e\u009b1m\n"), ("error", "quit\n")])
    answer = shown.replace("\r\n", "\n").split("\n", 1)[1]  # the terminal itself shows what is typed
    assert "error" in answer
    assert_clean(answer, "engine")
    files = hostile_files(tmp_path)
    pytest.importorskip("uvicorn")
    for name in ("game.5dpgn", "nothing.txt"):
        command = [sys.executable, "-m", "hyperchess", "serve", files[name], "--no-browser"]
        waited = "Ctrl-C" if name == "game.5dpgn" else "never shown"
        shown = run_in_terminal([*command, "--data", str(tmp_path / NAME / "data")], [(waited, "\x03")])
        assert "PWNED" in shown or name == "nothing.txt"
        assert_clean(shown.replace("^C", ""), name)


def test_data_for_a_file_or_a_pipe_stays_as_it_is(tmp_path: Path) -> None:
    comment = f"c {SEQUENCES.strip()} \u202e \u200b \x9b c"
    game = tmp_path / "game.5dpgn"
    game.write_text(f'[Board "Standard"]\n1. e4 {{{comment}}} / e5\n', encoding="utf-8")
    assert comment in start("convert", game, "--to", "branched").stdout
    assert comment in run("fmt", "-", text=game.read_text(encoding="utf-8")).out
    assert run("convert", game, "--to", "branched", "-o", tmp_path / "out.5dpgn").code == 0
    assert comment in (tmp_path / "out.5dpgn").read_text(encoding="utf-8")


def test_messages_are_escaped_wherever_they_go(tmp_path: Path) -> None:
    file = hostile_files(tmp_path)["moves.5dpgn"]
    assert_clean(run("check", file).out, "check")
    assert_clean(run("show", tmp_path / NAME / "missing\nline").err, "show")
    assert run("show", tmp_path / "missing\nline").err.count("\n") == 1


def test_json_escapes_and_means_the_same(tmp_path: Path) -> None:
    file = hostile_files(tmp_path)["game.5dpgn"]
    shown = run("show", file, "--json").out
    assert_clean(shown, "show --json")
    assert SEQUENCES in json.loads(shown)["headers"]["White"]
