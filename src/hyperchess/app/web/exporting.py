"""Games as text in any notation, and texts checked and converted without a study."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hyperchess.analysis.fixing import fix_text
from hyperchess.app.web.answers import problem_data
from hyperchess.app.web.documents import AnyNode
from hyperchess.app.web.errors import ApiError
from hyperchess.app.web.opening import find_reader, read_games
from hyperchess.game import Comment, Game
from hyperchess.notation.junctions import write_games
from hyperchess.notation.options import InvalidOption
from hyperchess.notation.reading import parse_all
from hyperchess.notation.registry import AnyGame, Notation, find_notation
from hyperchess.notation.writer_options import writer_options
from hyperchess.notation.writing import Loss
from hyperchess.text import MAX_PROBLEMS

__all__ = ["check", "convert", "export", "line_to"]

_WIDEST = 100_000


def export(games: list[AnyGame], to: str, options: Mapping[str, object]) -> dict[str, Any]:
    """Games in a notation, and what it could not hold."""
    notation = find_notation(to)
    chosen = _options(notation, options)
    try:
        text, losses = write_games(notation, games, **chosen)
    except InvalidOption as error:
        raise ApiError(422, "option", str(error)) from error
    return {"text": text, "losses": list(map(_loss, losses)), "suffix": notation.suffix}


def _loss(loss: Loss) -> dict[str, str]:
    return {"message": str(loss), "kind": loss.kind, "place": loss.place}


def _options(notation: Notation, given: Mapping[str, object]) -> dict[str, object]:
    """Options as the writer takes them; a text is read as on the command line."""
    known = writer_options(notation)
    options: dict[str, object] = {}
    for name, value in given.items():
        option = known.get(name)
        if option is None:
            listed = f"it has {', '.join(known)}" if known else "it has none"
            raise ApiError(422, "option", f"{notation.name} has no option {name[:60]!r}", hint=listed)
        try:
            options[name] = option.read(value) if isinstance(value, str) else value
        except ValueError:
            raise _wrong(notation, name, option.values) from None
        fits = isinstance(options[name], bool) if option.type is bool else _fits(options[name], option.type)
        if not (fits or (option.optional and options[name] is None)):
            raise _wrong(notation, name, option.values)
    return options


def _fits(value: object, kind: type) -> bool:
    """Whether a value has the type, and a number a size that makes sense."""
    if isinstance(value, bool) or not isinstance(value, kind):
        return False
    return not isinstance(value, int) or 0 <= value <= _WIDEST


def _wrong(notation: Notation, name: str, values: str) -> ApiError:
    return ApiError(422, "option", f"the option {name} of {notation.name} is {values}")


def line_to(node: AnyNode) -> AnyGame:
    """A game of its own that has only the line which leads to a node."""
    game = node.game
    line: AnyGame = Game(game.start, game.headers, notation=game.notation)
    line.root.comments = [*game.root.comments]
    last = line.root
    for step in node.path:
        last = last.attach(step.moves)
        last.comments = [Comment(comment.text, comment.after) for comment in step.comments]
        last.mark, last.legal = step.mark, step.legal
    last.result = node.result
    return line


def convert(text: str, notation: str | None, to: str, options: Mapping[str, object]) -> dict[str, Any]:
    """All games of a text in another notation."""
    games = read_games(text, notation)
    return {**export(games, to, options), "problems": _problems(games)}


def check(text: str, notation: str | None) -> dict[str, Any]:
    """What is wrong with a text, and the text with all that can be fixed."""
    name = find_reader(text, notation) if text.strip() else None
    if name is None:
        told = "the text is empty" if not text.strip() else "this does not look like a game in any notation"
        nothing = {
            "code": "notation",
            "severity": "error",
            "message": told,
            "hint": "",
            "line": 1,
            "column": 1,
            "start": 0,
            "end": 0,
            "fix": None,
        }
        return {"notation": "", "game": "", "games": 0, "problems": [nothing]}
    games = parse_all(text, name)
    found = {
        "notation": games[0].notation or name,
        "game": games[0].kind,
        "games": len(games),
        "problems": _problems(games),
    }
    fixed = fix_text(text, lambda changed: parse_all(changed, name), games=games).text
    return found if fixed == text else {**found, "fixed": fixed}


def _problems(games: Iterable[AnyGame]) -> list[dict[str, Any]]:
    problems = [problem_data(problem) for game in games for problem in game.problems]
    return problems[:MAX_PROBLEMS]
