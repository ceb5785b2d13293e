"""Writing Slavrick's notations: the analysis tree, the exported game, or bare coordinates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from hyperchess.game import Game, Node
from hyperchess.multiverse import Color, Move, MoveKind, Position, Square
from hyperchess.multiverse.captures import piece_on
from hyperchess.multiverse.coordinates import format_square
from hyperchess.multiverse.ordering import move_kinds
from hyperchess.notation.common5d.mainline import StartHeaders, lose_node, start_head, tell, with_result
from hyperchess.notation.losses import Losses
from hyperchess.notation.options import check_option
from hyperchess.notation.pgn5d.writers.headers import Dialect, Head, head_text, make_head
from hyperchess.notation.pgn5d.writers.layout import comment_text, fill
from hyperchess.notation.pgn5d.writers.serial import Serial, first_serial
from hyperchess.notation.pgn5d.writers.shad import lose_files
from hyperchess.notation.writing import Written

__all__ = ["SlavrickStyle", "write_slavrick"]

SlavrickStyle = Literal["tree", "export", "coordinates"]
_WIDTH = 100
_DRAWING = re.compile(r"\[%c(?:sl|al)[^{}\[\]]*\]")
_START_KEYS = ("Board", "Size", "Timeline", "InitialMultiverses", "Promotions")


def write_slavrick(
    game: Game[Position, Move], *, style: SlavrickStyle = "tree", headers: StartHeaders = "start"
) -> Written:
    """Write the game tree with side lines, comments and drawings, or one of the two plainer forms.

    `headers` is for coordinates, which have none: whether the start is written before them all the same.
    """
    check_option("style", style, SlavrickStyle)
    losses = Losses()
    lose_files(game, losses)
    if style == "coordinates":
        head = start_head(game, headers, losses)
        lines = (
            ";".join(_coordinates(marked.move) for marked in told.action.moves) + "\n"
            for told in tell(game, losses, checks=False)
        )
        return Written(head + "".join(lines), losses.listed())
    head = head_text(_head(game, losses))
    if style == "export":
        return Written(head + _export(game, losses), losses.listed())
    text = fill(_tree(game, losses), _WIDTH)
    return Written(head + (f"{text}\n" if text else ""), losses.listed())


def _head(game: Game[Position, Move], losses: Losses) -> Head:
    """The start as these programs write it, whatever its name, and then the other headers."""
    made = make_head(game, Dialect.RAW, Losses())
    start = game.start
    named = dict(made.headers)
    others = tuple(header for header in made.headers if header[0] not in _START_KEYS)
    about: list[tuple[str, str]] = []
    if start is not None:
        color = "white" if start.player is Color.WHITE else "black"
        about = [("board", "custom"), ("size", f"{start.width}x{start.height}"), ("color", color)]
        about.append(("promotions", ",".join(start.promotions)))
        about += [(key.lower(), named[key]) for key in ("Timeline", "InitialMultiverses") if key in named]
        if named.get("Board", "custom").casefold() != "custom":
            about.append(("variant", named["Board"]))
    boards = tuple(board.fen() for board in start.boards) if start is not None else ()
    return with_result(Head((*about, *others), boards), game, losses)


def _coordinates(move: Move) -> str:
    promotion = f"={move.promotion}" if move.promotion else ""
    return f"{_place(move.source)}{_place(move.target)}{promotion}"


def _place(square: Square) -> str:
    return f"({square.file},{square.rank},{square.turn},{square.timeline})"


def _export(game: Game[Position, Move], losses: Losses) -> str:
    lines: list[str] = []
    for told in tell(game, losses, holds=("results",), checks=False, standard=False):
        moves = " ".join(_spell(told.position, [marked.move for marked in told.action.moves]))
        if told.serial.color is Color.WHITE:
            lines.append(f"{told.serial.number}.{moves}")
        elif lines:
            lines[-1] += f" / {moves}"
        else:
            lines.append(f"{told.serial.number}. / {moves}")
    return "".join(f"{line}\n" for line in lines)


def _tree(game: Game[Position, Move], losses: Losses) -> Iterator[str]:
    """The tokens of the tree: a side line stands behind the action that it replaces."""
    serial = first_serial(game)
    yield from _gap(game.root, 0, serial, losses)
    lose_node(game.root, losses, "", ("comments", "results"))
    waiting: list[str | tuple[Node[Position, Move], Serial, bool]] = [(game.root, serial, True)]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
            continue
        node, serial, continued = item
        if not continued:
            yield from _action(node, serial, losses)
            continue
        known = [child for child in node.children if _known(child, serial, losses)]
        if not known:
            continue
        main, *sides = known
        waiting.append((main, serial.next, True))
        for side in reversed(sides):
            waiting += ["}", (side, serial.next, True), (side, serial, False), "{"]
        waiting.append((main, serial, False))


def _known(node: Node[Position, Move], serial: Serial, losses: Losses) -> bool:
    if node.action is None or not node.action or node.game.start is None:
        message = "moves are left out: they, or moves before them, could not be resolved"
        losses.add("unresolved", message, str(serial))
        return False
    return True


def _action(node: Node[Position, Move], serial: Serial, losses: Losses) -> Iterator[str]:
    assert node.parent is not None and node.action is not None
    yield f"{serial}."
    yield from _gap(node, 0, serial, losses)
    for place, text in enumerate(_spell(node.parent.position, list(node.action)), 1):
        yield text
        yield from _gap(node, place, serial, losses)
    main = node.game.end is node
    lose_node(node, losses, str(serial), ("comments", *(("results",) if main else ())))


def _gap(node: Node[Position, Move], place: int, serial: Serial, losses: Losses) -> Iterator[str]:
    """The comments that stand behind so many moves."""
    for comment in node.comments:
        if min(max(comment.after, 0), len(node.moves)) == place:
            if _DRAWING.fullmatch(comment.text):
                yield f"{{{comment.text}}}"
            else:
                text = comment_text(comment.text, losses, str(serial), nested=False)[1:-1]
                yield f"{{%c {text} }}"


def _spell(position: Position, moves: list[Move]) -> Iterator[str]:
    """Moves in full, a physical one without its second board."""
    for move, kind in move_kinds(position, moves):
        piece = piece_on(position, move.source)
        letter = piece.kind.letter if piece is not None else ""
        promotion = f"={move.promotion}" if move.promotion else ""
        if kind is MoveKind.PHYSICAL:
            letter = letter.replace("P", "")
            board = format_square(move.source).removesuffix(move.source.name)
            yield f"{board}{letter}{move.source.name}{move.target.name}{promotion}"
        else:
            board = format_square(move.source).removesuffix(move.source.name)
            jump = f"{letter}{move.source.name}{kind.value}"
            yield f"{board}{jump}{format_square(move.target)}{promotion}"
