"""Weights of the evaluation of infinite chess, from `weights.toml` next to this file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from hyperchess.engine.weights import parse_weights, weights_of_file

__all__ = ["load_infinite_weights", "read_infinite_weights"]


@cache
def load_infinite_weights() -> Mapping[str, int]:
    """Return the weights of the engine by name, such as `value.queen`."""
    return parse_weights(files("hyperchess.engine.infinite").joinpath("weights.toml").read_text("utf-8"))


def read_infinite_weights(path: Path) -> Mapping[str, int]:
    """Return the weights of another file of the same format; missing ones are the engine's."""
    return weights_of_file(path, load_infinite_weights())
