"""Requests to a study as plain data, shared by the server and the board in a browser.

The data has already been validated by the server's models, or comes from our own page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from hyperchess import infinite, multiverse
from hyperchess.kinds import Kind
from hyperchess.studies import edits, shapes
from hyperchess.studies.content import Content
from hyperchess.studies.infinite import setup as infinite_setup
from hyperchess.studies.learning.training import open_puzzle, open_solution
from hyperchess.studies.multiverse import setup as multiverse_setup
from hyperchess.studies.opening import open_example, open_variant
from hyperchess.studies.study import Edit

__all__ = ["OpenText", "Request", "open_requested", "read_edit", "view_setup"]

Request: TypeAlias = Mapping[str, Any]


class OpenText(Protocol):
    """Parses a game of a text."""

    def __call__(
        self,
        text: str,
        notation: str | None,
        /,
        *,
        number: int = 1,
        title: str = "",
        kind: Kind | None = None,
    ) -> Content:
        """Return the game."""


def open_requested(asked: Request, open_text: OpenText) -> Content:
    """Create a study from exactly one of `text`, `variant`, `example`, `setup`, `puzzle` and `solution`."""
    title, number = asked.get("title", ""), asked.get("number", 1)
    if asked.get("variant") is not None:
        return open_variant(asked["variant"], title=title)
    if asked.get("example") is not None:
        return open_example(asked["example"], number=number, title=title)
    if asked.get("puzzle") is not None:
        return open_puzzle(asked["puzzle"])
    if asked.get("solution") is not None:
        return open_solution(asked["solution"])
    setup = asked.get("setup")
    if setup is not None:
        kind = Kind(setup["game"])
        return open_text(setup["text"], "icn" if kind is Kind.INFINITE else None, title=title, kind=kind)
    return open_text(asked["text"], asked.get("notation"), number=number, title=title)


def read_edit(asked: Request) -> Edit:
    """Return the edit of a request, except for edits that need more than the study.

    >>> read_edit({"type": "add", "parent": 3, "moves": ["(0T1)e2>(0T1)e4"]})
    Add(parent=3, moves=('(0T1)e2>(0T1)e4',))
    """
    return _EDITS[asked["type"]](asked)


def _read_shape(shape: Request) -> shapes.ArrowView | shapes.RayView | shapes.SquareView:
    color = shape.get("color", "green")
    if shape["type"] == "ray":
        return shapes.RayView(shape["from"], shape["to"], color)
    if shape["type"] == "arrow":
        return shapes.ArrowView(shape["from"], shape["to"], color)
    return shapes.SquareView(shape["at"], color)


_EDITS: Mapping[str, Callable[[Request], Edit]] = {
    "add": lambda asked: edits.Add(asked["parent"], tuple(asked["moves"])),
    "delete": lambda asked: edits.Delete(asked["node"]),
    "promote": lambda asked: edits.Promote(asked["node"], asked.get("to_main", False)),
    "demote": lambda asked: edits.Demote(asked["node"]),
    "comment": lambda asked: edits.EditComment(
        asked["node"], asked.get("index"), asked.get("text", ""), asked.get("after"), asked.get("was")
    ),
    "evaluate": lambda asked: edits.Evaluate(asked["node"], asked["evaluation"]),
    "shapes": lambda asked: edits.EditShapes(asked["node"], tuple(map(_read_shape, asked["shapes"]))),
    "header": lambda asked: edits.SetHeader(asked["key"], asked.get("value", "")),
    "result": lambda asked: edits.SetResult(asked["node"], asked["result"]),
    "rename": lambda asked: edits.Rename(asked["title"]),
}


def view_setup(asked: Request) -> multiverse_setup.SetupView | infinite_setup.SetupView:
    """Return the result of a setup in the editor: boards or pieces, a text, or the name of a variant."""
    if Kind(asked["game"]) is Kind.MULTIVERSE:
        return multiverse_setup.view_setup(_multiverse_setup(asked))
    return infinite_setup.view_setup(_infinite_setup(asked))


def _multiverse_setup(asked: Request) -> multiverse_setup.Made:
    promotions, initial = asked.get("promotions"), asked.get("initial")
    if asked.get("variant") is not None:
        return multiverse_setup.of_position(multiverse.start(asked["variant"]))
    if asked.get("fen") is not None:
        return multiverse_setup.of_fen(asked["fen"], promotions=promotions, initial=initial)
    return multiverse_setup.compose(
        list(map(_read_board, asked.get("boards") or ())),
        width=asked.get("width", 8),
        height=asked.get("height", 8),
        promotions=promotions,
        initial=initial,
    )


def _read_board(board: Request) -> multiverse_setup.EditedBoard:
    unmoved: Sequence[Sequence[int]] = board.get("unmoved", ())
    return multiverse_setup.EditedBoard(
        board["name"],
        board["turn"],
        board["player"],
        board["cells"],
        tuple((file, rank) for file, rank in unmoved),
    )


def _infinite_setup(asked: Request) -> infinite_setup.Made:
    if asked.get("variant") is not None:
        return infinite_setup.of_text(infinite.start(asked["variant"]).text())
    if asked.get("text") is not None:
        return infinite_setup.of_text(asked["text"])
    return infinite_setup.compose(
        [
            infinite_setup.PlacedPiece(symbol, owner, x, y, bool(right))
            for symbol, owner, x, y, right in asked.get("pieces") or ()
        ],
        base=asked.get("base", ""),
        player=asked.get("player"),
        players=asked.get("players"),
        promotion_ranks=asked.get("promotion_ranks"),
        border=asked.get("border"),
    )
