"""Weights of the evaluation: one number per name. The engine's are in `weights.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hyperchess.errors import InvalidArgument

__all__ = ["load_weights", "parse_weights", "read_weights", "weights_of_file"]

_SIDE = 8  # of the piece-square tables
_FITTED = ("square.", "mover.", "loose.", "across.", "board.flight", "position.surplus")
"""Weights that files of version 0.2 do not have."""


@cache
def load_weights() -> Mapping[str, int]:
    """Return the weights of the engine by name, such as `value.queen` or `square.knight.f3`."""
    return parse_weights(files("hyperchess.engine.multiverse").joinpath("weights.toml").read_text("utf-8"))


def read_weights(path: Path) -> Mapping[str, int]:
    """Return the weights of another file of the same format; missing ones are the engine's.

    A complete file of version 0.2 has no piece-square tables: the weights that it does not know are 0.
    """
    return weights_of_file(path, load_weights(), _FITTED)


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
