"""Table of all keys of the previewer, the source of bindings, help and documentation.

>>> key = KEYS[0]
>>> key.keys, key.name, key.action
(('right', 'd'), '→ d', 'pan(1, 0)')
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["KEYS", "PROOF_KEYS", "Key"]

_NAMES = {
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "shift+left": "⇧←",
    "shift+right": "⇧→",
    "shift+up": "⇧↑",
    "shift+down": "⇧↓",
    "space": "Space",
    "backspace": "Backspace",
    "tab": "Tab",
    "shift+tab": "⇧Tab",
    "enter": "Enter",
    "escape": "Esc",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "colon": ":",
    "comma": ",",
    "full_stop": ".",
    "home": "Home",
    "end": "End",
    "plus": "+",
    "minus": "-",
    "equals_sign": "=",
    "slash": "/",
    "question_mark": "?",
    "exclamation_mark": "!",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "less_than_sign": "<",
    "greater_than_sign": ">",
}


class Key(NamedTuple):
    """Keys with the same effect: their group, action, description, and label in the footer."""

    group: str
    keys: tuple[str, ...]
    action: str
    about: str
    footer: str = ""

    @property
    def name(self) -> str:
        """Display names of the keys."""
        return " ".join(_NAMES.get(key, key) for key in self.keys)


KEYS = (
    Key("Look around", ("right", "d"), "pan(1, 0)", "later boards (infinite: right)"),
    Key("Look around", ("left", "a"), "pan(-1, 0)", "earlier boards (infinite: left)"),
    Key("Look around", ("down", "s"), "pan(0, 1)", "the timeline below (infinite: down)"),
    Key("Look around", ("up", "w"), "pan(0, -1)", "the timeline above (infinite: up)"),
    Key("Look around", ("shift+right", "D"), "pan(5, 0)", "five at once; likewise ⇧← ⇧↓ ⇧↑ A S W"),
    Key("Look around", ("tab",), "alternate", "one colour only (infinite: tour of the far pieces)"),
    Key("Look around", ("c",), "home", "back to the present (infinite: to the pieces)"),
    Key("Look around", ("plus", "equals_sign"), "zoom(1)", "closer"),
    Key("Look around", ("minus",), "zoom(-1)", "further away"),
    Key("Step through", ("space",), "next_move", "next move", "Next"),
    Key("Step through", ("backspace", "b"), "previous_move", "previous move", "Back"),
    Key("Step through", ("j",), "next_action", "next action"),
    Key("Step through", ("k",), "previous_action", "previous action"),
    Key("Step through", ("right_square_bracket", "v"), "variation(1)", "next variation at this place"),
    Key("Step through", ("left_square_bracket",), "variation(-1)", "previous variation at this place"),
    Key("Step through", ("home",), "first", "start of the game"),
    Key("Step through", ("end",), "last", "end of the line"),
    Key("Step through", ("greater_than_sign",), "game(1)", "next game of the file"),
    Key("Step through", ("less_than_sign",), "game(-1)", "previous game of the file"),
    Key("Find", ("g",), "go_to", "go to an action (12b), a board (1T5b), a square (x,y)", "Go to"),
    Key("Find", ("slash",), "search", "search headers, comments and moves", "Search"),
    Key("Find", ("n",), "next_hit(1)", "next hit"),
    Key("Find", ("N",), "next_hit(-1)", "previous hit"),
    Key("Show", ("f",), "flip", "turn the view over"),
    Key("Show", ("u",), "letters", "chess signs or letters"),
    Key("Show", ("t",), "theme", "next theme: dark, light, contrast, print"),
    Key("Show", ("m",), "panel", "moves and comments on or off", "Moves"),
    Key("Show", ("exclamation_mark",), "problems", "problems on or off"),
    Key("Take away", ("e",), "export", "write the game in any notation: copy or save", "Export"),
    Key("Take away", ("y",), "copy", "copy the game in the notation of the file"),
    Key("Take away", ("Y",), "copy_position", "copy the position"),
    Key("Leave", ("question_mark",), "help", "this list", "Help"),
    Key("Leave", ("q",), "quit", "quit", "Quit"),
)

PROOF_KEYS = (
    Key("Proof", ("o",), "choose", "choose in the list: ↑ ↓ Enter, Esc leaves it", "Choose"),
    Key("Proof", ("p",), "count", "stop counting records, or continue"),
)
"""The further keys of a proof."""
