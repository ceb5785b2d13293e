"""ICN as infinitechess.org reads it.

Its converter accepts fewer texts than our reader: one list of promotion pieces for all players, no
properties, no escapes in headers, one form of clocks. What it would refuse or read differently is changed
here and recorded as a loss.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain
from math import ceil
from typing import Literal

from hyperchess.annotations import Clock
from hyperchess.game import Game
from hyperchess.infinite import Border, Color, Move, PieceKind, Position, Promotion, Setup, Variant, variants
from hyperchess.infinite.dimensions import PROPERTY
from hyperchess.infinite.material import en_passant_victim
from hyperchess.infinite.pieces import DEFAULT_PROMOTIONS
from hyperchess.infinite.reference.site_rules import excludes_checkmate
from hyperchess.infinite.settings import DEFAULT_WINS
from hyperchess.infinite.syntax.text import format_setup
from hyperchess.notation.icn.head import scan_header
from hyperchess.notation.icn.syntax import decode_piece
from hyperchess.notation.icn.writers.head import Start, find_named_variant, list_headers, without_pieces
from hyperchess.notation.icn.writers.moves import (
    Marks,
    Notes,
    Part,
    list_parts,
    lose_tree,
    site_line,
    site_move,
    wrap_lines,
)
from hyperchess.notation.writing import Losses, Written

__all__ = ["SiteForm", "SiteReader", "write_site"]

SiteForm = Literal["long", "compact"]
SiteReader = Literal["site", "apeiron"]

_LONGEST_JUDGEMENT = 2
_LONGEST_VALUE = 200  # UTF-16 units in the value of a header
_MOST = 2**53 - 1  # larger numbers are rounded there
_LETTERS = re.compile(r"[A-Za-z]+")
_BREAK = re.compile(r"\s*[\r\n]+\s*")
_PLAIN = str.maketrans('"\\[]', "'/()")
_MOMENT = {
    "UTCDate": re.compile(r"[0-9]{4}\.[0-9]{1,2}\.[0-9]{1,2}"),
    "UTCTime": re.compile(r"[0-9]{1,2}:[0-9]{2}:[0-9]{2}"),
}
_SQUARE = re.compile(r"(-?[0-9]+),(-?[0-9]+)")
_CODE = re.compile(r"(?:0|[1-9][0-9]*)?[A-Za-z]{1,2}")
_CLOCK = re.compile(r"\[%clk ([^\]]+)\]")
_SITE_CLOCK = re.compile(r"[0-9]+:[0-9]{2}:[0-9]{2}\.[0-9]")
_SQUARES = re.compile(r"Squares:(-?[0-9]+,-?[0-9]+(?:\|-?[0-9]+,-?[0-9]+)*)")
_RAY = r"-?[0-9]+,-?[0-9]+>-?[0-9]+,-?[0-9]+"
_UNKNOWN_GOALS = ("koth", "threecheck")  # of Apeiron
_APEIRON_EDGE = 10**15
_RAYS = re.compile(rf"Rays:({_RAY}(?:\|{_RAY})*)")


def write_site(
    game: Game[Position, Move],
    *,
    form: SiteForm = "long",
    marks: Marks = "rules",
    start: Start = "pieces",
    reader: SiteReader = "site",
) -> Written:
    """Write the main line, with headers and comments in both forms; `write_document` describes `start`.

    The site has no number for a move of Black, so a game that does not start with White has no numbers.
    `reader="apeiron"` writes for the engine Apeiron, which reads a part of the site's dialect: pieces, one
    rank per player, one list of goals for both, and moves without comments.
    """
    losses = Losses()
    if reader == "apeiron":
        return _write_apeiron(game, losses)
    headers = list_headers(game, losses)
    variant = _find_variant(headers)
    if variant is not None and game.start is not None and _moves_differ(variant, game.start.setup):
        losses.add(
            "headers", "the header of a variant whose pieces move in other ways is left out", "Variant"
        )
        del headers["Variant"]
        variant = None
    named = find_named_variant(game, start)
    if named is not None and (named is not variant or not _has_moment(headers)):
        losses.add("start", "the pieces are written: the site does not find the variant by these headers")
        named = None
    lines = _write_headers(headers, losses)
    if lines:
        lines.append("")
    if game.start is None:
        losses.add("start", "the game does not say from which position it starts")
    else:
        setup = _write_setup(game.start.setup, variant, losses)
        lines += [setup if named is None else without_pieces(setup), ""]
    lose_tree(game, losses)
    shift = 1 if game.start is not None and game.start.full_move == 0 else 0
    parts = _readable(list_parts(game, marks, losses), shift, losses)
    if form == "long" and parts and parts[0][0].is_first:
        lines += wrap_lines(parts, site_line)
    elif parts:
        lines.append("|".join(site_move(part) for part in parts))
    if lines and not lines[-1]:
        lines.pop()
    return Written("".join(f"{line}\n" for line in lines), losses.listed())


# Headers


def _find_variant(headers: Mapping[str, str]) -> Variant | None:
    """Return the variant that the site finds by the headers."""
    name = headers.get("Variant")
    return next((found for found in variants() if found.code and name in (found.code, found.name)), None)


def _has_moment(headers: Mapping[str, str]) -> bool:
    """Return whether the site can read the time of the game, if the headers name one."""
    return all(pattern.fullmatch(headers[key]) for key, pattern in _MOMENT.items() if key in headers)


def _moves_differ(variant: Variant, start: Setup) -> bool:
    own = variant.position.settings.dimensions
    return variant.custom_moves and own != start.settings.dimensions


def _write_headers(headers: Mapping[str, str], losses: Losses) -> list[str]:
    """Format headers as `[Key "value"]` with keys of letters only, values of 1 to 200 units, no escapes."""
    lines = []
    for key, value in headers.items():
        if not _LETTERS.fullmatch(key) or not value.strip():
            message = "a header with an empty value, or with other than letters in its key, is left out"
            losses.add("headers", message, key)
            continue
        text = _BREAK.sub(" ", value)
        header = scan_header(f'[{key} "{text}"]\n', 0)
        if '"' in text or header is None or header.value != text:
            text = text.translate(_PLAIN)
        if text != value:
            losses.add("headers", "special characters in a header's value were replaced", key)
        units = text.encode("utf-16-le", "surrogatepass")
        if len(units) > 2 * _LONGEST_VALUE:
            message = f"a header's value is cut to {_LONGEST_VALUE} characters: the site reads no more"
            losses.add("headers", message, key)
            text = units[: 2 * _LONGEST_VALUE].decode("utf-16-le", "ignore")
        lines.append(f'[{key} "{text}"]')
    return lines


# Start


def _write_setup(start: Setup, variant: Variant | None, losses: Losses) -> str:
    """Format the position in the site's order, with one list of promotion pieces for all players."""
    settings = start.settings
    implied = variant is not None and variant.custom_moves
    properties = [key for key in settings.properties if not (key == PROPERTY and implied)]
    if properties or start.checks_given:
        losses.add("properties", "properties are left out: the site refuses them")
    if settings.counts_checks:
        losses.add("win conditions", "threecheck is left out: the site does not know it")
    wins = {
        color: tuple(goal for goal in goals if goal != "threecheck") for color, goals in settings.wins.items()
    }
    wins = {color: goals for color, goals in wins.items() if goals and goals != DEFAULT_WINS}
    if excludes_checkmate(start.pieces) and any(
        "checkmate" in settings.win_conditions(player) for player in start.players
    ):
        message = "with this many royal pieces or pieces, checkmate becomes royalcapture on the site"
        losses.add("win conditions", message)
    border = settings.border
    if border is None and variant is not None and variant.position.settings.border is not None:
        border = Border(None, None, None, None)  # otherwise the site adds the border of the variant
    plain = replace(
        settings,
        promotions={},
        ranks_exchanged=False,
        properties={},
        wins=wins,
        border=border,
        annotations=_annotations(settings.annotations, losses),
    )
    setup = _with_counters(start, losses)
    words = format_setup(replace(setup, settings=plain, checks_given={}), full=True).split(" ")
    words = [word for word in words if word != ",".join(DEFAULT_WINS)]
    promotions = _promotions(start, losses)
    if promotions:
        words.insert(2 + (setup.en_passant is not None) + (setup.move_rule is not None), promotions)
        if ";" in promotions and ":" not in words[0]:
            # A list of players shows our reader that the list of pieces holds for all of them.
            words[0] = ":".join(player.letter for player in start.players)
    return " ".join(words)


