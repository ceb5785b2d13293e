"""The `position` command of 5DUCI: `position [size WxH] [odd|even] fen BLOCKS | startpos [moves MOVE...]`.

It contains the whole history: the start of the game, then all moves, each action ended by `submit`.

>>> history = parse_position("startpos moves (0T1)e2e3 submit (0T1)d7d6 submit")
>>> len(history.actions), history.position.player.name
(2, 'WHITE')
>>> format_position(history).split(" moves ")[1]
'(0T1)e2e3 submit (0T1)d7d6 submit'
"""

from __future__ import annotations

from hyperchess.engine.history import History
from hyperchess.engine.multiverse.protocol_moves import format_move, parse_move, promoted
from hyperchess.errors import InvalidPosition
from hyperchess.multiverse import Action, Move, Position, custom_start, start
from hyperchess.text import quote

__all__ = ["STARTPOS", "UnfinishedAction", "format_position", "parse_position"]

STARTPOS = "Standard - Turn Zero"
_MOVES = ("moves", "move")
_SUBMIT = "submit"


class UnfinishedAction(InvalidPosition):
    """The last action of a history was not submitted."""


def format_position(history: History) -> str:
    """Return the words after `position`."""
    position = history.start
    if position == start(STARTPOS):
        words = ["startpos"]
    else:
        parity = "even" if position.even else "odd"
        words = [
            f"size {position.width}x{position.height}",
            parity,
            "fen",
            position.fen().replace("][", "] ["),
        ]
    if history.actions:
        words.append("moves")
    for action in history.actions:
        for move in action:
            words.append(format_move(move, position))
            position = position.move(move)
        words.append(_SUBMIT)
        position = position.submit()
    return " ".join(words)


def parse_position(arguments: str) -> History:
    """Parse the words after `position`; every move is checked."""
    words = arguments.split()
    at = next((index for index, word in enumerate(words) if word in _MOVES), len(words))
    return _played(_parse_start(words[:at]), words[at + 1 :])


def _parse_start(words: list[str]) -> Position:
    if words == ["startpos"]:
        return start(STARTPOS)
    size = parity = None
    while words and words[0] != "fen":
        word = words.pop(0)
        if word == "size" and words:
            size = words.pop(0)
        elif word in ("odd", "even"):
            parity = word
        else:
            raise InvalidPosition(f"expected startpos, size, odd, even or fen, found {quote(word)}")
    if not words:
        raise InvalidPosition("expected startpos, or fen with boards such as [k*2/3/2K*:0:1:w]")
    return custom_start("".join(words[1:]), size=size, timeline=parity)


def _played(position: Position, words: list[str]) -> History:
    start_of_game = position
    actions: list[Action] = []
    moves: list[Move] = []
    for word in words:
        if word == _SUBMIT:
            position = position.submit()
            actions.append(Action(tuple(moves)))
            moves = []
        else:
            move = promoted(parse_move(word, position), position)
            position = position.move(move)
            moves.append(move)
    if moves:
        raise UnfinishedAction("the last action does not end with submit")
    return History.reached(start_of_game, tuple(actions), position)
