"""Puzzle collections as text, and the bundled one.

The text of a puzzle is a proof tree in Branched 5DPGN, which `hyperchess verify` reads, or in ICN. It has the
headers `Id`, `Event`, `Puzzle`, `Origin` (the variant of its game), `TimelineCount` (5D chess only),
`Difficulty`, `Themes`, `Proof` (its size, which determines the difficulty) and `Source` (how to make it
again). Listing the bundled puzzles reads no proof.

>>> entries = bundled()
>>> entries[0].mate_in, entries[0].goal[-12:]
(1, ' mates in 1.')
>>> find_entry("no such puzzle") is None
True
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files

from hyperchess.errors import HyperchessError
from hyperchess.notation.text5d.header_text import format_header
from hyperchess.puzzles.entry import Entry
from hyperchess.puzzles.packing import restore_boards, unpack_index, unpack_proofs
from hyperchess.ruleset import GameKind

__all__ = ["bundled", "collection_text", "find_entry", "position_text", "proof_text", "read_collection"]

_FILE = "collection.bin"
_FIRST = re.compile(r'^(?=\[Id(?: "|: ))', re.MULTILINE)
_HEADER = re.compile(r'^\[(\w+)(?: "|: )([^"\]]*)"?\]\n', re.MULTILINE)
_OURS = ("Id", "Event", "Origin", "TimelineCount", "Difficulty", "Themes", "Proof", "Source")


@cache
def _data() -> bytes:
    return files("hyperchess").joinpath("puzzles", _FILE).read_bytes()


@cache
def bundled() -> tuple[Entry, ...]:
    """Return the puzzles of the package, 5D chess first, sorted by length and number of timelines."""
    return unpack_index(_data())


@cache
def _by_id() -> dict[str, Entry]:
    return {entry.id: entry for entry in bundled()}


@cache
def _proofs() -> dict[str, str]:
    return {entry.id: proof for entry, proof in zip(bundled(), unpack_proofs(_data()), strict=True)}


def find_entry(id: str) -> Entry | None:
    """Return the bundled puzzle with this id, or `None`."""
    return _by_id().get(id)


def proof_text(entry: Entry) -> str:
    """Return a bundled puzzle with its solution: headers, boards, and the proof tree."""
    return collection_text([(entry, restore_boards(_proofs()[entry.id]))])


def position_text(entry: Entry) -> str:
    """Return a bundled puzzle without its solution: headers and boards.

    >>> position_text(bundled()[0]).endswith("]")
    True
    """
    return proof_text(entry).rstrip().rpartition("\n\n")[0]


def collection_text(puzzles: Iterable[tuple[Entry, str]]) -> str:
    """Return the text of a collection, in the given order: puzzles, each with its proof."""
    return "\n".join(_headers(entry) + proof for entry, proof in puzzles)


def _headers(entry: Entry) -> str:
    headers = {
        "Id": entry.id,
        "Event": entry.goal[:-1],
        "Origin": entry.variant,
        "TimelineCount": str(entry.timelines),
        "Difficulty": str(entry.difficulty),
        "Themes": ", ".join(entry.themes),
        "Proof": f"{entry.rounds} rounds",
        "Source": entry.source,
    }
    if entry.kind is GameKind.INFINITE:
        del headers["TimelineCount"]
        return "".join(f"[{key}: {value}]\n" for key, value in headers.items())
    return "".join(f"{format_header(key, value)}\n" for key, value in headers.items())


def read_collection(text: str) -> Iterator[tuple[Entry, str]]:
    """Yield the puzzles of a text written by `collection_text`, each with its proof."""
    for number, puzzle in enumerate(filter(None, _FIRST.split(text)), 1):
        headers = dict(_HEADER.findall(puzzle))
        try:
            player, _, _, length = headers["Event"].split()
            kind = GameKind.INFINITE if puzzle.startswith("[Id: ") else GameKind.MULTIVERSE
            rounds, _ = headers["Proof"].split()
            entry = Entry(
                id=headers["Id"],
                kind=kind,
                player="white" if player == "White" else "black",
                mate_in=int(length),
                timelines=int(headers["TimelineCount"]) if kind is GameKind.MULTIVERSE else 0,
                variant=headers["Origin"],
                themes=tuple(filter(None, headers["Themes"].split(", "))),
                rounds=int(rounds),
                source=headers["Source"],
            )
        except (KeyError, ValueError):
            raise HyperchessError(
                f"puzzle {number} of the collection: expected the headers {', '.join(_OURS)}, "
                f"found {', '.join(headers) or 'none'}"
            ) from None
        proof = _HEADER.sub(lambda header: "" if header[1] in _OURS else header[0], puzzle)
        yield entry, proof.rstrip("\n") + "\n"
