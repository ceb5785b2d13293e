"""Results as records and as tables: lines of an engine, a review, and games of a library."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

from hyperchess.engine.chances import find_chances
from hyperchess.engine.lines import Line
from hyperchess.engine.review import Judged, Review
from hyperchess.engine.score import Score
from hyperchess.errors import HyperchessError

__all__ = ["frame", "records"]

# A column may be empty for hundreds of rows before its first number.
_OPTIONS: dict[str, dict[str, Any]] = {"pandas": {}, "polars": {"infer_schema_length": None}}


def records(results: Iterable[Any] | Review) -> list[dict[str, Any]]:
    """Return results as dictionaries with the same keys: one per line, reviewed action or game.

    `results` are lines of `analyse`, a `Review`, or games of a library.

    >>> import hyperchess as hc
    >>> game = hc.parse("1. e3 / f6 2. Qe2 / Nc6")
    >>> records(hc.analyse(game.final, depth=2))[0]["mate"]
    1
    """
    if isinstance(results, Review):
        return [_judged(each, number) for number, each in enumerate(results.judged, 1)]
    return [_record(each, rank) for rank, each in enumerate(results, 1)]


def frame(results: Iterable[Any] | Review, library: str = "") -> Any:
    """Return `records` as a data frame of pandas, or of polars if pandas is not installed.

    `library` chooses one of them by name.
    """
    if library and library not in _OPTIONS:
        raise HyperchessError(f"expected pandas or polars, found {library[:40]!r}")
    for name in (library,) if library else _OPTIONS:
        try:
            table: Callable[..., Any] = import_module(name).DataFrame
        except ModuleNotFoundError as error:
            if error.name != name:
                raise
            continue
        return table(records(results), **_OPTIONS[name])
    raise HyperchessError(
        f"a data frame needs {library or 'pandas or polars'}: pip install {library or 'pandas'}"
    )


def _record(result: Any, rank: int) -> dict[str, Any]:
    if isinstance(result, Line):
        return {"rank": rank, **_score(result.score), "depth": result.depth, "line": _line(result)}
    from hyperchess.library.games import StoredGame

    if isinstance(result, StoredGame):
        names = ("variant", "white", "black", "event", "date", "result", "plies", "timelines", "status")
        found = {name: getattr(result, name) for name in names}
        return {
            "id": result.id,
            "game": result.kind.value,
            **found,
            "place": result.place,
            "source": result.source,
        }
    raise HyperchessError(f"expected lines, a review or games of a library, found {type(result).__name__}")


def _judged(judged: Judged, number: int) -> dict[str, Any]:
    return {
        "number": number,
        "action": judged.node.text(),
        "player": judged.player.name.lower(),
        **_score(judged.score),
        "lost": judged.lost,
        "accuracy": judged.accuracy,
        "judgement": judged.judgement.value if judged.judgement else "",
        "best": _line(judged.best),
    }


def _score(score: Score | None) -> dict[str, float | None]:
    """Return a score and the expected score in percent, from White's side."""
    if score is None:
        return {"centipawns": None, "mate": None, "chance": None}
    white = score.white
    chance = round(find_chances(white).expected, 1)
    return {"centipawns": white.centipawns, "mate": white.mate, "chance": chance}


def _line(line: Line) -> str:
    """Return the actions of a line; the moves of an action are separated by blanks, actions by `/`."""
    return " / ".join(" ".join(map(str, action)) for action in line.actions)
