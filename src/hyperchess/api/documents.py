"""Stored studies: hyperchess JSON whose large parts that seldom change are stored separately.

The start, the source text of a game, its problems and its proof file are replaced by their hashes, so that
they are stored once for all revisions of a study. Documents of the first version of the storage, which had
its own format, are converted when they are read. A study is sent to another process as its document.
"""

from __future__ import annotations

import copyreg
import json
import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from hyperchess.errors import HyperchessError
from hyperchess.notation.json import Record, read_record, record_data
from hyperchess.studies.content import Content

__all__ = ["Document", "read_document", "write_document"]

_APART = ("start", "source", "problems", "proof")
_OLD_RULES = ("ranks_exchanged", "free_promotion", "automatic_move_rule", "drop_idle_rights")
_BOARD = re.compile(r"\[[^\[\]]*\]")
_OLD_SQUARE = r"\([^()]*\)[a-z][0-9]+|-?[0-9]+,-?[0-9]+"
_OLD_MOVE = re.compile(
    rf"(?P<from>{_OLD_SQUARE})>(?P<to>{_OLD_SQUARE})=?(?P<promotion>[0-9]?[A-Za-z]{{1,2}})?"
)


@dataclass(frozen=True, slots=True)
class Document:
    """A stored text, and its separate parts by hash."""

    text: str
    parts: dict[str, str]


def write_document(content: Content) -> Document:
    """Return the document of a study."""
    record = Record(
        content.game,
        content.ids,
        content.next_id,
        content.source,
        content.title,
        content.games,
        content.short,
    )
    data = record_data(record)
    if content.proof:
        data["proof"] = content.proof
    parts: dict[str, str] = {}
    for key in _APART:
        if data.get(key) is not None:
            text = _dump(data[key])
            data[key] = sha256(text.encode("ascii")).hexdigest()
            parts[data[key]] = text
    return Document(_dump(data), parts)


def _dump(data: object) -> str:
    return json.dumps(data, separators=(",", ":"))


def read_document(document: Document) -> Content:
    """Return the study of a document; raise `HyperchessError` if it is damaged."""
    try:
        data = json.loads(document.text)
        for key in _APART:
            if data.get(key) is not None:
                data[key] = json.loads(document.parts[data[key]])
        proof = str(data.pop("proof", ""))
        record = read_record(data if "format" in data else _from_first_version(data))
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise HyperchessError(f"a stored study is damaged: {type(error).__name__}: {error}") from error
    return Content(
        record.game,
        record.ids,
        record.next_id,
        record.source,
        record.title,
        record.games,
        record.short,
        proof,
    )


copyreg.pickle(Content, lambda content: (read_document, (write_document(content),)))


def _from_first_version(data: dict[str, Any]) -> dict[str, Any]:
    """Convert a document of the first version of the storage to hyperchess JSON."""
    if data["version"] != 1:
        raise HyperchessError(f"a stored study has version {data['version']}, which is not supported")
    index = {entry["id"]: place for place, entry in enumerate(data["nodes"])}
    changed = {
        "format": "hyperchess",
        "version": 2,
        "game": data["game"],
        "notation": data["notation"],
        "headers": data["headers"],
        "start": None if data["start"] is None else _old_start(data["start"]),
        "nodes": [_old_node(entry, index) for entry in data["nodes"]],
        "study": {"title": data["title"], "games": data["games"], "next": data["next"]},
    }
    source = data["source"]
    if source is not None:
        changed["problems"] = list(map(_old_problem, source["problems"]))
        changed["source"] = {"text": source["text"], "name": source["name"]}
    return changed


def _old_start(start: dict[str, Any]) -> dict[str, Any]:
    if "boards" in start:
        return {**start, "boards": _BOARD.findall(start["boards"])}
    return {"position": start["text"], "rules": [name for name in _OLD_RULES if name in start]}


def _old_node(entry: dict[str, Any], index: dict[int, int]) -> dict[str, Any]:
    changed = {**entry, "parent": index[entry["parent"]] if "parent" in entry else None}
    spans = changed.pop("spans", None) or [None] * len(entry.get("moves", ()))
    if "moves" in entry:
        changed["moves"] = [_old_move(*pair) for pair in zip(entry["moves"], spans, strict=True)]
    if "comments" in entry:
        changed["comments"] = [{"text": text, "after": after} for text, after in entry["comments"]]
    return changed


def _old_move(move: list[str], span: list[int] | None) -> dict[str, Any]:
    """Convert a move from a list: coordinates, text, evaluation, short form; empty ends are omitted."""
    raw, text, evaluation, short = [*move, "", "", "", ""][:4]
    changed: dict[str, Any] = {"text": text, "evaluation": evaluation, "short": short, "span": span}
    match = _OLD_MOVE.fullmatch(raw)
    if match is None and raw:
        raise ValueError(f"{raw!r} is not a move")
    return changed if match is None else {**changed, **match.groupdict(default="")}


def _old_problem(entry: list[Any]) -> dict[str, Any]:
    names = ("start", "end", "code", "message", "hint", "severity", "fix")
    changed = dict(zip(names, entry, strict=True))
    if changed["fix"] is not None:
        changed["fix"] = dict(zip(("start", "end", "text"), changed["fix"], strict=True))
    return changed
