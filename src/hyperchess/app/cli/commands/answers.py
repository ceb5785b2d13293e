"""Answers to puzzles on the screen: one in full, or many in a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import typer

from hyperchess.app.cli.commands.solving import Answer
from hyperchess.app.cli.wording import plural

__all__ = ["print_answer", "print_answers"]

_MOST_LISTED = 12  # first actions that are named; --json names all


def print_answer(answer: Answer) -> None:
    """The question, the verdict and how it was found."""
    from hyperchess.app.cli.tables import print_pairs

    print_pairs(_pairs(answer))


def _pairs(answer: Answer) -> Iterator[tuple[str, str]]:
    if answer.puzzle is not None:
        yield "Puzzle", answer.puzzle
    if answer.player:
        where = "at the start" if answer.place == "start" else f"after {answer.place}"
        default = answer.asked_by == "default"
        asked = f"the shortest mate up to {answer.asked}" if default else f"mate in {answer.asked}"
        hint = " (there is no Puzzle header; --mate-in asks for another length)" if default else ""
        yield "Asked", f"{asked}, {answer.player} to move {where}{hint}"
    yield "Verdict", f"{answer.verdict.value}: {answer.sentence}"
    if len(answer.first_actions) > 1:
        listed = ", ".join(answer.first_actions[:_MOST_LISTED])
        more = len(answer.first_actions) - _MOST_LISTED
        yield "Mates", f"{listed} and {more:,} more" if more > 0 else listed
    if answer.window:
        yield "Window", _window(answer)
    if answer.nodes is not None:
        yield "Searched", f"{plural(answer.nodes, 'node')} in {_seconds(answer)} s"
    elif answer.player:
        yield "Searched", f"{_seconds(answer)} s"


def _window(answer: Answer) -> str:
    """Which moves of infinite chess were looked at, and what that means for the answer."""
    moves = f"moves {answer.window}"
    if answer.mate_in is not None:
        return f"{moves}; {'every defence was tried' if answer.exact else 'defences are left out: no proof'}"
    if not answer.refuted:
        return moves
    return f"{moves}; {'no attack is left out' if answer.exact else 'others are left out: no proof'}"


def print_answers(answers: Sequence[Answer], left_out: int) -> None:
    """A row for each puzzle, and a line with the numbers of each verdict."""
    from hyperchess.app.cli.tables import print_table

    columns = ("file", "#game", "asked", "verdict", "first action", "#seconds")
    print_table("", columns, [_row(answer) for answer in answers])
    counts = Counter(answer.verdict.value for answer in answers)
    parts = [plural(len(answers), "puzzle"), *(f"{count} {word}" for word, count in counts.items())]
    if left_out:
        parts.append(f"{plural(left_out, 'game')} without a question left out")
    typer.echo(", ".join(parts))


def _row(answer: Answer) -> tuple[object, ...]:
    asked = "" if answer.asked is None else f"mate in {answer.asked}"
    first = answer.first_actions[0] if answer.first_actions else ""
    more = f" and {len(answer.first_actions) - 1} more" if len(answer.first_actions) > 1 else ""
    return answer.file, answer.game, asked, answer.verdict.value, first + more, _seconds(answer)


def _seconds(answer: Answer) -> str:
    return f"{answer.seconds:,.2f}" if answer.seconds >= 0.01 else "<0.01"
