"""The folder of the user's studies."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from hyperchess.environment import DATA

__all__ = ["data_folder"]


def data_folder(
    environ: Mapping[str, str] = os.environ, platform: str = sys.platform, home: Path | None = None
) -> Path:
    """Return the system's folder for application data; `HYPERCHESS_DATA` overrides it.

    >>> data_folder({"XDG_DATA_HOME": "/data"}, "linux").as_posix()
    '/data/hyperchess'
    >>> data_folder({}, "darwin", Path("/Users/ada")).as_posix()
    '/Users/ada/Library/Application Support/hyperchess'
    """
    chosen = DATA.read(environ)
    if chosen:
        return Path(chosen)
    home = home or Path.home()
    if platform == "win32":
        base = Path(environ.get("LOCALAPPDATA") or environ.get("APPDATA") or home / "AppData" / "Local")
    elif platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "hyperchess"
