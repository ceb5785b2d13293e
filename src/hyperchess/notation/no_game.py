"""The problem of a text without a game, with a hint.

>>> from hyperchess.text import Source
>>> print(no_game_problem(Source("Dear Ada, how are you?")))
<text>:1:1: error[no-game]: nothing here is a game
  1 | Dear Ada, how are you?
    | ^
  = hint: looked for headers, boards and moves of 16 notations; to read it anyway, name its notation
"""

from __future__ import annotations

import re

from hyperchess.game import AnyGame, new_game
from hyperchess.notation.detection import Sample
from hyperchess.notation.registry import SAMPLE, notations
from hyperchess.rulesets import AnyRuleset
from hyperchess.text import Problem, Source, Span

__all__ = ["NO_GAME", "no_game", "no_game_problem"]

NO_GAME = "no-game"
"""The code of the problem."""

_BLANK = re.compile(r"[\ufeff\s]*")


def no_game(source: Source, ruleset: AnyRuleset | None = None) -> AnyGame:
    """Return a placeholder for a text without a game: no start, no moves, and the problem."""
    game = new_game(None) if ruleset is None else new_game(None, kind=ruleset.kind)
    game.problems = (no_game_problem(source),)
    return game


def no_game_problem(source: Source) -> Problem:
    """Return the problem that a text is not a game, with the expected content."""
    blank = _BLANK.match(source.text)
    assert blank is not None
    place = blank.end() if blank.end() < len(source.text) else 0
    span = Span(place, min(place + 1, len(source.text)))
    return Problem(source, span, NO_GAME, "nothing here is a game", _hint(source.text[:SAMPLE]))


def _hint(text: str) -> str:
    if not text.strip("\ufeff \t\r\n"):
        return "the text is empty"
    if "\0" in text:
        return "this is not text: it contains NUL characters, as in an image or in a program's own format"
    if Sample(text).is_json:
        shapes = "; ".join(notation.shape for notation in notations().values() if notation.shape)
        return f"this looks like JSON, of which these objects are read: {shapes}"
    count = sum(1 for notation in notations().values() if not notation.shape)
    return f"looked for headers, boards and moves of {count} notations; to read it anyway, name its notation"
