"""Writing hyperchess JSON. Whatever is empty is left out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from hyperchess.game import AnyGame, AnyNode, AnyWritten, WrittenMove
from hyperchess.notation.json.record import Record
from hyperchess.notation.json.values import move_data, start_data
from hyperchess.notation.writing import Written
from hyperchess.text import Problem, Source, Span

__all__ = ["FORMAT", "VERSION", "record_data", "write_json"]

FORMAT = "hyperchess"
VERSION = 2


def write_json(game: AnyGame, *, indent: int | None = 2, problems: bool = False) -> Written:
    """Write a game of either kind.

    With `problems`, also write the reader's problems, the source text, and the spans of the moves in it.
    """
    source = game.problems[0].source if problems and game.problems else None
    data = _game_data(game, source, None)
    text = json.dumps(data, indent=indent, ensure_ascii=False)
    if not _can_be_encoded(text):
        text = json.dumps(data, indent=indent)
    return Written(text + "\n")


def record_data(record: Record) -> dict[str, Any]:
    """Return a game with all data of a study as a JSON object."""
    data = _game_data(record.game, record.source, record)
    data["study"] = {"next": record.next_id, "games": record.games}
    if record.title:
        data["study"]["title"] = record.title
    return data


def _can_be_encoded(text: str) -> bool:
    """Return whether a text can be encoded: input may contain lone surrogates, which JSON can only escape."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _game_data(game: AnyGame, source: Source | None, record: Record | None) -> dict[str, Any]:
    data: dict[str, Any] = {"format": FORMAT, "version": VERSION, "game": game.kind.value}
    if game.notation:
        data["notation"] = game.notation
    if game.headers:
        data["headers"] = [[key, value] for key, value in game.headers.items()]
    data["start"] = None if game.start is None else start_data(game.start)
    data["nodes"] = _nodes(game, record, spans=source is not None)
    if source is not None:
        if game.problems:
            data["problems"] = [_problem_data(problem, source) for problem in game.problems]
        data["source"] = _source_data(source)
    return data


def _nodes(game: AnyGame, record: Record | None, *, spans: bool) -> list[dict[str, Any]]:
    """Return all nodes, parents first; siblings keep their order."""
    index: dict[AnyNode, int] = {}
    nodes = []
    walked: Iterator[AnyNode] = game.root.walk()
    for place, node in enumerate(walked):
        index[node] = place
        data: dict[str, Any] = {} if record is None else {"id": record.ids[node]}
        short = () if record is None else record.short.get(node, ())
        data["parent"] = None if node.parent is None else index[node.parent]
        nodes.append(_node_data(node, data, short, spans=spans))
    return nodes


def _node_data(node: AnyNode, data: dict[str, Any], short: tuple[str, ...], *, spans: bool) -> dict[str, Any]:
    moves: Sequence[AnyWritten] = node.moves
    if moves:
        data["moves"] = [
            _move_data(written, short[place] if place < len(short) else "", spans=spans)
            for place, written in enumerate(moves)
        ]
    if node.comments:
        data["comments"] = [
            {"text": comment.text, **({"after": comment.after} if comment.after else {})}
            for comment in node.comments
        ]
    if node.mark:
        data["mark"] = node.mark
    if node.result:
        data["result"] = node.result
    if not node.legal:
        data["legal"] = False
    return data


def _move_data(written: WrittenMove[Any], short: str, *, spans: bool) -> dict[str, Any]:
    data: dict[str, Any] = {} if written.move is None else {**move_data(written.move)}
    if written.text:
        data["text"] = written.text
    if written.evaluation:
        data["evaluation"] = written.evaluation
    if written.nags:
        data["nags"] = [*written.nags]
    if written.move is None and written.hints:  # those of a resolved move follow from the rules
        data["hints"] = [*written.hints]
    if short:
        data["short"] = short
    if spans and written.span is not None:
        data["span"] = [*written.span]
    return data


def _source_data(source: Source) -> dict[str, Any]:
    data: dict[str, Any] = {"text": source.text, "name": source.name}
    if source.first != (1, 1):
        data["first"] = [*source.first]
    return data


def _problem_data(problem: Problem, source: Source) -> dict[str, Any]:
    """Return a problem; one of another text than the source has no position."""
    apart = problem.source.text != source.text
    span = Span(0, 0) if apart else problem.span
    data: dict[str, Any] = {
        "start": span.start,
        "end": span.end,
        "code": problem.code,
        "message": problem.message,
        "severity": problem.severity.value,
    }
    if problem.hint:
        data["hint"] = problem.hint
    if problem.fix is not None and not apart:
        fixed, text = problem.fix
        data["fix"] = {"start": fixed.start, "end": fixed.end, "text": text}
    return data
