"""Weights of the evaluation of 5D chess, from `weights.toml` next to this file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from hyperchess.engine.weights import parse_weights, weights_of_file

__all__ = ["load_weights", "read_weights"]

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
