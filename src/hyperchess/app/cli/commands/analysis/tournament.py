"""`hyperchess tournament`: every engine against every other one, with ratings and error bars."""

from __future__ import annotations

import gc
from collections.abc import Sequence
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
from hyperchess.app.cli.outputs import print_json, print_notice, print_pairs, print_table
from hyperchess.app.files.inputs import InputError
from hyperchess.text import plural

if TYPE_CHECKING:
    from hyperchess.engine.matches.match import MatchRecord
    from hyperchess.engine.matches.tournament import Standing, Tournament

__all__ = ["tournament"]


def tournament(
    players: Annotated[
        list[str] | None,
        typer.Argument(
            help="hyperchess, hyperchess:LEVEL, greedy, or a command; at least two. NAME= before it names it."
        ),
    ] = None,
    games: Annotated[int, typer.Option("--games", min=1, help="How many games each pair plays.")] = 10,
    seconds: Seconds = None,
    nodes: Nodes = None,
    variants: Variants = None,
    opening: Opening = 4,
    length: Length = 200,
    seed: Seed = 1,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    threads: Threads = 1,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Folder for the games; an existing one is continued."),
    ] = None,
    also: Annotated[
        list[Path] | None,
        typer.Option(
            "--also",
            metavar="PATH",
            help="Rate the games of a match, or of a tournament's folder, too; may be repeated.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let every engine play every other one, and rate them by all games together, with error bars.

    Each opening is played from both sides. The exact rules decide what is legal; an illegal action, no answer
    in time or a crash loses the game. The ratings are Elo numbers with a mean of 0. Without players,
    the games of --also are rated, and nothing is played.
    """
    from hyperchess.engine.matches.match import Pairing
    from hyperchess.engine.matches.tournament import run_tournament

    names, kind = parse_variants(variants)
    if output is not None and output.exists() and not output.is_dir():
        raise InputError(f"{output} is a file; name a folder for the games")
    pairing = Pairing(
        "",
        "",
        names,
        parse_budget(seconds, nodes),
        games,
        opening_actions=opening,
        most_actions=length,
        seed=seed,
        threads=threads,
        kind=kind,
    )
    players = players or []
    earlier = _read_earlier(also or [])
    total = len(earlier) + games * len(players) * (len(players) - 1) // 2

    def tell(played: Tournament) -> None:
        last = list(played.matches.values())[-1].records[-1]
        result = f"{last.white} - {last.black}: {last.reason} after {last.actions} actions"
        print_notice(f"{len(played.records)}/{total}  {result}")

    gc.freeze()  # so that a full garbage collection does not cost thinking time
    played = run_tournament(
        players,
        pairing,
        folder=output,
        earlier=earlier,
        concurrency=jobs,
        share=parse_cluster(cluster),
        on_game=tell,
    )
    if as_json:
        print_json(_data(played))
    else:
        _print(played)


def _read_earlier(paths: Sequence[Path]) -> list[MatchRecord]:
    """Return the games of match files and of folders with such files."""
    from hyperchess.engine.matches.match import read_records

    files = [file for path in paths for file in (sorted(path.glob("*.jsonl")) if path.is_dir() else [path])]
    for file in files:
        if not file.is_file():
            raise InputError(f"there is no file {file}")
    return [record for file in files for record in read_records(file)]


def _print(played: Tournament) -> None:
    standings = played.standings
    columns = [
        "#",
        "player",
        "#Elo",
        "#±",
        "#points",
        "#percent",
        *(f"#{row + 1}" for row in range(len(standings))),
    ]
    rows = [
        [
            str(place),
            row.player,
            f"{row.rating.elo:+.0f}",
            f"{row.rating.margin:.0f}",
            f"{row.results.points:g}/{row.results.games}",
            f"{100 * row.results.score:.1f}",
            *(_cell(row, opponent) for opponent in standings),
        ]
        for place, row in enumerate(standings, 1)
    ]
    print_table(plural(len(played.records), "game"), columns, rows)
    pairs: list[tuple[str, object]] = [
        ("endings", ", ".join(f"{reason} {count}" for reason, count in played.reasons.most_common())),
    ]
    longest = played.longest
    if longest is not None:
        pairs.append(("longest thought", f"{longest.longest:.3f} s, {longest.white} - {longest.black}"))
    pairs += [
        (f"{record.white} - {record.black}", f"{record.reason}: {record.remark}")
        for record in played.records
        if record.remark
    ]
    print_pairs(pairs)


def _cell(row: Standing, opponent: Standing) -> str:
    """The points against an opponent."""
    results = row.against.get(opponent.number)
    return "" if results is None else f"{results.points:g}"


def _data(played: Tournament) -> dict[str, object]:
    longest = played.longest
    return {
        "games": len(played.records),
        "players": [
            {
                "player": row.player,
                "elo": round(row.rating.elo, 1),
                "margin": round(row.rating.margin, 1),
                "points": row.results.points,
                "games": row.results.games,
                "against": {
                    played.players[number]: {
                        "wins": results.wins,
                        "draws": results.draws,
                        "losses": results.losses,
                    }
                    for number, results in sorted(row.against.items())
                },
            }
            for row in played.standings
        ],
        "endings": dict(played.reasons),
        "longest": None if longest is None else longest.longest,
        "remarks": [
            {"white": record.white, "black": record.black, "reason": record.reason, "remark": record.remark}
            for record in played.records
            if record.remark
        ],
    }
