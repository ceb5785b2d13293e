"""`hyperchess puzzles`: the bundled puzzles, and more of them from engine games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hyperchess.app.cli.batch import run_batch
from hyperchess.app.cli.options import AsJson, Force, Jobs, complete_variants
from hyperchess.app.cli.outputs import print_json, print_notice, print_table
from hyperchess.app.cli.progress import Progress
from hyperchess.app.cli.terminal import emit
from hyperchess.app.files.inputs import InputError
from hyperchess.app.files.outputs import check_target, refuse_same_file, write_file
from hyperchess.text import plural

if TYPE_CHECKING:
    from hyperchess.puzzles.candidates import Searched
    from hyperchess.puzzles.entry import Entry

__all__ = ["puzzles"]

puzzles = typer.Typer(
    help="Puzzles with one key: list the bundled ones, print them, or make more from engine games.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Length = Annotated[int | None, typer.Option("--mate-in", min=1, help="Only mates in N actions.")]
Infinite = Annotated[bool, typer.Option("--infinite", help="Puzzles of infinite chess instead of 5D chess.")]
Timelines = Annotated[int | None, typer.Option("--timelines", min=1, help="Only puzzles with N timelines.")]


@puzzles.command("list")
def list_(
    mate_in: Length = None, timelines: Timelines = None, infinite: Infinite = False, as_json: AsJson = False
) -> None:
    """List the bundled puzzles, sorted by length and number of timelines."""
    entries = _chosen(mate_in, timelines, infinite=infinite)
    if as_json:
        fields = ("id", "player", "mate_in", "timelines", "variant", "difficulty", "themes")
        print_json([{name: getattr(entry, name) for name in fields} for entry in entries])
        return
    rows = [
        (entry.id, entry.goal.rstrip("."), entry.timelines or "", entry.difficulty, entry.variant)
        for entry in entries
    ]
    title = plural(len(rows), "puzzle")
    print_table(title, ("id", "task", "#timelines", "#difficulty", "from a game of"), rows)


@puzzles.command("show")
def show(
    ids: Annotated[list[str] | None, typer.Argument(help="Ids of puzzles; without any, all.")] = None,
    solution: Annotated[bool, typer.Option("--solution", help="With the proof tree.")] = False,
    mate_in: Length = None,
    timelines: Timelines = None,
    infinite: Infinite = False,
) -> None:
    """Print bundled puzzles as game text, to be piped into `show`, `solve` and other commands.

    With `--solution` they are proof trees; those of 5D chess can be checked with `hyperchess verify`.
    """
    from hyperchess.puzzles.collection import find_entry, position_text, proof_text

    entries = _chosen(mate_in, timelines, infinite=infinite)
    if ids:
        found = [find_entry(id) for id in ids]
        unknown = [id for id, entry in zip(ids, found, strict=True) if entry is None]
        if unknown:
            raise InputError(f"there is no puzzle {unknown[0][:40]!r}; `hyperchess puzzles list` lists all")
        entries = [entry for entry in found if entry is not None]
    texts = (proof_text(entry).rstrip("\n") if solution else position_text(entry) for entry in entries)
    emit("\n\n".join(texts) + "\n")


@puzzles.command("make")
def make(
    output: Annotated[Path, typer.Option("--output", "-o", help="The collection, in Branched 5DPGN or ICN.")],
    games: Annotated[int, typer.Option("--games", min=1, help="Number of games or positions.")] = 100,
    seed: Annotated[int, typer.Option("--seed", help="Another number gives other games.")] = 1,
    variants: Annotated[
        list[str] | None,
        typer.Option(
            "--variant",
            help="Starting position, or kind of hunt; may be repeated.",
            autocompletion=complete_variants,
        ),
    ] = None,
    most: Annotated[
        int | None,
        typer.Option("--most", min=1, help="Maximum per length and number of timelines."),
    ] = None,
    effort: Annotated[
        int, typer.Option("--effort", min=1, help="Multiply the solver's rounds for each position by N.")
    ] = 1,
    store: Annotated[
        Path | None,
        typer.Option("--store", help="Journal of the search (JSON lines); an existing one is continued."),
    ] = None,
    infinite: Annotated[
        bool,
        typer.Option("--infinite", help="Hunts of a bare king in infinite chess, from random positions."),
    ] = False,
    force: Force = False,
    jobs: Jobs = 1,
) -> None:
    """Make puzzles: positions of engine games in which exactly one first action mates, each with its proof.

    Games are played by weak levels of the engine and searched for mates in 1, 2 and 3. Everything is limited
    by nodes and rounds, so the same seed gives the same puzzles. Near-duplicates are left out, and each
    puzzle has a difficulty from the size of its proof.

    With `--infinite`, `--games` is the number of random positions, and `--effort` does not apply.
    """
    from hyperchess.multiverse import find_variant
    from hyperchess.puzzles.candidates import append_searched, open_searched, read_searched
    from hyperchess.puzzles.collection import collection_text
    from hyperchess.puzzles.hunts import find_hunts
    from hyperchess.puzzles.making import DEFAULT_VARIANTS
    from hyperchess.puzzles.selecting import select

    check_target(output, force=force)
    if store is not None:
        refuse_same_file(store, output)
    if infinite and effort != 1:
        raise InputError("--effort does not apply to puzzles of infinite chess")
    if infinite:
        names = find_hunts(variants)
    else:
        names = tuple(find_variant(name).name for name in variants) if variants else DEFAULT_VARIANTS
    journal = None if store is None else open_searched(store)
    if journal is not None and journal.note:
        print_notice(journal.note)
    searched = [] if journal is None else list(read_searched(journal))
    done = {one.game for one in searched if one.seed == seed}
    tasks = [_Task(seed, game, names, effort, infinite) for game in range(games) if game not in done]
    with Progress("searching", len(tasks), of="games", rated="puzzles") as progress:
        for one in run_batch(_search, tasks, jobs=jobs):
            progress.advance(len(one.candidates))
            searched.append(one)
            if journal is not None:
                append_searched(journal, one)
    found = [candidate for one in searched for candidate in one.candidates]
    chosen = select(found, most=most)
    text = collection_text((candidate.entry, candidate.proof) for candidate in chosen)
    write_file(output, text, force=force)
    lengths = Counter(candidate.entry.mate_in for candidate in chosen)
    counts = ", ".join(f"{count} mates in {length}" for length, count in sorted(lengths.items()))
    print_notice(f"written: {output}, {plural(len(chosen), 'puzzle')} from {plural(len(searched), 'game')}")
    if counts:
        print_notice(counts)


@dataclass(frozen=True, slots=True)
class _Task:
    """A game to search, or a random position of infinite chess, by its number."""

    seed: int
    game: int
    variants: tuple[str, ...]
    effort: int
    infinite: bool


def _search(task: _Task) -> Iterator[Searched]:
    """Search one game or position. Runs in any process."""
    from hyperchess.puzzles.candidates import Searched
    from hyperchess.puzzles.hunts import generate_hunt
    from hyperchess.puzzles.making import Recipe, generate_candidates

    if task.infinite:
        name = task.variants[task.game % len(task.variants)]
        found = tuple(filter(None, [generate_hunt(name, task.seed, task.game)]))
    else:
        recipe = Recipe(seed=task.seed, variants=task.variants, effort=task.effort)
        found = tuple(generate_candidates(recipe, task.game))
    yield Searched(task.seed, task.game, found)


def _chosen(mate_in: int | None, timelines: int | None, *, infinite: bool) -> list[Entry]:
    from hyperchess.puzzles.collection import bundled
    from hyperchess.ruleset import GameKind

    found: Iterable[Entry] = bundled()
    return [
        entry
        for entry in found
        if (entry.kind is GameKind.INFINITE) == infinite
        and (mate_in is None or entry.mate_in == mate_in)
        and (timelines is None or entry.timelines == timelines)
    ]
