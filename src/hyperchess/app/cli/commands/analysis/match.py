"""`hyperchess match`: engines against each other, with error bars."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hyperchess.app.cli.match_options import (
    Jobs,
    Length,
    Nodes,
    Opening,
    Seconds,
    Seed,
    Threads,
    Variants,
    parse_budget,
    parse_cluster,
    parse_variants,
)
from hyperchess.app.cli.options import AsJson, Cluster
from hyperchess.app.cli.outputs import print_json, print_notice, print_pairs
from hyperchess.app.files.inputs import InputError

if TYPE_CHECKING:
    from hyperchess.engine.matches.match import Match

__all__ = ["match"]


def match(
    first: Annotated[
        str,
        typer.Argument(
            help="hyperchess, hyperchess:LEVEL, hyperchess@WEIGHTS.toml, greedy, two-ply, or a command; "
            "NAME= before it names it."
        ),
    ],
    second: Annotated[str, typer.Argument(help="The same for the opponent.")],
    games: Annotated[
        int, typer.Option("--games", min=1, help="Number of games; the maximum with --sprt.")
    ] = 20,
    sprt: Annotated[
        str | None,
        typer.Option("--sprt", help="Stop by a sequential test between two Elo differences, such as 0,10."),
    ] = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    odds: Annotated[
        int, typer.Option("--odds", min=1, help="Time odds: multiply the first player's time by N.")
    ] = 1,
    variants: Variants = None,
    opening: Opening = 4,
    length: Length = 200,
    seed: Seed = 1,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    threads: Threads = 1,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help="Journal of the games (JSON lines); an existing one is continued."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play a match between two engines and report the difference in strength with error bars.

    The variants determine the game. Each opening is played with both colours. The rules decide what is legal;
    an illegal action, a timeout or a crash loses the game.
    """
    from hyperchess.engine.matches.match import Pairing, run_match
    from hyperchess.engine.matches.statistics import Sprt

    names, kind = parse_variants(variants)
    pairing = Pairing(
        first,
        second,
        names,
        parse_budget(seconds, nodes),
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
        print_notice(f"{len(match.records)}/{games}  {match.results.text}  ({ending})")

    gc.freeze()  # so that a full garbage collection does not cost thinking time
    played = run_match(
        pairing,
        file=output,
        concurrency=jobs,
        share=parse_cluster(cluster),
        on_game=tell,
        on_note=print_notice,
    )
    if as_json:
        print_json(_data(played))
    else:
        print_pairs(_pairs(played))


def _pairs(match: Match) -> list[tuple[str, object]]:
    results = match.results
    pairs: list[tuple[str, object]] = [
        ("players", " against ".join(match.pairing.names)),
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
        "first": match.pairing.names[0],
        "second": match.pairing.names[1],
        "wins": results.wins,
        "draws": results.draws,
        "losses": results.losses,
        "score": round(results.score, 4),
        "margin": round(results.margin, 4),
        "superiority": round(results.superiority, 4),
        "endings": dict(match.reasons),
        "verdict": match.verdict,
    }