def _with_counters(start: Setup, losses: Losses) -> Setup:
    """Return the setup with the en passant square and the counters that the site reads."""
    en_passant, rule, full_move = start.en_passant, start.move_rule, start.full_move
    if en_passant is not None and (
        start.players[-1] not in (Color.WHITE, Color.BLACK)
        or en_passant_victim(start.pieces, en_passant, start.players[0]) is None
    ):
        message = "an en passant square is left out: the site expects the pawn next to it, of White or Black"
        losses.add("en passant", message)
        en_passant = None
    if rule is not None and (rule.limit == 0 or rule.count > rule.limit or rule.limit > _MOST):
        losses.add("move rule", "the move rule is left out: the site refuses it")
        rule = None
    if not 0 < full_move <= _MOST:
        losses.add(
            "full move", "the full move number is written as 1: the site refuses 0 and rounds large ones"
        )
        full_move = 1
    return replace(start, en_passant=en_passant, move_rule=rule, full_move=full_move)


def _promotions(start: Setup, losses: Losses) -> str:
    """Format the ranks of each player and the list of all players, as in `(8|1;q,am)`; empty without any."""
    if not start.settings.promotions:
        return ""
    entries = [start.settings.promotions.get(side, Promotion(())) for side in sorted(set(start.players))]
    used = [entry.kinds for entry in entries if entry.ranks]
    lists = used or [entry.kinds for entry in entries if entry.kinds != DEFAULT_PROMOTIONS]
    if len({frozenset(kinds) for kinds in lists}) > 1:
        message = "lists of promotion pieces that differ become one: the site has one list for all players"
        losses.add("promotions", message)
    kinds: tuple[PieceKind, ...] = tuple(dict.fromkeys(chain.from_iterable(lists)))
    idle = [entry.kinds for entry in entries if not entry.ranks and entry.kinds != DEFAULT_PROMOTIONS]
    if any(set(other) != set(kinds) for other in idle):
        losses.add("promotions", "a list of promotion pieces without a rank is left out")
    ranks = "|".join(",".join(map(str, entry.ranks)) for entry in entries)
    if kinds == DEFAULT_PROMOTIONS:
        return f"({ranks})"
    return f"({ranks};{','.join(kind.code for kind in kinds)})"


