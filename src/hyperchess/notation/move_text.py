"""Text of one node's moves in a notation, for `node.text()`.

>>> from hyperchess.notation.reading import parse
>>> node = parse("1. e3 / f6 2. Qd1h5").main_line[2]
>>> node_text(node), node_text(node, "shad"), node_text(node, "raw")
('Qh5+', 'Qh5+', '(0T2)d1>(0T2)h5')
>>> node_text(parse("w (8|1) P4,7|K5,1|k3,9 4,7>4,8Q").end, "icn")
'P4,7 > 4,8 =Q+'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hyperchess import infinite, multiverse
from hyperchess.errors import HyperchessError, InvalidArgument, WrongGame
from hyperchess.game import AnyNode, Game, InfiniteGame, InfiniteNode, MultiverseNode
from hyperchess.notation.icn.writers.moves import marked_move, named_move, plies
from hyperchess.notation.pgn5d.writers.turns import hints
from hyperchess.notation.registry import find_notation
from hyperchess.notation.text5d.marked_moves import mark_action
from hyperchess.notation.text5d.spelling import castles_by_sign, shad_move, short_action, short_move
from hyperchess.ruleset import Action
from hyperchess.validation import check_text

__all__ = ["action_text", "line_text", "node_text"]


def node_text(node: AnyNode, notation: str | None = None) -> str:
    """Return the moves of a node in a notation, by default Branched 5DPGN or ICN; empty for the root.

    Check marks come from the rules. Moves that cannot be replayed are returned as written. Raise
    `InvalidArgument` if the notation cannot write a move without its game.
    """
    kind = node.game.kind
    if notation is not None:
        check_text("notation", notation)
    chosen = find_notation(kind.notation if notation is None else notation)
    if kind not in chosen.kinds:
        raise WrongGame(f"{chosen.title} writes moves of {chosen.label}, not of {kind.label}")
    spell = _SPELLERS.get(chosen.name)
    if spell is None:
        known = ", ".join(name for name in _SPELLERS if kind in find_notation(name).kinds)
        raise InvalidArgument(f"{chosen.title} writes whole games; the text of a node is in {known}")
    if node.parent is None:
        return ""
    try:
        return spell(node, node.parent.position)
    except HyperchessError:
        return _as_written(node)


def action_text(position: Any, action: Any, form: str) -> str:
    """Return an action that can be played: short with its check mark (`san`), or in full (`lan`)."""
    after = position.play(action)
    if isinstance(position, infinite.Position):
        return marked_move(position, after) if form == "san" else named_move(position, after.last.move)
    moves = Action([action] if isinstance(action, multiverse.Move) else action)
    return short_action(position, moves) if form == "san" else str(moves)


def line_text(position: Any, actions: list[Any]) -> str:
    """Return actions that follow each other in the notation of their game, numbered from 1.

    >>> from hyperchess.multiverse import start
    >>> position = start("Standard")
    >>> line_text(position, ["e3", "f6", "Qe2"]), line_text(position.play("e3"), ["f6", "e4"])
    ('1. e3 / f6 2. Qe2', '1b. f6 2. e4')
    """
    separator = "|" if isinstance(position, infinite.Position) else "/"
    words: list[str] = []
    for action, serial in zip(actions, Game(position).serials(), strict=False):
        if serial.player == min(position.players).letter:
            words.append(f"{serial.number}.")
        else:
            words.append(separator if words else f"{serial}.")
        words.append(position.san(action))
        position = position.play(action)
    return " ".join(words)


def _as_written(node: AnyNode) -> str:
    texts = []
    for written in node.moves:
        text = written.text.strip() or str(written.move)
        texts.append(text if text.endswith(written.evaluation) else text + written.evaluation)
    return " ".join(texts)


def _branched(node: MultiverseNode, position: multiverse.Position) -> str:
    marked = mark_action(position, node, marks="rules", standard=True)
    if marked is None:
        return _as_written(node)
    return " ".join(f"{short_move(move)}{move.check}{move.evaluation}" for move in marked.moves)


def _shad(node: MultiverseNode, position: multiverse.Position) -> str:
    marked = mark_action(position, node, marks="rules")
    if marked is None:
        return _as_written(node)
    signs = castles_by_sign(node.game.start)
    words = []
    for move in marked.moves:
        text = shad_move(move, signs=signs, name_board=move.timelines > 1)
        words.append(f"{text}{move.check}{'~' if move.moves_present else ''}{move.evaluation}")
        words += hints(move)
    return " ".join(words)


def _raw(node: AnyNode, _: object) -> str:
    return _as_written(node) if node.action is None else " ".join(map(str, node.action))


def _icn(node: InfiniteNode, position: infinite.Position) -> str:
    if node.action is None:
        return _as_written(node)
    line: InfiniteGame = Game(position)
    line.root.attach(node.moves)
    (ply,) = plies(line, "rules")
    sign = (f"={ply.promotion}" if ply.promotion else "") + ply.mark
    move = f"{ply.code}{ply.source} {ply.arrow} {ply.target}"
    return " ".join(word for word in (move, sign, node.evaluation) if word)


_SPELLERS: dict[str, Callable[[Any, Any], str]] = {
    "branched": _branched,
    "shad": _shad,
    "raw": _raw,
    **dict.fromkeys(("icn", "icn-legacy", "icn-site"), _icn),
}
