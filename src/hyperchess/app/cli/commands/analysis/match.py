"""`hyperchess match`: engines against each other, with error bars."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hyperchess.app.cli.options import AsJson
from hyperchess.app.cli.outputs import print_json, print_pairs, say
from hyperchess.app.files.inputs import InputError
from hyperchess.budget import Budget

if TYPE_CHECKING:
    from hyperchess.engine.matches.match import Match
    from hyperchess.kinds import Kind

__all__ = ["match"]

_VARIANTS = "Standard - Turn Zero"


def match(
    first: Annotated[
        str,
        typer.Argument(
            help="hyperchess, hyperchess:LEVEL, hyperchess@WEIGHTS.toml, greedy, two-ply, or a command."
        ),
    ],
    second: Annotated[str, typer.Argument(help="The same for the opponent.")],
    games: Annotated[int, typer.Option("--games", min=1, help="How many games; the most with --sprt.")] = 20,
    sprt: Annotated[
        str | None, typer.Option("--sprt", help="Stop once it is clear: Elo such as 0,10.")
    ] = None,
    seconds: Annotated[float | None, typer.Option("--time", min=0, help="Seconds for each action.")] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", min=1, help="Nodes for each action.")] = None,
    odds: Annotated[
        int, typer.Option("--odds", min=1, help="The first player has so many times as much.")
    ] = 1,
    variants: Annotated[
        list[str] | None, typer.Option("--variant", help="Where games start; may be given several times.")
    ] = None,
    opening: Annotated[int, typer.Option("--opening", min=0, help="Random actions at the start.")] = 4,
    length: Annotated[int, typer.Option("--length", min=1, help="A draw after so many actions.")] = 200,
    seed: Annotated[int, typer.Option("--seed", help="Another number gives other openings.")] = 1,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="So many games at once.")] = 1,
    threads: Annotated[int, typer.Option("--threads", min=1, help="Threads of our engine.")] = 1,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Keep the games, one line of JSON each; goes on after them."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play a match between two engines and say who is stronger, with error bars.

    The variants say which game is played. Each opening is played from both sides. The exact rules decide what
    is legal; an illegal action, no answer in time or a crash loses the game.
    """
    from hyperchess.engine.matches.match import Pairing, run_match
    from hyperchess.engine.matches.statistics import Sprt

    if seconds is None and nodes is None:
        seconds = 1.0
    names, kind = _variants(variants or [_VARIANTS])
    pairing = Pairing(
        first,
        second,
        names,
        Budget(seconds, nodes),
        games,
        opening_actions=opening,
        most_actions=length,
        seed=seed,
        threads=threads,
        odds=odds,
        kind=kind,
        sprt=None if sprt is None else Sprt.parse(sprt),
    )
    if output is not None and output.is_dir():
        raise InputError(f"{output} is a folder; name a file for the games")

    def tell(match: Match) -> None:
        last = match.records[-1]
        ending = f"{last.reason} after {last.actions} actions"
        say(f"{len(match.records)}/{games}  {match.results.text}  ({ending})")

    played = run_match(pairing, file=output, concurrency=jobs, on_game=tell)
    if as_json:
        print_json(_data(played))
    else:
        print_pairs(_pairs(played))


def _variants(names: Sequence[str]) -> tuple[tuple[str, ...], Kind]:
    """The names of variants of one game, for two players, and which game that is."""
    from hyperchess.notation.starts import find_any_variant

    found = [find_any_variant(name) for name in names]
    kinds = {variant.position.kind for variant in found}
    if len(kinds) > 1:
        raise InputError(
            "a match is played in one game: these are variants of 5D chess and of infinite chess"
        )
    for variant in found:
        if len({letter for _, letter in variant.position.turn_order}) != 2:
            raise InputError(f"{variant.name}: a match needs a variant for two players")
    return tuple(variant.name for variant in found), kinds.pop()


def _pairs(match: Match) -> list[tuple[str, object]]:
    results = match.results
    pairs: list[tuple[str, object]] = [
        ("players", f"{match.pairing.first} against {match.pairing.second}"),
        ("games", f"{results.games}: {results.text}"),
        ("score", f"{100 * results.score:.1f} % ± {100 * results.margin:.1f}"),
        ("Elo", results.elo.text),
        ("superiority", f"{100 * results.superiority:.1f} %"),
        ("endings", ", ".join(f"{reason} {count}" for reason, count in match.reasons.most_common())),
        ("longest thought", f"{max(record.longest for record in match.records):.3f} s"),
    ]
    if match.pairing.sprt is not None:
        verdict = match.verdict or "more games are needed"
        pairs.append(("test", f"{verdict} ({match.pairing.sprt.elo0:g} or {match.pairing.sprt.elo1:g} Elo)"))
    pairs += [
        (f"game {record.number + 1}", f"{record.reason}: {record.remark}")
        for record in match.records
        if record.remark
    ]
    return pairs


def _data(match: Match) -> dict[str, object]:
    results = match.results
    return {
        "first": match.pairing.first,
        "second": match.pairing.second,
        "wins": results.wins,
        "draws": results.draws,
        "losses": results.losses,
        "score": round(results.score, 4),
        "margin": round(results.margin, 4),
        "superiority": round(results.superiority, 4),
        "endings": dict(match.reasons),
        "verdict": match.verdict,
    }
