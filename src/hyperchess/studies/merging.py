"""Merging two versions of a game without losing anything of either."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from hyperchess.game import AnyGame, AnyNode, WrittenMove
from hyperchess.studies.errors import StudyError
from hyperchess.studies.spelling import short_texts
from hyperchess.studies.study import Study

__all__ = ["Merge"]


@dataclass(frozen=True, slots=True)
class Merge:
    """Add the actions, comments, marks and results of another version of the game that are missing.

    The order of variations, and everything else on which the versions disagree, stays as in the study.

    >>> from hyperchess.notation.reading import parse
    >>> from hyperchess.studies.opening import open_text
    >>> study = Study(open_text("1. e4 / e5"))
    >>> change = study.edit(Merge(parse("1. e4 {best by test} / c5 2. Nf3")))
    >>> [view.moves[0].text for view in change.nodes], change.node
    (['e4', 'c5', 'Nf3'], 2)
    """

    other: AnyGame

    def make(self, study: Study) -> int:
        """Apply the edit."""
        if self.other.kind is not study.content.kind or self.other.start != study.game.start:
            raise StudyError("other-start", "the two games do not begin from the same position")
        for key, value in self.other.headers.items():
            study.game.headers.setdefault(key, value)
        waiting = [(study.game.root, self.other.root)]
        while waiting:
            mine, theirs = waiting.pop()
            if _combine(mine, theirs):
                study.tree.changed(mine)
            for child in theirs.children:
                waiting.append((_find(mine, child) or _graft(study, mine, child), child))
        return study.end()


def _combine(mine: AnyNode, theirs: AnyNode) -> bool:
    """Add what is missing; return whether anything was."""
    new = [comment for comment in theirs.comments if comment not in mine.comments]
    mark, result = mine.mark or theirs.mark, mine.result or theirs.result
    changed = bool(new) or (mark, result) != (mine.mark, mine.result)
    mine.comments = [*mine.comments, *new]
    mine.mark, mine.result = mark, result
    return changed


def _find(parent: AnyNode, other: AnyNode) -> AnyNode | None:
    """Return the child with the same action: equal moves in any order if resolved, else equal text."""
    action = other.action
    if action is not None and parent.is_resolved:
        position: Any = parent.position
        wanted = position.canonical(action)
        known = ((child, child.action) for child in parent.children)
        return next(
            (child for child, found in known if found is not None and position.canonical(found) == wanted),
            None,
        )
    return next((child for child in parent.children if child.moves == other.moves), None)


def _graft(study: Study, parent: AnyNode, other: AnyNode) -> AnyNode:
    """Attach a child with the same action."""
    node = parent.attach(tuple(map(_without_place, other.moves)), legal=other.legal)
    study.content.add(node)
    if any(not written.text.strip() for written in node.moves):
        study.content.short[node] = short_texts(node)
    study.tree.changed(parent, node)
    return node


def _without_place(written: WrittenMove[Any]) -> WrittenMove[Any]:
    """Return a move without its span, which refers to another text."""
    return replace(written, span=None)
