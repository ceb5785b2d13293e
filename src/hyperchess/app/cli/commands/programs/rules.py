"""`hyperchess rules`: the rules of both games for other programs, over standard input and output."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["rules"]


def rules(
    game: Annotated[
        str, typer.Option("--game", help="Which game it starts with: infinite or 5d.")
    ] = "infinite",
) -> None:
    """Serve the rules of both games line by line: variant, position, play, undo, legal, count, status.

    `game 5d` goes to 5D chess, which also has submit, actions, present and hash. Each answer ends with a line
    that starts with ok or error; `quit` ends. docs/infinite-rules.md describes the protocol.
    """
    from hyperchess.app.rules.session import RulesSession
    from hyperchess.line_protocol import serve_standard_streams

    serve_standard_streams(RulesSession(game))
