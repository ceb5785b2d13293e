"""Optional arguments before a list of pieces, in any order, each at most once.

| argument       | example                              |
|----------------|--------------------------------------|
| players        | `w`, `b`, `w:b:r`                    |
| en passant     | `4,3`                                |
| move rule      | `0/100`                              |
| full move      | `11`                                 |
| promotion      | `(8;Q,R,N|1;n,b,am)`, `(8,17|1;q,r)` |
| border         | `-7,16,_,16`                         |
| win conditions | `koth`, `(checkmate|checkmate,koth)` |
| properties     | `{slideLimit: 7}`                    |
| annotations    | `Squares:1,2|-3,4`, `Rays:1,2>-1,-1` |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from hyperchess.errors import ParseError
from hyperchess.infinite.coordinates import Square, scan_integer, scan_natural, scan_square
from hyperchess.infinite.dimensions import MOST_BOARDS, PROPERTY, Dimensions
from hyperchess.infinite.pieces import DEFAULT_PROMOTIONS, KINDS, Color, Piece, PieceKind
from hyperchess.infinite.settings import (
    DEFAULT_WINS,
    WIN_CONDITIONS,
    Border,
    Json,
    MoveRule,
    Promotion,
    RuleSettings,
    Setup,
)
from hyperchess.infinite.syntax.properties import format_properties, scan_properties
from hyperchess.problems import Problems
from hyperchess.scanner import Scanner
from hyperchess.text import Problem, Span, quote

__all__ = ["Arguments", "format_arguments", "scan_arguments"]

T = TypeVar("T")
MAX_LIST = 1_000  # maximum number of ranks, pieces, conditions or players in a list

_PLAYER_OF_CODE = {color.letter: color for color in Color if color}
_SPACE = re.compile(r"\s*")
_END = r"(?=\s|$)"
_PLAYERS = re.compile(r"(?:bu|[wbryg])(?::(?:bu|[wbryg]))*" + _END)
_BORDER = re.compile(r"(?:-?[0-9]+|_)(?:,(?:-?[0-9]+|_)){3}" + _END)
_SQUARE = re.compile(r"-?[0-9]+,-?[0-9]+" + _END)
_MOVE_RULE = re.compile(r"[0-9]+/[0-9]+" + _END)
_FULL_MOVE = re.compile(r"[0-9]+" + _END)
_RANKS = re.compile(r"\(\s*[-0-9|;)]")
_PAREN = re.compile(r"\(")
_BRACE = re.compile(r"\{")
_WINS = re.compile(r"[a-z]+(?:,[a-z]+)*" + _END)
_ANNOTATION = re.compile(r"(?:Squares|Rays):[0-9,|>-]*" + _END)
_WORD = re.compile(r"[a-z]+")
_CODE = re.compile(r"[A-Za-z]+")
_EDGE = re.compile(r"_")
_COMMA = re.compile(r"\s*,\s*")
_SEMICOLON = re.compile(r"\s*;\s*")
_BAR = re.compile(r"\s*\|\s*")
_CLOSE = re.compile(r"\s*\)")
_TO_SPACE = re.compile(r"[^\s]*")
_TO_BRACE = re.compile(r"[^}]*\}*")
_TO_BRACKET = re.compile(r"[^\]\n]*\]?")
_PIECES = re.compile(r"[0-9]?[A-Za-z]+-?[0-9]")
_USUAL_RULES = RuleSettings()
_NO_PROMOTION = Promotion(())
_ENDLESS = Border(None, None, None, None)


@dataclass
class Arguments:
    """The arguments parsed so far; `setup` builds the value."""

    players: tuple[Color, ...] = (Color.WHITE, Color.BLACK)
    en_passant: Square | None = None
    move_rule: MoveRule | None = None
    full_move: int = 1
    promotions: tuple[Promotion, ...] = ()
    last_list: tuple[PieceKind, ...] | None = None  # the last list of promotion pieces
    wins: tuple[tuple[str, ...], ...] = ()
    border: Border | None = None
    properties: dict[str, Json] = field(default_factory=dict)
    checks_given: dict[Color, int] = field(default_factory=dict)
    annotations: list[str] = field(default_factory=list)
    spans: dict[str, Span] = field(default_factory=dict)

    @property
    def sides(self) -> tuple[Color, ...]:
        """The players in order of their numbers, each once: the order of `|` in an entry."""
        return tuple(sorted(set(self.players)))

    def settings(self, *, shared_list: bool = False) -> RuleSettings:
        """Return the rules that the arguments state.

        In the document a player without a list promotes to the usual pieces. With `shared_list`, as on the
        site, the last list holds for all players.
        """
        if not (self.promotions or self.wins or self.border or self.properties or self.annotations):
            return _USUAL_RULES
        parts = self.promotions
        if shared_list:
            kinds = self.last_list or DEFAULT_PROMOTIONS
            parts = tuple(Promotion(entry.ranks, kinds) for entry in parts)
            if any(entry.ranks for entry in parts):
                parts = tuple(entry if entry.ranks else _NO_PROMOTION for entry in parts)
        promotions = dict(zip(self.sides, parts, strict=False))
        wins = dict(zip(self.sides, self.wins * (1 if len(self.wins) != 1 else 9), strict=False))
        return RuleSettings(
            promotions={color: entry for color, entry in promotions.items() if entry != _NO_PROMOTION},
            wins={color: entry for color, entry in wins.items() if entry != DEFAULT_WINS},
            border=None if self.border == _ENDLESS else self.border,
            properties=self.properties,
            annotations=tuple(self.annotations),
        )

    def setup(self, pieces: Mapping[Square, Piece], settings: RuleSettings | None = None) -> Setup:
        """Return the setup with its pieces."""
        return Setup(
            pieces,
            self.players,
            self.en_passant,
            self.move_rule,
            self.full_move,
            self.settings() if settings is None else settings,
            self.checks_given,
        )


def scan_arguments(scanner: Scanner, problems: Problems) -> Arguments:
    """Parse all arguments at the scanner's position, up to the pieces (or other text)."""
    arguments = Arguments()
    scanner.take(_SPACE)
    while not scanner.at_end and not problems.full:
        start = scanner.offset
        try:
            if not _scan_argument(scanner, arguments):
                break
        except ParseError as error:
            problems.add(error.problem)
            _skip_argument(scanner, start)
        scanner.take(_SPACE)
    _check_sides(scanner, arguments, problems)
    return arguments


