"""Starting position of a game text: from its pieces, otherwise from the variant it names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date

from hyperchess.errors import ParseError, UnknownVariant
from hyperchess.infinite import Color, Move, Position, RuleSettings, Setup, find_variant
from hyperchess.infinite.dimensions import PROPERTY
from hyperchess.notation.icn.codes import build_move
from hyperchess.notation.icn.syntax import GameSyntax
from hyperchess.problems import Problems
from hyperchess.text import Severity, Span

__all__ = ["find_named_setup", "find_start", "promotions_contradict"]

_DATE = re.compile(r"\s*([0-9]{4})[./-]([0-9]{1,2})[./-]([0-9]{1,2})")


def find_start(syntax: GameSyntax, problems: Problems) -> Position | None:
    """Return the start, or `None` and a problem if the text does not name it."""
    setup = _with_dimensions(syntax) if syntax.setup is not None else _named_setup(syntax, problems)
    if setup is None:
        return None
    if promotions_contradict(setup.settings, setup.players, _promotions(syntax)):
        span = syntax.arguments.spans.get("promotion entry", Span(syntax.start, syntax.start))
        message = "White's promotion rank lies below Black's and the moves contradict it: ranks exchanged"
        hint = "the order is White|Black, as in (8|1)"
        problems.report(span, "promotion-order", message, Severity.WARNING, hint=hint)
        setup = replace(setup, settings=setup.settings.exchange_ranks())
    return Position.of(setup)


def _with_dimensions(syntax: GameSyntax) -> Setup | None:
    """Return the written start; four-dimensional movement may be implied by the named variant."""
    setup = syntax.setup
    name = next((header.value for header in syntax.headers if header.key.casefold() == "variant"), None)
    if setup is None or name is None or setup.settings.dimensions is not None:
        return setup
    try:
        boards = find_variant(name)
    except UnknownVariant:
        return setup
    if not boards.custom_moves:
        return setup
    settings = boards.position.settings
    assert settings.dimensions is not None
    on_boards = (
        piece.kind.neutral
        or (settings.dimensions.moves(piece.kind) and settings.dimensions.cell(square) is not None)
        for square, piece in setup.pieces.items()
    )
    if not all(on_boards):
        return setup
    properties = {**setup.settings.properties, PROPERTY: settings.properties[PROPERTY]}
    return replace(setup, settings=replace(setup.settings, properties=properties))


def promotions_contradict(
    settings: RuleSettings, players: tuple[Color, ...], promotions: Iterable[tuple[int, Move]]
) -> bool:
    """Return whether White's rank is below Black's and all promotions are on the other player's rank.

    Promotions are given with the number of half-moves before them. The notation's own document explains
    (8|1) as White|Black and yet writes (1|8).
    """
    white, black = settings.find_promotion(Color.WHITE), settings.find_promotion(Color.BLACK)
    if white is None or black is None or len(white.ranks) != 1 or len(black.ranks) != 1:
        return False
    if white.ranks[0] >= black.ranks[0] or len(players) != 2:
        return False
    found = False
    for ply, move in promotions:
        own, other = (white, black) if players[ply % 2] is Color.WHITE else (black, white)
        if move.end.y not in other.ranks:
            return False
        found = move.end.y not in own.ranks
    return found


def _promotions(syntax: GameSyntax) -> Iterator[tuple[int, Move]]:
    for ply, written in zip(syntax.moves.plies(), syntax.moves, strict=True):
        if written.promotion:
            try:
                yield ply, build_move(syntax, written)
            except ParseError:  # reported when the move is resolved
                continue


def _named_setup(syntax: GameSyntax, problems: Problems) -> Setup | None:
    """Return the start of the variant named in the headers; arguments of the text override its own."""
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
    try:
        setup = find_named_setup(named.value, headers["utcdate"].value if "utcdate" in headers else "")
    except UnknownVariant as error:
        problems.report(named.span, "start", str(error), hint="or write the pieces before the moves")
        return None
    return _with_arguments(syntax, setup)


def find_named_setup(variant: str, day: str) -> Setup:
    """Return the start of a variant on a day, as its headers name both; `UnknownVariant` if there is none."""
    found, when = find_variant(variant), _day(day)
    return (found.position if when is None else found.position_on(when)).setup


def _day(text: str) -> date | None:
    match = _DATE.match(text)
    if match is None:
        return None
    try:
        return date(*map(int, match.groups()))
    except ValueError:
        return None


def _with_arguments(syntax: GameSyntax, setup: Setup) -> Setup:
    arguments = syntax.arguments
    given = arguments.spans
    settings, stated = setup.settings, arguments.settings()
    return replace(
        setup,
        players=arguments.players if "list of players" in given else setup.players,
        en_passant=arguments.en_passant if "en passant square" in given else setup.en_passant,
        move_rule=arguments.move_rule if "move rule" in given else setup.move_rule,
        full_move=arguments.full_move if "full move number" in given else setup.full_move,
        checks_given=arguments.checks_given or setup.checks_given,
        settings=replace(
            settings,
            promotions=stated.promotions if "promotion entry" in given else settings.promotions,
            wins=stated.wins if "win condition" in given else settings.wins,
            border=stated.border if "border" in given else settings.border,
            properties={**settings.properties, **stated.properties},
            annotations=stated.annotations or settings.annotations,
        ),
    )
