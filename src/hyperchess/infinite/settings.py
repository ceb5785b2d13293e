"""Parts of a position other than the pieces: promotion, win conditions, border, options.

>>> settings = RuleSettings()
>>> settings.win_conditions(Color.WHITE), settings.find_promotion(Color.BLACK), settings.slide_limit
(('checkmate',), None, None)
>>> RuleSettings(properties={"slideLimit": 7}).slide_limit
7
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeAlias

from hyperchess.infinite.coordinates import Square
from hyperchess.infinite.dimensions import PROPERTY, Dimensions
from hyperchess.infinite.pieces import DEFAULT_PROMOTIONS, Color, Piece, PieceKind

__all__ = [
    "DEFAULT_WINS",
    "WIN_CONDITIONS",
    "Border",
    "Json",
    "MoveRule",
    "Promotion",
    "RuleSettings",
    "Setup",
    "two_players_alternate",
]

Json: TypeAlias = "bool | int | float | str | tuple[Json, ...] | Mapping[str, Json] | None"

WIN_CONDITIONS = (
    "checkmate",
    "royalcapture",
    "allroyalscaptured",
    "allpiecescaptured",
    "koth",
    "threecheck",
)
DEFAULT_WINS = ("checkmate",)


@dataclass(frozen=True, slots=True)
class MoveRule:
    """Half-moves since the last pawn move or capture, and the number after which a draw can be claimed."""

    count: int
    limit: int

    def __str__(self) -> str:
        return f"{self.count}/{self.limit}"


class Border(NamedTuple):
    """The outermost squares that pieces may occupy; `None` if the board is unbounded on that side."""

    left: int | None
    right: int | None
    bottom: int | None
    top: int | None

    def contains(self, x: int, y: int) -> bool:
        """Return whether a square is on the board."""
        return (
            (self.left is None or self.left <= x)
            and (self.right is None or x <= self.right)
            and (self.bottom is None or self.bottom <= y)
            and (self.top is None or y <= self.top)
        )

    def __str__(self) -> str:
        return ",".join("_" if edge is None else str(edge) for edge in self)


class Promotion(NamedTuple):
    """Ranks and pieces of a player's promotions. A list of pieces may be stated without a rank."""

    ranks: tuple[int, ...]
    kinds: tuple[PieceKind, ...] = DEFAULT_PROMOTIONS


@dataclass(frozen=True)
class RuleSettings:
    """The rules of one game, which do not change from move to move.

    `ranks_exchanged` records that the promotion ranks were written in reverse, so that they can be written
    back. The others are options that no position text states: a pawn on its promotion rank may stay a pawn;
    the move rule ends the game automatically; castling rights that no king and partner share any more are
    dropped. `site_rules` are those of infinitechess.org: the last two, and how it counts repetitions and
    judges goals and insufficient material. They are on for games that come from the site.
    """

    promotions: Mapping[Color, Promotion] = field(default_factory=dict)
    wins: Mapping[Color, tuple[str, ...]] = field(default_factory=dict)
    border: Border | None = None
    properties: Mapping[str, Json] = field(default_factory=dict)
    annotations: tuple[str, ...] = ()
    ranks_exchanged: bool = field(default=False, compare=False)
    free_promotion: bool = False
    automatic_move_rule: bool = False
    drop_idle_rights: bool = False
    site_rules: bool = field(default=False, compare=False)

    @property
    def drops_idle_rights(self) -> bool:
        """True if castling rights end when no king and partner share them any more."""
        return self.drop_idle_rights or self.site_rules

    @property
    def ends_by_move_rule(self) -> bool:
        """True if the move rule ends the game without a claim."""
        return self.automatic_move_rule or self.site_rules

    def find_promotion(self, color: Color) -> Promotion | None:
        """Return ranks and pieces of a player's promotions; `None` if pawns do not promote."""
        found = self.promotions.get(color)
        return found if found is not None and found.ranks else None

    def win_conditions(self, color: Color) -> tuple[str, ...]:
        """Return the win conditions of a player."""
        return self.wins.get(color, DEFAULT_WINS)

    def exchange_ranks(self) -> RuleSettings:
        """Return the same rules with the promotion ranks (not the pieces) of White and Black exchanged."""
        white, black = self.promotions[Color.WHITE], self.promotions[Color.BLACK]
        exchanged = {
            Color.WHITE: Promotion(black.ranks, white.kinds),
            Color.BLACK: Promotion(white.ranks, black.kinds),
        }
        return replace(self, promotions=exchanged, ranks_exchanged=not self.ranks_exchanged)

    @cached_property
    def counts_checks(self) -> bool:
        """True if a player wins by giving check three times."""
        return any("threecheck" in wins for wins in self.wins.values())

    @cached_property
    def slide_limit(self) -> int | None:
        """The maximum number of steps of a sliding piece; `None` if unlimited."""
        limit = self.properties.get("slideLimit")
        return limit if isinstance(limit, int) else None

    @cached_property
    def dimensions(self) -> Dimensions | None:
        """The boards on which pieces move in four dimensions; `None` on the plane."""
        return Dimensions.read(self.properties.get(PROPERTY))


@dataclass(frozen=True)
class Setup:
    """The content of a position text. The player to move is the first of `players`."""

    pieces: Mapping[Square, Piece]
    players: tuple[Color, ...] = (Color.WHITE, Color.BLACK)
    en_passant: Square | None = None
    move_rule: MoveRule | None = None
    full_move: int = 1
    settings: RuleSettings = field(default_factory=RuleSettings)
    checks_given: Mapping[Color, int] = field(default_factory=dict)


@lru_cache(maxsize=256)
def next_players(players: tuple[Color, ...]) -> tuple[tuple[Color, ...], bool]:
    """Return the players in the order of play after the first has moved, and whether a round ended."""
    mover = players[0]
    following = (*players[1:], mover)
    return following, mover is max(following) and following[0] is not mover


def two_players_alternate(players: tuple[Color, ...]) -> bool:
    """Return whether two players alternate. Only then is there checkmate: see `docs/infinite-rules.md`."""
    return len(players) == 2 and players[0] is not players[1]
