"""Parsing of the commands that start external programs.

>>> command_words("engine --threads 2", on_windows=False), command_words(["my engine"])
(('engine', '--threads', '2'), ('my engine',))
>>> command_words(r'"C:\\Program Files\\engine.exe" -t 2', on_windows=True)
('C:\\\\Program Files\\\\engine.exe', '-t', '2')
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence

from hyperchess.engine.errors import EngineError
from hyperchess.text import quote

__all__ = ["command_words"]


def command_words(
    command: str | Sequence[str], *, on_windows: bool = sys.platform == "win32"
) -> tuple[str, ...]:
    """Split a command, given as one text or a list; raise `EngineError` if it names no program."""
    words = list(command)
    if isinstance(command, str):
        try:
            words = shlex.split(command, posix=not on_windows)  # on Windows `\` separates folders
        except ValueError as error:
            raise EngineError(f"{quote(command)} is not a command: {str(error).lower()}") from None
        if on_windows:
            words = [word.strip('"') for word in words]
    if not words or not words[0]:
        raise EngineError("expected a command that starts a program, found nothing")
    return tuple(words)