def _annotations(annotations: Iterable[str], losses: Losses) -> tuple[str, ...]:
    """Return one list of squares and one of rays; the site reads no more."""
    texts = tuple(annotations)
    squares = [match[1] for match in map(_SQUARES.fullmatch, texts) if match]
    rays = [match[1] for match in map(_RAYS.fullmatch, texts) if match]
    losses.add("annotations", "an annotation is left out", count=len(texts) - len(squares) - len(rays))
    named = (("Squares", squares), ("Rays", rays))
    return tuple(f"{name}:{'|'.join(found)}" for name, found in named if found)


# Moves


def _readable(parts: Iterable[Part], shift: int, losses: Losses) -> list[Part]:
    """Return the moves that the site can read, up to the first that it cannot."""
    readable: list[Part] = []
    for part in parts:
        ply, notes = part
        source, target = (_plain_square(text) for text in (ply.source, ply.target))
        if not source or not target or (ply.promotion and decode_piece(ply.promotion) is None):
            losses.add("moves", "the moves from one that the site cannot read are left out", ply.place)
            break
        code = ply.code if not ply.code or _CODE.fullmatch(ply.code) else ""
        ply = ply._replace(code=code, source=source, target=target, number=ply.number + shift)
        readable.append((ply, _fitting(notes, ply.place, losses)))
    return readable


def _plain_square(text: str) -> str:
    match = _SQUARE.fullmatch(text)
    return "" if match is None else f"{int(match[1])},{int(match[2])}"


