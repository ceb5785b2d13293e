"""Native rules against the rules in Python, question by question, on positions of random play.

`python -m tests.multiverse.differential [seed]` plays on until it is stopped or finds a difference.
"""

import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice

from hyperchess.errors import MoveError
from hyperchess.multiverse import (
    Action,
    Budget,
    Move,
    MoveKind,
    MovePattern,
    Position,
    variants,
)
from hyperchess.multiverse.kernel import NativeRules
from hyperchess.multiverse.reference import ReferenceRules

NATIVE = NativeRules()
REFERENCE = ReferenceRules()
# Rounds after which the rules in Python give up, so that a comparison takes a moment and not an hour.
PATIENCE = Budget(rounds=600)

ODD_BOARDS = {
    "rectangle": "[k*3r*/p*1p*1p*/5/P*1P*1P*/K*3R*:0:1:w]",
    "tall": "[kw*/2/2/2/2/W*K:0:1:w]",
    "wide": "[k*2r*2q/7/R*2K*2N:0:1:w]",
    "one rank": "[K*2R*1n2k*:0:1:w]",
    "one file": "[k/p*/1/1/1/1/P*/K:0:1:w]",
    "one square": "[K:0:1:w]",
    "64 squares in a row of 16": "[k*2r*8n3/16/16/N3B7R*2K*:0:1:w]",
    "several kings": "[kk2/4/4/2KK:0:1:w]",
    "no white king": "[k3/p*3/4/2NR:0:1:w]",
    "no kings": "[n2p*/4/4/P*2N:0:1:w]",
    "no promotion rank left": "[k3/P2p/p2P/K3:0:1:w]",
    "three timelines": "[2k/3/K2:-1:1:w][2k/3/K2:0:1:w][1k1/3/K2:1:1:w]",
    "unbalanced": "[2k/3/K2:0:1:w][2k/3/K2:1:1:w][2k/3/K2:2:1:w]",
    "even and staggered": "[2k/3/K2:-0:1:b][2k/3/K2:+0:1:w]",
    "far apart": "[2k/3/K2:-1:9:w][2k/3/K2:0:1:w][1k1/3/K2:1:4:b]",
    "negative turns": "[2k/3/K2:0:-3:b][2k/3/K2:0:-2:w]",
    "turn zero": "[2k/3/K2:0:0:b][2k/3/K2:0:1:w]",
    "black first": "[k2/1p*1/2K:0:1:b]",
    "royal queen and king": "[y3/2p*1/1P*2/K2Y:0:1:w]",
    "unicorns and dragons": "[kudu/4/4/UDUK:0:1:w]",
    "princess and common king": "[ksc1/4/p*p*P*P*/1CSK:0:1:w]",
    "brawns": "[kw*w*1/4/4/1W*W*K:-0:1:w][kw*w*1/4/4/1W*W*K:+0:1:w]",
    "en passant": "[4k/p*p*p*p*p*/5/5/5/P*P*P*P*P*/K4:0:1:w]",
    "castling": "[r*3k*2r*/8/8/R*3K*2R*:0:1:w]",
    "a queen on every timeline": "[q2k/4/4/K2Q:-1:1:w][q2k/4/4/K2Q:0:1:w][q2k/4/4/K2Q:1:1:w]",
}


def starts() -> dict[str, Position]:
    """Return every built-in variant that fits on 64 squares, and unusual boards."""
    named = {variant.name: variant.position for variant in variants()}
    odd = {name: Position.of_fen(fen) for name, fen in ODD_BOARDS.items()}
    return {name: each for name, each in {**named, **odd}.items() if each.width * each.height <= 64}


def both(position: Position) -> tuple[Position, Position]:
    """The position under the native rules and under those in Python, neither prepared yet."""
    return replace(position, rules=NATIVE), replace(position, rules=REFERENCE)


def compare(position: Position, chance: random.Random, most: int) -> list[Action]:
    """Ask both rules everything; the legal actions, or some of them if there are more than `most`."""
    native, python = both(position)
    assert native.moves() == python.moves(), position.fen()
    for passing in (True, False):
        assert native.checks(passing=passing) == python.checks(passing=passing), position.fen()
    assert native.in_check == python.in_check == bool(python.checks())
    for pattern in _patterns(native.moves(), chance):
        assert native.match(pattern) == python.match(pattern), (position.fen(), pattern)
    actions = compare_actions(native, python, most)
    status = python.find_status(PATIENCE)
    if status.word != "unknown":
        assert native.find_status() == status, position.fen()
    return actions


