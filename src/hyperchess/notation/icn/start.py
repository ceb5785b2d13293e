"""Dialect of a text, and its starting position: from its pieces, otherwise from the variant it names.

A text of the site takes only the pieces from the variant, as the site does; in other texts a variant without
any rules stands for its rules, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

from hyperchess.errors import ParseError, UnknownVariant
from hyperchess.infinite import Border, Color, Move, Position, RuleSettings, Setup, Variant, find_variant
from hyperchess.infinite.dimensions import PROPERTY
from hyperchess.infinite.reference.site_rules import excludes_checkmate
from hyperchess.infinite.syntax.arguments import format_arguments
from hyperchess.infinite.syntax.text import exchange_ranks
from hyperchess.notation.icn.syntax import GameSyntax, build_move
from hyperchess.problems import Problems
from hyperchess.text import Edit, Problem, Severity, Source, Span

__all__ = [
    "DOCUMENT",
    "LEGACY",
    "SITE",
    "NamedPieces",
    "comes_from_site",
    "find_dialect",
    "find_named_setup",
    "find_start",
]


DOCUMENT, LEGACY, SITE = "icn", "icn-legacy", "icn-site"
_NAMES = {DOCUMENT: "the document's dialect", LEGACY: "the legacy dialect", SITE: "the site's dialect"}

_NEWER_PIECE = re.compile(r"(?<![A-Za-z])(?:[0-9][A-Za-z]|nr|hu|ro|NR|HU|RO)[a-zA-Z]*-?[0-9]")
_CLOCK = re.compile(r"\[%clk")
_TIGHT_PROMOTION = re.compile(r"[0-9]=[A-Za-z0-9]")


def find_dialect(syntax: GameSyntax, problems: Problems) -> str:
    """Return the name of the dialect. A text that mixes dialects gets a note for each foreign feature."""
    site = next(_site_features(syntax), None)
    quoted = next((header.span for header in syntax.headers if header.quoted), None)
    plain = next((header.span for header in syntax.headers if not header.quoted), None)
    if site is not None:
        foreign = plain or syntax.arguments.spans.get("set of properties")
        dialect = SITE
    else:
        foreign = plain if quoted is not None else None
        dialect = LEGACY if quoted is not None else DOCUMENT
    if foreign is not None:
        message = f"this does not belong to {_NAMES[dialect]}, in which the rest is written"
        problems.report(foreign, "dialect", message, Severity.INFO)
    return dialect


def comes_from_site(syntax: GameSyntax, dialect: str) -> bool:
    """Return whether a game comes from infinitechess.org: by its dialect, or by its header `Site`."""
    return dialect == SITE or any(
        header.key.casefold() == "site" and "infinitechess.org" in header.value.casefold()
        for header in syntax.headers
    )


def _site_features(syntax: GameSyntax) -> Iterator[Span]:
    """Yield the features that only the site writes."""
    spans, arguments = syntax.arguments.spans, syntax.arguments
    for name in ("border", "annotation"):
        if name in spans:
            yield spans[name]
    if arguments.players not in ((Color.WHITE, Color.BLACK), (Color.BLACK, Color.WHITE)):
        yield spans["list of players"]
    if "list of players" in spans and ":" in syntax.text(spans["list of players"]):
        yield spans["list of players"]
    if any(len(promotion.ranks) > 1 for promotion in arguments.promotions):
        yield spans["promotion entry"]
    text = syntax.source.text
    if syntax.pieces is not None:
        match = _NEWER_PIECE.search(text, *syntax.pieces)
        if match is not None:
            yield Span(*match.span())
    start = syntax.pieces.end if syntax.pieces is not None else syntax.start
    for pattern in (_CLOCK, _TIGHT_PROMOTION):
        match = pattern.search(text, start, syntax.end)
        if match is not None:
            yield Span(*match.span())


_DATE = re.compile(r"\s*([0-9]{4})[./-]([0-9]{1,2})[./-]([0-9]{1,2})")
_TIME = re.compile(r"\s*([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?")
_CAPITALS = re.compile(r"[A-Z]")
_RULES = ("promotion entry", "win condition", "set of properties")
"""Arguments that make the rules of a named variant not apply."""
_MOST_NAMED = 1_000_000
_NAMED_PER_CHARACTER = 50


class NamedPieces:
    """Budget of a text for the pieces of starts that its games name; pieces that it lists are not counted."""

    def __init__(self, source: Source) -> None:
        most = _MOST_NAMED + _NAMED_PER_CHARACTER * len(source.text)
        self.message = f"the starts that the games of this text name have more than {most:,} pieces"
        self.hint = "split the text, or read its games one at a time with `read_games`"
        self._left = most

    def take(self, count: int) -> bool:
        """Take `count` pieces; return whether that many were left."""
        self._left -= count
        return self._left >= 0


def find_start(syntax: GameSyntax, problems: Problems, dialect: str, named: NamedPieces) -> Position | None:
    """Return the start, or `None` and a problem if the text does not name it."""
    from_site = comes_from_site(syntax, dialect)
    arguments = syntax.arguments
    stated = arguments.settings(shared_list=from_site and not _has_own_list(syntax))
    if syntax.setup is not None:
        setup = replace(syntax.setup, settings=stated)
        setup = _with_board(syntax, setup, _find_variant(syntax), from_site)
    else:
        found = _named_setup(syntax, stated, problems, from_site, named)
        if found is None:
            return None
        setup = found
    if from_site:
        _report_lists(syntax, problems)
        setup = _with_royal_capture(syntax, setup, problems)
    else:
        setup = exchange_ranks(setup, arguments, problems)
        setup = _with_needed_list(syntax, setup, problems)
    return Position.of(setup)


def _with_royal_capture(syntax: GameSyntax, setup: Setup, problems: Problems) -> Setup:
    """Return the setup with the rules of the site, where many royals or pieces exclude checkmate."""
    settings = replace(setup.settings, site_rules=True)
    if excludes_checkmate(setup.pieces):
        wins = {player: settings.win_conditions(player) for player in set(setup.players)}
        swapped = {
            player: tuple(dict.fromkeys("royalcapture" if goal == "checkmate" else goal for goal in goals))
            for player, goals in wins.items()
        }
        if swapped != wins:
            settings = replace(settings, wins=swapped)
            span = syntax.arguments.spans.get(
                "win condition", syntax.pieces or Span(syntax.start, syntax.start)
            )
            message = "with this many royal pieces or pieces, checkmate becomes royalcapture on the site"
            problems.report(span, "rules", message, Severity.INFO)
    return replace(setup, settings=settings)


# Promotions


def _has_own_list(syntax: GameSyntax) -> bool:
    """Return whether the first list of promotion pieces is in capitals, as White's is in the document."""
    span = syntax.arguments.spans.get("promotion entry")
    return span is not None and _CAPITALS.search(syntax.text(span).partition("|")[0]) is not None


