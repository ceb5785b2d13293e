"""What can be done to a study. Each edit is checked as a whole before it changes anything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hyperchess import infinite, multiverse
from hyperchess.annotations import ArrowShape, Shape, SquareShape
from hyperchess.app.web import models
from hyperchess.app.web.documents import AnyNode, Content
from hyperchess.app.web.errors import ApiError
from hyperchess.app.web.marks import replace_comment, replace_shapes, visible_comments
from hyperchess.app.web.spelling import short_texts
from hyperchess.app.web.studies import Library, Study, play_pending, printable
from hyperchess.app.web.values import read_square
from hyperchess.errors import UnresolvedMove
from hyperchess.game import Comment
from hyperchess.multiverse import Budget

__all__ = ["apply", "replace_game"]

_MARK_BUDGET = Budget(seconds=0.2)
_MOST_COMMENTS = 1_000


def apply(library: Library, id: str, revision: int, edit: models.AnyEdit) -> tuple[Study, int]:
    """Make an edit and save it; the study after it, and the node where to stand."""
    if isinstance(edit, models.Undo | models.Redo):
        return library.step(id, revision, -1 if isinstance(edit, models.Undo) else 1)
    return library.edit(id, revision, lambda study: _make(study, edit))


def replace_game(library: Library, id: str, revision: int, content: Content) -> tuple[Study, int]:
    """Put a game that was read anew in the place of the old one; the title that was given stays."""

    def change(study: Study) -> int:
        content.title = study.content.title
        content.number_from(study.content.next_id)
        study.fill(content)
        return study.end()

    return library.edit(id, revision, change)


def _make(study: Study, edit: models.AnyEdit) -> int:
    match edit:
        case models.Add():
            return _add(study, edit)
        case models.Delete():
            return _delete(study, edit)
        case models.Promote():
            return _reorder(study, edit.node, lambda node: node.promote(to_main=edit.to_main))
        case models.Demote():
            return _reorder(study, edit.node, lambda node: node.demote())
        case models.EditComment():
            return _comment(study, edit)
        case models.Evaluate():
            return _evaluate(study, edit)
        case models.EditShapes():
            return _shapes(study, edit)
        case models.Result():
            node = study.node(edit.node)
            node.result = edit.result
            study.tree.changed(node)
            return edit.node
        case models.Header():
            return _header(study, edit)
        case models.Rename():
            study.content.title = printable(edit.title).strip()
            return study.end()
        case _:
            raise AssertionError(f"an edit without a meaning: {edit.type}")


def _add(study: Study, edit: models.Add) -> int:
    """Play a legal action; one that is there already is returned as it is."""
    content = study.content
    parent = study.node(edit.parent)
    base = parent.position
    if isinstance(base, infinite.Position):
        if len(edit.moves) != 1:
            raise ApiError(422, "action", "an action of infinite chess is one move")
        action: tuple[object, ...] = (base.find(edit.moves[0]),)
    else:
        state = play_pending(base, edit.moves)
        assert isinstance(state, multiverse.Position)
        state.submit()
        action = state.pending
    node = parent.add(action)
    if node in content.ids:
        return content.ids[node]
    number = content.add(node)
    content.short[node] = short_texts(node, budget=_MARK_BUDGET)
    study.tree.changed(parent)
    return number


def _siblings_of(node: AnyNode) -> AnyNode:
    if node.parent is None:
        raise ApiError(422, "root", "the start of the game has no place among variations")
    return node.parent


def _delete(study: Study, edit: models.Delete) -> int:
    node = study.node(edit.node)
    parent = _siblings_of(node)
    gone = list(node.walk())
    node.delete()
    for dropped in gone:
        study.tree.dropped(dropped)
        study.content.drop(dropped)
    study.tree.changed(parent)
    return study.content.ids[parent]


def _reorder(study: Study, number: int, move: Callable[[AnyNode], None]) -> int:
    node = study.node(number)
    parent = _siblings_of(node)
    move(node)
    study.tree.changed(parent)
    return number


def _comment(study: Study, edit: models.EditComment) -> int:
    """Change a comment that is seen, or add one; shapes in it stay."""
    node = study.node(edit.node)
    kind = study.content.kind
    seen = visible_comments(node.comments, kind)
    count = len(node.moves)
    if edit.index is None:
        if edit.text and len(node.comments) >= _MOST_COMMENTS:
            raise ApiError(422, "comments", f"a node has at most {_MOST_COMMENTS} comments")
        after = count if edit.after is None else min(edit.after, count)
        comments = [*node.comments, Comment(edit.text, after)] if edit.text else node.comments
    else:
        if not 0 <= edit.index < len(seen):
            raise ApiError(422, "comments", f"the node has {len(seen)} comments, there is no {edit.index}")
        place, shown = seen[edit.index]
        after = shown.after if edit.after is None else min(edit.after, count)
        changed = replace_comment(node.comments[place], edit.text, after, kind)
        comments = [*node.comments]
        comments[place : place + 1] = [] if changed is None else [changed]
    node.comments = comments
    study.tree.changed(node)
    return edit.node


def _evaluate(study: Study, edit: models.Evaluate) -> int:
    """Judge an action: the mark stands at its last move, and nowhere else."""
    node = study.node(edit.node)
    if not node.moves:
        raise ApiError(422, "root", "only an action can be judged, not the start of the game")
    last = len(node.moves) - 1
    node.moves = tuple(
        replace(
            written,
            text=written.text.removesuffix(written.evaluation) if written.evaluation else written.text,
            evaluation=edit.evaluation if place == last else "",
        )
        for place, written in enumerate(node.moves)
    )
    study.tree.changed(node)
    return edit.node


def _shapes(study: Study, edit: models.EditShapes) -> int:
    node = study.node(edit.node)
    start = study.game.start
    if start is None:
        raise UnresolvedMove("a game without a start has no squares to mark")
    shapes: list[Shape] = []
    for shape in edit.shapes:
        if isinstance(shape, models.ArrowShape):
            source, target = read_square(start, shape.from_), read_square(start, shape.to)
            shapes.append(ArrowShape(source, target, shape.color))
        else:
            shapes.append(SquareShape(read_square(start, shape.at), shape.color))
    unique = list(dict.fromkeys(shapes))
    node.comments = replace_shapes(node.comments, unique, study.content.kind, len(node.moves))
    study.tree.changed(node)
    return edit.node


def _header(study: Study, edit: models.Header) -> int:
    headers = study.game.headers
    if edit.value:
        headers[edit.key] = edit.value
    else:
        headers.pop(edit.key, None)
    return study.end()
