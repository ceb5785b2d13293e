"""Puzzle trainer: a position without its solution, and a judgement on each answer.

Answers are judged by the proof of the puzzle, and by a search if the proof does not contain them: it has one
mate for each defence, and there may be others. The first action of a bundled puzzle is proven to be unique.

>>> from hyperchess.puzzles.collection import bundled
>>> entry = bundled()[0]
>>> content = open_puzzle(entry.id)
>>> len(content.nodes), content.shown_title == f"Puzzle: {entry.goal[:-1]}"
(1, True)
>>> key = [str(move) for move in solved_game(entry.id).main_line[0].action or ()]
>>> judgement = judge(entry.id, [key])
>>> judgement.right, judgement.solved
(True, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from hyperchess.analysis.mates.solution import Outcome
from hyperchess.analysis.wording import action_text
from hyperchess.budget import Budget
from hyperchess.game import AnyGame, AnyNode, new_game
from hyperchess.notation.reading import parse
from hyperchess.puzzles.collection import bundled, find_entry, proof_text
from hyperchess.puzzles.entry import Entry
from hyperchess.ruleset import GameKind
from hyperchess.rulesets import AnyAction, AnyPosition, canonical_action, play_action
from hyperchess.studies.adapter import Adapter
from hyperchess.studies.content import Content
from hyperchess.studies.errors import StudyError
from hyperchess.studies.fields import Side
from hyperchess.studies.games import find_adapter
from hyperchess.studies.opening import open_game

__all__ = [
    "Judgement",
    "PuzzleHint",
    "PuzzleView",
    "give_hint",
    "judge",
    "list_puzzles",
    "open_puzzle",
    "open_solution",
    "solved_game",
]

_SEARCH = Budget(rounds=20_000)
_KEPT = 16  # cached proofs


@dataclass(frozen=True, slots=True)
class PuzzleView:
    """A puzzle in the list, without its solution. The client shows `themes` after the puzzle is solved."""

    id: str
    game: GameKind
    player: Side
    mate_in: int
    timelines: int
    variant: str
    difficulty: int
    themes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement on an answer: right or wrong (`None`: unknown), end of the puzzle, defence.

    `reply` are the opponent's moves, if the answer is right and the puzzle continues.
    """

    right: bool | None
    solved: bool
    text: str
    reply: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PuzzleHint:
    """The first move to find, in words, and its moves."""

    text: str
    moves: tuple[str, ...]


def list_puzzles() -> tuple[PuzzleView, ...]:
    """Return the bundled puzzles, sorted by length and number of timelines."""
    return tuple(
        PuzzleView(
            entry.id,
            entry.kind,
            entry.player,
            entry.mate_in,
            entry.timelines,
            entry.variant,
            entry.difficulty,
            entry.themes,
        )
        for entry in bundled()
    )


def open_puzzle(id: str) -> Content:
    """Return a study with only the position of a puzzle."""
    entry, proof = _entry(id), solved_game(id)
    game = new_game(proof.start, {"Event": f"Puzzle: {entry.goal[:-1]}"})
    return open_game(game)


def open_solution(id: str) -> Content:
    """Return a study with the whole solution as a tree: the key, and a reply to every defence."""
    game = parse(proof_text(_entry(id)))
    game.headers = {"Event": f"Solution: {_entry(id).goal[:-1]}"}
    return open_game(game)


@lru_cache(_KEPT)
def solved_game(id: str) -> AnyGame:
    """Return the proof of a puzzle; shared, so it must not be changed."""
    return parse(proof_text(_entry(id)))


def judge(id: str, played: Sequence[Sequence[str]]) -> Judgement:
    """Judge the last of the actions played from the position of a puzzle; the others were right."""
    stand = _stand(id, played[:-1])
    position, left = stand.position, stand.left
    if not played or left < 1:
        raise StudyError("puzzle", f"expected 1 to {2 * stand.entry.mate_in - 1} actions, the last one yours")
    action = stand.adapter.read_action(position, played[-1])
    known = None if stand.node is None else _child(stand.node, position, action)
    if known is not None and stand.node is not None and known is stand.node.children[0]:
        return _right(known.position, known, left)
    tried = stand.adapter.try_mate(position, action, left, _SEARCH)
    if tried.outcome is Outcome.MATE:
        return _right(play_action(position, action, checked=False), None, left)
    if tried.outcome is Outcome.UNKNOWN and len(played) == 1:
        name = action_text(position, action)
        text = f"{name} does not mate in {left}: it is proven that only one other action does."
        return Judgement(right=False, solved=False, text=text)
    return _wrong(position, action, tried.outcome, tried.defence, left)


