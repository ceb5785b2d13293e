"""hyperchess: read, check, convert, draw, play and analyse 5D chess and infinite chess.

Re-exports the public API; submodules are imported lazily. Invalid arguments raise `HyperchessError`, like all
errors that hyperchess raises on purpose; a file that cannot be opened or read raises `OSError`.

>>> import hyperchess as hc
>>> game = hc.parse("1. e3 / f6 2. Qe2 / Nc6 3. Qh5#")
>>> game.final.status.word, hc.write(game, "raw").splitlines()[-1], game.end.text()
('checkmate', '. (0T3)e2>(0T3)h5', 'Qh5#')
"""

from importlib import import_module
from typing import TYPE_CHECKING

from hyperchess.errors import HyperchessError
from hyperchess.hooks import HOOKS

if TYPE_CHECKING:
    from hyperchess import engine as engine
    from hyperchess import infinite as infinite
    from hyperchess import library as library
    from hyperchess import multiverse as multiverse
    from hyperchess import picture as picture
    from hyperchess.analysis.mates.solve import Goal as Goal
    from hyperchess.analysis.mates.solve import Outcome as Outcome
    from hyperchess.analysis.mates.solve import Progress as Progress
    from hyperchess.analysis.mates.solve import Solution as Solution
    from hyperchess.analysis.mates.solve import solve as solve
    from hyperchess.annotations import ArrowShape as ArrowShape
    from hyperchess.annotations import Clock as Clock
    from hyperchess.annotations import Command as Command
    from hyperchess.annotations import EvalComment as EvalComment
    from hyperchess.annotations import SquareShape as SquareShape
    from hyperchess.app.notebook.tables import frame as frame
    from hyperchess.app.notebook.tables import records as records
    from hyperchess.app.notebook.widget import widget as widget
    from hyperchess.budget import Budget as Budget
    from hyperchess.engine.engine import analyse as analyse
    from hyperchess.engine.engine import play as play
    from hyperchess.engine.review import Review as Review
    from hyperchess.engine.review import review as review
    from hyperchess.engine.score import Score as Score
    from hyperchess.errors import InvalidArgument as InvalidArgument
    from hyperchess.game import AnyGame as AnyGame
    from hyperchess.game import AnyNode as AnyNode
    from hyperchess.game import Comment as Comment
    from hyperchess.game import Game as Game
    from hyperchess.game import Node as Node
    from hyperchess.game import Serial as Serial
    from hyperchess.game import WrittenMove as WrittenMove
    from hyperchess.game import expect as expect
    from hyperchess.infinite.ruleset import INFINITE as INFINITE
    from hyperchess.multiverse.ruleset import MULTIVERSE as MULTIVERSE
    from hyperchess.notation.reading import Converted as Converted
    from hyperchess.notation.reading import convert as convert
    from hyperchess.notation.reading import parse as parse
    from hyperchess.notation.reading import parse_all as parse_all
    from hyperchess.notation.reading import read as read
    from hyperchess.notation.reading import read_all as read_all
    from hyperchess.notation.reading import read_games as read_games
    from hyperchess.notation.reading import write as write
    from hyperchess.notation.registry import notations as notations
    from hyperchess.notation.starts import variants as variants
    from hyperchess.notation.visiting import Visitor as Visitor
    from hyperchess.notation.visiting import visit as visit
    from hyperchess.notation.writing import Loss as Loss
    from hyperchess.ruleset import Action as Action
    from hyperchess.ruleset import GameKind as GameKind
    from hyperchess.ruleset import Ruleset as Ruleset
    from hyperchess.ruleset import Status as Status
    from hyperchess.ruleset import Verdict as Verdict
    from hyperchess.rulesets import AnyMove as AnyMove
    from hyperchess.rulesets import AnyPosition as AnyPosition
    from hyperchess.rulesets import ruleset_of as ruleset_of
    from hyperchess.text import Problem as Problem
    from hyperchess.text import Severity as Severity

    __version__: str

_MODULES = {
    "Budget": "budget",
    "InvalidArgument": "errors",
    "INFINITE": "infinite.ruleset",
    "MULTIVERSE": "multiverse.ruleset",
    "Loss": "notation.writing",
    "notations": "notation.registry",
    "variants": "notation.starts",
    **dict.fromkeys(("Visitor", "visit"), "notation.visiting"),
    **dict.fromkeys(("Problem", "Severity"), "text"),
    **dict.fromkeys(("Action", "GameKind", "Ruleset", "Status", "Verdict"), "ruleset"),
    **dict.fromkeys(("AnyMove", "AnyPosition", "ruleset_of"), "rulesets"),
    **dict.fromkeys(
        ("AnyGame", "AnyNode", "Comment", "Game", "Node", "Serial", "WrittenMove", "expect"), "game"
    ),
    **dict.fromkeys(("ArrowShape", "Clock", "Command", "EvalComment", "SquareShape"), "annotations"),
    **dict.fromkeys(("Goal", "Outcome", "Progress", "Solution", "solve"), "analysis.mates.solve"),
    **dict.fromkeys(("analyse", "play"), "engine.engine"),
    "Score": "engine.score",
    **dict.fromkeys(("frame", "records"), "app.notebook.tables"),
    "widget": "app.notebook.widget",
    **dict.fromkeys(("Review", "review"), "engine.review"),
    **dict.fromkeys(
        ("Converted", "convert", "parse", "parse_all", "read", "read_all", "read_games", "write"),
        "notation.reading",
    ),
}
_PACKAGES = ("engine", "infinite", "library", "multiverse", "picture")

__all__ = ["HyperchessError", "__version__", *sorted(_MODULES), *_PACKAGES]


def __getattr__(name: str) -> object:
    """Import a public name on first access, which keeps the start-up of the command line fast."""
    if name == "__version__":
        return import_module("importlib.metadata").version("hyperchess")
    if name in _PACKAGES:
        return import_module(f"hyperchess.{name}")
    if name in _MODULES:
        return getattr(import_module(f"hyperchess.{_MODULES[name]}"), name)
    raise AttributeError(f"module 'hyperchess' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)


def _node_text(node: object, notation: str | None) -> str:
    text: str = import_module("hyperchess.notation.move_text").node_text(node, notation)
    return text


def _action_text(position: object, action: object, form: str) -> str:
    text: str = import_module("hyperchess.notation.move_text").action_text(position, action, form)
    return text


def _line_text(position: object, actions: list[object]) -> str:
    text: str = import_module("hyperchess.notation.move_text").line_text(position, actions)
    return text


def _draw(position: object) -> str:
    text: str = import_module("hyperchess.picture.terminal").draw(position)
    return text


def _mime_bundle(value: object) -> dict[str, str]:
    bundle: dict[str, str] = import_module("hyperchess.picture.notebook").mime_bundle(value)
    return bundle


HOOKS.node_text = _node_text
HOOKS.action_text = _action_text
HOOKS.line_text = _line_text
HOOKS.draw = _draw
HOOKS.mime_bundle = _mime_bundle