def compare_actions(native: Position, python: Position, most: int) -> list[Action]:
    """Compare the sets of legal actions, as far as there are not too many."""
    found = list(islice(native.actions(), most + 1))
    assert len(found) == len(set(found)), f"an action was found twice: {native.fen()}"
    if len(found) > most:
        assert native.count_actions(limit=most + 1) == most + 1
        assert all(python.is_legal(action) for action in found[:: max(1, most // 3)]), native.fen()
        return found
    assert set(found) == set(python.actions()), native.fen()
    assert native.count_actions() == len(found)
    return found


def compare_play(position: Position, action: Action) -> Position:
    """Play an action under both rules, asking after every move; the position after it."""
    native, python = both(position)
    compare_reading(native, python, action)
    played = NATIVE.play_action(native, action)
    assert played == REFERENCE.play_action(python, action), position.fen()
    for move in action:
        native, python = native.move(move), python.move(move)
        compare_outline(native, python)
        assert native == python
        assert native.moves() == python.moves()
        assert _fault(native) == _fault(python)
    native, python = native.submit(), python.submit()
    compare_outline(native, python)
    assert native == python
    assert played is not None
    assert played.after == native
    assert native.hash() == python.hash()
    # Incrementally derived data must equal that of packing from scratch.
    fresh = replace(native)
    assert fresh.moves() == native.moves()
    assert fresh.checks() == native.checks()
    assert fresh.status == native.status
    return native


def compare_outline(native: Position, python: Position) -> None:
    """Compare the outline, which is known before the timelines are assembled."""
    assert native.outline == python.outline
    assert list(native.outline.ends) == list(python.outline.ends)
    assert (native.present, native.playable) == (python.present, python.playable)
    assert (native.active, native.mandatory) == (python.active, python.mandatory)


def compare_reading(native: Position, python: Position, action: Action) -> None:
    """Read an action from patterns that state much and from patterns that state little."""
    for stated in ("all", "targets"):
        patterns = [
            MovePattern(
                timeline=move.source.timeline if stated == "all" else None,
                file=move.source.file if stated == "all" else None,
                rank=move.source.rank if stated == "all" else None,
                to_timeline=move.target.timeline,
                to_turn=move.target.turn,
                to_file=move.target.file,
                to_rank=move.target.rank,
            )
            for move in action
        ]
        found, expected = (state.rules.match_unique(state, patterns) for state in (native, python))
        assert (found is None) == (expected is None), (native.fen(), patterns)
        if found is not None and expected is not None:
            assert (found.moves, found.kinds, found.captures) == (
                expected.moves,
                expected.kinds,
                expected.captures,
            )
            assert found.after == expected.after
            fresh = replace(found.after)
            assert fresh.moves() == found.after.moves()
            assert fresh.checks() == found.after.checks()


def play(position: Position, seed: int, plies: int, most: int) -> int:
    """Compare along one random game; the number of positions."""
    chance = random.Random(seed)
    for ply in range(plies):
        actions = compare(position, chance, most)
        _compare_refusal(position, chance)
        if not actions:
            return ply + 1
        # Branches make the hard positions, but need not come first.
        branching = [action for action in actions if any(not move.is_physical for move in action)]
        position = compare_play(position, chance.choice(chance.choice([actions, branching or actions])))
    return plies


def _patterns(moves: tuple[Move, ...], chance: random.Random) -> Iterator[MovePattern]:
    """Patterns that state some of what a move is."""
    for move in chance.sample(moves, min(3, len(moves))):
        source, target = move.source, move.target
        stated = {
            "timeline": source.timeline,
            "turn": source.turn,
            "piece": chance.choice("PNBRQKSUDWCY"),
            "file": source.file,
            "rank": source.rank,
            "kind": chance.choice(list(MoveKind)),
            "to_timeline": target.timeline,
            "to_turn": target.turn,
            "to_file": target.file,
            "to_rank": target.rank,
            "promotion": move.promotion,
            "castling": chance.choice([-1, 0, 1]),
        }
        kept = chance.sample(sorted(stated), chance.randint(1, 4))
        yield MovePattern(**{name: stated[name] for name in kept})  # type: ignore[arg-type]


def _fault(position: Position) -> str | None:
    fault = position.rules.submit_fault(position)
    return None if fault is None else f"{fault.rule}: {fault}"


def _compare_refusal(position: Position, chance: random.Random) -> None:
    """A move that no piece can make is refused in the same words."""
    native, python = both(position)
    moves = native.moves()
    if not moves:
        return
    one, other = chance.choice(moves), chance.choice(moves)
    made_up = Move(one.source, other.target._replace(rank=chance.randint(-1, position.height)))
    assert _refusal(native, made_up) == _refusal(python, made_up)


def _refusal(position: Position, move: Move) -> str | None:
    try:
        position.move(move)
    except MoveError as error:
        return f"{type(error).__name__}: {error}"
    return None


def main() -> None:
    """Play on until stopped."""
    first = int(sys.argv[1]) if len(sys.argv) > 1 else random.randrange(1 << 30)
    boards = starts()
    compared = 0
    for seed in count(first):
        name = sorted(boards)[seed % len(boards)]
        print(f"seed {seed}: {name}, {compared} positions compared so far", flush=True)
        compared += play(boards[name], seed, 30, 300)


if __name__ == "__main__":
    main()
