"""Headers, the starting position and its options in the three dialects."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from hyperchess.errors import HyperchessError, UnknownVariant
from hyperchess.game import Game
from hyperchess.infinite import Move, Position, Setup, Variant, find_variant
from hyperchess.infinite.settings import DEFAULT_WINS, Json
from hyperchess.infinite.syntax.text import format_setup
from hyperchess.notation.icn.head import quoted_value, scan_header
from hyperchess.notation.icn.start import find_named_setup
from hyperchess.notation.writing import InvalidOption, Losses

__all__ = [
    "Rights",
    "Start",
    "Variations",
    "document_headers",
    "document_setup",
    "find_named_variant",
    "legacy_setup",
    "list_headers",
    "lose_headers",
    "position_after",
    "quoted_headers",
    "without_pieces",
    "without_usual",
]


_BREAK = re.compile(r"\s*[\r\n]+\s*")
_BAD_KEY = re.compile(r'[":\[\]\r\n]+')
_BAD_QUOTED_KEY = re.compile(r'[\s":\[\]]+')
_ROUND = str.maketrans("[]", "()")
_RULE = re.compile(r"[({]|[a-z]{3,}")  # promotions, properties, win conditions
_USUAL: Mapping[str, Json] = {"slideLimit": math.inf, "cannotPassTurn": True}


def list_headers(game: Game[Position, Move], losses: Losses) -> dict[str, str]:
    """Return the headers, including the result at the end of the game."""
    headers = dict(game.headers)
    result = game.end.result
    if result:
        if headers.get("Result", result) not in (result, "*", ""):
            losses.add("headers", f"the header is replaced by the result of the game, {result}", "Result")
        headers["Result"] = result
    return headers


def lose_headers(headers: Mapping[str, str], losses: Losses) -> None:
    """Record all headers as lost, for a form without headers."""
    for key in headers:
        losses.add("headers", "a header is left out", key)


def document_headers(headers: Mapping[str, str], losses: Losses) -> list[str]:
    """Format headers as `[Key: value]`."""
    lines = []
    for key, value in headers.items():
        name = _BAD_KEY.sub(" ", key).strip()
        text = _BREAK.sub(" ", value).strip()
        if not _comes_back(f"[{name}: {text}]", text):
            text = text.translate(_ROUND)
        _note(key, name, value, text, losses)
        if name:
            lines.append(f"[{name}: {text}]")
    return lines


def _comes_back(line: str, value: str) -> bool:
    """Return whether a reader finds the value in a line."""
    header = scan_header(f"{line}\n", 0)
    return header is not None and (header.value, header.missing, header.end) == (value, "", len(line))


def quoted_headers(headers: Mapping[str, str], losses: Losses) -> list[str]:
    """Format headers as `[Key "value"]`."""
    lines = []
    for key, value in headers.items():
        name = _BAD_QUOTED_KEY.sub("_", key)
        text = _BREAK.sub(" ", value)
        _note(key, name, value, text, losses)
        if name:
            lines.append(f'[{name} "{quoted_value(text)}"]')
    return lines


def _note(key: str, name: str, value: str, text: str, losses: Losses) -> None:
    if name != key or not name:
        losses.add("headers", "a header's key was changed or left out: it cannot be written", key)
    if text != value:
        losses.add("headers", "special characters in a header's value were replaced", key)


def without_usual(setup: Setup, losses: Losses) -> Setup:
    """Return the setup without default properties, as in the document's compact game."""
    kept = {key: value for key, value in setup.settings.properties.items() if not _is_usual(key, value)}
    if len(kept) < len(setup.settings.properties):
        losses.add("properties", "properties that state what holds anyway are left out")
        return replace(setup, settings=replace(setup.settings, properties=kept))
    return setup


def _is_usual(key: str, value: Json) -> bool:
    return key in _USUAL and value == _USUAL[key] and isinstance(value, type(_USUAL[key]))


