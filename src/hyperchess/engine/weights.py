"""The weights of the evaluation, read from `weights.toml`: one number for each name."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

__all__ = ["load_weights"]


@cache
def load_weights() -> Mapping[str, int]:
    """The weights by name, such as `value.queen`."""
    tables = tomllib.loads(files("hyperchess.engine").joinpath("weights.toml").read_text("utf-8"))
    return MappingProxyType(
        {f"{table}.{name}": weight for table, weights in tables.items() for name, weight in weights.items()}
    )
