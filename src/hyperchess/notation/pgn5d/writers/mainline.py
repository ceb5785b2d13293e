"""The main line as numbered turns: the common frame of both editions of 5DPGN."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hyperchess.game import RESULTS, Game
from hyperchess.multiverse.coordinates import Color
from hyperchess.multiverse.moves import Move
from hyperchess.multiverse.position import Position
from hyperchess.notation.losses import Losses
from hyperchess.notation.options import Marks
from hyperchess.notation.pgn5d.writers.layout import action_tokens, fill
from hyperchess.notation.pgn5d.writers.marks import MarkedMove, mark_action, verbatim
from hyperchess.notation.pgn5d.writers.serial import first_serial

__all__ = ["lose_results", "lose_variations", "write_turns"]


def write_turns(
    game: Game[Position, Move],
    spell: Callable[[MarkedMove, str], Sequence[str]],
    losses: Losses,
    *,
    marks: Marks,
    width: int | None = None,
    nested: bool = True,
) -> str:
    """One line for each turn, or more where `width` asks for it.

    `spell` gives the text of a move, and the hints that follow it, at a place of the game.
    """
    opening = action_tokens((), game.root.comments, losses, "", nested=nested)
    turns = [opening] if opening else []
    serial = first_serial(game)
    position = game.start
    for node in game.main_line:
        place = str(serial)
        if serial.color is Color.WHITE or not turns or turns[-1] is opening:
            turns.append([f"{serial.number}."])
        if serial.color is Color.BLACK:
            turns[-1].append("/")
        played = mark_action(position, node, marks=marks)
        moves = [spell(move, place) for move in played.moves] if played else verbatim(node, losses, place)
        turns[-1] += action_tokens(moves, node.comments, losses, place, nested=nested)
        position = played.after if played else None
        serial = serial.next
    lose_variations(game, losses)
    lose_results(game, losses)
    if game.end.result in RESULTS:
        turns = turns or [[]]
        turns[-1].append(game.end.result)
    return "".join(f"{fill(turn, width)}\n" for turn in turns)


def lose_variations(game: Game[Position, Move], losses: Losses) -> None:
    """Note the variations that leave the main line."""
    serial = first_serial(game)
    for node in (game.root, *game.main_line):
        losses.add(
            "variations",
            "a variation is left out: the text has one line of play",
            str(serial),
            count=len(node.children[1:]),
        )
        serial = serial.next


def lose_results(game: Game[Position, Move], losses: Losses) -> None:
    """Note the results of the main line that do not stand at its end, or are none that can be written."""
    serial = first_serial(game)
    for node in game.main_line:
        if node.result and (node.children or node.result not in RESULTS):
            losses.add("results", "a result is left out: it stands only at the end of a line", str(serial))
        serial = serial.next
