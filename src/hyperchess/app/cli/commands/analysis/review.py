"""`hyperchess review`: the score over a game, its mistakes, and what would have been better."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.options import AsJson, Cluster, Files, Force, From, GameNumber, Jobs
from hyperchess.app.cli.outputs import print_json, print_notice, print_table
from hyperchess.app.cli.progress import StatusLine
from hyperchess.app.cli.terminal import echo
from hyperchess.app.files.inputs import InputError, one_game
from hyperchess.app.files.outputs import check_target, refuse_same_file, write_file
from hyperchess.budget import Budget
from hyperchess.text import plural

if TYPE_CHECKING:
    from hyperchess.engine.review import Review

__all__ = ["review"]


def review(
    files: Files,
    notation: From = None,
    number: GameNumber = 1,
    seconds: Annotated[
        float | None, typer.Option("--time", min=0, help="Seconds for each position; 1 if nothing is said.")
    ] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", min=1, help="Nodes for each position.")] = None,
    threads: Annotated[int, typer.Option("--threads", min=1, max=256, help="Threads to use.")] = 1,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Write the game with scores, marks and better lines."),
    ] = None,
    out_dir: Annotated[
        Path | None,
        typer.Option(
            "--out-dir", metavar="DIR", help="Review all games of all files, and write a file for each here."
        ),
    ] = None,
    summary: Annotated[
        Path | None,
        typer.Option(
            "--summary",
            metavar="FILE",
            help="With --out-dir: also write the summary per player, .csv or .json.",
        ),
    ] = None,
    plot: Annotated[Path | None, typer.Option("--plot", help="Also draw the scores: a file .svg.")] = None,
    force: Force = False,
    as_json: AsJson = False,
    jobs: Jobs = 1,
    cluster: Cluster = "",
) -> None:
    """Review every action of a game: scores, inaccuracies, mistakes, blunders, and better lines.

    The game written with -o has the scores as [%eval] comments, which other programs read. Use --out-dir for
    many games: each is stored as it ends, and the same command continues an interrupted review.
    """
    from hyperchess.engine.engine import Engine
    from hyperchess.engine.review import annotate
    from hyperchess.engine.review import review as review_game

    budget = Budget(1.0 if seconds is None and nodes is None else seconds, nodes)
    if out_dir is not None:
        if output is not None or plot is not None or as_json:
            raise InputError("--out-dir writes files only; -o, --plot and --json are for one game")
        raise typer.Exit(
            _review_many(
                files, notation, budget, threads, out_dir, summary, force=force, jobs=jobs, cluster=cluster
            )
        )
    if summary is not None:
        raise InputError("--summary is for many games: use it with --out-dir DIR")
    if len(files) > 1:
        raise InputError("several files are reviewed with --out-dir DIR")
    for target in (output, plot):
        if target is not None:
            check_target(target, force=force, sources=files)
    if output is not None and plot is not None:
        refuse_same_file(output, plot)
    if plot is not None and plot.suffix.lower() != ".svg":
        raise InputError(f"a plot is a file .svg, not {plot.name}")
    game = one_game(files[0], notation, number)
    with StatusLine(quiet=as_json) as status:
        reviewed = review_game(
            game,
            budget,
            engine=Engine(threads=threads),
            on_action=lambda done, total: status.show(f"reviewing: {done} of {total} actions"),
        )
    if len(reviewed.judged) < len(game.main_line):
        left = plural(len(game.main_line) - len(reviewed.judged), "action")
        print_notice(
            f"{left} at the end cannot be followed and were not reviewed; `hyperchess check` says why"
        )
    if plot is not None:
        from hyperchess.app.cli.score_plot import score_svg

        write_file(plot, score_svg(reviewed), force=force)
    rows = _rows(reviewed)
    annotate(reviewed)
    if output is not None:
        from hyperchess.notation.reading import write

        write_file(output, write(game, game.kind.notation), force=force)
    if as_json:
        print_json({"actions": [dict(zip(_COLUMNS, row, strict=True)) for row in rows]})
        return
    if not rows:
        print_notice("there is nothing to review")
        return
    print_table("", ["action", "moves", "#score", "", "better"], [row for row in rows if row[3]] or rows)
    for player in sorted({each.player for each in reviewed.judged}):
        name = player.name.capitalize()
        counts = reviewed.counts(player)
        words = ", ".join(_counted(count, judgement.value) for judgement, count in counts.items())
        echo(
            f"{name}: accuracy {reviewed.accuracy(player):.0f} %, {words or 'no mistakes'}, "
            f"expected score lost {reviewed.lost_on_average(player):.1f} % per action"
        )


def _review_many(
    files: list[str],
    notation: str | None,
    budget: Budget,
    threads: int,
    folder: Path,
    summary: Path | None,
    *,
    force: bool,
    jobs: int,
    cluster: str,
) -> Exit:
    from hyperchess.app.cli.review_batch import print_summary, review_files, summary_text

    if summary is not None:
        if summary.suffix.lower() not in (".csv", ".json"):
            raise InputError(f"a summary is a file .csv or .json, not {summary.name}")
        check_target(summary, force=force, sources=files)
    players, complete = review_files(
        files, notation, budget, threads, folder, force=force, jobs=jobs, cluster=cluster
    )
    if players:
        print_summary(players)
    if summary is not None:
        write_file(summary, summary_text(players, summary.suffix.lower()), force=force)
    return Exit.FINE if complete else Exit.IMPOSSIBLE


def _counted(count: int, word: str) -> str:
    return plural(count, word) if not word.endswith("y") or count == 1 else f"{count:,} {word[:-1]}ies"


_COLUMNS = ("action", "moves", "score", "judgement", "better")


def _rows(reviewed: Review) -> list[list[str]]:
    """One row for each action: its number, moves, the score after it, how bad it was, what is better."""
    rows = []
    for each in reviewed.judged:
        node = each.node
        parent = node.parent
        better = ""
        if each.judgement is not None and parent is not None:
            better = parent.add(each.best.actions[0]).text(node.game.kind.move_notation)
        judgement = "" if each.judgement is None else each.judgement.value
        score = "" if each.score is None else str(each.score.white)
        rows.append([f"{node.serial}.", node.text(node.game.kind.move_notation), score, judgement, better])
    return rows
