"""Writing Axel's notation, short or in full."""

from __future__ import annotations

from dataclasses import replace

from hyperchess.game import Game
from hyperchess.multiverse import BoardAt, Color, Move, Position
from hyperchess.notation.common5d.mainline import StartHeaders, Told, lose_pieces, start_head, tell
from hyperchess.notation.common5d.san import write_san
from hyperchess.notation.common5d.script import Situation
from hyperchess.notation.losses import Losses
from hyperchess.notation.options import Style, check_option
from hyperchess.notation.pgn5d.writers.marks import MarkedMove
from hyperchess.notation.pgn5d.writers.shad import lose_files
from hyperchess.notation.pgn5d.writers.shortening import promotion_text
from hyperchess.notation.writing import Written

__all__ = ["write_axel"]

_LETTERS = "PKNRQDUB"


def write_axel(
    game: Game[Position, Move], *, style: Style = "short", headers: StartHeaders = "start"
) -> Written:
    """Write the main line, a line for each turn, or in full for each action."""
    check_option("style", style, Style)
    losses = Losses()
    parts = [start_head(game, headers, losses)]
    lose_files(game, losses)
    for told in tell(game, losses, holds=("evaluations",)):
        number, color = told.serial
        spell = _full if style == "full" else _Short(told)
        moves = "; ".join(spell(marked) for marked in told.action.moves)
        if style == "full":
            parts.append(f"{color.letter}{number}T{told.position.present.turn}. {moves}.\n")
        elif color is Color.WHITE:
            parts.append(f"{number}. {moves}")
        else:
            parts.append(f" .. {moves}.\n" if len(parts) > 1 else f"b{number}. {moves}.\n")
        for marked in told.action.moves:
            lose_pieces(marked, _LETTERS, losses, str(told.serial))
    text = "".join(parts)
    return Written(text if not text or text.endswith("\n") else f"{text}.\n", losses.listed())


class _Short:
    """The short form of the moves of an action, one after the other: it depends on those before."""

    def __init__(self, told: Told) -> None:
        self.situation = Situation(told.position, told.position)

    def __call__(self, marked: MarkedMove) -> str:
        source = marked.move.source
        self.situation = replace(self.situation, state=marked.state)
        following = self.situation.next_line(descending=marked.state.player is Color.BLACK)
        self.situation = replace(self.situation, done=self.situation.done | {source.timeline})
        if not marked.move.is_physical:
            return _full(marked)
        line = "" if source.timeline == following else f"L{source.timeline.signed} "
        return f"{line}{write_san(marked)}{_marks(marked)}"


def _full(marked: MarkedMove) -> str:
    source, target = marked.move.source, marked.move.target
    capture = "x " if marked.capture else ""
    left = f"{_board(source.board)} {marked.letter}{source.name}"
    return f"{left} {capture}{_board(target.board)} {target.name}{promotion_text(marked)}{_marks(marked)}"


def _marks(marked: MarkedMove) -> str:
    check = "++" if marked.check == "*" else marked.check
    made = marked.effect.new_timeline
    new = "" if made is None else f" (+L{made.signed})"
    return f"{check}{marked.evaluation}{new}"


def _board(at: BoardAt) -> str:
    return f"L{at.timeline.signed}T{at.turn}"
