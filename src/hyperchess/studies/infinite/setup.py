"""Position setup for infinite chess: from an editor's pieces, or a position text.

>>> made = compose([PlacedPiece("king", "white", "0", "0"), PlacedPiece("royal-queen", "black", "9", "9")])
>>> made.text, made.position is not None
('K0,0|rq9,9', True)
>>> [finding.message for finding in compose([PlacedPiece("dragon", "white", "0", "x")]).findings]
["there is no piece 'dragon' in infinite chess", "'0,x' is not a square: coordinates are decimal numbers"]
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Annotated, Literal, NamedTuple

from hyperchess.infinite import Color, Position, Square, start
from hyperchess.infinite.coordinates import MAX_DIGITS
from hyperchess.infinite.pieces import KINDS, PIECE_OF_TEXT, Piece, PieceKind, find_piece
from hyperchess.infinite.settings import Border, Promotion, RuleSettings, Setup
from hyperchess.infinite.syntax.text import format_setup, read_setup
from hyperchess.picture.pieces import piece_symbol
from hyperchess.ruleset import GameKind
from hyperchess.studies.data import to_data
from hyperchess.studies.fields import Coordinate, Field, Name, Text, Word, tag
from hyperchess.studies.infinite.positions import PositionView, view_position
from hyperchess.studies.infinite.squares import player_name
from hyperchess.studies.views import Finding
from hyperchess.text import Severity, Source, quote

__all__ = [
    "MOST_PIECES",
    "Made",
    "PlacedPiece",
    "SetupRequest",
    "SetupView",
    "compose",
    "of_text",
    "view_setup",
]

MOST_PIECES = 50_000
_MOST_FINDINGS = 100
_NUMBER = re.compile(rf"-?[0-9]{{1,{MAX_DIGITS}}}")
_KIND_OF_SYMBOL = {piece_symbol(kind): kind for kind in KINDS.values()}
_COLORS = {player_name(color): color for color in Color}


class PlacedPiece(NamedTuple):
    """A piece in the editor: the name of its drawing, its owner, its square, its special right."""

    symbol: str
    owner: str
    x: str
    y: str
    special: bool = False


@dataclass(frozen=True, slots=True)
class Made:
    """The result; without a position there is an error among the findings."""

    text: str
    position: Position | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Edges:
    """The outermost squares; `None` where the board is unbounded."""

    left: Coordinate | None = None
    right: Coordinate | None = None
    bottom: Coordinate | None = None
    top: Coordinate | None = None


@dataclass(frozen=True, slots=True)
class SetupRequest:
    """The content of the editor: pieces of infinite chess, or a position text, or the name of a variant."""

    variant: Name | None = None
    text: Text | None = None
    pieces: Annotated[
        tuple[tuple[Word, Word, Coordinate, Coordinate, Literal[0, 1]], ...] | None,
        Field("Symbol, owner, x, y, special right.", max_length=MOST_PIECES),
    ] = None
    base: Annotated[Text, Field("Position text; its rules apply unless overridden.")] = ""
    player: Word | None = None
    players: Annotated[tuple[Word, ...] | None, Field(max_length=100)] = None
    promotion_ranks: dict[Word, Annotated[tuple[Coordinate, ...], Field(max_length=100)]] | None = None
    border: Edges | None = None
    game: Literal[GameKind.INFINITE] = tag(GameKind.INFINITE)

    def view(self) -> SetupView:
        """Return the result."""
        if self.variant is not None:
            return view_setup(of_text(start(self.variant).text()))
        if self.text is not None:
            return view_setup(of_text(self.text))
        return view_setup(
            compose(
                [PlacedPiece(*piece[:4], bool(piece[4])) for piece in self.pieces or ()],
                base=self.base,
                player=self.player,
                players=self.players,
                promotion_ranks=self.promotion_ranks,
                border=None if self.border is None else to_data(self.border),
            )
        )


@dataclass(frozen=True, slots=True)
class SetupView:
    """The position as text, and for the board."""

    text: str
    problems: tuple[Finding, ...]
    position: PositionView | None


def view_setup(made: Made) -> SetupView:
    """Return the result for the editor."""
    position = None if made.position is None else view_position(made.position, "")
    return SetupView(made.text, made.findings, position)


def of_text(text: str) -> Made:
    """Parse a position text, and report all problems."""
    setup, problems = read_setup(Source(text))
    findings = tuple(
        Finding(f"{problem.line}:{problem.column}: {problem.message}", problem.hint, problem.severity.value)
        for problem in islice(problems, _MOST_FINDINGS)
    )
    if setup is None or any(problem.severity is Severity.ERROR for problem in problems):
        return Made(text, None, findings)
    return Made(format_setup(setup), Position.of(setup), findings)


def compose(
    pieces: Sequence[PlacedPiece],
    *,
    base: str = "",
    player: str | None = None,
    players: Sequence[str] | None = None,
    promotion_ranks: Mapping[str, Sequence[str]] | None = None,
    border: Mapping[str, str | None] | None = None,
) -> Made:
    """Build a position from pieces. Missing options are taken from the position text `base`, if given."""
    findings: list[Finding] = []
    if not 1 <= len(pieces) <= MOST_PIECES:
        message = f"a position that is edited has 1 to {MOST_PIECES:,} pieces, not {len(pieces):,}"
        return Made("", None, (Finding(message),))
    setup = _base(base, findings)
    placed = _placed(pieces, findings)
    order = _order(setup.players, player, players, findings)
    settings = setup.settings
    if promotion_ranks is not None:
        settings = replace(settings, promotions=_promotions(settings, promotion_ranks, findings))
    if border is not None:
        settings = replace(settings, border=_border(border, findings))
    if findings:
        return Made("", None, tuple(findings[:_MOST_FINDINGS]))
    made = replace(setup, pieces=placed, players=order, settings=settings, en_passant=None)
    return of_text(format_setup(made))  # its reader finds the problems of the whole


def _base(text: str, findings: list[Finding]) -> Setup:
    if not text:
        return Setup({})
    setup, problems = read_setup(Source(text))
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    findings += (Finding(f"base: {problem.message}", problem.hint) for problem in errors)
    return setup or Setup({})


def _placed(pieces: Sequence[PlacedPiece], findings: list[Finding]) -> dict[Square, Piece]:
    placed: dict[Square, Piece] = {}
    for entry in pieces:
        piece = _piece(entry, findings)
        square = _square(entry.x, entry.y, findings)
        if square is not None and square in placed:
            findings.append(Finding(f"a second piece on {quote(str(square))}"))
        if square is not None and piece is not None:
            placed[square] = piece
    return placed


def _piece(entry: PlacedPiece, findings: list[Finding]) -> Piece | None:
    kind: PieceKind | None = _KIND_OF_SYMBOL.get(entry.symbol)
    owner = _COLORS.get(entry.owner)
    if kind is None:
        findings.append(Finding(f"there is no piece {quote(entry.symbol)} in infinite chess"))
    elif owner is None:
        findings.append(_no_player(entry.owner))
    elif kind.neutral and owner:
        findings.append(Finding(f"a piece of the kind {kind.name} has no owner: use 'neutral'"))
    else:
        piece = find_piece(kind, owner)
        return PIECE_OF_TEXT[piece.text + "+"] if entry.special and owner else piece
    return None


def _square(x: str, y: str, findings: list[Finding]) -> Square | None:
    if _NUMBER.fullmatch(x) and _NUMBER.fullmatch(y):
        return Square(int(x), int(y))
    findings.append(Finding(f"{quote(f'{x},{y}')} is not a square: coordinates are decimal numbers"))
    return None


def _order(
    before: tuple[Color, ...], player: str | None, players: Sequence[str] | None, findings: list[Finding]
) -> tuple[Color, ...]:
    """Return the players in the order of play; the player to move comes first."""
    order = before
    if players is not None:
        known = [_COLORS.get(name, Color.NEUTRAL) for name in players]
        findings += (
            _no_player(name) for name, color in zip(players, known, strict=True) if color is Color.NEUTRAL
        )
        order = tuple(known) or before
    if player is None:
        return order
    first = _COLORS.get(player)
    if first not in order:
        findings.append(Finding(f"{quote(player)} is not one of the players"))
        return order
    place = order.index(first)
    return order[place:] + order[:place]


def _promotions(
    settings: RuleSettings, ranks: Mapping[str, Sequence[str]], findings: list[Finding]
) -> dict[Color, Promotion]:
    promotions: dict[Color, Promotion] = {}
    for name, texts in ranks.items():
        color = _COLORS.get(name)
        numbers = [_integer(text, findings) for text in texts]
        if color is None or color is Color.NEUTRAL:
            findings.append(_no_player(name))
        elif numbers:
            kinds = settings.promotions[color].kinds if color in settings.promotions else Promotion(()).kinds
            promotions[color] = Promotion(tuple(numbers), kinds)
    return promotions


def _border(edges: Mapping[str, str | None], findings: list[Finding]) -> Border | None:
    values = [edges.get(name) for name in Border._fields]
    border = Border(*(None if value is None else _integer(value, findings) for value in values))
    return border if any(edge is not None for edge in border) else None


def _integer(text: str, findings: list[Finding]) -> int:
    if _NUMBER.fullmatch(text):
        return int(text)
    findings.append(Finding(f"{quote(text)} is not a decimal number"))
    return 0


def _no_player(name: str) -> Finding:
    return Finding(f"there is no player {quote(name)}", "white, black, red, blue, yellow or green")