def _skip_argument(scanner: Scanner, start: int) -> None:
    """Skip an argument that could not be parsed."""
    scanner.offset = max(scanner.offset, start + 1)
    read = scanner.source.text[start : scanner.offset]
    brackets = {"{": ("}", _TO_BRACE), "[": ("]", _TO_BRACKET)}
    close, rest = brackets.get(read[0], ("", _TO_SPACE))
    if not close or read.count(read[0]) > read.count(close):  # else it was parsed to its end
        scanner.take(rest)


def _scan_argument(scanner: Scanner, arguments: Arguments) -> bool:
    """Parse one argument; return whether there was one."""
    text, start = scanner.source.text, scanner.offset
    for name, pattern, scan in _ARGUMENTS:
        if pattern.match(text, start):
            scan(scanner, arguments)
            if name in arguments.spans and name != "annotation":
                scanner.fail(f"a second {name}", code="argument", start=start)
            arguments.spans[name] = Span(start, scanner.offset)
            return True
    if _PIECES.match(text, start):
        return False
    word = scanner.take(_TO_SPACE) or ""
    if "|" in word and word[0].isalnum():
        scanner.offset = start
        return False
    hint = "arguments are player, en passant, move rule, full move, promotion, border, win condition, {...}"
    message = f"expected an argument or a list of pieces, found {quote(word)}"
    raise ParseError(scanner.problem(message, code="argument", hint=hint, start=start))


def _check_sides(scanner: Scanner, arguments: Arguments, problems: Problems) -> None:
    """Check that every entry with `|` has one part for each player."""
    if not (arguments.promotions or arguments.wins):
        return
    count = len(arguments.sides)
    for name, parts in (("promotion entry", arguments.promotions), ("win condition", arguments.wins)):
        if len(parts) not in (0, count) and not (name == "win condition" and len(parts) == 1):
            message = f"the {name} has {len(parts)} {'part' if len(parts) == 1 else 'parts'}, not {count}"
            hint = "one part for each player: White|Black, as in (8|1)"
            span = arguments.spans.get(name, Span(0, 0))
            problems.add(Problem(scanner.source, span, "argument", message, hint))


def _scan_players(scanner: Scanner, arguments: Arguments) -> None:
    start = scanner.offset
    codes = (scanner.take(_PLAYERS) or "").split(":")
    if len(codes) > MAX_LIST:
        scanner.fail(f"a list of players has at most {MAX_LIST} entries", code="limit")
    players = tuple(_PLAYER_OF_CODE[code] for code in codes)
    if len(players) == 1:
        if players[0] > Color.BLACK:
            hint = "w or b; or a list such as w:b:r"
            message = "one of more than two players needs a list of players"
            scanner.fail(message, code="argument", hint=hint, start=start)
        players = (players[0], Color.BLACK if players[0] is Color.WHITE else Color.WHITE)
    arguments.players = players


