"""Optional dependencies: a missing one is reported with instructions to install it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from hyperchess.errors import HyperchessError

__all__ = ["MissingExtra", "require"]


class MissingExtra(HyperchessError):
    """An optional dependency is not installed; the message says how to install it."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} need an extra: pip install 'hyperchess[{extra}]'")
        self.extra = extra


def require(module: str, *, what: str, extra: str) -> Any:
    """Import a module of an extra, or raise `MissingExtra`.

    >>> require("no_such_module", what="films", extra="gif")
    Traceback (most recent call last):
    ...
    hyperchess.picture.extras.MissingExtra: films need an extra: pip install 'hyperchess[gif]'
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != module.partition(".")[0]:
            raise  # a dependency of the extra is missing
        raise MissingExtra(what, extra) from error
