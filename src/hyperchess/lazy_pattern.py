"""Regular expressions that are compiled on first use: compiling a large one takes milliseconds.

>>> number = lazy_pattern(r"[0-9]+")
>>> number.match("12a")[0], number.sub("n", "1 and 2")
('12', 'n and n')
"""

from __future__ import annotations

import re
from typing import Any, cast

__all__ = ["lazy_pattern"]


def lazy_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return an object with the methods of a compiled pattern."""
    return cast("re.Pattern[str]", _LazyPattern(pattern, flags))


class _LazyPattern:
    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self.pattern, self._flags)
        # Kept as attributes, so that later uses are as fast as those of a compiled pattern.
        for method in ("match", "fullmatch", "search", "finditer", "findall", "split", "sub", "subn"):
            self.__dict__[method] = getattr(compiled, method)
        return getattr(compiled, name)
