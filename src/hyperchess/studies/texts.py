"""Games as text in any notation, and checks and conversions of texts without a study."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from hyperchess.analysis.fixing import fix_text
from hyperchess.game import AnyGame, AnyNode, attach_copy, new_game
from hyperchess.notation.reading import parse_all, write_games
from hyperchess.notation.registry import Notation, find_notation, no_game_problem
from hyperchess.notation.writing import InvalidOption, Loss
from hyperchess.ruleset import GameKind
from hyperchess.studies.data import optional
from hyperchess.studies.errors import StudyError
from hyperchess.studies.fields import Field
from hyperchess.studies.opening import find_reader, read_games
from hyperchess.studies.problems import ProblemView, view_problem
from hyperchess.text import MAX_PROBLEMS, Source

__all__ = ["Checked", "Exported", "LossView", "check", "convert", "export", "line_to"]

_WIDEST = 100_000


@dataclass(frozen=True, slots=True)
class LossView:
    """Something that a notation cannot express."""

    message: str
    kind: str
    place: str


@dataclass(frozen=True, slots=True)
class Exported:
    """A text and its losses; for a conversion, also the problems of the input."""

    text: str
    losses: tuple[LossView, ...]
    suffix: str
    problems: tuple[ProblemView, ...] | None = optional()


@dataclass(frozen=True, slots=True)
class Checked:
    """The problems of a text; `fixed` is the text with all fixes, if there are any."""

    notation: str
    game: Annotated[str, Field(enum=("", *GameKind))]
    games: int
    problems: tuple[ProblemView, ...]
    fixed: str | None = optional()


def export(games: list[AnyGame], to: str, options: Mapping[str, object]) -> Exported:
    """Export games in a notation, and report losses."""
    notation = find_notation(to)
    chosen = _read_options(notation, options)
    try:
        text, losses = write_games(notation, games, **chosen)
    except InvalidOption as error:
        raise StudyError("option", str(error)) from error
    return Exported(text, tuple(map(_view_loss, losses)), notation.suffix)


def _view_loss(loss: Loss) -> LossView:
    return LossView(str(loss), loss.kind, loss.place)


def _read_options(notation: Notation, given: Mapping[str, object]) -> dict[str, object]:
    """Return options with the types that the writer expects; strings are parsed as on the command line."""
    known = notation.options
    options: dict[str, object] = {}
    for name, value in given.items():
        option = known.get(name)
        if option is None:
            listed = f"it has {', '.join(known)}" if known else "it has none"
            raise StudyError("option", f"{notation.name} has no option {name[:60]!r}", hint=listed)
        try:
            options[name] = option.read(value) if isinstance(value, str) else value
        except ValueError:
            raise _wrong_option(notation, name, option.values) from None
        fits = isinstance(options[name], bool) if option.type is bool else _fits(options[name], option.type)
        if not (fits or (option.optional and options[name] is None)):
            raise _wrong_option(notation, name, option.values)
    return options


def _fits(value: object, kind: type) -> bool:
    """Return whether a value has the type, and a number a sensible size."""
    if isinstance(value, bool) or not isinstance(value, kind):
        return False
    return not isinstance(value, int) or 0 <= value <= _WIDEST


def _wrong_option(notation: Notation, name: str, values: str) -> StudyError:
    return StudyError("option", f"the option {name} of {notation.name} is {values}")


def line_to(node: AnyNode) -> AnyGame:
    """Return a game that has only the line that leads to a node."""
    game = node.game
    line = new_game(game.start, game.headers, notation=game.notation, kind=game.kind)
    line.root.comments = [*game.root.comments]
    last = line.root
    for step in node.path:
        last = attach_copy(last, step, result=False)
    last.result = node.result
    return line


def convert(text: str, notation: str | None, to: str, options: Mapping[str, object]) -> Exported:
    """Convert all games of a text to another notation."""
    games = read_games(text, notation)
    return replace(export(games, to, options), problems=_problems(games))


def check(text: str, notation: str | None = None) -> Checked:
    """Return the problems of a text, and the text with all fixes.

    >>> found = check('[Board "Standard"] 1. e4 / e5 2. Qh7 / Nc6')
    >>> found.problems[0].hint, found.fixed
    ('read as Qh5, after which the game goes on', '[Board "Standard"] 1. e4 / e5 2. Qh5 / Nc6')
    """
    name = find_reader(text, notation) if text.strip() else None
    if name is None:
        return Checked("", "", 0, (view_problem(no_game_problem(Source(text))),))
    games = parse_all(text, name)
    fixed = fix_text(text, lambda changed: parse_all(changed, name), games=games).text
    return Checked(
        notation=games[0].notation or name,
        game=games[0].kind,
        games=len(games),
        problems=_problems(games),
        fixed=None if fixed == text else fixed,
    )


def _problems(games: Iterable[AnyGame]) -> tuple[ProblemView, ...]:
    problems = [problem for game in games for problem in game.problems]
    return tuple(map(view_problem, problems[:MAX_PROBLEMS]))
