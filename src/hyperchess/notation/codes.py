"""Meanings of the problem codes: `codes.toml` as values."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from hyperchess.errors import UnknownName

if TYPE_CHECKING:
    from hyperchess.text import Problem

__all__ = ["Code", "UnknownCode", "codes", "find_code", "find_problems"]


class UnknownCode(UnknownName):
    """There is no problem code of that name."""

    kind = "code"


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of problem: its meaning, an example text that has it and one that does not.

    `read` says how the examples are read: a notation, `any` (detected), `5dfen`, or `icn-position`.
    `hexadecimal` examples are bytes.
    """

    name: str
    title: str
    meaning: str
    severity: tuple[str, ...]
    read: str
    bad: str
    good: str
    hexadecimal: bool = False


@cache
def codes() -> dict[str, Code]:
    """Return all codes in the order of the file."""
    text = files("hyperchess.notation").joinpath("codes.toml").read_text(encoding="utf-8")
    return {name: _code(name, **row) for name, row in tomllib.loads(text).items()}


def _code(
    name: str,
    *,
    title: str,
    meaning: str,
    severity: list[str],
    bad: str,
    good: str,
    read: str = "shad",
    hexadecimal: bool = False,
) -> Code:
    meaning = " ".join(meaning.split())
    return Code(name, title, meaning, tuple(severity), read, bad.strip("\n"), good.strip("\n"), hexadecimal)


def find_code(name: str) -> Code:
    """Return the code of that name; raise `UnknownCode` with suggestions if there is none."""
    known = codes()
    key = name.strip().casefold().removeprefix("error[").removesuffix("]")
    if key in known:
        return known[key]
    raise UnknownCode(name[:100], tuple(get_close_matches(key[:100], known, n=3, cutoff=0.5)))


def find_problems(code: Code, text: str) -> tuple[Problem, ...]:
    """Return the problems of an example text, read as the entry of its code says."""
    from hyperchess.text import Source

    if code.read == "5dfen":
        from hyperchess.multiverse.syntax.fen import read_boards

        return tuple(read_boards(Source(text))[1])
    if code.read == "icn-position":
        from hyperchess.infinite import read_setup

        return tuple(read_setup(Source(text))[1])
    if code.hexadecimal:
        from hyperchess.notation.reading import decode

        _, problem = decode(bytes.fromhex(text), "<text>")
        return () if problem is None else (problem,)
    from hyperchess.notation.reading import parse_all

    notation = None if code.read == "any" else code.read
    return tuple(problem for game in parse_all(text, notation) for problem in game.problems)