def _fitting(notes: Notes, place: str, losses: Losses) -> Notes:
    """Return one comment that is not empty, with clocks in the site's form, and two evaluation signs."""
    evaluation, comments, _ = notes
    if len(evaluation) > _LONGEST_JUDGEMENT:
        losses.add("evaluations", "an evaluation is cut to two characters", place)
        evaluation = evaluation[:_LONGEST_JUDGEMENT]
    said = [text for text in comments if text.strip()]
    losses.add("comments", "an empty comment is left out", place, count=len(comments) - len(said))
    losses.add("comments", "several comments on a move become one", place, count=len(said) > 1)
    if not said:
        return Notes(evaluation, ())
    text = " ".join(said)
    clocks = _CLOCK.sub(_site_clock, text)
    losses.add(
        "clocks", "a clock is written in the site's form, as in [%clk 0:09:56.7]", place, count=clocks != text
    )
    return Notes(evaluation, (clocks,))


def _site_clock(command: re.Match[str]) -> str:
    """Return a clock in tenths of a second, rounded up as on the site; one that is no time in parentheses."""
    if _SITE_CLOCK.fullmatch(command[1]):
        return command[0]
    clock = Clock.read(command[1].strip())
    if clock is None:
        return f"({command[0][1:-1]})"
    seconds, tenths = divmod(ceil(round(10 * clock.seconds, 3)), 10)
    return f"[%clk {seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}.{tenths}]"


# Apeiron


def _write_apeiron(game: Game[Position, Move], losses: Losses) -> Written:
    """Write the position and the moves in one line, as `position` of the engine's interface takes them."""
    headers = list_headers(game, losses)
    losses.add("headers", "a header is left out: Apeiron does not need it", count=len(headers))
    if game.start is None:
        losses.add("start", "the game does not say from which position it starts")
        return Written("", losses.listed())
    words = [_apeiron_setup(game.start.setup, losses)]
    lose_tree(game, losses)
    parts = _readable(list_parts(game, "none", losses), 0, losses)
    notes = sum(len(part[1].comments) + bool(part[1].evaluation) for part in parts)
    losses.add("comments", "a comment or an evaluation is left out", count=notes)
    moves = [
        f"{ply.source}>{ply.target}" + (f"={ply.promotion}" if ply.promotion else "") for ply, _ in parts
    ]
    words += ["|".join(moves)] if moves else []
    return Written(" ".join(words) + "\n", losses.listed())


def _apeiron_setup(start: Setup, losses: Losses) -> str:
    settings = start.settings
    kept = {square: piece for square, piece in start.pieces.items() if piece.color or piece.kind.neutral}
    losses.add("pieces", "a neutral piece is left out: Apeiron has none", count=len(start.pieces) - len(kept))
    if start.players not in ((Color.WHITE, Color.BLACK), (Color.BLACK, Color.WHITE)):
        losses.add("players", "Apeiron has two players, White and Black")
    several = any(len(entry.ranks) > 1 for entry in settings.promotions.values())
    losses.add("promotions", "further promotion ranks are left out: Apeiron has one", count=several)
    promotions = {
        side: Promotion(entry.ranks[:1], entry.kinds) for side, entry in settings.promotions.items()
    }
    goals = [settings.win_conditions(player) for player in sorted(set(start.players))]
    shared = tuple(goal for goal in dict.fromkeys(chain.from_iterable(goals)) if goal not in _UNKNOWN_GOALS)
    if any(set(wins) != set(shared) for wins in goals):
        losses.add("win conditions", "goals become one list: Apeiron has one for both players, and no koth")
    border = settings.border and Border(
        *(_apeiron_edge(edge, side) for side, edge in enumerate(settings.border))
    )
    losses.add("annotations", "an annotation is left out", count=len(settings.annotations))
    wins = dict.fromkeys(start.players, shared or DEFAULT_WINS)
    plain = replace(settings, promotions=promotions, wins=wins, border=border, annotations=())
    words = _write_setup(replace(start, pieces=kept, settings=plain), None, losses).split(" ")
    words[0] = start.players[0].letter
    return " ".join(words)


def _apeiron_edge(edge: int | None, side: int) -> int:
    """Return an edge of the border: left, right, bottom or top. Apeiron's own board ends there."""
    return edge if edge is not None else (1 if side % 2 else -1) * _APEIRON_EDGE
