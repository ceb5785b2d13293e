"""`hyperchess review`: the score over a game, its mistakes, and what would have been better."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hyperchess.app.cli.batch import describe_failure, run_batch
from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.options import AsJson, Cluster, Files, Force, From, GameNumber, Jobs
from hyperchess.app.cli.outputs import print_json, print_notice, print_table
from hyperchess.app.cli.progress import Progress, StatusLine
from hyperchess.app.cli.terminal import echo
from hyperchess.app.files.inputs import InputError, expand, one_game, read_games
from hyperchess.app.files.outputs import check_target, refuse_same_file, refuse_sources, write_file
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
        typer.Option("--out-dir", help="Review all games of all files, and write a file for each here."),
    ] = None,
    plot: Annotated[Path | None, typer.Option("--plot", help="Also draw the scores: a file .svg.")] = None,
    force: Force = False,
    as_json: AsJson = False,
    jobs: Jobs = 1,
    cluster: Cluster = "",
) -> None:
    """Review every action of a game: scores, inaccuracies, mistakes, blunders, and better lines.

    The game written with -o has the scores as [%eval] comments, which other programs read. Use --out-dir for
    many games.
    """
    from hyperchess.engine.engine import Engine
    from hyperchess.engine.review import annotate
    from hyperchess.engine.review import review as review_game

    budget = Budget(1.0 if seconds is None and nodes is None else seconds, nodes)
    if out_dir is not None:
        if output is not None or plot is not None or as_json:
            raise InputError("--out-dir writes files only; -o, --plot and --json are for one game")
        tasks = _tasks(files, notation, budget, threads, out_dir, force=force, again=bool(cluster))
        raise typer.Exit(_review_many(tasks, jobs, cluster))
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
        lost = f"{reviewed.lost_on_average(player):.1f} %"
        echo(f"{name}: {words or 'no mistakes'}; an action cost {lost} on average")


@dataclass(frozen=True, slots=True)
class _Task:
    """A file to review, and where the games go."""

    name: str
    notation: str | None
    budget: Budget
    threads: int
    target: Path
    force: bool


@dataclass(frozen=True, slots=True)
class _Reviewed:
    """Number of reviewed games of a file, or the reason why it failed."""

    games: int = 0
    failure: str = ""


def _tasks(
    files: list[str],
    notation: str | None,
    budget: Budget,
    threads: int,
    folder: Path,
    *,
    force: bool,
    again: bool,
) -> list[_Task]:
    """Return the tasks; raise before anything is written. With `again`, a cluster may rewrite a file."""
    found: dict[Path, _Task] = {}
    for file in expand(files):
        target = folder / file.below
        if target in found:
            raise InputError(f"{found[target].name} and {file.name} would both become {target}")
        if target.exists() and not force:
            raise InputError(f"{target} exists already; --force overwrites it")
        found[target] = _Task(file.name, notation, budget, threads, target, force or again)
    refuse_sources([task.name for task in found.values()], found)
    return list(found.values())


def _review_many(tasks: list[_Task], jobs: int, cluster: str) -> Exit:
    games = failures = 0
    with Progress("reviewing", len(tasks)) as progress:
        for done in run_batch(_review_file, tasks, jobs=jobs, cluster=cluster):
            progress.advance(done.games)
            games += done.games
            failures += bool(done.failure)
            if done.failure:
                with progress.aside():
                    print_notice(done.failure)
    print_notice(f"reviewed: {plural(games, 'game')} of {plural(len(tasks) - failures, 'file')}")
    return Exit.IMPOSSIBLE if failures else Exit.FINE


def _review_file(task: _Task) -> Iterator[_Reviewed]:
    """Review the games of a file; whatever goes wrong is part of the answer. Runs in any process."""
    from hyperchess.engine.engine import Engine
    from hyperchess.engine.review import annotate
    from hyperchess.engine.review import review as review_game
    from hyperchess.notation.reading import write

    try:
        task.target.parent.mkdir(parents=True, exist_ok=True)
        texts = []
        for game in read_games(task.name, task.notation, None):
            annotate(review_game(game, task.budget, engine=Engine(threads=task.threads)))
            texts.append(write(game, game.kind.notation))
        write_file(task.target, "\n".join(texts), force=task.force)
        yield _Reviewed(len(texts))
    except Exception as error:
        yield _Reviewed(failure=f"{task.name}: {describe_failure(error)}")


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
