"""`hyperchess rules`: the rules of infinite chess for other programs, over standard input and output."""

from __future__ import annotations

__all__ = ["rules"]


def rules() -> None:
    """Serve the rules of infinite chess line by line: variant, position, play, undo, legal, count, status.

    Each answer ends with a line that starts with ok or error; `quit` ends. The protocol is documented
    with the rules of infinite chess.
    """
    from hyperchess.infinite.protocol import main

    main()
