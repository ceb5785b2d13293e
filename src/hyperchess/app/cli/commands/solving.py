"""The work of `hyperchess solve`: find what a game asks, search, judge. Runs in any process."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from time import monotonic
from typing import TYPE_CHECKING

from hyperchess.analysis.verdict import Word, judge
from hyperchess.app.cli.batch import failure_of
from hyperchess.app.cli.commands.searching import SearchOptions, search
from hyperchess.app.cli.inputs import called, games_of
from hyperchess.app.cli.places import node_at
from hyperchess.app.cli.positions import position_at
from hyperchess.errors import UnresolvedMove
from hyperchess.kinds import Kind
from hyperchess.notation.places import path_of

if TYPE_CHECKING:
    from hyperchess.analysis.solve import Solution
    from hyperchess.app.cli.commands.searching import OnProgress
    from hyperchess.notation.registry import AnyGame

__all__ = ["DEFAULT_MATE_IN", "Answer", "SolveTask", "Solved", "is_asked", "solve_file", "solve_game"]

DEFAULT_MATE_IN = {Kind.MULTIVERSE: 3, Kind.INFINITE: 2}
_OVER = "the game is over here; if this is a proof, `hyperchess verify` checks it and --at start solves it"
_ERRORS = "the text has errors, which `hyperchess check` shows; --at or --node solves it as it was read"


@dataclass(frozen=True, slots=True)
class SolveTask:
    """A file with puzzles, and how to look for mates; `mate_in` is asked instead of what headers claim."""

    name: str
    notation: str | None = None
    mate_in: int | None = None
    options: SearchOptions = field(default_factory=SearchOptions)


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a puzzle. `solution` stays in the process that found it."""

    file: str
    game: int
    place: str
    puzzle: str | None  # the header
    asked: int | None
    asked_by: str  # `option`, `header` or `default`
    verdict: Word
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
    solution: Solution | None = None

    def data(self) -> dict[str, object]:
        """For JSON."""
        fields = asdict(replace(self, solution=None))
        del fields["solution"]
        return fields | {"verdict": self.verdict.value, "seconds": round(self.seconds, 3)}


@dataclass(frozen=True, slots=True)
class Solved:
    """The puzzles of a file, how many of its games are none, or why it could not be read."""

    name: str
    answers: tuple[Answer, ...] = ()
    left_out: int = 0
    failure: str = ""


def is_asked(game: AnyGame, task: SolveTask) -> bool:
    """Whether something is asked about a game: by its header, or by the options."""
    from hyperchess.analysis.puzzles import find_puzzle

    return task.mate_in is not None or find_puzzle(game) is not None


def solve_file(task: SolveTask) -> Solved:
    """Solve the puzzles of one file; all that can go wrong with it is part of the answer."""
    answers: list[Answer] = []
    try:
        games = games_of(task.name, task.notation)
        asked = [(number, game) for number, game in enumerate(games, start=1) if is_asked(game, task)]
        for number, game in asked:
            answers.append(replace(solve_game(game, number, task), solution=None))
            if answers[-1].interrupted:
                break
        return Solved(task.name, tuple(answers), len(games) - len(asked))
    except Exception as error:
        return Solved(task.name, tuple(answers), failure=failure_of(error))


def solve_game(
    game: AnyGame,
    number: int,
    task: SolveTask,
    *,
    at: str | None = None,
    node: str | None = None,
    progress: OnProgress | None = None,
) -> Answer:
    """Answer what the options ask, else what the header claims, else look for a mate up to a default."""
    from hyperchess.analysis.puzzles import find_puzzle

    puzzle = find_puzzle(game)
    place = node_at(game, at, node)
    by = "option" if task.mate_in is not None else "header" if puzzle is not None else "default"
    kept = Answer(
        file=called(task.name),
        game=number,
        place=path_of(place),
        puzzle=None if puzzle is None else puzzle.kind,
        asked=task.mate_in if puzzle is None else task.mate_in or puzzle.mate_in,
        asked_by=by,
        verdict=Word.BROKEN,
    )
    if by == "header" and kept.asked is None:
        return replace(kept, verdict=Word.OTHER, sentence="it is kept, but only mates are checked")
    try:
        position = position_at(game, place)
    except UnresolvedMove as error:
        return replace(kept, sentence=str(error))
    if at is None and node is None and any(problem.severity.value == "error" for problem in game.problems):
        return replace(kept, sentence=_ERRORS)
    asked = kept.asked or DEFAULT_MATE_IN[position.kind]
    began = monotonic()
    done = search(position, asked, task.options, progress)
    found = done.found
    word, sentence = judge(
        found,
        asked,
        claimed=by == "header",
        first_only=task.options.first and not done.interrupted,
    )
    if word is Word.NO_MATE and done.solution is not None and position.find_action() is None:
        sentence = _OVER
    return replace(
        kept,
        asked=asked,
        verdict=word,
        sentence=sentence,
        player=str(position.player),
        mate_in=found.mate_in,
        refuted=found.refuted,
        first_actions=tuple(found.first_actions),
        raw=done.raw,
        complete=found.complete,
        exact=found.exact,
        window=found.window,
        nodes=done.nodes,
        seconds=monotonic() - began,
        interrupted=done.interrupted,
        solution=done.solution,
    )
