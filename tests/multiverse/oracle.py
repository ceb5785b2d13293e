"""The rules by brute force: every sequence of moves is tried, every capture is looked at.

Slow, and independent of the search and of the attack detection that it checks.
"""

from dataclasses import replace

from hyperchess.multiverse import Action, Position, standard_order


class TooMany(Exception):
    """More states than the caller wanted to wait for."""


def naive_actions(position: Position, most_states: int = 100_000) -> set[Action]:
    """All legal actions in standard order, found by playing on until nothing can move."""
    legal = set()
    seen = {Action()}
    states = [position]
    while states:
        state = states.pop()
        if state.pending and _may_submit(state):
            legal.add(standard_order(position, Action(state.pending)))
        for move in state.moves():
            after = state.move(move)
            key = standard_order(position, Action(after.pending))
            if key not in seen:
                seen.add(key)
                states.append(after)
        if len(seen) > most_states:
            raise TooMany
    return legal


def _may_submit(state: Position) -> bool:
    return state.present.color is not state.player and not _royal_can_be_taken(state)


def _royal_can_be_taken(state: Position) -> bool:
    """Return whether an opponent's move lands on a royal of the player."""
    opponent = replace(state, player=state.player.other, before=None, last_move=None)
    for move in opponent.moves():
        board = opponent.board(move.target.board)
        victim = board[move.target.file, move.target.rank] if board else None
        if victim is not None and victim.kind.royal:
            return True
    return False


def naive_in_check(position: Position) -> bool:
    """Return whether a royal could be captured if the player passed on every mandatory board."""
    mandatory = set(position.mandatory)
    passed = tuple(
        replace(line, boards=(*line.boards, replace(line.boards[-1], at=line.boards[-1].at.next)))
        if line.boards[-1].at in mandatory
        else line
        for line in position.timeline_boards
    )
    return _royal_can_be_taken(replace(position, timeline_boards=passed))


def naive_status(position: Position, legal: set[Action]) -> str:
    """The verdict, given all legal actions."""
    in_check = naive_in_check(position)
    if not legal:
        return "checkmate" if in_check else "stalemate"
    if not in_check:
        return "ongoing"
    rewinds = all(position.play_legal(Action(moves)).present < position.present for moves in legal)
    return "softmate" if rewinds else "check"
