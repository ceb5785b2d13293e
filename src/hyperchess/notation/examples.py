"""The bundled example games.

>>> "four-timelines" in example_names()
True
>>> read_example("four-timelines").startswith(b"[")
True
"""

from __future__ import annotations

from importlib.resources import files

__all__ = ["example_names", "read_example"]


def example_names() -> list[str]:
    """Return the names of the examples, sorted."""
    return sorted(_files())


def read_example(name: str) -> bytes:
    """Return the content of an example, which must be one of `example_names`."""
    return files("hyperchess").joinpath("examples", _files()[name]).read_bytes()


def _files() -> dict[str, str]:
    """Return file names by the names of the examples."""
    folder = files("hyperchess").joinpath("examples")
    return {entry.name.rpartition(".")[0]: entry.name for entry in folder.iterdir() if "." in entry.name}
