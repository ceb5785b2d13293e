"""`hyperchess solve`: forced mates, proven, proven absent, or unknown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hyperchess.app.cli.batch import Jobs, run_batch
from hyperchess.app.cli.commands.answers import print_answer, print_answers
from hyperchess.app.cli.commands.proofs import STDOUT, Proof, make_proof, notation_for
from hyperchess.app.cli.commands.searching import SearchOptions
from hyperchess.app.cli.commands.solving import Answer, Solved, SolveTask, is_asked, solve_file, solve_game
from hyperchess.app.cli.completion import Files, From, complete_notations
from hyperchess.app.cli.exits import Exit, exit_code_for
from hyperchess.app.cli.group import say
from hyperchess.app.cli.inputs import InputError, expand, games_of, one_game
from hyperchess.app.cli.outputs import AsJson, Force, check_target, print_json, write_file
from hyperchess.app.cli.places import At, InGame
from hyperchess.app.cli.progress import Progress
from hyperchess.app.cli.search_progress import SearchProgress

if TYPE_CHECKING:
    from hyperchess.notation.registry import AnyGame

__all__ = ["solve"]


def solve(
    files: Files,
    notation: From = None,
    number: Annotated[int | None, typer.Option("--game", min=1, help="Only this game of the file.")] = None,
    at: At = None,
    node: InGame = None,
    mate_in: Annotated[
        int | None, typer.Option("--mate-in", min=1, help="Look for a mate in so many actions.")
    ] = None,
    seconds: Annotated[float, typer.Option("--time", min=0, help="Seconds for each puzzle.")] = 60.0,
    softmates: Annotated[bool, typer.Option("--softmates", help="A softmate counts as a mate.")] = False,
    first: Annotated[bool, typer.Option("--first", help="Stop at the first action that mates.")] = False,
    margin: Annotated[int, typer.Option("--margin", min=0, help="Infinite chess: squares around.")] = 5,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the proof; - prints it.")
    ] = None,
    to: Annotated[
        str | None,
        typer.Option("--to", help="The notation of the proof.", autocompletion=complete_notations),
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
    jobs: Jobs = 1,
) -> None:
    """Solve puzzles: prove a mate in N, prove that there is none, or say that it is not known.

    A puzzle starts after the moves of its game (or at --at, --node), and its Puzzle header says N, the
    actions of the player to move. It is sound if the shortest mate takes N actions and begins with one
    action alone. --mate-in asks something else. A single game without either is searched for a mate
    in up to 3 (infinite chess: 2). Of several games, those with a header are solved.

    Exit code 0: sound, or a mate was found; 1: not sound, or there is no mate; 2: something could not be
    read or written; 3: not known, because time ran out; 130: Ctrl-C, after what is known so far was printed.
    """
    if output is not None:
        notation_for(output, to)
        if str(output) != STDOUT:
            check_target(output, force=force)
    options = SearchOptions(seconds, softmates, first, margin)
    tasks = [SolveTask(file.name, notation, mate_in, options) for file in expand(files)]
    if len(tasks) > 1 and number is not None:
        raise InputError("--game chooses a game of one file")
    games = _games(tasks[0], number) if len(tasks) == 1 else []
    if len(games) != 1:
        if at or node or output:
            raise InputError(
                "--at, --node and -o are for one puzzle; name one file, and its game with --game"
            )
        batch = _game_by_game(games, tasks[0]) if games else run_batch(solve_file, tasks, jobs=jobs)
        raise typer.Exit(_solve_many(batch, len(tasks), as_json=as_json))
    (place, game), task = games[0], tasks[0]
    with SearchProgress() as progress:
        answer = solve_game(game, place, task, at=at, node=node, progress=progress)
    proof = None
    interrupted = False  # while the proof was made
    if not as_json:
        print_answer(answer)
    if output is not None and answer.solution is not None and answer.mate_in is not None:
        try:
            proof = make_proof(answer.solution, game.headers, notation_for(output, to), seconds=seconds)
        except KeyboardInterrupt:
            interrupted = True
    if as_json:
        print_json({"puzzles": [answer.data()], **({"proof": proof.data()} if proof else {})})
    code = Exit.INTERRUPTED if answer.interrupted or interrupted else exit_code_for([answer.verdict])
    if interrupted:
        say("interrupted; there is no proof, but the answer holds")
    elif output is not None:
        code = _deliver(proof, output, code, force=force, as_json=as_json)
    raise typer.Exit(code)


def _games(task: SolveTask, number: int | None) -> list[tuple[int, AnyGame]]:
    """The games of a file with their numbers, or the one that was chosen."""
    if number is not None:
        return [(number, one_game(task.name, task.notation, number))]
    return [*enumerate(games_of(task.name, task.notation), start=1)]


def _game_by_game(games: list[tuple[int, AnyGame]], task: SolveTask) -> Iterator[Solved]:
    """The puzzles among the games of one file, each with a line that tells how far it has got."""
    asked = [(number, game) for number, game in games if is_asked(game, task)]
    yield Solved(task.name, left_out=len(games) - len(asked))
    for number, game in asked:
        with SearchProgress(f"game {number} of {len(games)}, ") as progress:
            answer = solve_game(game, number, task, progress=progress)
        yield Solved(task.name, (answer,))


def _solve_many(batch: Iterable[Solved], files: int, *, as_json: bool) -> Exit:
    """Solve all, print the table, and tell the exit code."""
    answers: list[Answer] = []
    failures: list[str] = []
    left_out = 0
    interrupted = False
    try:
        with Progress("solving", files, quiet=files == 1) as progress:
            for solved in batch:
                progress.advance(len(solved.answers))
                answers += solved.answers
                left_out += solved.left_out
                if solved.failure:
                    failures.append(solved.failure)
                    with progress.aside():
                        say(solved.failure)
                interrupted = any(answer.interrupted for answer in solved.answers)
                if interrupted:
                    break
    except KeyboardInterrupt:
        interrupted = True
    if left_out and not answers and not failures and not interrupted:
        raise InputError(f"none of {left_out} games has a Puzzle header; --mate-in N asks it of each")
    if as_json:
        puzzles = [answer.data() for answer in answers]
        print_json({"puzzles": puzzles, "left_out": left_out, "failures": failures})
    elif answers:
        print_answers(answers, left_out)
    if interrupted:
        say("interrupted; the table has what is known so far")
        return Exit.INTERRUPTED
    return Exit.IMPOSSIBLE if failures else exit_code_for({answer.verdict for answer in answers})


def _deliver(proof: Proof | None, output: Path, code: Exit, *, force: bool, as_json: bool) -> Exit:
    """Print or write a proof, with what was lost; a proof that was cut is none."""
    if proof is None:
        say("there is no proof to write: proofs are of mates in 5D chess")
        return code
    if str(output) != STDOUT:
        write_file(output, proof.text, force=force)
        say(f"written: {output}")
    elif not as_json:
        typer.echo(f"\n{proof.text}", nl=False)
    for loss in proof.losses:
        typer.echo(f"lost: {loss}", err=True)
    if not proof.complete:
        say("the proof was cut: it is too large, or time ran out; `hyperchess verify` tells what is missing")
        return code or Exit.UNKNOWN
    return code
