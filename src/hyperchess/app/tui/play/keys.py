"""Table of all keys of `hyperchess play`, the source of bindings, help and documentation."""

from __future__ import annotations

from hyperchess.app.tui.keys import Key

__all__ = ["PLAY_KEYS", "PLAY_SIGNS"]

PLAY_KEYS = (
    Key("Point", ("right",), "point(1, 0)", "the square to the right; at the edge, the next board"),
    Key("Point", ("left",), "point(-1, 0)", "the square to the left"),
    Key("Point", ("up",), "point(0, -1)", "the square above"),
    Key("Point", ("down",), "point(0, 1)", "the square below"),
    Key(
        "Point",
        ("shift+right", "full_stop"),
        "stride(1, 0)",
        "the same square on a later board (infinite: five squares further)",
    ),
    Key("Point", ("shift+left", "comma"), "stride(-1, 0)", "on an earlier board"),
    Key("Point", ("shift+up", "pageup"), "stride(0, -1)", "on the timeline above"),
    Key("Point", ("shift+down", "pagedown"), "stride(0, 1)", "on the timeline below"),
    Key("Point", ("tab",), "cycle(1)", "next piece that can move; with a piece chosen, next target"),
    Key("Point", ("shift+tab",), "cycle(-1)", "the previous one"),
    Key("Point", ("c",), "home", "to a board that waits for a move (infinite: to the pieces)"),
    Key("Point", ("g",), "go_to", "a square that you name, such as (0T4)e4 or -30,1000", "Go to"),
    Key("Move", ("enter",), "choose", "choose the piece; then play it to this square"),
    Key("Move", ("escape",), "let_go", "let the piece go"),
    Key("Move", ("m", "colon"), "type", "type moves, such as Nf3, (0T4)Qg5>>(0T2)g3 or 4,2>4,4", "Type"),
    Key("Move", ("backspace", "u"), "undo", "undo a move of your action", "Undo"),
    Key(
        "Move",
        ("space", "s"),
        "submit",
        "submit your action (infinite: a move is the whole action)",
        "Submit",
    ),
    Key("Game", ("b",), "take_back", "take back your last action", "Take back"),
    Key("Game", ("h",), "hint", "a hint of the engine", "Hint"),
    Key("Game", ("x",), "hurry", "let the engine play at once"),
    Key("Game", ("o",), "offer_draw", "offer a draw, or claim it by the move rule"),
    Key("Game", ("r",), "resign", "resign"),
    Key("Game", ("w",), "save", "write the game to a file"),
    Key("Show", ("f",), "flip", "turn the view over"),
    Key("Show", ("l",), "letters", "chess signs or letters"),
    Key("Show", ("t",), "theme", "next theme: dark, light, contrast, print"),
    Key("Show", ("p",), "panel", "moves on or off"),
    Key("Show", ("v",), "alternate", "White's or Black's boards only (infinite: tour of the far pieces)"),
    Key("Show", ("plus", "equals_sign"), "zoom(1)", "closer"),
    Key("Show", ("minus",), "zoom(-1)", "further away"),
    Key("Leave", ("question_mark",), "help", "this list", "Help"),
    Key("Leave", ("q",), "quit", "leave; the game is saved if -o names a file", "Quit"),
)

PLAY_SIGNS = (
    ("underlined", "a piece that can move"),
    ("<", "the chosen piece"),
    ("+", "where it can go"),
)
