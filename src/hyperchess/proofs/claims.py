"""Claims of proof files: one side forces mate within a number of its actions, or it cannot.

>>> from hyperchess.multiverse import Color
>>> claim = Claim.of_variant("Focused - Just Queens", ClaimKind.MATE, Color.WHITE, 3)
>>> str(claim)
'White mates within 3 actions'
>>> Claim.parse(claim.text()) == claim
True
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum

from hyperchess.errors import HyperchessError, InvalidArgument
from hyperchess.multiverse import Color, Position, Timeline, find_variant
from hyperchess.proofs.errors import ProofRejected
from hyperchess.text import plural, quote
from hyperchess.validation import check_instance, check_integer, check_text

__all__ = ["LONGEST_MATE", "Claim", "ClaimKind"]

LONGEST_MATE = 64  # actions of the attacker; verification recurses once for each
_SIDES = {"white": Color.WHITE, "black": Color.BLACK}
_KEYS = ("attacker", "goal", "initial", "promotions", "start", "variant", "within")


class ClaimKind(Enum):
    """The kind of a claim: a mate is forced, or there is none."""

    MATE = "mate"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Claim:
    """From `start`, the attacker forces checkmate within a number of actions, or cannot force it.

    The attacker need not be the player to move. `variant` is the name of the start, or empty.
    """

    start: Position
    goal: ClaimKind
    attacker: Color
    within: int
    variant: str = ""

    def __post_init__(self) -> None:
        check_instance("start", self.start, Position)
        check_text("variant", self.variant)
        if check_integer("within", self.within, least=1) > LONGEST_MATE:
            raise InvalidArgument(f"within: expected at most {LONGEST_MATE} actions, found {self.within}")

    @staticmethod
    def of_variant(name: str, goal: ClaimKind, attacker: Color, within: int) -> Claim:
        """Return a claim about the start of a variant."""
        variant = find_variant(name)
        return Claim(variant.position, goal, attacker, within, variant.name)

    def __str__(self) -> str:
        actions = plural(self.within, "action")
        if self.goal is ClaimKind.MATE:
            return f"{self.attacker} mates within {actions}"
        return f"{self.attacker} cannot force mate within {actions}"

    def text(self) -> str:
        """Return the claim as a line of JSON; raise `InvalidArgument` if 5DFEN cannot express it."""
        start = self.start
        initial = [line.timeline.signed for line in start.timeline_boards if line.maker is None]
        data = {
            "attacker": str(self.attacker).lower(),
            "goal": self.goal.value,
            "initial": initial,
            "promotions": list(start.promotions),
            "start": start.fen(),
            "variant": self.variant,
            "within": self.within,
        }
        if _read_position(data["start"], data["promotions"], initial) != start:
            raise InvalidArgument("only a position between two actions can be the start of a proof")
        return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)

    @staticmethod
    def parse(text: str) -> Claim:
        """Parse a claim; raise `ProofRejected` with the reason if it is invalid."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise ProofRejected("the claim is not JSON") from None
        if not isinstance(data, dict) or tuple(sorted(data)) != _KEYS:
            raise ProofRejected(f"expected a claim with the keys {', '.join(_KEYS)}")
        try:
            start = _read_position(data["start"], data["promotions"], data["initial"])
            attacker, goal = _SIDES[data["attacker"]], ClaimKind(data["goal"])
            claim = Claim(start, goal, attacker, data["within"], data["variant"])
            if claim.variant:
                _check_variant(claim)
        except (HyperchessError, KeyError, TypeError, ValueError) as error:
            raise ProofRejected(f"the claim cannot be read: {_reason(error)}") from None
        return claim


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, HyperchessError) else f"{type(error).__name__}: {error}"


def _read_position(fen: object, promotions: object, initial: object) -> Position:
    if not isinstance(fen, str) or not isinstance(promotions, list) or not isinstance(initial, list):
        raise TypeError("expected a start, a list of promotions and a list of initial timelines")
    return Position.of_fen(fen, promotions=promotions, initial=[Timeline.parse(name) for name in initial])


def _check_variant(claim: Claim) -> None:
    variant = find_variant(claim.variant)
    if variant.name != claim.variant or variant.position != claim.start:
        raise ProofRejected(f"the start is not that of {quote(claim.variant)}")
