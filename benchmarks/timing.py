"""Shared parts of the benchmarks: the shortest of several runs, and tables of figures."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import TypeVar

__all__ = ["Figures", "best", "best_and_result", "print_times"]

Figures = dict[str, float]
"""Numbers by what they are; the name ends in the unit, unless it is a rate ("... per second")."""

_Result = TypeVar("_Result")


def best(work: Callable[[], object], runs: int = 5) -> float:
    """The shortest of several runs, in seconds."""
    return best_and_result(work, runs)[0]


def best_and_result(work: Callable[[], _Result], runs: int = 5) -> tuple[float, _Result]:
    """The shortest of several runs in seconds, and its result."""
    shortest = float("inf")
    for _ in range(runs):
        begin = perf_counter()
        result = work()
        shortest = min(shortest, perf_counter() - begin)
    return shortest, result


def print_times(seconds: dict[str, float]) -> Figures:
    """Print a table of times; the figures, in milliseconds."""
    figures = {f"{what}, ms": 1e3 * value for what, value in seconds.items()}
    width = max(map(len, figures))
    for what, value in figures.items():
        print(f"  {what:<{width}}  {value:>12,.3f}")
    return figures
