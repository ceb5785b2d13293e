"""The board as a widget of Jupyter and similar notebooks.

It is the element `<hyperchess-board>` in an anywidget. The game is in Python: positions and legal moves are
requested over the comm, and actions that the user plays are added to `board.game`. Nothing is loaded from a
network.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import count
from typing import TYPE_CHECKING, Any

from hyperchess.app.web.inlining import module_texts, packed, read_style
from hyperchess.errors import HyperchessError
from hyperchess.game import AnyNode, Game, Node, new_game
from hyperchess.infinite import Position as InfinitePosition
from hyperchess.multiverse import Position as MultiversePosition
from hyperchess.studies.catalogue import piece_art
from hyperchess.studies.content import Content
from hyperchess.studies.data import json_text, to_data
from hyperchess.studies.edits import Add
from hyperchess.studies.opening import open_game
from hyperchess.studies.study import Study

try:
    import anywidget
    import traitlets
except ModuleNotFoundError as error:
    raise HyperchessError("the board needs an extra: pip install 'hyperchess[notebook]'") from error

if TYPE_CHECKING:
    from hyperchess.game import AnyGame

__all__ = ["BoardWidget", "widget"]

_ENTRY = "hyperchess/component/widget.js"
# Modules are stored compressed, dependencies first. Each becomes a blob that imports the blobs before it.
_LOADER = """
const bytes = Uint8Array.from(atob(PACKED), (character) => character.charCodeAt(0));
const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
const { modules, style, art } = await new Response(stream).json();
const blobs = new Map();
for (const [name, text] of Object.entries(modules)) {
  const linked = text.replace(/"(hyperchess\\/[^"]+)"/g, (found, other) =>
    blobs.has(other) ? JSON.stringify(blobs.get(other)) : found);
  blobs.set(name, URL.createObjectURL(new Blob([linked], { type: "text/javascript" })));
}
const entry = await import(blobs.get(ENTRY));
export default entry.makeWidget({ style, art });
"""
_numbers = count(1)


def _module() -> str:
    """Return the JavaScript module of the widget, with everything that it needs."""
    parts = {
        "modules": module_texts(_ENTRY.removeprefix("hyperchess/")),
        "style": read_style("css/board.css"),
        "art": piece_art(),
    }
    packed_parts = json_text(packed(json_text(parts).encode("utf-8")))
    return f"const PACKED = {packed_parts};\nconst ENTRY = {json_text(_ENTRY)};{_LOADER}"


class BoardWidget(anywidget.AnyWidget):
    """A board in a notebook.

    `node` is the number of the shown node, `action` the last action that was played on the board, as raw
    moves. Both can be observed: `board.observe(function, "action")`.
    """

    _esm = _module()
    _study = traitlets.Dict().tag(sync=True)
    node = traitlets.Int(0).tag(sync=True)
    playable = traitlets.Bool(True).tag(sync=True)
    show_moves = traitlets.Bool(True).tag(sync=True)
    orientation = traitlets.Enum(("white", "black"), "white").tag(sync=True)
    theme = traitlets.Enum(("auto", "light", "dark", "contrast"), "auto").tag(sync=True)
    height = traitlets.Int(480).tag(sync=True)
    action = traitlets.List(traitlets.Unicode())

    def __init__(self, value: Any, **options: Any) -> None:
        game, node = _game_of(value)
        self._content = Study(open_game(game))
        self._name = ""
        self._revision = 0
        super().__init__(**options)
        self.on_msg(self._answer)
        self._open(game, node)

    @property
    def game(self) -> AnyGame:
        """The game, with the actions that were played on the board."""
        return self._content.game

    @game.setter
    def game(self, game: AnyGame) -> None:
        self._open(*_game_of(game))

    @property
    def position(self) -> Any:
        """The position after the shown node; setting it starts a new game from a position."""
        return self._content.node(self.node).position

    @position.setter
    def position(self, position: Any) -> None:
        self._open(*_game_of(position))

    def _open(self, game: AnyGame, node: AnyNode | None) -> None:
        content: Content = open_game(game)
        self._content = Study(content)
        self._name = f"notebook-{next(_numbers)}"
        self._revision = 1
        with self.hold_sync():
            self.node = self._content.end() if node is None else content.ids[node]
            self._study = self._view()

    def _view(self) -> dict[str, Any]:
        study = self._content
        head = {"id": self._name, "revision": self._revision, "can_undo": False, "can_redo": False}
        view: dict[str, Any] = _plain({**head, **to_data(study.head()), "nodes": study.nodes()})
        return view

    def _answer(self, _: object, message: Mapping[str, Any], _buffers: object) -> None:
        """Answer a request of a view of the widget."""
        answer = {"id": message["id"]}
        try:
            answer["result"] = _plain(self._requests[message["type"]](self, message))
        except HyperchessError as error:
            answer["error"] = str(error)
        self.send(answer)

    def _play(self, message: Mapping[str, Any]) -> dict[str, Any]:
        if not self.playable:
            raise HyperchessError("this board is not playable")
        change = self._content.edit(Add(message["parent"], tuple(message["moves"])))
        self._revision += 1
        study = {
            "revision": self._revision,
            "can_undo": False,
            "can_redo": False,
            "operation": "",
            "person": "",
        }
        with self.hold_sync():
            self._study = self._view()
            self.node = change.node
        self.action = list(message["moves"])
        return {**study, "head": {}, "nodes": change.nodes, "removed": (), "node": change.node}

    def _place(self, message: Mapping[str, Any]) -> Any:
        return self._content.place(message["node"], message["pending"])

    _requests: Mapping[str, Callable[[BoardWidget, Mapping[str, Any]], Any]] = {
        "play": _play,
        "position": lambda self, message: self._place(message).position(),
        "targets": lambda self, message: self._place(message).moves_from(tuple(message["square"])),
        "passing": lambda self, message: self._place(message).passing().attacks,
    }


def _plain(value: object) -> Any:
    """Return a value of the API as plain lists and dictionaries, which a comm can send."""
    return json.loads(json_text(value))


def _game_of(value: Any) -> tuple[AnyGame, AnyNode | None]:
    """Return the game to show, and the node to show it at."""
    if isinstance(value, Node):
        return value.game, value
    if isinstance(value, Game):
        return value, None
    if isinstance(value, MultiversePosition | InfinitePosition):
        return new_game(value), None
    raise HyperchessError(f"a board shows a game, a node or a position, not {type(value).__name__}")


def widget(value: Any, **options: Any) -> BoardWidget:
    """Return a board for a notebook that shows a game, a node or a position.

    `options` are attributes of `BoardWidget`: `playable`, `show_moves`, `orientation`, `theme`, `height`.

    >>> import hyperchess as hc
    >>> board = widget(hc.parse("1. e3 / f6 2. Qe2 / Nc6"), orientation="black")
    >>> board.node, board.position.player.name
    (4, 'WHITE')
    """
    return BoardWidget(value, **options)
