"""Review of many games: shared among processes, continued after an interruption, summarised per player."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from hyperchess.app.cli.batch import describe_failure, raise_if_stopped, run_batch
from hyperchess.app.cli.outputs import print_notice, print_table
from hyperchess.app.cli.progress import Progress
from hyperchess.app.files.inputs import InputError, expand, read_games
from hyperchess.app.files.outputs import refuse_sources, write_file
from hyperchess.budget import Budget
from hyperchess.journal import Journal
from hyperchess.text import plural

__all__ = ["PlayerReview", "print_summary", "review_files", "summarise", "summary_text"]

JOURNAL = "reviews.jsonl"
_FIRST_FIELD = '{"key": '
_PHASES = ((10, "opening"), (25, "middlegame"))  # by the number of the turn
_LAST_PHASE = "late game"


@dataclass(frozen=True, slots=True)
class _Task:
    """A game to review, as text in the default notation of its kind."""

    key: str
    file: str
    number: int
    text: str
    notation: str
    budget: Budget
    threads: int


@dataclass(slots=True)
class PlayerReview:
    """Statistics of one player, of one game or of many; sums, so that games can be added."""

    name: str
    games: int = 0
    actions: int = 0
    lost: float = 0.0
    accuracy: float = 0.0
    mistakes: dict[str, int] = field(default_factory=dict)
    """Counts by phase and judgement, such as `opening blunder`."""
    missed_mates: int = 0
    allowed_mates: int = 0

    def add(self, other: PlayerReview) -> None:
        """Add the statistics of other games."""
        self.games += other.games
        self.actions += other.actions
        self.lost += other.lost
        self.accuracy += other.accuracy
        for kind, count in other.mistakes.items():
            self.count(kind, count)
        self.missed_mates += other.missed_mates
        self.allowed_mates += other.allowed_mates

    def count(self, kind: str, count: int = 1) -> None:
        """Count mistakes of a phase and judgement."""
        self.mistakes[kind] = self.mistakes.get(kind, 0) + count

    def row(self) -> dict[str, str | int | float]:
        """Return the figures of the summary by column."""
        count = max(self.actions, 1)
        phases = [name for _, name in _PHASES] + [_LAST_PHASE]
        kinds = ("inaccuracy", "mistake", "blunder")
        counts = Counter(self.mistakes)
        return {
            "player": self.name,
            "games": self.games,
            "actions": self.actions,
            "accuracy": round(self.accuracy / count, 1),
            "average_loss": round(self.lost / count, 1),
            **{
                plural_kind: sum(counts[f"{phase} {kind}"] for phase in phases)
                for kind, plural_kind in zip(kinds, ("inaccuracies", "mistakes", "blunders"), strict=True)
            },
            **{
                phase.replace(" ", "_") + "_errors": sum(counts[f"{phase} {kind}"] for kind in kinds)
                for phase in phases
            },
            "missed_mates": self.missed_mates,
            "allowed_mates": self.allowed_mates,
        }


def review_files(
    files: list[str],
    notation: str | None,
    budget: Budget,
    threads: int,
    folder: Path,
    *,
    force: bool,
    jobs: int,
    cluster: str,
) -> tuple[list[PlayerReview], bool]:
    """Review all games of all files and write a file for each; return the summary and whether all succeeded.

    The journal in the folder gets each game as it ends. A second run skips the games that it contains.
    """
    targets = _targets(files, folder, force=force or (folder / JOURNAL).exists())
    folder.mkdir(parents=True, exist_ok=True)
    journal = Journal(folder / JOURNAL, begins=(_FIRST_FIELD,))
    if journal.note:
        print_notice(journal.note)
    done: dict[str, Mapping[str, Any]] = {entry["key"]: entry for entry in journal.entries}
    tasks: dict[str, list[_Task]] = {}
    failures = []
    for name in targets.values():
        try:
            tasks[name] = list(_tasks(name, notation, budget, threads))
        except Exception as error:
            failures.append(f"{name}: {describe_failure(error)}")
    waiting = [task for each in tasks.values() for task in each if task.key not in done]
    if skipped := sum(map(len, tasks.values())) - len(waiting):
        print_notice(f"{plural(skipped, 'game')} reviewed by an earlier run")
    with Progress("reviewing", len(waiting), of="games", rated="actions") as progress:
        for entry in run_batch(_review, waiting, jobs=jobs, cluster=cluster, stoppable=True, largest_chunk=1):
            if "failure" in entry:
                failures.append(entry["failure"])
            else:
                journal.append(entry)
                done[entry["key"]] = entry
            progress.advance(sum(player["actions"] for player in entry.get("players", ())))
    for failure in failures:
        print_notice(failure)
    for target, name in targets.items():
        entries = [done.get(task.key) for task in tasks.get(name, ())]
        texts = [entry["text"] for entry in entries if entry is not None]
        if name in tasks and len(texts) == len(entries):
            target.parent.mkdir(parents=True, exist_ok=True)
            write_file(target, "\n".join(texts), force=True)
    finished = [done[task.key] for each in tasks.values() for task in each if task.key in done]
    print_notice(f"reviewed: {plural(len(finished), 'game')} in {plural(len(tasks), 'file')}")
    return summarise(finished), not failures


def _targets(files: list[str], folder: Path, *, force: bool) -> dict[Path, str]:
    """Return the source of each file to write; raise before anything is written."""
    found: dict[Path, str] = {}
    for file in expand(files):
        target = folder / file.below
        if target in found:
            raise InputError(f"{found[target]} and {file.name} would both become {target}")
        if target.exists() and not force:
            raise InputError(f"{target} exists already; --force overwrites it")
        found[target] = file.name
    refuse_sources(found.values(), found)
    return found


def _tasks(name: str, notation: str | None, budget: Budget, threads: int) -> Iterator[_Task]:
    from hyperchess.notation.reading import write

    for number, game in enumerate(read_games(name, notation, None), 1):
        text = write(game, game.kind.notation)
        limits = repr(budget)
        key = sha256(f"{limits}\n{name}\n{number}\n{text}".encode()).hexdigest()[:32]
        yield _Task(key, name, number, text, game.kind.notation, budget, threads)


def _review(task: _Task) -> Iterator[dict[str, Any]]:
    """Review a game; a failure is part of the result. Runs in any process."""
    from hyperchess.engine.engine import Engine
    from hyperchess.engine.review import annotate, review
    from hyperchess.notation.reading import parse, write

    try:
        game = parse(task.text, task.notation)
        reviewed = review(
            game, task.budget, engine=Engine(threads=task.threads), on_action=lambda *_: raise_if_stopped()
        )
        players = [asdict(player) for player in _players(game.headers, reviewed)]
        annotate(reviewed)
        text = write(game, game.kind.notation)
    except Exception as error:
        yield {"failure": f"{task.file}, game {task.number}: {describe_failure(error)}"}
        return
    yield {"key": task.key, "file": task.file, "game": task.number, "players": players, "text": text}


def _players(headers: Mapping[str, str], reviewed: Any) -> Iterator[PlayerReview]:
    for color in sorted({each.player for each in reviewed.judged}):
        side = color.name.capitalize()
        player = PlayerReview(headers.get(side) or f"({side})", games=1)
        for each in reviewed.judged:
            if each.player is not color:
                continue
            player.actions += 1
            player.lost += each.lost
            player.accuracy += each.accuracy
            if each.judgement is not None:
                player.count(f"{_phase(each.node.number)} {each.judgement.value}")
                player.missed_mates += each.missed_mate
                player.allowed_mates += each.allowed_mate
        yield player


def _phase(turn: int) -> str:
    return next((name for last, name in _PHASES if turn <= last), _LAST_PHASE)


def summarise(entries: Iterable[Mapping[str, Any]]) -> list[PlayerReview]:
    """Add up the games of each player; most actions first, then by name."""
    players: dict[str, PlayerReview] = {}
    for entry in entries:
        for data in entry["players"]:
            one = PlayerReview(**data)
            players.setdefault(one.name, PlayerReview(one.name)).add(one)
    return sorted(players.values(), key=lambda player: (-player.actions, player.name))


def print_summary(players: list[PlayerReview]) -> None:
    """Print a row for each player; ?!, ? and ?? count inaccuracies, mistakes and blunders."""
    columns = ("player", "#games", "#actions", "#accuracy", "#?!", "#?", "#??", "#missed mates")
    names = ("player", "games", "actions", "accuracy", "inaccuracies", "mistakes", "blunders", "missed_mates")
    rows = [player.row() for player in players]
    print_table("", columns, [[f"{row[n]} %" if n == "accuracy" else row[n] for n in names] for row in rows])


def summary_text(players: list[PlayerReview], suffix: str) -> str:
    """Return the summary as CSV or JSON."""
    rows = [player.row() for player in players]
    if suffix == ".json":
        return json.dumps(rows, indent=2, ensure_ascii=False) + "\n"
    file = io.StringIO()
    writer = csv.DictWriter(file, list(PlayerReview("").row()), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()