def _report_lists(syntax: GameSyntax, problems: Problems) -> None:
    """Report lists of promotion pieces that differ: the site takes the last one."""
    lists = {frozenset(entry.kinds) for entry in syntax.arguments.promotions}
    span = syntax.arguments.spans.get("promotion entry", Span(0, 0))
    if len(lists) > 1 and syntax.text(span).count(";") > 1 and not _has_own_list(syntax):
        message = "on the site the last list of promotion pieces holds for all players"
        problems.report(span, "promotion-list", message, Severity.WARNING)


def _with_needed_list(syntax: GameSyntax, setup: Setup, problems: Problems) -> Setup:
    """Return the setup with one list of promotion pieces for all players, if only that allows the moves."""
    shared, written = syntax.arguments.last_list, setup.settings.promotions
    if shared is None or "promotion entry" not in syntax.arguments.spans:
        return setup
    needed = False
    for ply, move in _promotions(syntax):
        own = written.get(setup.players[ply % len(setup.players)])
        assert move.promotion is not None
        if move.promotion.kind not in shared:
            return setup
        needed = needed or (own is not None and move.promotion.kind not in own.kinds)
    if not needed:
        return setup
    span = syntax.arguments.spans["promotion entry"]
    message = "one list of promotion pieces is read for all players, as on the site: a move needs it"
    problems.report(span, "promotion-list", message, Severity.WARNING)
    promotions = {player: entry._replace(kinds=shared) for player, entry in written.items()}
    return replace(setup, settings=replace(setup.settings, promotions=promotions))


def _promotions(syntax: GameSyntax) -> Iterator[tuple[int, Move]]:
    """Yield the promotions, each with the number of half-moves before it."""
    for ply, written in zip(syntax.moves.plies(), syntax.moves, strict=True):
        if written.promotion:
            try:
                yield ply, build_move(syntax, written)
            except ParseError:  # reported when the move is resolved
                continue


# Variants


def find_named_setup(variant: str, day: str, time: str = "") -> Setup:
    """Return the start of a variant at a time, as headers name both; `UnknownVariant` if there is none."""
    found, when = find_variant(variant), _moment(day, time)
    return (found.position if when is None else found.position_on(when)).setup


def _moment(day: str, time: str) -> datetime | None:
    match = _DATE.match(day)
    if match is None:
        return None
    hours = _TIME.match(time)
    hour, minute, second = (0, 0, 0) if hours is None else (int(number or 0) for number in hours.groups())
    year, month, at = map(int, match.groups())
    try:
        return datetime(year, month, at, hour, minute, second, tzinfo=UTC)
    except ValueError:
        return None


def _find_variant(syntax: GameSyntax) -> Variant | None:
    """Return the variant that the headers name, if it is known."""
    name = next((header.value for header in syntax.headers if header.key.casefold() == "variant"), None)
    try:
        return None if name is None else find_variant(name)
    except UnknownVariant:
        return None


