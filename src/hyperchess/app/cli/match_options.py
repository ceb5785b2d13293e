"""The options that `match` and `tournament` share: time, starting positions, games at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from hyperchess.app.files.inputs import InputError
from hyperchess.budget import Budget

if TYPE_CHECKING:
    from hyperchess.engine.matches.match import MatchRecord, Pairing, Share
    from hyperchess.ruleset import GameKind

__all__ = [
    "Jobs",
    "Length",
    "Nodes",
    "Opening",
    "Seconds",
    "Seed",
    "Threads",
    "Variants",
    "parse_budget",
    "parse_cluster",
    "parse_variants",
]

_VARIANTS = ("Standard - Turn Zero",)

Seconds = Annotated[float | None, typer.Option("--time", min=0, help="Seconds for each action.")]
Nodes = Annotated[int | None, typer.Option("--nodes", min=1, help="Nodes for each action.")]
Variants = Annotated[list[str] | None, typer.Option("--variant", help="Starting position; may be repeated.")]
Opening = Annotated[int, typer.Option("--opening", min=0, help="Random actions at the start.")]
Length = Annotated[
    int, typer.Option("--length", min=1, help="Adjudicate a draw after N actions, opening included.")
]
Seed = Annotated[int, typer.Option("--seed", help="Seed of the openings.")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, help="Number of games played at once.")]
Threads = Annotated[int, typer.Option("--threads", min=1, help="Threads of our engine.")]


def parse_budget(seconds: float | None, nodes: int | None) -> Budget:
    """Return the thinking time per action: one second by default."""
    return Budget(1.0) if seconds is None and nodes is None else Budget(seconds, nodes)


def parse_cluster(address: str) -> Share | None:
    """Return how a cluster plays games: each worker one at a time, with players of its own."""
    if not address:
        return None
    from hyperchess.app.cli.cluster import run_on_cluster
    from hyperchess.engine.matches.match import play_games

    def share(pairing: Pairing, numbers: Iterator[int]) -> Iterator[MatchRecord]:
        return run_on_cluster(partial(play_games, pairing), ([number] for number in numbers), address)

    return share


def parse_variants(names: Sequence[str] | None) -> tuple[tuple[str, ...], GameKind]:
    """The names of variants of one game, for two players, and which game that is."""
    from hyperchess.notation.starts import find_any_variant

    found = [find_any_variant(name) for name in names or _VARIANTS]
    kinds = {variant.position.kind for variant in found}
    if len(kinds) > 1:
        raise InputError("one game is played: these are variants of 5D chess and of infinite chess")
    for variant in found:
        if len(set(variant.position.players)) != 2:
            raise InputError(f"{variant.name}: a match needs a variant for two players")
    return tuple(variant.name for variant in found), kinds.pop()