def give_hint(id: str, played: Sequence[Sequence[str]], *, whole: bool = False) -> PuzzleHint:
    """Name the piece to move, or with `whole` the action to play, after the actions played so far."""
    stand = _stand(id, played)
    action = _solution_from(stand)
    if action is None:
        return PuzzleHint("The solver found no mate from here within its limit.", ())
    if whole:
        text = f"Play {action_text(stand.position, action)}."
        return PuzzleHint(text, tuple(map(str, action)))
    move = action[0]
    more = "" if len(action) == 1 else f", one of {len(action)} moves of your action"
    return PuzzleHint(f"Look at the {stand.adapter.source_text(stand.position, move)}{more}.", (str(move),))


# --- position in the puzzle -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Stand:
    """A position of a puzzle with the attacker to move and `left` actions to mate.

    `node` is its node in the proof; `None` if the position is not in the proof.
    """

    entry: Entry
    position: AnyPosition
    node: AnyNode | None
    left: int

    @property
    def adapter(self) -> Adapter:
        return find_adapter(self.entry.kind)


def _entry(id: str) -> Entry:
    entry = find_entry(id)
    if entry is None:
        raise StudyError("unknown-puzzle", f"there is no puzzle {id[:40]!r}", hint="/api/puzzles lists all")
    return entry


def _stand(id: str, played: Sequence[Sequence[str]]) -> _Stand:
    entry = _entry(id)
    if len(played) % 2 or len(played) // 2 >= entry.mate_in:
        message = f"expected an even number of actions below {2 * entry.mate_in}, found {len(played)}"
        raise StudyError("puzzle", message)
    node: AnyNode | None = solved_game(id).root
    position = solved_game(id).root.position
    for moves in played:
        action = find_adapter(entry.kind).read_action(position, moves)
        node = None if node is None else _child(node, position, action)
        position = play_action(position, action, checked=False)
    return _Stand(entry, position, node, entry.mate_in - len(played) // 2)


def _child(node: AnyNode, position: AnyPosition, action: AnyAction) -> AnyNode | None:
    """Return the child of a node with an action, in any order of its moves."""
    wanted = canonical_action(position, action)
    for child in node.children:
        if child.action is not None and canonical_action(position, child.action) == wanted:
            return child
    return None


def _solution_from(stand: _Stand) -> AnyAction | None:
    """Return an action that continues the mate, by the proof or by a search."""
    if stand.node is not None and stand.node.children:
        return stand.node.children[0].action
    found: AnyAction | None = stand.adapter.find_mate(stand.position, stand.left, _SEARCH)
    return found


# --- judgements -----------------------------------------------------------------------------------------


def _right(after: AnyPosition, node: AnyNode | None, left: int) -> Judgement:
    """Return the judgement on an action that mates; the defence is one of the longest."""
    if node is not None:
        replies = [child for child in node.children if child.action is not None]
        defence = max(replies, key=_height).action if replies else None
    else:
        defence = next(iter(_replies(after)), None)
    if defence is None:
        return Judgement(right=True, solved=True, text="Checkmate. Solved!")
    many = len(_replies(after)) > 1
    only = "replies" if many else "must reply"
    player = after.player.name.capitalize()
    text = f"Right! {player} {only} {action_text(after, defence)}. Find the mate in {left - 1}."
    return Judgement(right=True, solved=False, text=text, reply=tuple(map(str, defence)))


def _replies(after: AnyPosition) -> list[AnyAction]:
    """Return two legal actions of the defender, if there are as many."""
    found: list[AnyAction] = find_adapter(after.kind).replies(after, 2)
    return found


def _height(node: AnyNode) -> int:
    """Return the number of actions in the longest line below a node."""
    return max((1 + _height(child) for child in node.children), default=0)


def _wrong(
    position: AnyPosition, action: AnyAction, outcome: Outcome, defence: AnyAction | None, left: int
) -> Judgement:
    """Return the judgement on an action that does not mate, with the defence that refutes it."""
    name = action_text(position, action)
    if outcome is Outcome.UNKNOWN:
        text = f"The search did not decide whether {name} mates in {left}. Try another action."
        return Judgement(right=None, solved=False, text=text)
    after = play_action(position, action, checked=False)
    player = after.player.name.capitalize()
    if defence is None:
        return Judgement(right=False, solved=False, text=f"{name} is stalemate.")
    reply = action_text(after, defence)
    if left == 1:
        return Judgement(right=False, solved=False, text=f"{name} is not mate: {player} can reply {reply}.")
    text = f"{name} does not force mate: {player} can reply {reply}, and there is no mate in {left - 1}."
    return Judgement(right=False, solved=False, text=text)
