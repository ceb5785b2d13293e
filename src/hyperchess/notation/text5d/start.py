"""Start position of a game text, from its headers and boards.

An orthodox FEN, as in the headers of PGN, becomes a board in 5DFEN:

>>> board_of_fen("4k2r/7p/8/8/8/8/P7/R3K3 b Qk - 0 1")
'[4k*2r*/7p*/8/8/8/8/P*7/R*3K*3:0:1:b]'
>>> board_of_fen("4k3/8/8/8/8/8/8/4K3 w K - 0 1")  # no rook stands there
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from hyperchess.errors import HyperchessError, UnknownVariant
from hyperchess.lazy_pattern import lazy_pattern
from hyperchess.multiverse import Board, Position, custom_start, find_variant
from hyperchess.multiverse.pieces import EMPTY, PIECE_OF_CODE
from hyperchess.multiverse.syntax.fen import read_boards
from hyperchess.notation.text5d.dialects import Dialect
from hyperchess.notation.text5d.syntax import GameSyntax, HeaderSyntax
from hyperchess.problems import Problems
from hyperchess.text import Edit, Problem, Severity, Source, Span, quote

__all__ = ["PROMOTIONS", "board_of_fen", "counts_without_signs", "find_start"]


_VARIANT_KEYS = ("board", "variant", "variation")
_VARIANTS_WITH_FEN = ("standard", "custom", "chess", "from position")
_SIGNED_ZERO = lazy_pattern(r"[+-]0(?![0-9])")
_PLAIN_ZERO = lazy_pattern(r"\(L?0\s?[T)]")
_MOST_LOOKED_AT = 1_000  # actions
_NOT_BLANK = lazy_pattern(r"[^\r\n]")


def find_start(syntax: GameSyntax, headers: Iterable[HeaderSyntax], problems: Problems) -> Position | None:
    """Return the start, or `None` and a problem if the text does not name it.

    `headers` have canonical values.
    """
    found = _stated_start(syntax, headers, problems) if syntax.names_start else syntax.position
    null = syntax.null_turn
    return found if found is None or null is None or not null.is_at(found) else _after_null_turn(found)


def _after_null_turn(start: Position) -> Position:
    """Return the start after a pass: the same boards with the other player to move."""
    boards = [*start.boards]
    for line in start.timeline_boards:
        last = line.boards[-1]
        boards.append(replace(last, at=last.at.next))
    initial = [line.timeline for line in start.timeline_boards if line.maker is None]
    return Position.of_boards(boards, promotions=start.promotions, initial=initial)


def _stated_start(syntax: GameSyntax, written: Iterable[HeaderSyntax], problems: Problems) -> Position | None:
    headers = {header.key.casefold(): header for header in written}
    named = next((headers[key] for key in _VARIANT_KEYS if key in headers), None)
    _check_names(syntax, headers, named, problems)
    variant = None if syntax.boards else _orthodox_start(syntax, headers, named, problems)
    if variant is None:
        variant = _named_start(syntax, named, problems)
    if not syntax.boards:
        if variant is None and named is None and _may_be_standard(headers):
            message = "no variant is named: taken to be Standard"
            hint = 'name it, as in [Board "Standard"]'
            problems.add(_problem(syntax, None, "assumed-variant", message, hint, Severity.INFO))
            variant = find_variant("Standard").position
        if variant is None:
            if named is None or _said_custom(named):
                message = "the text does not say from which position the game starts"
                hint = "name a variant or give its boards in 5DFEN"
                problems.add(_problem(syntax, named, "start", message, hint))
            return None
        _check_size(syntax, variant, headers.get("size"), problems)
        _check_timelines(syntax, variant, headers, problems)
        return _with_promotions(syntax, variant, headers.get("promotions"), problems)
    return _custom(syntax, headers, variant, problems)


def _check_names(
    syntax: GameSyntax, headers: dict[str, HeaderSyntax], named: HeaderSyntax | None, problems: Problems
) -> None:
    """Report a header that names another variant than the one that counts."""
    for header in (headers[key] for key in _VARIANT_KEYS if key in headers):
        if header is not named and named is not None and header.value != named.value:
            with suppress(UnknownVariant):
                if find_variant(header.value) is not find_variant(named.value):
                    message = f"another variant than {quote(named.value)}, which counts"
                    problems.add(_problem(syntax, header, "variant", message))


def counts_without_signs(syntax: GameSyntax, start: Position | None) -> bool:
    """Return whether the text numbers the timelines of an even start `-1 0` instead of `-0 +0`.

    It does if `InitialMultiverses` or its boards say so, or if it is in the first edition. Without such a
    sign, `-1` beside `0` means that only as long as Black cannot have made a timeline -1.
    """
    if start is None or not start.even:
        return False
    initial = next((h.value for h in syntax.headers if h.key.casefold() == "initialmultiverses"), None)
    if initial is not None:
        return not _SIGNED_ZERO.search(initial)
    before_black, plain = False, False
    for number, action in enumerate(syntax.root.walk()):
        written = " ".join(map(syntax.move_text, action.moves))
        if _SIGNED_ZERO.search(written):
            return False
        plain = plain or _PLAIN_ZERO.search(written) is not None
        before_black = before_black or (number <= 1 and "(-1T" in written.replace("L", ""))
        if number > _MOST_LOOKED_AT:
            break
    named = " ".join(map(syntax.text, syntax.boards))
    is_first = bool(named and not _SIGNED_ZERO.search(named)) or syntax.notation == Dialect.FIRST.value
    return plain and (before_black or is_first)


def _orthodox_start(
    syntax: GameSyntax, headers: dict[str, HeaderSyntax], named: HeaderSyntax | None, problems: Problems
) -> Position | None:
    """Return the start given by the PGN header FEN; report a FEN that cannot be used."""
    header = headers.get("fen")
    if header is None:
        return None
    is_free = named is None or named.value.strip().casefold() in _VARIANTS_WITH_FEN
    board = board_of_fen(header.value) if is_free else None
    if board is None:
        message = "the header FEN is not used"
        if is_free:
            message += ": expected a position of orthodox chess without en passant"
        hint = "5DPGN has boards in 5DFEN, as in [k*2/3/2K*:0:1:w]"
        problems.report(header.span, "start", message, Severity.WARNING, hint=hint)
        return None
    message = "5DPGN has boards in 5DFEN where PGN has a FEN; the game starts from that position"
    fix = board if "promotions" in headers else f'[Promotions "{PROMOTIONS}"] {board}'
    problems.report(header.span, "start", message, Severity.WARNING, fix=fix)
    return custom_start(board, promotions=PROMOTIONS)


def _said_custom(named: HeaderSyntax | None) -> bool:
    return named is not None and named.value.strip().casefold().startswith("custom")


def _may_be_standard(headers: dict[str, HeaderSyntax]) -> bool:
    size = headers.get("size")
    return size is None or size.value.strip().casefold() == "8x8"


def _named_start(syntax: GameSyntax, named: HeaderSyntax | None, problems: Problems) -> Position | None:
    if named is None:
        return None
    try:
        return find_variant(named.value).position
    except UnknownVariant as error:
        if _said_custom(named) or syntax.boards:
            return None
        nearest = error.suggestions[0] if error.suggestions else None
        hint = f"read as {nearest}" if nearest else "`hyperchess variants` lists all names"
        message = f"there is no variant {quote(named.value)}"
        problems.add(_problem(syntax, named, "variant", message, hint))
        return find_variant(nearest).position if nearest else None


def _custom(
    syntax: GameSyntax, headers: dict[str, HeaderSyntax], variant: Position | None, problems: Problems
) -> Position | None:
    """Return the start given by boards; a variant named with them only supplies its promotions."""
    boards, of_boards = _read_boards(syntax)
    problems.extend(of_boards)
    if any(problem.severity is Severity.ERROR for problem in of_boards):
        return _instead_of_boards(syntax, headers, variant, problems)
    values = {
        name: headers[key].value
        for name, key in (
            ("size", "size"),
            ("promotions", "promotions"),
            ("timeline", "timeline" if "timeline" in headers else "timelines"),
            ("initial_multiverses", "initialmultiverses"),
        )
        if key in headers
    }
    position = None
    for dropped in ("", "size", "timeline", "promotions", "initial_multiverses"):
        # A header that contradicts the boards is reported, and the boards win.
        values.pop(dropped, None)
        try:
            position = custom_start(boards, **values)
            break
        except HyperchessError as error:
            span = _find_span(syntax, headers, values)
            if dropped == "":
                problems.add(Problem(syntax.source, span, "start", str(error)))
                with suppress(HyperchessError):  # boards -1 and 0 of an even start
                    names = " ".join(sorted({str(board.at.timeline) for board in boards}, key=int))
                    if (
                        "initial_multiverses" not in values
                        and values.get("timeline", "").casefold() == "even"
                    ):
                        position = custom_start(boards, **values, initial_multiverses=names)
                        break
    if position is None:
        return _instead_of_boards(syntax, headers, variant, problems)
    if "promotions" not in values:
        if variant is not None:
            position = replace(position, promotions=variant.promotions)
        else:
            _tell_promotions(syntax, position, problems)
    if variant is not None and position.boards != variant.boards:
        named = next(headers[key] for key in _VARIANT_KEYS if key in headers)
        message = f"the boards differ from those of {named.value}; the boards are believed"
        problems.add(_problem(syntax, named, "start", message, severity=Severity.INFO))
    return position


def _instead_of_boards(
    syntax: GameSyntax, headers: dict[str, HeaderSyntax], variant: Position | None, problems: Problems
) -> Position | None:
    """Return the variant that is named with boards that cannot be used, and report it."""
    if variant is None:
        return None
    named = next(headers[key] for key in _VARIANT_KEYS if key in headers)
    message = f"the boards cannot be used; the game starts from {named.value}"
    problems.add(_problem(syntax, named, "start", message, severity=Severity.WARNING))
    return _with_promotions(syntax, variant, headers.get("promotions"), problems)


def _tell_promotions(syntax: GameSyntax, position: Position, problems: Problems) -> None:
    """Report that promotions are assumed, if a piece on the boards may promote."""
    codes = {code for board in position.boards for code in set(board.cells)} - {EMPTY}
    kinds = {PIECE_OF_CODE[code].kind for code in codes}
    if not any(kind.is_pawn for kind in kinds):
        return
    letters = ",".join(position.promotions)
    message = f"no promotions are named: those of the pieces on the boards are assumed ({letters})"
    if not {kind.letter for kind in kinds} & {*position.promotions}:
        message = f"no promotions are named, and no officers are on the boards: {letters} is assumed"
    hint = f'name them, as in [Promotions "{letters}"]'
    problems.add(Problem(syntax.source, syntax.boards[0], "assumed-promotions", message, hint, Severity.INFO))


def _find_span(syntax: GameSyntax, headers: dict[str, HeaderSyntax], values: dict[str, str]) -> Span:
    keys = (key.replace("_", "") for key in values)
    return next((headers[key].span for key in keys if key in headers), syntax.boards[0])


def _check_size(
    syntax: GameSyntax, position: Position, header: HeaderSyntax | None, problems: Problems
) -> None:
    actual = f"{position.width}x{position.height}"
    if header is not None and header.value.strip().casefold() != actual:
        message = f"the size is given as {quote(header.value)}, but the variant is {actual}"
        problems.add(_problem(syntax, header, "start", message, severity=Severity.WARNING))


def _check_timelines(
    syntax: GameSyntax, position: Position, headers: dict[str, HeaderSyntax], problems: Problems
) -> None:
    """Report headers on timelines that contradict a variant."""
    initial = [line.timeline for line in position.timeline_boards if line.maker is None]
    spellings = [{str(name) for name in initial}, {name.signed for name in initial}]
    spellings.append({str(name.row(even=position.even)) for name in initial})
    for key in ("timeline", "timelines", "initialmultiverses"):
        header = headers.get(key)
        if header is None:
            continue
        value = header.value.casefold()
        if key != "initialmultiverses":
            agrees = value.strip() == ("even" if position.even else "odd")
        else:
            agrees = set(value.replace(",", " ").split()) in spellings
        if not agrees:
            names = " ".join(map(str, initial))
            message = f"{header.key} is {quote(header.value)}, but the variant starts with {names}"
            problems.add(_problem(syntax, header, "start", message))


def _with_promotions(
    syntax: GameSyntax, position: Position, header: HeaderSyntax | None, problems: Problems
) -> Position:
    if header is None:
        return position
    try:
        return custom_start(position.fen(), promotions=header.value)
    except HyperchessError as error:
        problems.add(Problem(syntax.source, header.span, "promotions", str(error)))
        return position


def _read_boards(syntax: GameSyntax) -> tuple[tuple[Board, ...], list[Problem]]:
    """Return the boards and their problems; the text between the boards is blanked out to keep offsets."""
    text = syntax.source.text
    first = done = syntax.boards[0].start  # skip the text before the boards: it may contain many games
    parts = []
    for span in syntax.boards:
        parts += [_blank(text[done : span.start]), text[span.start : span.end]]
        done = span.end
    boards, problems = read_boards(Source("".join(parts)))
    return boards, [_moved(problem, syntax.source, first) for problem in problems]


def _moved(problem: Problem, source: Source, by: int) -> Problem:
    """Translate a problem of a part of a text to the whole text."""
    span = Span(problem.span.start + by, problem.span.end + by)
    fix = problem.fix
    if fix is not None:
        fix = Edit(Span(fix.span.start + by, fix.span.end + by), fix.text)
    return replace(problem, source=source, span=span, fix=fix)


def _blank(text: str) -> str:
    return _NOT_BLANK.sub(" ", text)


def _problem(
    syntax: GameSyntax,
    header: HeaderSyntax | None,
    code: str,
    message: str,
    hint: str = "",
    severity: Severity = Severity.ERROR,
) -> Problem:
    span = header.span if header else Span(syntax.start, syntax.start)
    return Problem(syntax.source, span, code, message, hint, severity)


PROMOTIONS = "Q,R,B,N"

_FEN = lazy_pattern(
    r"\s*([1-8KQRBNPkqrbnp]+(?:/[1-8KQRBNPkqrbnp]+){7})\s+([wb])"
    r"(?:\s+(-|K?Q?k?q?)(?:\s+(-|[a-h][36])(?:\s+[0-9]+(?:\s+[0-9]+)?)?)?)?\s*"
)
_FILES = "abcdefgh"
_EMPTY = lazy_pattern(r"\.+")
_HOME = {"K": ("e1", "h1"), "Q": ("e1", "a1"), "k": ("e8", "h8"), "q": ("e8", "a8")}


def board_of_fen(text: str) -> str | None:
    """Return the board with its unmoved pieces; `None` if the text is not a FEN or en passant is possible.

    Whether en passant is possible depends on the previous board, which a FEN does not contain.
    """
    match = _FEN.fullmatch(text)
    if match is None:
        return None
    rows, color, castling, en_passant = match.groups()
    lines = [re.sub("[1-8]", lambda digit: "." * int(digit[0]), row) for row in rows.split("/")]
    if any(len(line) != 8 for line in lines) or rows.count("K") != 1 or rows.count("k") != 1:
        return None
    cells = {f"{_FILES[x]}{8 - down}": line[x] for down, line in enumerate(lines) for x in range(8)}
    if en_passant not in (None, "-") and _can_be_taken(cells, en_passant, "P" if color == "w" else "p"):
        return None
    unmoved = {place for place, piece in cells.items() if piece + place[1] in ("P2", "p7")}
    for right in (castling or "").strip("-"):
        king, rook = _HOME[right]
        if cells[king] + cells[rook] != ("KR" if right.isupper() else "kr"):
            return None
        unmoved |= {king, rook}
    return f"[{'/'.join(_row(cells, unmoved, rank) for rank in range(8, 0, -1))}:0:1:{color}]"


def _can_be_taken(cells: dict[str, str], target: str, pawn: str) -> bool:
    """Return whether a pawn can capture en passant on the target square."""
    rank = int(target[1]) + (-1 if pawn == "P" else 1)
    return any(cells.get(f"{chr(ord(target[0]) + step)}{rank}") == pawn for step in (-1, 1))


def _row(cells: dict[str, str], unmoved: set[str], rank: int) -> str:
    places = [f"{file}{rank}" for file in _FILES]
    row = "".join(cells[place] + "*" * (place in unmoved) for place in places)
    return _EMPTY.sub(lambda blanks: str(len(blanks[0])), row)
