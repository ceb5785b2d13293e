"""The work of `hyperchess verify` on one file: every claim of its proofs, looked up in the rules again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hyperchess.app.cli.batch import failure_of
from hyperchess.app.cli.findings import finding_of
from hyperchess.app.cli.inputs import InputError, ReadText, called, parse_games, read_text
from hyperchess.kinds import Kind
from hyperchess.notation.places import path_of
from hyperchess.text import Source

if TYPE_CHECKING:
    from hyperchess.analysis import verify
    from hyperchess.notation.registry import AnyGame

__all__ = ["Fault", "Verified", "VerifiedFile", "VerifyTask", "verify_file"]


@dataclass(frozen=True, slots=True)
class VerifyTask:
    """A file with proofs; with `softmates`, a softmate counts as a mate."""

    name: str
    notation: str | None
    softmates: bool


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a proof, and where: a path in the tree, and a line and column if they are known."""

    message: str
    path: str | None = None
    line: int | None = None
    column: int | None = None
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Verified:
    """One proof: who mates in how many actions, in how many lines, or what is wrong."""

    file: str
    game: int
    puzzle: str | None
    player: str
    mate_in: int
    lines: int
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class VerifiedFile:
    """The proofs of a file, or why it could not be read."""

    name: str
    proofs: tuple[Verified, ...] = ()
    failure: str = ""


def verify_file(task: VerifyTask) -> VerifiedFile:
    """Verify one file; all that can go wrong with it is part of the answer."""
    try:
        read = read_text(task.name)
        games = parse_games(read, task.notation)
        proofs = (
            _verify(read, number, game, softmates=task.softmates)
            for number, game in enumerate(games, start=1)
        )
        return VerifiedFile(task.name, tuple(proofs))
    except Exception as error:
        return VerifiedFile(task.name, failure=failure_of(error))


def _verify(read: ReadText, number: int, game: AnyGame, *, softmates: bool) -> Verified:
    from hyperchess.analysis.claims import broken_claims, length_of, lines_of
    from hyperchess.analysis.puzzles import find_puzzle
    from hyperchess.analysis.verify import tree_faults

    if game.kind is Kind.INFINITE:
        raise InputError(f"{called(read.name)} is infinite chess; only proofs of 5D chess can be verified")
    puzzle = find_puzzle(game)
    misread = tuple(_misread(game))
    found = [*tree_faults(game, softmates=softmates), *broken_claims(game)]
    return Verified(
        file=called(read.name),
        game=number,
        puzzle=None if puzzle is None else puzzle.kind,
        player="" if game.start is None else str(game.start.player),
        mate_in=length_of(game),
        lines=lines_of(game),
        faults=(*misread, *_placed(read, found)),
    )


def _misread(game: AnyGame) -> Iterator[Fault]:
    """What the reader could not read, or read as something else that fits: neither proves anything."""
    from hyperchess.analysis.verify import doubts_of

    for problem in doubts_of(game):
        finding = finding_of(problem)
        yield Fault(finding.message, None, finding.line, finding.column, finding.picture)


def _placed(read: ReadText, found: list[verify.ProofFault]) -> Iterator[Fault]:
    """The faults with their places in the tree and, where it is known, in the text."""
    source = Source(read.text, called(read.name))
    for node, message in found:
        span = node.span
        if span is None:
            yield Fault(message, path_of(node))
        else:
            line, column = source.place(span.start)
            yield Fault(message, path_of(node), line, column, source.picture(span))