def document_setup(start: Setup, losses: Losses, *, full: bool) -> str:
    """Format the position in the layout of the document; the site's arguments are written as on the site."""
    settings = start.settings
    if settings.border is not None:
        losses.add("dialect", "the border is written as on the site: the document has none")
    if settings.annotations:
        losses.add("dialect", "annotations are written as on the site: the document has none")
    if len(set(start.players)) != 2 or len(start.players) != 2:
        losses.add("dialect", "the list of players is written as on the site: the document has none")
    if any(len(promotion.ranks) != 1 for promotion in settings.promotions.values()):
        losses.add("dialect", "several promotion ranks are written as on the site: the document has one")
    return format_setup(start, full=full)


def legacy_setup(start: Setup, losses: Losses, *, full: bool) -> str:
    """Format the position with properties as strict JSON; win conditions only if they are not checkmate."""
    settings = start.settings
    if len({settings.win_conditions(player) for player in start.players}) > 1:
        losses.add(
            "dialect", "win conditions for each player are written, which the legacy converter refuses"
        )
    properties: dict[str, Json] = dict(settings.properties)
    if properties.get("slideLimit") == math.inf:
        del properties["slideLimit"]
        losses.add("properties", "an endless slideLimit is left out: strict JSON has no Infinity")
    if start.checks_given:
        properties["checksGiven"] = {color.letter: count for color, count in start.checks_given.items()}
    plain = replace(settings, properties={}, ranks_exchanged=False)
    text = format_setup(replace(start, settings=plain, checks_given={}), full=full, lists=False)
    words = [word for word in text.split(" ") if word != ",".join(DEFAULT_WINS)]
    if properties:
        words.insert(-1, json.dumps(_strict(properties, losses)))
    return " ".join(words)


def _strict(value: Json, losses: Losses) -> Json | list[Json]:
    if isinstance(value, Mapping):
        return {key: _strict(entry, losses) for key, entry in value.items()}  # type: ignore[misc]
    if isinstance(value, tuple):
        return [_strict(entry, losses) for entry in value]  # type: ignore[misc]
    if isinstance(value, float) and math.isinf(value):
        losses.add("properties", "Infinity is written as a text: strict JSON has none")
        return str(value)
    return value


def without_pieces(setup: str) -> str:
    """Return a position text without its pieces, which a header names.

    It states at least one rule, so that no reader fills in the rules of the variant.

    >>> without_pieces("w 0/100 1 (8|1) K5,1|k5,8"), without_pieces("w 1 Squares:1,2 K5,1|k5,8")
    ('w 0/100 1 (8|1)', 'w 1 checkmate Squares:1,2')
    """
    words = setup.split(" ")[:-1]
    if not any(_RULE.match(word) for word in words):
        shown = sum(word.startswith(("Squares:", "Rays:")) for word in words)
        words.insert(len(words) - shown, ",".join(DEFAULT_WINS))
    return " ".join(words)


Rights = Literal["document", "site"]
Start = Literal["pieces", "name"]
Variations = Literal["brackets", "none"]


def find_named_variant(game: Game[Position, Move], start: Start) -> Variant | None:
    """Return the variant that the headers name, if its pieces are those of the start and may be left out."""
    if start == "pieces" or game.start is None:
        return None
    headers = {key.casefold(): value for key, value in game.headers.items()}
    name, day, time = (headers.get(key, "") for key in ("variant", "utcdate", "utctime"))
    try:
        setup = find_named_setup(name, day, time)
    except UnknownVariant:
        return None
    return find_variant(name) if setup.pieces == game.start.setup.pieces else None


def position_after(game: Game[Position, Move], half_moves: int, rights: Rights = "document") -> Position:
    """Return the position after `half_moves` half-moves of the main line, or at its end if there are fewer.

    In the document castling rights stay with pieces that did not move; on the site they are dropped when
    no king and partner share them any more.
    """
    if game.start is None:
        raise HyperchessError("the game does not say from which position it starts")
    if half_moves < 0:
        raise InvalidOption(f"a number of half-moves is 0 or more, not {half_moves}")
    line = game.main_line[:half_moves]
    if rights == "document":
        return line[-1].position if line else game.start
    position = game.start.with_settings(replace(game.start.settings, drop_idle_rights=True))
    for node in line:
        action = node.action
        if action is None:
            return node.position  # raises the error that names where the game cannot be replayed
        position = position.play_legal(action)
    return position
