"""What the lines around the boards say while a game is played."""

from __future__ import annotations

from dataclasses import dataclass

from hyperchess.app.tui.play.clocks import Clocks
from hyperchess.app.tui.play.contest import Contest
from hyperchess.app.tui.play.view import PlayView
from hyperchess.multiverse import Color, Square
from hyperchess.multiverse.actions.captures import piece_on
from hyperchess.text import plural

__all__ = ["State", "action_text", "place_text", "players_text", "turn_text", "why_not"]


@dataclass(frozen=True, slots=True)
class State:
    """What the engine is doing: choosing an action, playing it move by move, or looking for a person."""

    thinking: bool
    playing: bool
    against_engine: bool
    advising: str


def players_text(contest: Contest, clocks: Clocks | None) -> str:
    """Who plays, with the clocks and the variant."""
    headers, parts = contest.game.headers, []
    for color in Color:
        clock = f" {clocks.text(color)}" if clocks is not None else ""
        mark = "▶ " if color is contest.player and contest.outcome is None else ""
        name = f": {headers[str(color)]}" if str(color) in headers else ""
        parts.append(f"{mark}{color}{name}{clock}")
    parts += [headers[key] for key in ("Board", "Variant") if key in headers]
    return " · ".join(parts)


def turn_text(contest: Contest, state: State, checks: int) -> str:
    """Whose turn it is, or how the game ended."""
    if contest.outcome is not None:
        return f"{contest.outcome.text} ({contest.outcome.result})"
    if state.thinking:
        return f"{contest.player} is thinking (x: play at once)"
    if state.playing:
        return f"{contest.player} plays"
    turn = f"Your move, {contest.player}" if state.against_engine else f"{contest.player} to move"
    notes = [plural(checks, "check")] if checks else []
    return " · ".join([turn, *notes, *([state.advising] if state.advising else [])])


def action_text(contest: Contest, state: State) -> str:
    """The unfinished action and what it lacks, or the last one."""
    if contest.pending:
        missing = contest.missing if not state.playing else ""
        what = missing or ("" if state.playing else "complete: Space submits it")
        return " · ".join(part for part in (contest.pending_text, what) if part)
    if contest.node.parent is None:
        return "Enter chooses a piece and plays it; m types a move; ? lists all keys"
    texts = " ".join(move.text or str(move.move) for move in contest.node.moves)
    return f"last action: {contest.node.serial}. {texts}"


def place_text(contest: Contest, view: PlayView, chosen: Square | None) -> str:
    """What stands where the pointer is."""
    pointer = view.pointer
    piece = piece_on(view.scene.position, pointer)
    what = f"{piece.color}'s {piece.kind.name}" if piece is not None else "empty"
    board = str(pointer.board)[1:-1]
    text = f"{pointer.name} on {board}: {what}"
    if chosen is not None:
        targets = contest.targets(chosen)
        text += f" · {chosen.name} chosen: {plural(len(targets), 'target')} (Tab goes through them)"
    return f"{text} · present {view.scene.position.present}"


def why_not(contest: Contest, chosen: Square | None, square: Square) -> str:
    """Why nothing can be done on a square."""
    if chosen is not None:
        piece = piece_on(contest.state, chosen)
        name = piece.kind.name if piece is not None else "piece"
        return f"the {name} on {chosen.name} cannot go there; Esc lets it go"
    piece = piece_on(contest.state, square)
    if square.board not in contest.state.playable:
        return "this board is played; boards with ● or ○ can be moved on, c goes to one"
    if piece is None or piece.color is not contest.player:
        return f"there is no piece of {contest.player} on {square.name}"
    return f"the {piece.kind.name} on {square.name} has no move"
