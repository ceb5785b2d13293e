"""From text to games: both editions, either presentation, cells in any order.

>>> from hyperchess.text import Source
>>> (game,) = read_games(Source("<0T1>1.5[Nf6] <0T1>S1[(0T1)e3]"))
>>> [str(move.move) for node in game.main_line for move in node.moves], game.notation
(['(0T1)e2>(0T1)e3', '(0T1)g8>(0T1)f6'], 'dynamical')
"""

from __future__ import annotations

from hyperchess.multiverse import Position
from hyperchess.notation.dynamical.scan import scan_games
from hyperchess.notation.dynamical.transcript import transcribe
from hyperchess.notation.pgn5d.resolve import Game5D, resolve
from hyperchess.text import Source

__all__ = ["read_games"]


def read_games(source: Source, *, start: Position | None = None) -> list[Game5D]:
    """All games of a text, at least one; problems have their places in the text."""
    games = []
    for scanned in scan_games(source):
        transcript = transcribe(scanned)
        game = resolve(transcript.syntax, start=start)
        game.notation = "dynamical" if not scanned.cells or scanned.cells[0].angular else "dynamical-2"
        problems = map(transcript.problem, game.problems)
        game.problems = tuple(sorted(problems, key=lambda problem: problem.span))
        games.append(game)
    return games
