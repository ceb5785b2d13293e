"""Weights of the evaluation: one number per name. The engine's are in `weights.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

from hyperchess.errors import InvalidArgument

__all__ = ["load_weights", "parse_weights", "read_weights", "weights_of_file"]


@cache
def load_weights() -> Mapping[str, int]:
    """Return the weights of the engine by name, such as `value.queen`."""
    return parse_weights(files("hyperchess.engine.multiverse").joinpath("weights.toml").read_text("utf-8"))


def read_weights(path: Path) -> Mapping[str, int]:
    """Return the weights of another file of the same format; missing ones are the engine's."""
    return weights_of_file(path, load_weights())


def weights_of_file(path: Path, known: Mapping[str, int]) -> Mapping[str, int]:
    """Return the weights of a file; missing ones are taken from `known`."""
    try:
        weights = parse_weights(path.read_text("utf-8"))
    except (OSError, ValueError, AttributeError) as error:
        raise InvalidArgument(f"{path}: cannot read the weights: {error}") from None
    for name, weight in weights.items():
        if name not in known:
            raise InvalidArgument(f"{path}: there is no weight {name!r}")
        if type(weight) is not int:
            raise InvalidArgument(f"{path}: {name}: expected a whole number, found {weight!r}")
    return MappingProxyType({**known, **weights})


def parse_weights(text: str) -> Mapping[str, int]:
    """Parse the weights of a TOML text, named with their table, such as `value.queen`."""
    return MappingProxyType(
        {
            f"{table}.{name}": weight
            for table, weights in tomllib.loads(text).items()
            for name, weight in weights.items()
        }
    )
