"""Parser of the text of one move, in every long and short form: a pattern, and the marks of the text.

>>> move = scan_move(Scanner(Source("(-1T4)Nc3>>x(0T2)c3+~")))
>>> move.pattern.piece, move.jump, move.capture, move.mark, move.moves_present
('N', '>>', True, '+', True)
>>> str(move.pattern.timeline), move.pattern.turn, str(move.pattern.to_timeline), move.pattern.to_turn
('-1', 4, '0', 2)

The rules are not used here: `shorthand` finds the move in a position.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

from hyperchess.lazy_pattern import lazy_pattern
from hyperchess.multiverse.coordinates import Color, Timeline, read_number
from hyperchess.multiverse.memo import Memo
from hyperchess.multiverse.moves import MoveKind, MovePattern
from hyperchess.multiverse.pieces import find_kind
from hyperchess.scanner import Scanner
from hyperchess.text import Source, Span, quote

__all__ = ["BOARD_PATTERN", "MOVE_PATTERN", "MoveText", "Offset", "move_pattern", "read_move", "scan_move"]

# Long optional parts are written as an alternative to nothing, because `re` is slow at repeating groups.
BOARD_PATTERN = (
    r"\((?=[^()]*[0-9])\s*(?:L?\s*(?P<line{0}>[+-]?[0-9]+)|)"
    r"\s*(?:T\s*(?P<turn{0}>[+-]?[0-9]+)|)\s*(?P<color{0}>[wb])?\s*\)"
)
"""The regular expression of a board coordinate; either half may be omitted."""

_PIECE = r"BR|CK|RQ|PR|[PWKCQYSNRBUD]"
_DIFFERENCE = r"=|[+-][0-9]+"
# Branched 5DPGN, later grammar: a target board relative to the source, as in $(L+1 T-2).
_RELATIVE = rf"\$\((?=[LT=+-])\s*(?:L?\s*(?P<lines>{_DIFFERENCE})|)\s*(?:T\s*(?P<turns>{_DIFFERENCE})|)\s*\)"


def move_pattern(board: str = BOARD_PATTERN, gap: str = r"\s?") -> str:
    """Return the regular expression of a move, in verbose form; `scan_move` reads its groups.

    `board` is the expression of a board coordinate, with `{0}` in its group names; `gap` is allowed after the
    first coordinate.
    """
    return rf"""
    (?:{board.format(1)}{gap}|)
    (?:
        (?P<castling>[O0]-[O0](?:-[O0]|))
      |
        (?:(?P<piece>{_PIECE})|)
        (?:(?P<file>[a-wyz]|x(?=x|[1-9][0-9]?[a-z>(]))|)(?:(?P<rank>[1-9][0-9]?)|)
        (?P<early_capture>x)?
        (?:(?P<jump>>>?)|)
        (?P<capture>x)?
        (?:{board.format(2)}|{_RELATIVE}|)
        (?P<late_capture>x)?
        (?P<to_file>[a-z])(?P<to_rank>[1-9][0-9]?)
        (?P<equals>=)?(?:(?P<promotion>{_PIECE})|)
    )
    (?P<mark>[+*\#])?
    (?P<present>~)?
    (?P<late_mark>[+*\#])?
    (?:(?P<evaluation>[!?]{{1,2}})|)
    """


MOVE_PATTERN = move_pattern()
"""The regular expression of a move; blanks are allowed in its boards."""

_MOVE = lazy_pattern(MOVE_PATTERN, re.VERBOSE)


class Offset(NamedTuple):
    """The offset from the source board to the target board; `None` for a part that the text omits."""

    timelines: int | None
    turns: int | None


@dataclass(frozen=True, slots=True)
class MoveText:
    """A move as written: the pattern that it must fit, and its marks, which may be wrong."""

    pattern: MovePattern
    span: Span
    jump: str = ""
    capture: bool = False
    mark: str = ""
    moves_present: bool = False
    evaluation: str = ""
    color: Color | None = None
    offset: Offset | None = None  # if the target board is written relative to the source


def scan_move(scanner: Scanner) -> MoveText:
    """Parse one move; parts that the rules can determine may be missing."""
    start = scanner.offset
    match = _MOVE.match(scanner.source.text, start)
    if match is None:
        scanner.fail(
            "expected a move such as e4, Nf3 or (0T4)Qg5>>(0T2)g3",
            code="move",
            hint="a square is a file a to z and a rank from 1",
        )
    scanner.offset = match.end()
    color = match["color1"] or match["color2"]
    pattern = _castling(scanner, match) if match["castling"] else _pattern(scanner, match)
    return MoveText(
        pattern=pattern,
        span=Span(start, match.end()),
        jump=match["jump"] or "",
        capture=any(match[name] for name in ("early_capture", "capture", "late_capture")),
        mark=match["mark"] or match["late_mark"] or "",
        moves_present=match["present"] is not None,
        evaluation=match["evaluation"] or "",
        color=Color("wb".index(color)) if color else None,
        offset=_offset(scanner, match),
    )


def read_move(text: str) -> MoveText:
    """Parse a text that is exactly one move. Results are cached, because games repeat the same texts."""
    return _READ[text]


def _read_move(text: str) -> MoveText:
    scanner = Scanner(Source(text))
    move = scan_move(scanner)
    if not scanner.at_end:
        scanner.fail(f"expected the end of the text, found {quote(text[scanner.offset :])}", code="move")
    return move


_READ = Memo(_read_move)


def _castling(scanner: Scanner, match: re.Match[str]) -> MovePattern:
    """Return the pattern: O-O is towards the last file, O-O-O towards file a, wherever the king is."""
    return MovePattern(
        timeline=_timeline(scanner, match, "line1"),
        turn=_turn(scanner, match, "turn1"),
        piece="K",
        kind=MoveKind.PHYSICAL,
        castling=1 if len(match["castling"]) == 3 else -1,
    )


def _pattern(scanner: Scanner, match: re.Match[str]) -> MovePattern:
    timeline, turn = _timeline(scanner, match, "line1"), _turn(scanner, match, "turn1")
    to_timeline, to_turn = _timeline(scanner, match, "line2"), _turn(scanner, match, "turn2")
    piece, promotion = match["piece"], match["promotion"]
    kind = _kind(match["jump"], to_timeline, to_turn)
    if match["lines"] or match["turns"]:
        kind = MoveKind(match["jump"]) if match["jump"] and not (match["lines"] and match["turns"]) else None
    return MovePattern(
        timeline=timeline,
        turn=turn,
        piece=_letter(piece) if piece else None,
        file=_file(match["file"]),
        rank=_rank(match["rank"]),
        kind=kind,
        to_timeline=to_timeline,
        to_turn=to_turn,
        to_file=_file(match["to_file"]),
        to_rank=_rank(match["to_rank"]),
        promotion=_letter(promotion) if promotion else None,
    )


def _kind(jump: str | None, to_timeline: Timeline | None, to_turn: int | None) -> MoveKind | None:
    """Return the kind that the text states; a target board written in full takes precedence.

    Raw notation writes `>` in every move, even on one board, and always both boards.
    """
    if to_timeline is not None and to_turn is not None:
        return None
    if jump:
        return MoveKind(jump)
    return None if to_timeline is not None or to_turn is not None else MoveKind.PHYSICAL


def _letter(name: str) -> str:
    kind = find_kind(name)
    assert kind is not None
    return kind.letter


def _timeline(scanner: Scanner, match: re.Match[str], group: str) -> Timeline | None:
    text = match[group]
    if text is None:
        return None
    if text in ("-0", "+0"):
        return Timeline(1 if text == "+0" else -1)
    return Timeline.of(read_number(scanner, Span(*match.span(group)), "timeline"))


def _turn(scanner: Scanner, match: re.Match[str], group: str) -> int | None:
    return None if match[group] is None else read_number(scanner, Span(*match.span(group)), "turn")


def _offset(scanner: Scanner, match: re.Match[str]) -> Offset | None:
    if not match["lines"] and not match["turns"]:
        return None
    return Offset(
        _difference(scanner, match, "lines", "timeline"), _difference(scanner, match, "turns", "turn")
    )


def _difference(
    scanner: Scanner, match: re.Match[str], group: str, what: Literal["timeline", "turn"]
) -> int | None:
    text = match[group]
    if not text:
        return None
    return 0 if text == "=" else read_number(scanner, Span(*match.span(group)), what)


def _file(text: str | None) -> int | None:
    return None if text is None else ord(text) - ord("a")


def _rank(text: str | None) -> int | None:
    return None if text is None else int(text) - 1
