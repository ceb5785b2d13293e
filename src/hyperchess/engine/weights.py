"""Files of weights of an evaluation: one number per name, for both games."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hyperchess.errors import InvalidArgument

__all__ = ["parse_weights", "values_by_kind", "weights_of_file"]

_SIDE = 8  # of the piece-square tables


def weights_of_file(path: Path, known: Mapping[str, int], later: tuple[str, ...] = ()) -> Mapping[str, int]:
    """Return the weights of a file; missing ones are taken from `known`.

    If the file has all weights but those that start with one of `later`, these are 0.
    """
    try:
        weights = parse_weights(path.read_text("utf-8"))
    except (OSError, ValueError, AttributeError) as error:
        raise InvalidArgument(f"{path}: cannot read the weights: {error}") from None
    for name, weight in weights.items():
        if name not in known:
            raise InvalidArgument(f"{path}: there is no weight {name!r}")
        if type(weight) is not int:
            raise InvalidArgument(f"{path}: {name}: expected a whole number, found {weight!r}")
    added = [name for name in known if name.startswith(later)]
    if weights.keys() == known.keys() - added:
        return MappingProxyType({**weights, **dict.fromkeys(added, 0)})
    return MappingProxyType({**known, **weights})


def parse_weights(text: str) -> Mapping[str, int]:
    """Parse the weights of a TOML text, named with their tables, such as `value.queen`.

    A piece-square table is a list of ranks, the highest first, or one number for all squares.

    >>> weights = parse_weights("[mover.square]\\nrook = 3")
    >>> len(weights), weights["mover.square.rook.h8"]
    (64, 3)
    """
    return MappingProxyType(dict(_flatten("", tomllib.loads(text))))


def values_by_kind(weights: Mapping[str, int]) -> dict[str, int]:
    """Return the piece values by the names of their kinds."""
    prefix = "value."
    return {
        name.removeprefix(prefix).replace("_", " "): value
        for name, value in weights.items()
        if name.startswith(prefix)
    }


def _flatten(prefix: str, tables: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in tables.items():
        if isinstance(value, dict):
            yield from _flatten(f"{prefix}{name}.", value)
        elif prefix.endswith("square."):
            yield from _squares(f"{prefix}{name}", value)
        elif not prefix:
            raise ValueError(f"{name!r} is not in a table")
        else:
            yield f"{prefix}{name}", value


def _squares(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the weight of each square of a piece-square table."""
    ranks = value if isinstance(value, list) else [[value] * _SIDE] * _SIDE
    if len(ranks) != _SIDE or any(not isinstance(rank, list) or len(rank) != _SIDE for rank in ranks):
        raise ValueError(f"{name}: expected {_SIDE} lists of {_SIDE} numbers, or one number")
    for number, rank in enumerate(reversed(ranks), 1):
        for file, weight in zip("abcdefgh", rank, strict=True):
            yield f"{name}.{file}{number}", weight
