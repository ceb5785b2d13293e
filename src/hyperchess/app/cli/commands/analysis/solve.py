"""`hyperchess solve`: forced mates and other goals, proven, proven absent, or unknown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hyperchess import multiverse
from hyperchess.analysis.assumptions import join_assumptions
from hyperchess.analysis.mates.solution import Goal
from hyperchess.app.cli.batch import describe_failure, raise_if_stopped, run_batch, run_parts
from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.options import (
    AsJson,
    At,
    Cluster,
    Files,
    Force,
    From,
    InGame,
    Jobs,
    Variant,
    complete_notations,
)
from hyperchess.app.cli.outputs import print_json, print_notice, print_pairs, print_table
from hyperchess.app.cli.positions import node_at
from hyperchess.app.cli.progress import Progress, SearchProgress
from hyperchess.app.cli.terminal import echo, emit
from hyperchess.app.files.inputs import InputError, display_name, expand, one_game, read_games
from hyperchess.app.files.outputs import STDOUT, check_target, notation_for, write_file
from hyperchess.errors import HyperchessError, WrongGame
from hyperchess.game import AnyNode
from hyperchess.notation.places import format_path
from hyperchess.notation.writing import InvalidOption
from hyperchess.text import plural, visible_line

if TYPE_CHECKING:
    from hyperchess.analysis.mates.multiverse.sharing import Share
    from hyperchess.analysis.mates.solution import AnySolution, OnProgress
    from hyperchess.analysis.proofs import ProofText
    from hyperchess.game import AnyGame
    from hyperchess.notation.registry import Notation

__all__ = ["solve"]

_PATIENCE = 1.0  # seconds that one puzzle takes before processes share it
_MOST_LISTED = 12  # first actions that are named; --json names all
_WRONG = frozenset({"dual", "cooked", "no mate", "no stalemate", "broken"})
_OVER = "if this is a proof, `hyperchess verify` checks it and --at start solves it"
_BROKEN = "`hyperchess check` lists the errors; --at or --node solves the position as it was read"


def solve(
    files: Files,
    notation: From = None,
    variant: Variant = None,
    number: Annotated[int | None, typer.Option("--game", min=1, help="Only this game of the file.")] = None,
    at: At = None,
    node: InGame = None,
    mate_in: Annotated[
        int | None, typer.Option("--mate-in", min=1, help="Search for a mate in N actions.")
    ] = None,
    goal: Annotated[
        Goal | None, typer.Option("--goal", help="Look for this, in as many actions as --mate-in says.")
    ] = None,
    seconds: Annotated[float, typer.Option("--time", min=0, help="Seconds for each puzzle.")] = 60.0,
    softmates: Annotated[bool, typer.Option("--softmates", help="A softmate counts as a mate.")] = False,
    first: Annotated[bool, typer.Option("--first", help="Stop at the first action that mates.")] = False,
    margin: Annotated[int, typer.Option("--margin", min=0, help="Infinite chess: squares around.")] = 5,
    why: Annotated[
        str | None, typer.Option("--why", metavar="ACTION", help="Why this action does not mate.")
    ] = None,
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
    cluster: Cluster = "",
) -> None:
    """Solve puzzles: prove a mate in N, prove that there is none, or answer "unknown".

    The header or --goal may also ask for a helpmate (both players cooperate to mate the player to move), a
    selfmate (the player to move forces their own mate) or a stalemate of 5D chess.

    A puzzle starts after the moves of its game (or at --at, --node), and its Puzzle header gives N, the
    number of actions of the player to move. It is sound if the shortest mate takes N actions and has a unique
    first action. --mate-in replaces the header. A single game without either is searched for a mate in up to
    3 (infinite chess: 2). Of several games, those with a header are solved. --why reports whether a given
    first action of 5D chess mates, and names a defence if it does not.

    Exit code 0: sound, or a mate was found; 1: not sound, or there is no mate; 2: something could not be
    read or written; 3: not decided within the time limit; 130: Ctrl-C, after what is known was printed.
    """
    if output is not None:
        notation_for(output, to)
        if str(output) != STDOUT:
            check_target(output, force=force, sources=files)
    options = _Options(seconds, softmates, first, margin)
    tasks = [_Task(file.name, notation, variant, mate_in, goal, options) for file in expand(files)]
    if len(tasks) > 1 and number is not None:
        raise InputError("--game chooses a game of one file")
    games = _games(tasks[0], number) if len(tasks) == 1 else iter(())
    first_two = list(islice(games, 2))
    if len(first_two) != 1:
        if at or node or output or why:
            raise InputError(
                "--at, --node, --why and -o are for one puzzle; name one file, and its game with --game"
            )
        batch = (
            _game_by_game(chain(first_two, games), tasks[0])
            if first_two
            else run_batch(_solve_file, tasks, jobs=jobs, cluster=cluster, stoppable=True)
        )
        raise typer.Exit(_solve_many(batch, len(tasks), as_json=as_json))
    ((place, game),) = first_two
    if why is not None:
        if output is not None:
            raise InputError("--why explains one action and writes no proof; leave out -o")
        raise typer.Exit(_explain(why, game, node_at(game, at, node), tasks[0], as_json=as_json))
    share = None if jobs == 1 else partial(_share, jobs=jobs)
    with SearchProgress() as progress:
        answer = _solve_game(game, place, tasks[0], at=at, node=node, progress=progress, share=share)
    proof = None
    interrupted = False  # while the proof was written
    if not as_json:
        print_pairs(_pairs(answer))
    if output is not None and answer.is_provable:
        try:
            proof = _prove(answer, game, notation_for(output, to), seconds)
        except KeyboardInterrupt:
            interrupted = True
    if as_json:
        print_json({"puzzles": [answer.data()], **({"proof": asdict(proof)} if proof else {})})
    code = Exit.INTERRUPTED if answer.interrupted or interrupted else _exit_code([answer.verdict])
    if interrupted:
        print_notice("interrupted; there is no proof, but the answer holds")
    elif output is not None:
        code = _deliver(proof, output, code, force=force, as_json=as_json)
    raise typer.Exit(code)


@dataclass(frozen=True, slots=True)
class _Options:
    """Search options: time limit, definition of mate, whether the first mate is enough, and margin."""

    seconds: float | None = None
    softmates: bool = False
    first: bool = False
    margin: int = 5


@dataclass(frozen=True, slots=True)
class _Task:
    """A file with puzzles, and how to search; `mate_in` and `goal` are asked instead of its headers."""

    name: str
    notation: str | None = None
    variant: str | None = None
    mate_in: int | None = None
    goal: Goal | None = None
    options: _Options = field(default_factory=_Options)


@dataclass(frozen=True, slots=True)
class _SolveResult:
    """Result of a puzzle. `solution` stays in the process that found it."""

    file: str
    game: int
    place: str
    puzzle: str | None  # the header
    asked: int | None
    asked_by: str  # `option`, `header` or `default`
    verdict: str
    sentence: str = ""
    player: str = ""
    mate_in: int | None = None
    refuted: int = 0
    first_actions: tuple[str, ...] = ()
    raw: tuple[str, ...] = ()
    complete: bool = False
    exact: bool = True
    window: str = ""
    nodes: int | None = None
    seconds: float = 0.0
    interrupted: bool = False
    hint: str = ""
    goal: str = Goal.MATE.value
    line: tuple[str, ...] = ()  # a whole helpmate, the actions of both players
    assumptions: tuple[str, ...] = ()  # assumptions of the verdict that the text does not state
    solution: AnySolution | None = None

    @property
    def is_provable(self) -> bool:
        """True if there is a forced mate of 5D chess whose proof can be written."""
        is_mate = self.goal == Goal.MATE and self.mate_in is not None
        return self.solution is not None and is_mate and not self.window

    def data(self) -> dict[str, object]:
        """For JSON."""
        fields = asdict(replace(self, solution=None))
        del fields["solution"]
        return fields | {"seconds": round(self.seconds, 3)}


@dataclass(frozen=True, slots=True)
class _Solved:
    """Puzzles of a file, how many of its games are not puzzles, or why it could not be read."""

    answers: tuple[_SolveResult, ...] = ()
    left_out: int = 0
    ends: bool = False  # the last part of its file
    failure: str = ""


def _games(task: _Task, number: int | None) -> Iterator[tuple[int, AnyGame]]:
    """Yield the games of a file with their numbers, or the chosen one."""
    if number is not None:
        yield number, one_game(task.name, task.notation, number, task.variant)
    else:
        yield from enumerate(read_games(task.name, task.notation, task.variant), start=1)


def _is_asked(game: AnyGame, task: _Task) -> bool:
    """Return whether the header or the options ask a question about a game."""
    from hyperchess.analysis.puzzles import find_puzzle

    return task.mate_in is not None or task.goal is not None or find_puzzle(game) is not None


def _game_by_game(games: Iterable[tuple[int, AnyGame]], task: _Task) -> Iterator[_Solved]:
    """The puzzles among the games of one file, each with a progress line."""
    for number, game in games:
        if not _is_asked(game, task):
            yield _Solved(left_out=1)
            continue
        with SearchProgress(f"game {number}, ") as progress:
            answer = _solve_game(game, number, task, progress=progress)
        yield _Solved((answer,))
        if answer.interrupted:
            raise KeyboardInterrupt


def _solve_file(task: _Task) -> Iterator[_Solved]:
    """Solve the puzzles of a file; whatever goes wrong with it is part of the answer. Runs in any process."""
    try:
        for number, game in _games(task, None):
            if not _is_asked(game, task):
                yield _Solved(left_out=1)
                continue
            raise_if_stopped()
            answer = replace(_solve_game(game, number, task, progress=_stop_here), solution=None)
            yield _Solved((answer,))
            if answer.interrupted:
                raise KeyboardInterrupt
        yield _Solved(ends=True)
    except Exception as error:
        yield _Solved(ends=True, failure=describe_failure(error))


def _stop_here(*_: object) -> None:
    """Progress callback of a search without display, which stops with the batch."""
    raise_if_stopped()


def _share(parts: Iterator[Any], *, jobs: int) -> Generator[Any, None, None]:
    """Search the parts of one puzzle: at first in this process, since starting others takes a moment."""
    began = monotonic()
    for part in parts:
        yield from _search_part(part)
        if monotonic() - began > _PATIENCE:
            break
    yield from run_parts(_search_part, parts, jobs=jobs, first=0)


def _search_part(part: Any) -> Iterator[Any]:
    """Search some first actions of one puzzle. Runs in any process."""
    yield part.search(_stop_here)


def _solve_game(
    game: AnyGame,
    number: int,
    task: _Task,
    *,
    at: str | None = None,
    node: str | None = None,
    progress: OnProgress | None = None,
    share: Share | None = None,
) -> _SolveResult:
    """Solve for the goal of the options, else of the header, else for a mate of default length."""
    from hyperchess.analysis.assumptions import list_assumptions
    from hyperchess.analysis.puzzles import check_puzzle
    from hyperchess.analysis.verdict import VerdictCode, describe_window
    from hyperchess.analysis.wording import action_texts
    from hyperchess.budget import Budget

    place = node_at(game, at, node)
    options = task.options
    began = monotonic()
    check = check_puzzle(
        game,
        Budget(seconds=options.seconds),
        mate_in=task.mate_in,
        goal=task.goal,
        node=place if at is not None or node is not None else None,
        all_first_actions=not options.first,
        softmates=options.softmates,
        margin=options.margin,
        progress=progress,
        share=share,
    )
    answer = _SolveResult(
        file=display_name(task.name),
        game=number,
        place=format_path(place),
        puzzle=None if check.puzzle is None else check.puzzle.kind,
        asked=check.asked,
        asked_by=check.asked_by,
        verdict=check.verdict.code.value,
        sentence=check.verdict.sentence,
        goal=check.goal.value,
        hint=_BROKEN if check.verdict.code is VerdictCode.BROKEN else "",
        assumptions=list_assumptions(game),
    )
    solution = check.solution
    if solution is None:
        return answer
    line: tuple[str, ...] = ()
    interrupted = solution.interrupted
    if solution.goal is Goal.HELPMATE and solution.mate_in is not None and not interrupted:
        try:
            line = _helpmate_texts(solution, options)
        except KeyboardInterrupt:  # the result is valid without it
            interrupted = True
    return replace(
        answer,
        line=line,
        player=str(solution.position.player),
        mate_in=solution.mate_in,
        refuted=solution.refuted,
        first_actions=action_texts(solution.position, solution.winning, most=_MOST_LISTED),
        raw=tuple(map(str, solution.winning)),
        complete=solution.all_examined,
        exact=solution.exact,
        window=describe_window(solution),
        nodes=solution.nodes,
        seconds=monotonic() - began,
        interrupted=interrupted,
        hint=_OVER if check.verdict.game_over and solution.margin is None else "",
        solution=solution,
    )


def _helpmate_texts(solution: AnySolution, options: _Options) -> tuple[str, ...]:
    """A whole helpmate in short notation; nothing if the time ends first."""
    from hyperchess.analysis.mates.multiverse.goals import helpmate_line
    from hyperchess.analysis.wording import action_text
    from hyperchess.budget import Budget
    from hyperchess.errors import BudgetExhausted

    texts = []
    position = solution.position
    try:
        for action in helpmate_line(solution, Budget(seconds=options.seconds)):
            texts.append(action_text(position, action))
            position = position.play_legal(action)
    except BudgetExhausted:
        return ()
    return tuple(texts)


def _explain(text: str, game: AnyGame, place: AnyNode, task: _Task, *, as_json: bool) -> Exit:
    """Print whether an action mates, and which defence shows that it does not; returns the exit code."""
    from hyperchess.analysis.mates.multiverse.refutation import try_action
    from hyperchess.analysis.mates.solution import Outcome
    from hyperchess.analysis.mates.solve import DEFAULT_MATE_IN
    from hyperchess.analysis.puzzles import find_puzzle
    from hyperchess.analysis.wording import action_text
    from hyperchess.budget import Budget

    position = place.position
    if not isinstance(position, multiverse.Position):
        raise InputError(
            "--why is for 5D chess; `hyperchess solve` lists the moves of infinite chess that mate"
        )
    if task.options.softmates:
        raise InputError("--why is about checkmate; leave out --softmates")
    puzzle = find_puzzle(game)
    question = puzzle.question if puzzle is not None and task.mate_in is None else None
    goal = task.goal or (question.goal if question is not None else Goal.MATE)
    if goal is not Goal.MATE:
        raise InputError(f"--why explains forced mates, and this is a {goal}; --mate-in asks about a mate")
    asked = task.mate_in or (puzzle.mate_in if puzzle else None) or DEFAULT_MATE_IN[game.kind]
    try:
        action = position.read(text)
    except HyperchessError as error:
        raise InputError(f"--why: {error}") from error
    tried = try_action(position, action, asked, Budget(seconds=task.options.seconds))
    played = action_text(position, action)
    mate = f"mate in {asked}"
    defence = None if tried.defence is None else action_text(position.play(action), tried.defence)
    verdict, code = {
        Outcome.MATE: (f"mates: {played} forces {mate}, whatever the defence", Exit.FINE),
        Outcome.NONE: (f"fails: {played} does not force {mate}", Exit.WRONG),
        Outcome.UNKNOWN: (f"unknown: {mate} by {played} not decided within the time limit", Exit.UNKNOWN),
    }[tried.outcome]
    if as_json:
        raw = None if tried.defence is None else str(tried.defence)
        outcome = tried.outcome.value
        print_json(
            {"action": played, "mate_in": asked, "outcome": outcome, "defence": defence, "raw_defence": raw}
        )
        return code
    pairs = [("Asked", f"{mate} by {played}, {position.player} to move"), ("Verdict", verdict)]
    if defence is not None:
        left = "" if asked == 1 else f", and there is no mate in {asked - 1} after it"
        pairs.append(("Defence", f"{played} / {defence}{left}"))
    elif tried.outcome is Outcome.NONE:
        pairs.append(("Defence", f"{played} is stalemate"))
    print_pairs(pairs)
    return code


def _solve_many(batch: Iterable[_Solved], files: int, *, as_json: bool) -> Exit:
    """Solve all puzzles and print a table; returns the exit code."""
    answers: list[_SolveResult] = []
    failures: list[str] = []
    left_out = 0
    interrupted = False
    try:
        with Progress("solving", files, quiet=files == 1) as progress:
            for solved in batch:
                progress.advance(len(solved.answers), files=solved.ends)
                answers += solved.answers
                left_out += solved.left_out
                if solved.failure:
                    failures.append(solved.failure)
                    with progress.aside():
                        print_notice(solved.failure)
    except KeyboardInterrupt:
        interrupted = True
    if left_out and not answers and not failures and not interrupted:
        raise InputError(f"none of {left_out} games has a Puzzle header; --mate-in N asks it of each")
    if as_json:
        puzzles = [answer.data() for answer in answers]
        print_json({"puzzles": puzzles, "left_out": left_out, "failures": failures})
    elif answers:
        _print_table(answers, left_out)
    if interrupted:
        print_notice("interrupted; the table has what is known so far")
        return Exit.INTERRUPTED
    return Exit.IMPOSSIBLE if failures else _exit_code({answer.verdict for answer in answers})


def _exit_code(verdicts: Collection[str]) -> Exit:
    """1 if a puzzle is not what it claims or there is no mate, 3 if that is not known, else 0.

    >>> _exit_code(["sound", "unknown"]).value, _exit_code(["unknown", "dual"]).value
    (3, 1)
    """
    if not _WRONG.isdisjoint(verdicts):
        return Exit.WRONG
    return Exit.UNKNOWN if "unknown" in verdicts else Exit.FINE


def _pairs(answer: _SolveResult) -> Iterator[tuple[str, str]]:
    """One answer in full: the question, the verdict and how it was found."""
    if answer.puzzle is not None:
        yield "Puzzle", answer.puzzle
    if answer.player:
        where = "at the start" if answer.place == "start" else f"after {answer.place}"
        default = answer.asked_by == "default"
        asked = f"the shortest mate up to {answer.asked}" if default else f"{answer.goal} in {answer.asked}"
        hint = " (there is no Puzzle header; --mate-in asks for another length)" if default else ""
        yield "Asked", f"{asked}, {answer.player} to move {where}{hint}"
    yield "Verdict", f"{answer.verdict}: {answer.sentence}"
    if answer.assumptions:
        yield "Assumptions", join_assumptions(answer.assumptions)
    if len(answer.first_actions) > 1:
        listed = ", ".join(answer.first_actions[:_MOST_LISTED])
        more = len(answer.first_actions) - _MOST_LISTED
        label = "Mates" if answer.goal == Goal.MATE else "First actions"
        yield label, f"{listed} and {more:,} more" if more > 0 else listed
    if answer.line:
        yield "Line", " / ".join(answer.line)
    if answer.window:
        yield "Window", _window(answer)
    if answer.nodes is not None:
        yield "Searched", f"{plural(answer.nodes, 'node')} in {_seconds(answer)} s"
    if answer.hint:
        yield "Hint", answer.hint


def _window(answer: _SolveResult) -> str:
    """Describe which moves of infinite chess were searched, and the consequence for the result."""
    moves = f"moves {answer.window}"
    assert answer.solution is not None
    if answer.mate_in is not None:
        return f"{moves}; {'every defence was tried' if answer.exact else 'defences are left out: no proof'}"
    if answer.solution.stop is not None:
        return moves
    return f"{moves}; {'no attack is left out' if answer.exact else 'others are left out: no proof'}"


def _print_table(answers: Sequence[_SolveResult], left_out: int) -> None:
    """A row for each puzzle, and a line with the numbers of each verdict."""
    columns = ("file", "#game", "asked", "verdict", "first action", "#seconds")
    print_table("", columns, [_row(answer) for answer in answers])
    counts = Counter(answer.verdict for answer in answers)
    parts = [plural(len(answers), "puzzle"), *(f"{count} {word}" for word, count in counts.items())]
    if left_out:
        parts.append(f"{plural(left_out, 'game')} without a question left out")
    echo(", ".join(parts))
    for answer in answers:
        if answer.assumptions:
            name = f"{answer.file}, game {answer.game}"
            echo(f"{visible_line(name)}: assumptions: {join_assumptions(answer.assumptions)}")


def _row(answer: _SolveResult) -> tuple[object, ...]:
    asked = "" if answer.asked is None else f"{answer.goal} in {answer.asked}"
    first = answer.first_actions[0] if answer.first_actions else ""
    more = f" and {len(answer.first_actions) - 1} more" if len(answer.first_actions) > 1 else ""
    return answer.file, answer.game, asked, answer.verdict, first + more, _seconds(answer)


def _seconds(answer: _SolveResult) -> str:
    return f"{answer.seconds:,.2f}" if answer.seconds >= 0.01 else "<0.01"


def _prove(answer: _SolveResult, game: AnyGame, notation: Notation, seconds: float) -> ProofText:
    from hyperchess.analysis.proofs import proof_text
    from hyperchess.budget import Budget

    assert answer.solution is not None
    try:
        return proof_text(answer.solution, game.headers, notation, Budget(seconds=seconds))
    except (InvalidOption, WrongGame) as error:
        raise InputError(f"the proof cannot be written as {notation.title}: {error}") from error


def _deliver(proof: ProofText | None, output: Path, code: Exit, *, force: bool, as_json: bool) -> Exit:
    """Print or write a proof with its losses; return the exit code for an incomplete one."""
    if proof is None:
        print_notice("there is no proof to write: only forced mates in 5D chess have one")
        return code
    if str(output) != STDOUT:
        write_file(output, proof.text, force=force)
        print_notice(f"written: {output}")
    elif not as_json:
        emit(f"\n{proof.text}")
    for loss in proof.losses:
        echo(f"lost: {loss}", err=True)
    if not proof.complete:
        print_notice(
            "the proof is incomplete, too large or not finished within the time limit; "
            "`hyperchess verify` tells what is missing"
        )
        return code or Exit.UNKNOWN
    return code
