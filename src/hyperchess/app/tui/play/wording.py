"""Texts around the boards during play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from hyperchess.app.tui.play.clocks import Clocks
from hyperchess.app.tui.play.contest import AnyContest
from hyperchess.text import plural

__all__ = ["Action", "State", "action_text", "players_text", "turn_text"]


@dataclass(frozen=True, slots=True)
class State:
    """State of the engine: choosing an action, playing it move by move, or computing a hint."""

    thinking: bool
    playing: bool
    against_engine: bool
    advising: str


class Action(NamedTuple):
    """Texts about an action: its moves, and what the player does next."""

    moves: str
    state: str


def players_text(contest: AnyContest, clocks: Clocks | None) -> str:
    """Return the players with the clocks and the variant."""
    headers, parts = contest.game.headers, []
    for color in contest.players:
        clock = f" {clocks.text(color)}" if clocks is not None else ""
        mark = "▶ " if color is contest.player and contest.outcome is None else ""
        name = f": {headers[str(color)]}" if str(color) in headers else ""
        parts.append(f"{mark}{color}{name}{clock}")
    parts += [headers[key] for key in ("Board", "Variant") if key in headers]
    return " · ".join(parts)


def turn_text(contest: AnyContest, state: State, checks: int) -> str:
    """Return the player to move, or the result of the game."""
    if contest.outcome is not None:
        return f"{contest.outcome.text} ({contest.outcome.result})"
    if state.thinking:
        return f"{contest.player} is thinking (x: play at once)"
    if state.playing:
        return f"{contest.player} plays"
    turn = f"Your move, {contest.player}" if state.against_engine else f"{contest.player} to move"
    notes = [plural(checks, "check")] if checks else []
    if contest.claim:
        notes.append(f"o claims a draw by the {contest.claim}")
    return " · ".join([turn, *notes, *([state.advising] if state.advising else [])])


def action_text(contest: AnyContest, state: State) -> Action:
    """Return the unfinished action with its missing moves, or the last action."""
    if contest.pending:
        missing = contest.missing if not state.playing else ""
        return Action(
            contest.pending_text, missing or ("" if state.playing else "complete: Space submits it")
        )
    if contest.node.parent is None:
        return Action("", "Enter chooses and plays a piece; m types a move; ? lists keys")
    texts = " ".join(move.text or str(move.move) for move in contest.node.moves)
    return Action(f"last action: {contest.node.serial}. {texts}", "")
