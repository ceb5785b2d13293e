"""Reverting an edit although other users may have edited the study since.

The study is compared with its versions before and after the edit, node by node. Parts that the edit changed
and that are untouched since are restored; if any of them has been edited since, the edit is not reverted at
all.

>>> from hyperchess.studies.edits import Add, EditComment
>>> from hyperchess.studies.opening import open_text
>>> versions = [open_text("1. e4 / e5") for _ in range(3)]
>>> before, after, now = versions[0], Study(versions[1]), Study(versions[2])
>>> edit = EditComment(1, text="best by test")
>>> _ = after.edit(edit), now.edit(edit), now.edit(Add(1, ("c5",)))
>>> change = revert(now, before, after.content)
>>> [(view.id, view.comments) for view in change.nodes], len(now.nodes())
([(1, ())], 4)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hyperchess.game import AnyNode, Comment, Node, attach_copy
from hyperchess.studies.changes import Change
from hyperchess.studies.content import Content
from hyperchess.studies.errors import StudyError
from hyperchess.studies.study import Study

__all__ = ["revert"]

_FIELDS = ("moves", "mark", "result")


def revert(study: Study, before: Content, after: Content) -> Change:
    """Revert the edit between two versions; raise `StudyError` if that is no longer possible."""
    if before.source != after.source or before.game.start != after.game.start:
        if not _is_same(study.content, after):
            raise _overtaken("the study was edited after its text was read")
        return study.replace(before)
    return study.edit(_Revert(before, after))


def _overtaken(why: str) -> StudyError:
    return StudyError("overtaken", f"this edit cannot be undone: {why}")


def _is_same(one: Content, other: Content) -> bool:
    return (
        one.nodes.keys() == other.nodes.keys()
        and (one.title, one.game.headers) == (other.title, other.game.headers)
        and all(_values(one.nodes[id]) == _values(other.nodes[id]) for id in one.nodes)
    )


def _values(node: AnyNode) -> tuple[Any, ...]:
    return (*(getattr(node, name) for name in _FIELDS), node.comments)


@dataclass(frozen=True, slots=True)
class _Revert:
    """The inverse of an edit."""

    before: Content
    after: Content

    def make(self, study: Study) -> int:
        """Validate everything, then apply the edit."""
        old, new, now = self.before, self.after, study.content
        taken = [now.nodes[id] for id in new.nodes.keys() - old.nodes.keys() if id in now.nodes]
        self._check_untouched(now, taken)
        returned = self._subtrees(now)
        values = self._changed_values(now)
        comments = self._changed_comments(now)
        order = self._changed_order(now)
        headers = self._changed_headers(now)
        titled = old.title != new.title
        if titled and now.title != new.title:
            raise _overtaken("the title has been changed since")
        if not (taken or returned or values or comments or order or headers or titled):
            raise _overtaken("its changes have already been removed")

        here = study.end()
        for node, name, value in values:
            setattr(node, name, value)
            study.tree.changed(node)
        for node, texts in comments:
            node.comments = texts
            study.tree.changed(node)
        here = now.ids[(values or comments)[-1][0]] if values or comments else here
        for node, children in order:
            ordered: Node[Any, Any] = node
            ordered.children = [now.nodes[id] for id in children]
            study.tree.changed(node)
        for node in taken:
            if node not in now.ids:
                continue  # removed with its parent
            assert node.parent is not None
            parent = node.parent
            study.remove(node)
            study.tree.changed(parent)
            here = now.ids[parent]
        for top in returned:
            here = self._return(study, top)
        for key, value in headers:
            if value is None:
                del now.game.headers[key]
            else:
                now.game.headers[key] = value
        if titled:
            now.title = old.title
        return here if here in now.nodes else study.end()

    def _check_untouched(self, now: Content, taken: Sequence[AnyNode]) -> None:
        """Raise an error if nodes created by the edit have been extended since."""
        own = set(taken)
        for node in taken:
            if not own.issuperset(node.children):
                raise _overtaken("others have added moves after it; delete its moves to remove all of them")
            if _values(node) != _values(self.after.nodes[now.ids[node]]):
                raise _overtaken("others have edited the node since")

    def _subtrees(self, now: Content) -> list[AnyNode]:
        """Return the roots of the subtrees that the edit removed."""
        old = self.before
        gone = [old.nodes[id] for id in sorted(old.nodes.keys() - self.after.nodes.keys())]
        gone = [node for node in gone if old.ids[node] not in now.nodes]
        inside = set(gone)
        tops = [node for node in gone if node.parent not in inside]
        for top in tops:
            assert top.parent is not None
            parent = now.nodes.get(old.ids[top.parent])
            if parent is None:
                raise _overtaken("the node to which it belongs was deleted")
            if any(child.action is not None and child.action == top.action for child in parent.children):
                raise _overtaken("the same move has been played there since")
        return tops

    def _return(self, study: Study, top: AnyNode) -> int:
        """Restore a subtree at its former position, with its former ids."""
        old, now = self.before, study.content
        for node in top.walk():
            assert node.parent is not None
            parent = now.nodes[old.ids[node.parent]]
            made = attach_copy(parent, node)
            now.add(made, old.ids[node])
            if node in old.short:
                now.short[made] = old.short[node]
            if node is top:
                made.move_to(node.rank)
            study.tree.changed(parent, made)
        return old.ids[top]

    def _changed_values(self, now: Content) -> list[tuple[AnyNode, str, Any]]:
        found = []
        for id, name in ((id, name) for id in self._common() for name in _FIELDS):
            was, became = (getattr(content.nodes[id], name) for content in (self.before, self.after))
            if was != became:
                node = now.nodes.get(id)
                if node is None or getattr(node, name) != became:
                    raise _overtaken("it has been changed again or deleted since")
                found.append((node, name, was))
        return found

    def _changed_comments(self, now: Content) -> list[tuple[AnyNode, list[Comment]]]:
        """Return comments without those that the edit wrote and with those that it replaced."""
        found = []
        for id in self._common():
            was, became = self.before.nodes[id].comments, self.after.nodes[id].comments
            if was == became:
                continue
            node = now.nodes.get(id)
            written = [comment for comment in became if comment not in was]
            if node is None or any(comment not in node.comments for comment in written):
                raise _overtaken("the comment has been changed again or deleted since")
            texts = [comment for comment in node.comments if comment not in written]
            for place, comment in enumerate(was):
                if comment not in texts:
                    texts.insert(place, comment)
            found.append((node, texts))
        return found

    def _changed_order(self, now: Content) -> list[tuple[AnyNode, list[int]]]:
        """Return nodes whose variations the edit reordered, with the ids in the old order."""
        found = []
        for id in self._common():
            old = [self.before.ids[child] for child in self.before.nodes[id].children]
            new = [self.after.ids[child] for child in self.after.nodes[id].children]
            node = now.nodes.get(id)
            if [child for child in old if child in new] == [child for child in new if child in old]:
                continue
            if node is None:
                raise _overtaken("the variations were deleted")
            there = [now.ids[child] for child in node.children]
            wanted = [child for child in old if child in there]
            found.append((node, wanted + [child for child in there if child not in old]))
        return found

    def _changed_headers(self, now: Content) -> list[tuple[str, str | None]]:
        old, new = self.before.game.headers, self.after.game.headers
        found = [(key, old.get(key)) for key in {**old, **new} if old.get(key) != new.get(key)]
        for key, _ in found:
            if now.game.headers.get(key) != new.get(key):
                raise _overtaken(f"the header {key} has been changed again since")
        return found

    def _common(self) -> list[int]:
        return [id for id in self.after.nodes if id in self.before.nodes]
