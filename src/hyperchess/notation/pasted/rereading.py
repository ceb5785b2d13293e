"""Second reading of a short text that has errors, without what surrounds the game.

The second reading counts only if it has fewer errors. If several readings are possible, the text has an error
that names them: a game is never guessed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from hyperchess import multiverse
from hyperchess.game import AnyGame
from hyperchess.lazy_pattern import lazy_pattern
from hyperchess.notation.pasted import is_error
from hyperchess.notation.pasted.markup import remove_headings, remove_markup
from hyperchess.notation.pasted.mask import Mask
from hyperchess.notation.pasted.titles import Title, settle_titles, take_titles, titles_of_games
from hyperchess.notation.pasted.words import CASTLING_WORD, remove_words, translations
from hyperchess.notation.pgn5d.parser import parse_games
from hyperchess.notation.registry import Notation, recognise
from hyperchess.notation.text5d.header_text import BOARD, DECISIVE_KEYS, match_header
from hyperchess.notation.text5d.resolve import resolve
from hyperchess.notation.text5d.syntax import HeaderSyntax
from hyperchess.ruleset import GameKind
from hyperchess.rulesets import AnyPosition
from hyperchess.text import Problem, Severity, Source, Span, quote

__all__ = ["read_without_surroundings"]

_PGN5D = frozenset(("shad", "branched", "shad-first", "raw"))
_ICN = frozenset(("icn", "icn-legacy", "icn-site"))
_NO_HEADER = "[V:]"  # in the place of a title that names a variant, since a header may begin a game of ICN
_MOST_READINGS = 16
_MOST_CASTLINGS = 2  # castlings without a side, each of which is read both ways
_BRACKETS = lazy_pattern(r"\[")
_MESSAGES = {
    "fence": "the signs of a code block are left out",
    "around": "the text around the game is left out",
    "quote": "the signs of a quotation are left out",
    "message": "the heads of messages are left out",
    "tag": "HTML is read as the characters that it stands for",
    "escape": "the backslashes of Markdown are left out",
    "mention": "mentions and links are left out",
    "markup": "the signs of Markdown are left out",
    "letters": "letters of another alphabet are read as the Latin ones that they look like",
    "struck": "what is struck through is left out",
    "words": "words between the moves are left out",
    "clock": "times and evaluations between the moves are left out",
    "spelling": "names of players, pieces and boards are read as 5DPGN writes them",
    "separator": "';' between moves is left out",
    "comment": "words in parentheses are read as a comment",
    "result": "the result is written in words",
    "castling": "castling is written in words",
}
# After these, wrong turn numbers are errors.
_UNCERTAIN = (
    "words",
    "spelling",
    "around",
    "message",
    "struck",
)


@dataclass(frozen=True, slots=True)
class _Reading:
    """The games of one reading, its text, and the language of its piece letters, unless it is English."""

    mask: Mask
    games: list[AnyGame]
    language: str = ""
    rival: _Reading | None = None  # another reading without errors

    @property
    def errors(self) -> int:
        return _count_errors(self.games)

    @property
    def actions(self) -> list[list[object]]:
        return [[node.action for node in game.main_line] for game in self.games]


def read_without_surroundings(
    source: Source, games: Sequence[AnyGame], named: Notation | None, start: AnyPosition | None
) -> list[AnyGame] | None:
    """Return the games of a text without what surrounds them; `None` if `games` are better or as good."""
    notation = named or recognise(source.text, None if start is None else start.kind)
    if notation is not None and notation.shape:  # JSON
        return None
    found = _best(source, named, start)
    if found is None:
        return None
    errors = _count_errors(games)
    if found.errors >= errors and (found.errors or errors):
        return None
    for game in found.games:
        game.problems = tuple(replace(problem, source=source) for problem in game.problems)
    _report(source, found)
    if found.rival is not None:
        _report_rivals(source, found, found.rival)
    return found.games


def _count_errors(games: Sequence[AnyGame]) -> int:
    return sum(is_error(problem) for game in games for problem in game.problems)


def _best(source: Source, named: Notation | None, start: AnyPosition | None) -> _Reading | None:
    """Return the best reading without the text around the game; 5DPGN is also read without stray words."""
    kind = None if start is None else start.kind
    mask = Mask(source.text)
    remove_markup(mask)
    titles = take_titles(mask)
    remove_headings(mask)
    first = named or recognise(mask.text, kind)
    if first is None or first.name in _PGN5D:
        return None if kind is GameKind.INFINITE else _best_5dpgn(source, mask, titles, start, is_other=False)
    other = None
    if mask.text != source.text:
        read = _read_icn if first.name in _ICN else _read_other
        other = _Reading(mask, read(mask, first, titles, start))
    if (
        named is not None
        or GameKind.MULTIVERSE not in first.kinds
        or (other is not None and not other.errors)
    ):
        return other
    found = _best_5dpgn(
        source, mask, titles, start, is_other=True
    )  # the detection may have been misled by the words
    return other if found is None or found.errors else found


def _best_5dpgn(
    source: Source, mask: Mask, titles: list[Title], start: AnyPosition | None, *, is_other: bool
) -> _Reading | None:
    """Return the only reading without errors, or the one in English; with a rival if there are several.

    `is_other`: the first reading took the text for another notation.
    """
    words = mask.copy()
    remove_words(words)
    if recognise(words.text, GameKind.MULTIVERSE) is None:
        return None
    texts = list(_castlings(words))
    readings = [_read(each, titles, start) for each in texts if is_other or each.text != source.text]
    good = [reading for reading in readings if not reading.errors]
    if not good:
        translated = (
            (Mask(text, each.notes), name) for each in texts for name, text in translations(each.text)
        )
        found = [_read(each, titles, start, name) for each, name in islice(translated, _MOST_READINGS)]
        good = [reading for reading in found if not reading.errors]
    if not good:
        return readings[0] if readings else None
    rivals = (reading for reading in good[1:] if reading.actions != good[0].actions)
    return replace(good[0], rival=next(rivals, None))


def _castlings(mask: Mask) -> Iterator[Mask]:
    """Yield the text with each side for castlings in words that name none."""
    found = list(CASTLING_WORD.finditer(mask.text))
    if len(found) > _MOST_CASTLINGS:
        found = []
    for sides in product(("O-O", "O-O-O"), repeat=len(found)):
        new = mask.copy()
        for match, side in zip(found, sides, strict=True):
            new.put(*match.span(), side, "castling")
        yield new


def _read_icn(mask: Mask, _: Notation, titles: Sequence[Title], start: AnyPosition | None) -> list[AnyGame]:
    """Read ICN without its titles; their headers decide the start."""
    from hyperchess.infinite import Position
    from hyperchess.notation.icn import parser, resolve, syntax

    position = start if isinstance(start, Position) else None
    text = mask.copy()
    end = 0
    for title in titles:
        if "Board" in title.headers and (not end or mask.text[end : title.span.start].strip()):
            text.put(title.span.start, title.span.end, _NO_HEADER, "title")
            end = title.span.end
    source = Source(text.text)
    found = list(parser.parse_games(source))
    parted = titles_of_games(titles, text.text, [game.start for game in found])
    problems = []
    for game, own in zip(found, parted, strict=True):
        spans = {title.span.start for title in own}
        game.headers = [header for header in game.headers if header.span.start not in spans]
        given = {header.key: header.value for header in game.headers}
        boards = None if start is None and game.pieces is None else ()
        settled = settle_titles(source, own, given, GameKind.INFINITE, boards=boards)
        game.headers += (syntax.HeaderSyntax(*header, False) for header in settled.headers)
        problems.append(settled.problems)
    games: list[AnyGame] = [*resolve.resolve_all(found, source, position)]
    for read, told in zip(games, problems, strict=True):
        _add([read], told)
    return games


def _read_other(
    mask: Mask, notation: Notation, titles: Sequence[Title], start: AnyPosition | None
) -> list[AnyGame]:
    """Read a text without its titles in a notation without headers of its own, and add theirs."""
    source = Source(mask.text)
    games = [*notation.read(source, start=start)]
    bounds = () if notation.boundaries is None else notation.boundaries(source.text, True)
    starts = [0, *(boundary.start for boundary in bounds)]
    for game, own in zip(games, titles_of_games(titles, source.text, starts), strict=False):
        boards = () if game.start is not None else None
        settled = settle_titles(source, own, game.headers, game.kind, boards=boards)
        game.headers |= {key: value for key, value, _ in settled.headers}
        _add([game], settled.problems)
    return games


def _read(mask: Mask, titles: Sequence[Title], start: AnyPosition | None, language: str = "") -> _Reading:
    """Read 5DPGN without repairs; a wrong turn number is an error if words were left out."""
    source = Source(mask.text)
    position = start if isinstance(start, multiverse.Position) else None
    games: list[AnyGame] = []
    found = parse_games(source)
    parted = titles_of_games(titles, mask.text, [syntax.start for syntax in found])
    for syntax, own in zip(found, parted, strict=True):
        given = {header.key: header.value for header in syntax.headers}
        boards = ["".join(syntax.text(board).split()) for board in syntax.boards]
        is_given = start is not None or boards
        settled = settle_titles(source, own, given, GameKind.MULTIVERSE, boards=boards if is_given else None)
        syntax.headers += (HeaderSyntax(*header) for header in settled.headers)
        games.append(resolve(syntax, start=position, repair=False))
        _add(games[-1:], settled.problems)
        syntax.take_apart()
    if any(kind in mask.notes for kind in _UNCERTAIN):
        for game in games:
            game.problems = tuple(map(_judge_serial, game.problems))
    return _Reading(mask, games, language)


def _judge_serial(problem: Problem) -> Problem:
    is_wrong = problem.code == "serial" and problem.severity is Severity.WARNING
    return replace(problem, severity=Severity.ERROR) if is_wrong else problem


def _report_rivals(source: Source, first: _Reading, other: _Reading) -> None:
    """Report that the text has two meanings."""
    if first.language:
        message = f"the piece letters fit {first.language} and {other.language}, which give different games"
    else:
        message = "castling to either side is possible"
    note = first.mask.notes.get("castling")
    span = note.span if note is not None and not first.language else Span(0, 0)
    hint = "use the piece letters K, Q, R, B and N" if first.language else "write O-O or O-O-O"
    _add(first.games, [Problem(source, span, "pasted", message, hint)])


def _report(source: Source, reading: _Reading) -> None:
    """Report each kind of change once, at its first place, and each header that is left out."""
    found = list(_left_out(source, reading.mask))
    for kind, (span, places) in reading.mask.notes.items():
        if kind in _MESSAGES:
            written = source.text[slice(*span)]
            where = f" in {places} places" if places > 1 else ""
            message = f"{_MESSAGES[kind]}{where}: {quote(written.strip() or written)}"
            found.append(Problem(source, span, "pasted", message, severity=Severity.WARNING))
    if reading.language:
        message = f"the piece letters are read as {reading.language}"
        found.append(Problem(source, Span(0, 0), "pasted", message, severity=Severity.WARNING))
    _add(reading.games, found)


def _left_out(source: Source, mask: Mask) -> Iterator[Problem]:
    """Yield a problem for each header or board that is left out; an error if it decides the start."""
    for bracket in _BRACKETS.finditer(source.text):
        start = bracket.start()
        header = match_header(source.text, start)
        board = BOARD.match(source.text, start) if header is None else None
        is_board = board is not None and board[0].count(":") == 3
        if (header is None and not is_board) or "[" in mask.text[max(0, start - 1) : start + 2]:
            continue
        span = Span(start, header.end if header is not None else start + 1)
        decides = header is None or header.key.casefold() in DECISIVE_KEYS
        severity = Severity.ERROR if decides else Severity.WARNING
        yield Problem(source, span, "pasted", "this header is left out", severity=severity)


def _add(games: list[AnyGame], problems: list[Problem]) -> None:
    games[0].problems = tuple(sorted((*games[0].problems, *problems), key=_span))


def _span(problem: Problem) -> Span:
    return problem.span
