"""The nodes of a study as JSON: each is written once and kept until it changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hyperchess import multiverse
from hyperchess.annotations import shapes_of
from hyperchess.app.web.answers import json_text
from hyperchess.app.web.documents import AnyNode, Content
from hyperchess.app.web.marks import shape_data, visible_comments
from hyperchess.app.web.spelling import shown_text
from hyperchess.app.web.values import player_name
from hyperchess.errors import HyperchessError
from hyperchess.text import Severity

__all__ = ["Tree"]


class Tree:
    """The JSON of all nodes, in an order in which parents come before their children."""

    def __init__(self, content: Content) -> None:
        self.content = content
        start = content.game.start
        self._turns = _Turns(start)
        self._even = isinstance(start, multiverse.Position) and start.even
        self._written: dict[int, str] = {}
        self._known: dict[AnyNode, tuple[int, bool]] = {}  # depth; whether the position is known

    def changed(self, *nodes: AnyNode) -> None:
        """Write these nodes anew when they are asked for."""
        for node in nodes:
            self._written.pop(self.content.ids[node], None)

    def dropped(self, node: AnyNode) -> None:
        """Forget a node; call it before the content does."""
        self._written.pop(self.content.ids[node], None)
        self._known.pop(node, None)

    def text(self) -> str:
        """The list of all nodes."""
        return f"[{','.join(self._texts())}]"

    def _texts(self) -> Iterator[str]:
        ids, written = self.content.ids, self._written
        for node in self.content.game.root.walk():
            number = ids[node]
            text = written.get(number)
            if text is None:
                text = written[number] = json_text(self._data(node))
            yield text

    def _facts(self, node: AnyNode) -> tuple[int, bool]:
        """How deep a node lies and whether its position is known; its parent was asked before."""
        known = self._known.get(node)
        if known is None:
            if node.parent is None:
                known = 0, self.content.game.start is not None
            else:
                depth, resolved = self._known[node.parent]
                known = depth + 1, resolved and node.action is not None
            self._known[node] = known
        return known

    def _data(self, node: AnyNode) -> dict[str, Any]:
        content = self.content
        depth, resolved = self._facts(node)
        number, player = self._turns.at(depth)
        short = content.short.get(node, ())
        return {
            "id": content.ids[node],
            "parent": None if node.parent is None else content.ids[node.parent],
            "children": [content.ids[child] for child in node.children],
            "number": number,
            "player": player,
            "moves": [
                {
                    "text": shown_text(written, short[place] if place < len(short) else ""),
                    "raw": "" if written.move is None else str(written.move),
                    "evaluation": written.evaluation,
                }
                for place, written in enumerate(node.moves)
            ],
            "comments": [
                {"text": comment.text, "after": comment.after}
                for _, comment in visible_comments(node.comments, content.kind)
            ],
            "shapes": [
                shape_data(shape, even=self._even) for shape in shapes_of(node.comments, content.kind)
            ],
            "mark": node.mark,
            "result": node.result,
            "resolved": resolved,
            "fault": "" if resolved else self._fault(node),
        }

    def _fault(self, node: AnyNode) -> str:
        """Why the game stops at a node; empty if it has stopped before."""
        game = self.content.game
        if node.parent is None:
            return "the game does not say from which position it starts"
        if not self._known[node.parent][1]:
            return ""
        texts = [written.text.strip() for written in node.moves if written.text.strip()]
        for problem in game.problems:
            place = problem.source.text[slice(*problem.span)]
            if problem.severity is Severity.ERROR and place and any(place in text for text in texts):
                return problem.message
        moves = tuple(written.move for written in node.moves if written.move is not None)
        if len(moves) == len(node.moves) and isinstance(game.start, multiverse.Position):
            try:
                return str(node.parent.position.fault(moves) or "")
            except HyperchessError as error:
                return str(error)
        return f"this could not be understood: {' '.join(texts)[:200]}"


class _Turns:
    """The number and the player of an action by its depth, as `places.serials` counts them."""

    def __init__(self, start: Any) -> None:
        if start is None:
            self.players: list[Any] = [multiverse.Color.WHITE, multiverse.Color.BLACK]
        elif isinstance(start, multiverse.Position):
            self.players = [start.player, start.player.other]
        else:
            self.players = list(start.players)
        last = max(self.players)
        self._before = [0]  # how many turns end before each action of a round
        for player in self.players:
            self._before.append(self._before[-1] + (player == last))

    def at(self, depth: int) -> tuple[int, str]:
        """The number and the player of the action at a depth; the root has none."""
        if depth == 0:
            return 0, ""
        rounds, place = divmod(depth - 1, len(self.players))
        number = 1 + rounds * self._before[-1] + self._before[place]
        return number, player_name(self.players[place])
