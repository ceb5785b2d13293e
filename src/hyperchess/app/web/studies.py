"""Studies in memory: games whose nodes have lasting numbers, and the library of them all."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from secrets import token_hex
from threading import RLock
from typing import Any

from hyperchess import infinite, multiverse
from hyperchess.analysis.puzzles import find_puzzle
from hyperchess.app.web.answers import json_text, problem_data
from hyperchess.app.web.documents import AnyNode, Content, read_document, write_document
from hyperchess.app.web.errors import ApiError, not_found
from hyperchess.app.web.storage import Row, Storage, Stored, Summary
from hyperchess.app.web.trees import Tree
from hyperchess.app.web.values import AnyPosition
from hyperchess.game import Game

__all__ = ["Here", "Library", "Study", "play_pending", "printable", "title_of"]

_LONGEST_TITLE = 200
_MOST_PENDING = 1_000
_STRIDE = 200  # actions between two positions that are kept


@dataclass(frozen=True, slots=True)
class Here:
    """A place in a study: a node, the position after it, and what the pending moves make of that."""

    study: Study
    node: AnyNode
    base: AnyPosition
    state: AnyPosition

    @property
    def pending(self) -> tuple[multiverse.Move, ...]:
        """The moves of the unfinished action."""
        return self.state.pending if isinstance(self.state, multiverse.Position) else ()


class Study:
    """A game that is looked at and changed. `lock` is held while it is changed or followed."""

    def __init__(self, id: str, revision: int, content: Content) -> None:
        self.id = id
        self.revision = revision
        self.can_undo = self.can_redo = False
        self.lock = RLock()
        self.fill(content)

    def fill(self, content: Content) -> None:
        """Put another game into the study."""
        self.content = content
        self.tree = Tree(content)
        self._milestones: dict[AnyNode, AnyPosition] = {}

    def become(self, stored: Stored, content: Content | None = None) -> None:
        """Be as the study was stored; the numbers of nodes go on, so that none is used twice."""
        before = self.content.next_id
        self.fill(content or read_document(stored.document))
        self.content.next_id = max(self.content.next_id, before)
        self.revision = stored.revision
        self.can_undo, self.can_redo = stored.can_undo, stored.can_redo

    @property
    def game(self) -> Game[Any, Any]:
        """The game itself."""
        return self.content.game

    def node(self, number: int) -> AnyNode:
        """The node of that number."""
        node = self.content.nodes.get(number)
        if node is None:
            raise not_found(f"this study has no node {number}")
        return node

    def here(self, number: int, pending: Sequence[str] = ()) -> Here:
        """The position after a node and some moves more."""
        with self.lock:
            node = self.node(number)
            base = self._position(node)
        return Here(self, node, base, play_pending(base, pending))

    def _position(self, node: AnyNode) -> AnyPosition:
        """The position after a node. Of long games some are kept on the way, so that no walk is long."""
        known: AnyNode | None = None
        for step in node.path[_STRIDE - 1 :: _STRIDE]:
            if step not in self._milestones:
                if known is not None:
                    self.game.keep(known, self._milestones[known])
                self._milestones[step] = step.position
            known = step
        if known is not None:
            self.game.keep(known, self._milestones[known])
        position: AnyPosition = node.position
        return position

    def end(self) -> int:
        """The last node of the main line that can be reached."""
        node = self.game.root
        while node.children and node.children[0].action is not None and self.game.start is not None:
            node = node.children[0]
        return self.content.ids[node]

    def row(self) -> Row:
        """What the list of studies shows."""
        content = self.content
        return Row(self.id, title_of(content), content.kind, len(content.ids))

    def text(self) -> str:
        """The study as JSON."""
        with self.lock:
            content, game = self.content, self.game
            puzzle = find_puzzle(game)
            head = {
                "id": self.id,
                "revision": self.revision,
                "title": title_of(content),
                "game": content.kind,
                "notation": game.notation,
                "headers": list(map(list, game.headers.items())),
                "problems": list(map(problem_data, game.problems)),
                "source": "" if content.source is None else content.source.text,
                "puzzle": None if puzzle is None else {"kind": puzzle.kind, "mate_in": puzzle.mate_in},
                "result": game.result,
                "can_undo": self.can_undo,
                "can_redo": self.can_redo,
                "start_known": game.start is not None,
                "games": content.games,
            }
            return f'{json_text(head)[:-1]},"nodes":{self.tree.text()}}}'


def play_pending(base: AnyPosition, pending: Sequence[str]) -> AnyPosition:
    """The unfinished state after moves in raw notation, or in any short form that leaves no doubt."""
    if not pending:
        return base
    if isinstance(base, infinite.Position):
        raise ApiError(422, "pending", "in infinite chess a move is a whole action: nothing is pending")
    if len(pending) > _MOST_PENDING:
        raise ApiError(422, "pending", f"an action has at most {_MOST_PENDING} moves here")
    state = base
    for text in pending:
        action = state.read(text)
        if len(action) != 1:
            raise ApiError(422, "pending", f"expected one move, found {text[:60]!r}")
        state = state.move(action[0])
    return state


def title_of(content: Content) -> str:
    """The title that was given, else what the headers tell."""
    if content.title:
        return printable(content.title)
    headers = {key.casefold(): value.strip() for key, value in content.game.headers.items()}
    told = [value for value in (headers.get("event", ""), _players(headers)) if value not in ("", "?")]
    if not told:
        names = {"5d": "5D chess", "infinite": "Infinite chess"}
        variant = headers.get("variant") or headers.get("board") or ""
        told = [f"{names[content.kind]}: {variant}" if variant else names[content.kind]]
    return printable(" · ".join(told))


def _players(headers: dict[str, str]) -> str:
    white, black = headers.get("white", ""), headers.get("black", "")
    known = white not in ("", "?") or black not in ("", "?")
    return f"{white or '?'} - {black or '?'}" if known else ""


def printable(title: str) -> str:
    """A title in one line that every disk and screen can hold."""
    whole = title.encode("utf-8", "replace").decode("utf-8")
    return "".join(sign if sign.isprintable() else " " for sign in whole)[:_LONGEST_TITLE]


class Library:
    """All studies: those used last in memory, all of them on the disk."""

    def __init__(self, storage: Storage, *, kept: int = 64) -> None:
        self.storage = storage
        self._kept = kept
        self._studies: OrderedDict[str, Study] = OrderedDict()
        self._lock = RLock()

    def create(self, content: Content) -> Study:
        """A new study, which is on the disk when this returns."""
        study = Study(token_hex(8), 1, content)
        self.storage.create(study.row(), write_document(content), study.end())
        self._keep(study)
        return study

    def find(self, id: str) -> Study:
        """The study of that name as it is on the disk: another server may have changed it."""
        revision = self.storage.revision(id)
        if revision is None:
            self._forget(id)
            raise not_found("there is no such study")
        with self._lock:
            study = self._studies.get(id)
            if study is not None:
                self._studies.move_to_end(id)
        if study is None:
            stored = self._load(id)
            content = read_document(stored.document)
            study = Study(id, stored.revision, content)
            study.become(stored, content)
            self._keep(study)
        elif study.revision < revision:
            with study.lock:
                study.become(self._load(id))
        return study

    def here(self, id: str, node: int, pending: Sequence[str] = ()) -> Here:
        """A place in a study, asked for often: what is in memory is believed, as long as it has that node.

        Another server may have changed the study; whoever reads it whole, or edits it, is told.
        """
        with self._lock:
            study = self._studies.get(id)
        if study is None or node not in study.content.nodes:
            study = self.find(id)
        return study.here(node, pending)

    def _load(self, id: str, step: int = 0) -> Stored:
        stored = self.storage.load(id, step)
        if stored is None:
            raise not_found("there is no such study")
        return stored

    def _keep(self, study: Study) -> None:
        with self._lock:
            self._studies[study.id] = study
            self._studies.move_to_end(study.id)
            while len(self._studies) > self._kept:
                self._studies.popitem(last=False)

    def _forget(self, id: str) -> None:
        with self._lock:
            self._studies.pop(id, None)

    def list(self, query: str) -> list[Summary]:
        """The studies whose title holds a text."""
        return self.storage.list(query)

    def delete(self, id: str) -> None:
        """Delete a study for good."""
        self._forget(id)
        if not self.storage.delete(id):
            raise not_found("there is no such study")

    def expect(self, id: str, revision: int) -> None:
        """Refuse a revision that is not the current one before much work is done for it."""
        study = self.find(id)
        with study.lock:
            self._expect(study, revision)

    def edit(self, id: str, revision: int, change: Callable[[Study], int]) -> tuple[Study, int]:
        """Change a study and save it; only then the answer, with the node where to stand, is given.

        A change that fails leaves the study as it was: what is in memory is read anew.
        """
        study = self.find(id)
        with study.lock:
            self._expect(study, revision)
            try:
                node = change(study)
                if not self.storage.save(study.row(), revision, write_document(study.content), node):
                    raise self._conflict(study)
            except BaseException:
                self._restore(study)
                raise
            study.revision = revision + 1
            study.can_undo, study.can_redo = True, False
        return study, node

    def step(self, id: str, revision: int, step: int) -> tuple[Study, int]:
        """Undo (-1) or redo (+1) an edit."""
        study = self.find(id)
        with study.lock:
            self._expect(study, revision)
            other = self.storage.load(id, step)
            if other is None:
                word = "undo" if step < 0 else "redo"
                raise ApiError(422, f"nothing-to-{word}", f"there is no edit to {word}")
            content = read_document(other.document)
            there = other.node if step > 0 else self.storage.node(id)
            node = there if there in content.nodes else _nearest(study.content, content, there)
            if not self.storage.move(Study(id, 0, content).row(), revision, step):
                raise self._conflict(study)
            study.become(replace(other, revision=revision + 1), content)
        return study, node

    def _restore(self, study: Study) -> None:
        stored = self.storage.load(study.id)
        if stored is None:
            self._forget(study.id)
        else:
            study.become(stored)

    def _expect(self, study: Study, revision: int) -> None:
        if study.revision != revision:
            raise self._conflict(study)

    def _conflict(self, study: Study) -> ApiError:
        study.become(self._load(study.id))
        message = "the study was changed elsewhere; here is how it is now"
        return ApiError(409, "conflict", message, extra={"study": json.loads(study.text())})


def _nearest(before: Content, after: Content, number: int) -> int:
    """The last node on the way to one that is gone."""
    node = before.nodes.get(number)
    while node is not None:
        if before.ids[node] in after.nodes:
            return before.ids[node]
        node = node.parent
    return 0