def _with_board(syntax: GameSyntax, setup: Setup, variant: Variant | None, from_site: bool) -> Setup:
    """Return the setup with what the header of a variant implies whatever the rules are.

    This is movement in four dimensions, and in texts of the site the border around the pieces.
    """
    if variant is None:
        return setup
    settings, own = setup.settings, variant.position.settings
    if variant.custom_moves and settings.dimensions is None:
        assert own.dimensions is not None
        on_boards = (
            piece.kind.neutral
            or (own.dimensions.moves(piece.kind) and own.dimensions.cell(square) is not None)
            for square, piece in setup.pieces.items()
        )
        if all(on_boards):
            properties = {**settings.properties, PROPERTY: own.properties[PROPERTY]}
            settings = replace(settings, properties=properties)
    if from_site and variant.code and own.border is not None and "border" not in syntax.arguments.spans:
        x, y = zip(*setup.pieces, strict=True)
        settings = replace(settings, border=Border(min(x), max(x), min(y), max(y)))
    return setup if settings is setup.settings else replace(setup, settings=settings)


def _named_setup(
    syntax: GameSyntax, stated: RuleSettings, problems: Problems, from_site: bool, budget: NamedPieces
) -> Setup | None:
    """Return the start of the variant named in the headers, with the rules that the text states."""
    headers = {header.key.casefold(): header for header in syntax.headers}
    named = headers.get("variant")
    if named is None:
        if syntax.is_empty and not syntax.headers and not syntax.problems:
            problems.report(Span(syntax.start, syntax.start), "start", "there is no game in this text")
        elif syntax.pieces is None:
            place = syntax.moves[0].span if syntax.moves else Span(syntax.end, syntax.end)
            message = "the text does not say from which position the game starts"
            hint = "write its pieces before the moves, or name a variant as in [Variant: Classical]"
            problems.report(place, "start", message, hint=hint)
        return None
    day, time = (headers[key].value if key in headers else "" for key in ("utcdate", "utctime"))
    try:
        setup = find_named_setup(named.value, day, time)
    except UnknownVariant as error:
        problems.report(named.span, "start", str(error), hint="or write the pieces before the moves")
        return None
    if not budget.take(len(setup.pieces)):
        problems.report(named.span, "limit", budget.message, hint=budget.hint)
        return None
    arguments = syntax.arguments
    variant = find_variant(named.value)
    if from_site or any(name in arguments.spans for name in _RULES):
        found = _with_board(syntax, arguments.setup(setup.pieces, stated), variant, from_site)
        if missing := _unstated(syntax, setup, without_border=from_site):
            source = "on the site" if from_site else "as the text states rules"
            message = (
                f"{source}, only the pieces of {variant.name} count; these rules do not apply: {missing}"
            )
            severity = Severity.WARNING if from_site else Severity.INFO
            problems.report(named.span, "rules", message, severity, hint="a text states the rules it needs")
        return found
    if filled := _unstated(syntax, setup):
        message = f"the text states no rules: those of {variant.name} are filled in: {filled}"
        end = max(header.span.end for header in syntax.headers)
        # With a border the text would become one of the site.
        fix = Edit(Span(end, end), f"\n\n{filled}") if setup.settings.border is None else None
        problems.add(Problem(syntax.source, named.span, "rules", message, "", Severity.INFO, fix))
    return _with_arguments(syntax, setup)


def _unstated(syntax: GameSyntax, setup: Setup, *, without_border: bool = False) -> str:
    """Return the arguments of a variant that a text does not state."""
    given, settings = syntax.arguments.spans, setup.settings
    properties = {key: value for key, value in settings.properties.items() if key != PROPERTY}
    rest = RuleSettings(
        promotions={} if "promotion entry" in given else settings.promotions,
        wins={} if "win condition" in given else settings.wins,
        border=None if "border" in given or without_border else settings.border,
        properties={} if "set of properties" in given else properties,
    )
    bare = Setup(
        {},
        (Color.WHITE, Color.BLACK) if "list of players" in given else setup.players,
        move_rule=None if "move rule" in given else setup.move_rule,
        settings=rest,
    )
    return " ".join(format_arguments(bare, rest, full=False, lists=False))


def _with_arguments(syntax: GameSyntax, setup: Setup) -> Setup:
    """Return the start of a variant with the arguments that are not rules."""
    arguments = syntax.arguments
    given = arguments.spans
    return replace(
        setup,
        players=arguments.players if "list of players" in given else setup.players,
        en_passant=arguments.en_passant if "en passant square" in given else setup.en_passant,
        move_rule=arguments.move_rule if "move rule" in given else setup.move_rule,
        full_move=arguments.full_move if "full move number" in given else setup.full_move,
        settings=replace(
            setup.settings,
            border=arguments.settings().border if "border" in given else setup.settings.border,
            annotations=tuple(arguments.annotations) or setup.settings.annotations,
        ),
    )
