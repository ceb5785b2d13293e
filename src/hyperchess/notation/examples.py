"""The bundled example games.

>>> "four-timelines" in example_names()
True
>>> read_example("four-timelines").startswith(b"[")
True
"""

from __future__ import annotations

from importlib.resources import files

__all__ = ["example_names", "read_example", "sample_files"]


def example_names() -> list[str]:
    """Return the names of the examples, sorted."""
    return sorted(_files())


def read_example(name: str) -> bytes:
    """Return the content of an example, which must be one of `example_names`."""
    return files("hyperchess").joinpath("examples", _files()[name]).read_bytes()


def sample_files() -> dict[str, bytes]:
    """Return the files of a small collection: the examples, a puzzle, a game with an error, a messy one."""
    folder = files("hyperchess").joinpath("examples")
    entries = [*folder.iterdir(), *folder.joinpath("samples").iterdir()]
    return {entry.name: entry.read_bytes() for entry in entries if "." in entry.name}


def _files() -> dict[str, str]:
    """Return file names by the names of the examples."""
    folder = files("hyperchess").joinpath("examples")
    return {entry.name.rpartition(".")[0]: entry.name for entry in folder.iterdir() if "." in entry.name}
