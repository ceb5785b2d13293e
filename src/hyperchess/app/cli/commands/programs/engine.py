"""`hyperchess engine`: our engine for user interfaces, in the protocol 5DUCI, for both games."""

from __future__ import annotations

__all__ = ["engine"]


def engine() -> None:
    """Serve the engine over standard input and output, in the protocol 5DUCI, for both games.

    Beyond the draft 0.3.3 of the protocol it supports options (Threads, Hash, MultiPV, Level, Variety),
    limits of `go` (movetime, depth, nodes, clocks, infinite), and `info` lines. `position icn ...` switches
    to infinite chess, with positions and moves in ICN.
    """
    import gc
    import sys

    from hyperchess import __version__
    from hyperchess.engine.uci.server import Server

    def write(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    gc.freeze()  # so that a full garbage collection does not cost thinking time
    Server(write, name=f"hyperchess {__version__}").run(sys.stdin)
