"""What a conversion came to: games, problems and losses, as a table on standard error or as JSON."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict

import typer

from hyperchess.app.cli.commands.converting import ConvertedFile
from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.group import say
from hyperchess.app.cli.outputs import print_json
from hyperchess.app.cli.tables import print_table

__all__ = ["Summary"]

_MOST_LINES = 20  # losses of one file that are listed one by one


class Summary:
    """Counts file by file; only JSON needs to keep what every file became."""

    def __init__(self, *, strict: bool, as_json: bool) -> None:
        self.strict = strict
        self.as_json = as_json
        self.files = self.games = self.errors = self.problems = self.failures = 0
        self.losses: Counter[tuple[str, str]] = Counter()
        self.rows: list[dict[str, object]] = []
        self.last: ConvertedFile | None = None

    def add(self, done: ConvertedFile) -> None:
        """One file more."""
        self.files += 1
        self.games += done.games
        self.errors += done.errors
        self.problems += done.problems
        for loss in done.losses:
            self.losses[loss.kind, loss.what] += loss.count
        self.last = done
        if done.failure:
            self.failures += 1
            say(done.failure)
        if self.as_json:
            self.rows.append(_row(done))

    @property
    def exit_code(self) -> Exit:
        """2 if a file could not be read or written, 1 if games had errors, else 0."""
        if self.failures:
            return Exit.IMPOSSIBLE
        return Exit.WRONG if self.errors or (self.strict and self.losses) else Exit.FINE

    def print(self) -> None:
        """Say it: one file's losses one by one, those of many in a table."""
        if self.as_json:
            totals = {
                "files": self.files,
                "games": self.games,
                "problems": self.problems,
                "errors": self.errors,
            }
            print_json({**totals, "losses": self.losses.total(), "results": self.rows})
        elif self.files == 1 and self.last is not None:
            self._print_one(self.last)
        elif self.files:
            self._print_many()

    def _print_one(self, done: ConvertedFile) -> None:
        for loss in done.losses[:_MOST_LINES]:
            typer.echo(f"lost: {loss}{f' ({loss.place})' if loss.place else ''}", err=True)
        if len(done.losses) > _MOST_LINES:
            typer.echo(
                f"lost: {len(done.losses) - _MOST_LINES:,} things more; --json lists them all", err=True
            )
        if done.errors:
            errors = f"{done.errors} error{'s' * (done.errors != 1)}"
            typer.echo(f"{done.name} has {errors}; `hyperchess check` shows them", err=True)

    def _print_many(self) -> None:
        columns = ("#files", "#games", "#problems", "#of them errors", "#losses", "#not converted")
        numbers = (self.files, self.games, self.problems, self.errors, self.losses.total(), self.failures)
        print_table("", columns, [numbers], err=True)
        if self.losses:
            rows = [(count, what) for (_, what), count in self.losses.most_common(_MOST_LINES)]
            print_table("Lost", ("#times", "what"), rows, err=True)


def _row(done: ConvertedFile) -> dict[str, object]:
    return {
        "file": done.name,
        "games": done.games,
        **({"written": done.written} if done.written else {"text": done.text}),
        "problems": done.problems,
        "errors": done.errors,
        "losses": [asdict(loss) for loss in done.losses],
        **({"failure": done.failure} if done.failure else {}),
    }
