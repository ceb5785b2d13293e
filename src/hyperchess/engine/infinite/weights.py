"""The weights of the evaluation of infinite chess, in `weights.toml` beside this file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from hyperchess.engine.weights import parse_weights, weights_of_file

__all__ = ["load_infinite_weights", "read_infinite_weights", "values_by_kind"]


@cache
def load_infinite_weights() -> Mapping[str, int]:
    """The weights of the engine by name, such as `value.queen`."""
    return parse_weights(files("hyperchess.engine.infinite").joinpath("weights.toml").read_text("utf-8"))


def read_infinite_weights(path: Path) -> Mapping[str, int]:
    """The weights of another file of the same kind; those that it leaves out are the engine's."""
    return weights_of_file(path, load_infinite_weights())


def values_by_kind(weights: Mapping[str, int]) -> dict[str, int]:
    """The values of pieces by the names of their kinds."""
    prefix = "value."
    return {
        name.removeprefix(prefix).replace("_", " "): value
        for name, value in weights.items()
        if name.startswith(prefix)
    }
