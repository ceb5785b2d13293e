"""The bundled puzzles as one small file: two zlib streams, an index and the proofs.

The index has one line per puzzle with the fields of its `Entry`, so that a list of the puzzles reads no
proof. In the proofs, a rank that is the same as on the board before is left out, and so are coordinates that
follow from it: the same timeline, half a turn later.

>>> text = "[k2/3/2K:0:1:w]\\n[k2/2K/3:0:1:b]\\n[1k1/2K/3:0:2:w]\\n\\n1. Kc3"
>>> _shorten_boards(text)
'[k2/3/2K:0:1:w]\\n[/2K/3]\\n[1k1//]\\n\\n1. Kc3'
>>> restore_boards(_shorten_boards(text)) == text
True
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable

from hyperchess.puzzles.entry import Entry
from hyperchess.ruleset import GameKind

__all__ = ["pack", "restore_boards", "unpack_index", "unpack_proofs"]

_END = "\0"  # of a proof
_BOARD = re.compile(r'^\[([^\s":\]]*)(:[^\s"\]]*)?\]$', re.MULTILINE)


def pack(puzzles: Iterable[tuple[Entry, str]]) -> bytes:
    """Return the file with some puzzles, each with its proof."""
    entries, proofs = zip(*puzzles, strict=True)
    index = "\n".join("\t".join(_row(entry)) for entry in entries)
    bodies = _END.join(map(_shorten_boards, proofs))
    return b"".join(zlib.compress(text.encode("ascii"), 9) for text in (index, bodies))


def unpack_index(data: bytes) -> tuple[Entry, ...]:
    """Return the puzzles of a file, without their proofs."""
    return tuple(map(_entry, zlib.decompressobj().decompress(data).decode("ascii").split("\n")))


def unpack_proofs(data: bytes) -> tuple[str, ...]:
    """Return the proofs of a file as `_shorten_boards` writes them, in the order of its puzzles."""
    index = zlib.decompressobj()
    index.decompress(data)
    return tuple(zlib.decompress(index.unused_data).decode("ascii").split(_END))


def _row(entry: Entry) -> tuple[str, ...]:
    """Return the fields of a line of the index."""
    return (
        entry.id,
        entry.kind.value,
        entry.player,
        str(entry.mate_in),
        str(entry.timelines),
        entry.variant,
        ", ".join(entry.themes),
        str(entry.rounds),
        entry.source,
    )


def _entry(row: str) -> Entry:
    """Return the puzzle of a line of the index."""
    id, kind, player, mate_in, timelines, variant, themes, rounds, source = row.split("\t")
    return Entry(
        id=id,
        kind=GameKind(kind),
        player="white" if player == "white" else "black",
        mate_in=int(mate_in),
        timelines=int(timelines),
        variant=variant,
        themes=tuple(filter(None, themes.split(", "))),
        rounds=int(rounds),
        source=source,
    )


def _shorten_boards(proof: str) -> str:
    """Leave out the ranks and coordinates that follow from the board before."""
    before: list[str] = []
    expected = ""

    def shorten(board: re.Match[str]) -> str:
        nonlocal before, expected
        ranks, at = board[1].split("/"), board[2]
        if len(ranks) == len(before):
            kept = ["" if new == old else new for new, old in zip(ranks, before, strict=True)]
        else:
            kept = ranks
        text = f"[{'/'.join(kept)}{'' if at == expected else at}]"
        before, expected = ranks, _following(at)
        return text

    return _BOARD.sub(shorten, proof)


def restore_boards(proof: str) -> str:
    """Restore what `_shorten_boards` has left out."""
    before: list[str] = []
    expected = ""

    def lengthen(board: re.Match[str]) -> str:
        nonlocal before, expected
        ranks, at = board[1].split("/"), board[2] or expected
        if len(ranks) == len(before):
            ranks = [new or old for new, old in zip(ranks, before, strict=True)]
        before, expected = ranks, _following(at)
        return f"[{'/'.join(ranks)}{at}]"

    return _BOARD.sub(lengthen, proof)


def _following(at: str) -> str:
    """Return the coordinates of the next board of a timeline.

    >>> _following(":0:1:w"), _following(":-1:1:b")
    (':0:1:b', ':-1:2:w')
    """
    _, timeline, turn, color = at.split(":")
    return f":{timeline}:{turn}:b" if color == "w" else f":{timeline}:{int(turn) + 1}:w"