def _scan_en_passant(scanner: Scanner, arguments: Arguments) -> None:
    arguments.en_passant = scan_square(scanner)


def _scan_move_rule(scanner: Scanner, arguments: Arguments) -> None:
    count = scan_natural(scanner, "a number of half-moves")
    scanner.offset += 1
    arguments.move_rule = MoveRule(count, scan_natural(scanner, "a number of half-moves"))


def _scan_full_move(scanner: Scanner, arguments: Arguments) -> None:
    arguments.full_move = scan_natural(scanner, "a full move number")


def _scan_border(scanner: Scanner, arguments: Arguments) -> None:
    start = scanner.offset
    edges: list[int | None] = []
    for index in range(4):
        scanner.offset += index > 0
        edges.append(None if scanner.take(_EDGE) else scan_integer(scanner, "an edge"))
    left, right, bottom, top = edges
    for low, high in ((left, right), (bottom, top)):
        if low is not None and high is not None and low > high:
            hint = "a border is left,right,bottom,top"
            scanner.fail("the border has no square inside", code="argument", hint=hint, start=start)
    arguments.border = Border(left, right, bottom, top)


def _scan_promotions(scanner: Scanner, arguments: Arguments) -> None:
    scanner.offset += 1
    arguments.promotions = _scan_sides(scanner, lambda scanner: _scan_promotion_side(scanner, arguments))


def _scan_promotion_side(scanner: Scanner, arguments: Arguments) -> Promotion:
    ranks: list[int] = []
    if scanner.peek() in ("-", *"0123456789"):
        ranks = _scan_list(scanner, lambda: scan_integer(scanner, "a rank"))
    kinds: tuple[PieceKind, ...] = DEFAULT_PROMOTIONS
    if scanner.take(_SEMICOLON) is not None:
        kinds = tuple(dict.fromkeys(_scan_list(scanner, lambda: _scan_kind(scanner))))
        arguments.last_list = kinds
    return Promotion(tuple(sorted(set(ranks))), kinds)


def _scan_kind(scanner: Scanner) -> PieceKind:
    start = scanner.offset
    code = scanner.expect(_CODE, "a piece such as Q", code="piece")
    kind = KINDS.get(code.lower())
    if kind is None:
        hint = f"the pieces are {' '.join(KINDS)}"
        scanner.fail(f"unknown piece {quote(code)}", code="piece", hint=hint, start=start)
    if kind.is_pawn or kind.neutral:
        scanner.fail(f"nothing promotes to a {kind.name}", code="piece", start=start)
    return kind


def _scan_win_sides(scanner: Scanner, arguments: Arguments) -> None:
    scanner.offset += 1
    arguments.wins = _scan_sides(scanner, _scan_conditions)


def _scan_wins(scanner: Scanner, arguments: Arguments) -> None:
    arguments.wins = (_scan_conditions(scanner),)


def _scan_conditions(scanner: Scanner) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_scan_list(scanner, lambda: _scan_condition(scanner))))


def _scan_condition(scanner: Scanner) -> str:
    start = scanner.offset
    word = scanner.expect(_WORD, "a win condition such as checkmate", code="win-condition")
    if word not in WIN_CONDITIONS:
        hint = f"the conditions are {', '.join(WIN_CONDITIONS)}; the players w and b"
        scanner.fail(f"unknown win condition {quote(word)}", code="win-condition", hint=hint, start=start)
    return word


def _scan_properties(scanner: Scanner, arguments: Arguments) -> None:
    start = scanner.offset
    properties = scan_properties(scanner)
    limit = properties.get("slideLimit")
    endless = limit is None or limit == float("inf")
    if not endless and (isinstance(limit, bool) or not isinstance(limit, int) or limit < 1):
        message = "slideLimit is a whole number from 1, or Infinity"
        scanner.fail(message, code="properties", start=start)
    if PROPERTY in properties and Dimensions.read(properties[PROPERTY]) is None:
        hint = "as in {columns: 4, rows: 4, side: 4, strongKings: false, strongPawns: true}"
        message = (
            f"{PROPERTY} has columns, rows and side from 2 to {MOST_BOARDS}, strongKings and strongPawns"
        )
        scanner.fail(message, code="properties", hint=hint, start=start)
    if "checksGiven" in properties:
        arguments.checks_given = _checks_given(scanner, properties.pop("checksGiven"), start)
    arguments.properties = properties


