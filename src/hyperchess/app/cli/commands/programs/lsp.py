"""`hyperchess lsp`: the language server for editors, over standard input and output."""

from __future__ import annotations

import os
import sys

from hyperchess.app.cli.batch import collecting_seldom
from hyperchess.app.files.inputs import InputError

__all__ = ["lsp"]


def lsp() -> None:
    """Serve the Language Server Protocol to an editor: problems, fixes, completion, boards, formatting.

    An editor starts this command; docs/editors.md has the set-up of VS Code, Neovim, Emacs and Helix.
    """
    try:
        from hyperchess.app.lsp.server import make_server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("cattrs", "lsprotocol", "pygls"):
            raise
        raise InputError("the language server needs an extra: pip install 'hyperchess[lsp]'") from error
    # The server closes its streams at the end; the command line still flushes its own.
    with os.fdopen(os.dup(sys.stdin.fileno()), "rb") as requests, collecting_seldom():
        make_server().start_io(requests, os.fdopen(os.dup(sys.stdout.fileno()), "wb"))
