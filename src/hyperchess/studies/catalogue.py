"""Catalogues of notations, variants and examples, and the art of the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from hyperchess import infinite, multiverse
from hyperchess.multiverse import PIECES
from hyperchess.notation.examples import example_names, read_example
from hyperchess.notation.reading import decode, parse_all
from hyperchess.notation.registry import Notation, notations
from hyperchess.notation.writing import WriterOption
from hyperchess.picture.pieces import BOX, PIECE_SETS, Drawing, drawings, piece_symbol
from hyperchess.picture.theme import THEMES
from hyperchess.ruleset import GameKind
from hyperchess.studies.data import optional
from hyperchess.studies.fields import Field
from hyperchess.studies.infinite.squares import player_name
from hyperchess.studies.multiverse.positions import board_letters

__all__ = [
    "Art",
    "ExampleView",
    "NotationView",
    "OptionView",
    "VariantView",
    "list_examples",
    "list_notations",
    "list_variants",
    "piece_art",
]

_WIDEST = 24  # maximum number of files or ranks in a window

PieceView: TypeAlias = tuple[str, str, int, int]


@dataclass(frozen=True, slots=True)
class OptionView:
    """An option of a writer."""

    name: str
    values: str
    choices: tuple[str, ...]
    type: str
    optional: bool
    default: object


@dataclass(frozen=True, slots=True)
class NotationView:
    """A notation."""

    name: str
    title: str
    game: Annotated[str, Field(enum=("any", *GameKind))]
    suffix: str
    options: tuple[OptionView, ...]


@dataclass(frozen=True, slots=True)
class VariantView:
    """A named starting position; only boards of 5D chess have a size.

    For a picture it has the squares of a board, or the pieces in the middle of an infinite one: by drawing,
    owner, column and row from the top.
    """

    name: str
    game: GameKind
    short: str
    group: str
    width: int | None = optional()
    height: int | None = optional()
    board: Annotated[
        str | None,
        Field("The last board of the lowest timeline, the last rank first; `.` is an empty square."),
    ] = optional()
    columns: int | None = optional()
    rows: int | None = optional()
    pieces: tuple[PieceView, ...] | None = optional()


@dataclass(frozen=True, slots=True)
class ExampleView:
    """A bundled text."""

    name: str
    title: str
    game: GameKind
    games: int


def list_notations() -> list[NotationView]:
    """Return the supported notations, with the options of their writers."""
    return [_notation(notation) for notation in notations().values()]


def _notation(notation: Notation) -> NotationView:
    options = tuple(map(_option, notation.options.values()))
    return NotationView(notation.name, notation.title, notation.scope, notation.suffix, options)


def _option(option: WriterOption) -> OptionView:
    return OptionView(
        name=option.name,
        values=option.values,
        choices=option.choices,
        type="choice" if option.choices else option.type.__name__,
        optional=option.optional,
        default=option.default,
    )


def list_variants() -> list[VariantView]:
    """Return the named starting positions of both games."""
    return [*map(_variant_5d, multiverse.variants()), *map(_variant_infinite, infinite.variants())]


def _variant_5d(variant: multiverse.Variant) -> VariantView:
    group, dash, _ = variant.name.rpartition(" - ")
    return VariantView(
        name=variant.name,
        game=GameKind.MULTIVERSE,
        short=variant.name.rpartition(" - ")[2],
        group="Community" if variant.community else group if dash else variant.name,
        width=variant.position.width,
        height=variant.position.height,
        board=board_letters(variant.position.timeline_boards[0].boards[-1]),
    )


def _variant_infinite(variant: infinite.Variant) -> VariantView:
    group = "Retired" if variant.retired else "Infinite chess"
    columns, rows, pieces = (None, None, None) if variant.file else _window(variant.position)
    return VariantView(
        name=variant.name,
        game=GameKind.INFINITE,
        short=variant.name,
        group=group,
        columns=columns,
        rows=rows,
        pieces=pieces,
    )


def _window(position: infinite.Position) -> tuple[int, int, tuple[PieceView, ...]]:
    """Return all pieces with a margin of one square, or the squares around the middle piece if too large."""
    left, right = _span([square.x for square in position.pieces()])
    bottom, top = _span([square.y for square in position.pieces()])
    shown = tuple(
        (piece_symbol(piece.kind), player_name(piece.color), square.x - left, top - square.y)
        for square, piece in position.pieces().items()
        if left <= square.x <= right and bottom <= square.y <= top
    )
    return right - left + 1, top - bottom + 1, shown


def _span(numbers: list[int]) -> tuple[int, int]:
    """Return the first and the last file or rank of a window."""
    first, last = min(numbers) - 1, max(numbers) + 1
    if last - first < _WIDEST:
        return first, last
    middle = sorted(numbers)[len(numbers) // 2]
    first = max(first, min(middle - _WIDEST // 2, last - _WIDEST + 1))
    return first, first + _WIDEST - 1


def list_examples() -> list[ExampleView]:
    """Return the bundled games."""
    return list(map(_example, example_names()))


def _example(name: str) -> ExampleView:
    games = parse_all(decode(read_example(name), name)[0])
    return ExampleView(name, name.replace("-", " ").capitalize(), games[0].kind, len(games))


@dataclass(frozen=True, slots=True)
class Art:
    """The drawings by name, the other piece sets, the drawing of each letter, and the themes."""

    box: int
    drawings: Mapping[str, Drawing]
    sets: Mapping[str, Mapping[str, Drawing]]
    letters: Mapping[str, str]
    themes: Mapping[str, Mapping[str, Any]]


def piece_art() -> Art:
    """Return the drawings of the pieces and the colours of the themes."""
    letters = {letter: piece_symbol(kind) for letter, kind in PIECES.items()}
    sets = {name: dict(drawings(name)) for name in PIECE_SETS if name != PIECE_SETS[0]}
    return Art(BOX, dict(drawings()), sets, letters, {name: _theme(name) for name in THEMES})


def _theme(name: str) -> dict[str, Any]:
    theme = THEMES[name]
    plain = {
        field: getattr(theme, field)
        for field in theme.__dataclass_fields__
        if field not in ("owners", "marks")
    }
    owners = {owner: look._asdict() for owner, look in theme.owners.items()}
    marks = {mark: colours._asdict() for mark, colours in theme.marks.items()}
    return {**plain, "owners": owners, "marks": marks}