def _checks_given(scanner: Scanner, value: Json, start: int) -> dict[Color, int]:
    if isinstance(value, Mapping) and all(
        code in _PLAYER_OF_CODE and isinstance(count, int) and not isinstance(count, bool) and count >= 0
        for code, count in value.items()
    ):
        counts = {_PLAYER_OF_CODE[code]: count for code, count in value.items() if isinstance(count, int)}
        return {color: count for color, count in counts.items() if count}
    message, hint = "checksGiven is a number of checks for each player", "as in {checksGiven: {w: 1, b: 2}}"
    raise ParseError(scanner.problem(message, code="properties", hint=hint, start=start))


def _scan_annotation(scanner: Scanner, arguments: Arguments) -> None:
    if len(arguments.annotations) >= MAX_LIST:
        scanner.fail(f"there are at most {MAX_LIST} annotations", code="limit")
    arguments.annotations.append(scanner.take(_ANNOTATION) or "")


def _scan_sides(scanner: Scanner, scan: Callable[[Scanner], T]) -> tuple[T, ...]:
    """Parse the parts of an entry in parentheses, separated by `|`, after the opening parenthesis."""
    scanner.take(_SPACE)
    sides = [scan(scanner)]
    while scanner.take(_BAR) is not None:
        if len(sides) == MAX_LIST:
            scanner.fail(f"an entry has at most {MAX_LIST} parts", code="limit")
        sides.append(scan(scanner))
    scanner.expect(_CLOSE, "'|' or ')'", code="argument")
    return tuple(sides)


def _scan_list(scanner: Scanner, scan: Callable[[], T]) -> list[T]:
    """Parse entries separated by commas."""
    entries = [scan()]
    while scanner.take(_COMMA) is not None:
        if len(entries) == MAX_LIST:
            scanner.fail(f"a list has at most {MAX_LIST} entries", code="limit")
        entries.append(scan())
    return entries


_ARGUMENTS: tuple[tuple[str, re.Pattern[str], Callable[[Scanner, Arguments], None]], ...] = (
    ("list of players", _PLAYERS, _scan_players),
    ("border", _BORDER, _scan_border),
    ("en passant square", _SQUARE, _scan_en_passant),
    ("move rule", _MOVE_RULE, _scan_move_rule),
    ("full move number", _FULL_MOVE, _scan_full_move),
    ("promotion entry", _RANKS, _scan_promotions),
    ("win condition", _PAREN, _scan_win_sides),
    ("win condition", _WINS, _scan_wins),
    ("set of properties", _BRACE, _scan_properties),
    ("annotation", _ANNOTATION, _scan_annotation),
)


def format_arguments(setup: Setup, settings: RuleSettings, *, full: bool, lists: bool) -> list[str]:
    """Format the arguments in the order of the table above; without `full` only those that matter."""
    players = setup.players
    words = []
    if players in ((Color.WHITE, Color.BLACK), (Color.BLACK, Color.WHITE)):
        if full or players != (Color.WHITE, Color.BLACK):
            words.append(players[0].letter)
    else:
        words.append(":".join(player.letter for player in players))
    if setup.en_passant is not None:
        words.append(str(setup.en_passant))
    if setup.move_rule is not None:
        words.append(str(setup.move_rule))
    if full or setup.full_move != 1:
        words.append(str(setup.full_move))
    sides = sorted(set(players))
    if settings.promotions:
        # The first player's list, in capitals, shows that the lists do not hold for all players.
        first = settings.find_promotion(sides[0])
        others = (settings.find_promotion(side) for side in sides[1:])
        usual = first is not None and first.kinds == DEFAULT_PROMOTIONS
        lists = lists or (usual and any(entry and entry.kinds != DEFAULT_PROMOTIONS for entry in others))
        words.append(
            "(" + "|".join(_format_promotion(settings, side, lists, side is sides[0]) for side in sides) + ")"
        )
    if settings.border is not None:
        words.append(str(settings.border))
    goals = [",".join(settings.win_conditions(side)) for side in sides]
    if len(set(goals)) > 1:
        words.append("(" + "|".join(goals) + ")")
    elif full or goals[0] != "checkmate":
        words.append(goals[0])
    properties = dict(settings.properties)
    if setup.checks_given:
        properties["checksGiven"] = {color.letter: count for color, count in setup.checks_given.items()}
    if properties:
        words.append(format_properties(properties))
    return [*words, *settings.annotations]


def _format_promotion(settings: RuleSettings, color: Color, lists: bool, capital: bool) -> str:
    promotion = settings.promotions.get(color)
    if promotion is None:
        return ""
    ranks = ",".join(map(str, promotion.ranks))
    if not lists and promotion.kinds == DEFAULT_PROMOTIONS:
        return ranks
    codes = [kind.code.upper() if capital else kind.code for kind in promotion.kinds]
    return f"{ranks};{','.join(codes)}"
