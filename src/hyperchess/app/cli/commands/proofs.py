"""Proof trees as files: in which notation, with which headers, and what was lost."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hyperchess.analysis.differences import START_HEADERS
from hyperchess.app.cli.inputs import InputError
from hyperchess.errors import WrongGame
from hyperchess.notation.options import InvalidOption

if TYPE_CHECKING:
    from hyperchess.analysis.solve import Solution
    from hyperchess.notation.registry import Notation

__all__ = ["STDOUT", "Proof", "make_proof", "notation_for"]

STDOUT = "-"


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof as text; `complete` is false if it grew too large, or time ran out."""

    text: str
    losses: tuple[str, ...]
    complete: bool

    def data(self) -> dict[str, object]:
        """For JSON."""
        return asdict(self)


def notation_for(path: Path, name: str | None) -> Notation:
    """The notation of that name, else the one that the end of the file's name tells; Branched 5DPGN on `-`.

    >>> notation_for(Path("tree.5dpgn"), None).name, notation_for(Path("tree.json"), None).name
    ('branched', 'json')
    >>> notation_for(Path("tree.txt"), None)
    Traceback (most recent call last):
    ...
    hyperchess.app.cli.inputs.InputError: the name tree.txt does not tell the notation; --to does
    """
    from hyperchess.notation.registry import find_notation, notations

    if name is not None:
        return find_notation(name)
    suffix = path.suffix.lower()
    if str(path) == STDOUT or suffix == ".5dpgn":
        return find_notation("branched")
    if suffix == ".json":
        return find_notation("json")
    fitting = [notation for notation in notations().values() if notation.suffix == suffix]
    if len(fitting) != 1:
        raise InputError(f"the name {path.name} does not tell the notation; --to does")
    return fitting[0]


def make_proof(
    solution: Solution, headers: dict[str, str], notation: Notation, *, seconds: float | None
) -> Proof:
    """The proof of a mate as text, with those headers of its game that are as true of the proof."""
    from hyperchess.analysis.strategy import proof_tree
    from hyperchess.multiverse import Budget

    strategy = proof_tree(solution, Budget(seconds=seconds))
    left_out = {key.casefold() for key in (*START_HEADERS, "Variation", "Result", "Puzzle")}
    kept = {key: value for key, value in headers.items() if key.casefold() not in left_out}
    strategy.game.headers = {**strategy.game.headers, **kept}
    try:
        written = notation.write(strategy.game)
    except (InvalidOption, WrongGame) as error:
        raise InputError(f"the proof cannot be written as {notation.title}: {error}") from error
    losses = tuple(f"{loss}{f' ({loss.place})' if loss.place else ''}" for loss in written.losses)
    return Proof(written.text, losses, strategy.complete)
