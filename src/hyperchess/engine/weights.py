"""The weights of the evaluation: one number for each name. Those of the engine stand in `weights.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

from hyperchess.errors import InvalidArgument

__all__ = ["load_weights", "read_weights"]


@cache
def load_weights() -> Mapping[str, int]:
    """The weights of the engine by name, such as `value.queen`."""
    return _parse(files("hyperchess.engine").joinpath("weights.toml").read_text("utf-8"))


def read_weights(path: Path) -> Mapping[str, int]:
    """The weights of another file of the same kind; those that it leaves out are the engine's."""
    try:
        weights = _parse(path.read_text("utf-8"))
    except (OSError, ValueError, AttributeError) as error:
        raise InvalidArgument(f"{path}: cannot read the weights: {error}") from None
    for name, weight in weights.items():
        if name not in load_weights():
            raise InvalidArgument(f"{path}: there is no weight {name!r}")
        if type(weight) is not int:
            raise InvalidArgument(f"{path}: {name}: expected a whole number, found {weight!r}")
    return MappingProxyType({**load_weights(), **weights})


def _parse(text: str) -> Mapping[str, int]:
    return MappingProxyType(
        {
            f"{table}.{name}": weight
            for table, weights in tomllib.loads(text).items()
            for name, weight in weights.items()
        }
    )
