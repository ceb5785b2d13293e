"""Versions that an edit overwrites: the last writer wins, but the earlier version can be looked up.

>>> from hyperchess.studies.edits import Rename, SetHeader
>>> from hyperchess.studies.opening import open_text
>>> study = Study(open_text('[White "Ada"] 1. e4 / e5'))
>>> earlier_version(study, SetHeader("White", "Bob"))
Earlier(what='header', text='Ada', node=None, key='White')
>>> earlier_version(study, SetHeader("Black", "Bob")) is None
True
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from hyperchess.annotations import join_shapes, parse_shapes
from hyperchess.studies import edits
from hyperchess.studies.fields import Field
from hyperchess.studies.shapes import visible_comments
from hyperchess.studies.study import Edit, Study

__all__ = ["Earlier", "earlier_version"]

_LONGEST = 10_000  # characters
_MOST_ACTIONS = 200  # maximum length of a deleted line


@dataclass(frozen=True, slots=True)
class Earlier:
    """An overwritten version: `text` as displayed, at a node or under the key of a header."""

    what: Annotated[
        str,
        Field(enum=("title", "header", "comment", "shapes", "evaluation", "result", "moves")),
    ]
    text: str
    node: int | None = None
    key: Annotated[str, Field("The name of a header.")] = ""


def earlier_version(study: Study, edit: Edit) -> Earlier | None:
    """Return the version that an edit overwrites; `None` if it only adds something or changes nothing."""
    found = _find(study, edit)
    return found if found is not None and found.text else None


def _find(study: Study, edit: Edit) -> Earlier | None:
    content, kind = study.content, study.content.kind
    match edit:
        case edits.Rename(title=title):
            return None if title == content.title else Earlier("title", content.title)
        case edits.SetHeader(key=key, value=value):
            old = study.game.headers.get(key, "")
            return None if old == value else Earlier("header", old[:_LONGEST], key=key)
        case edits.EditComment(node=id, text=text):
            node = study.node(id)
            index = edit.find(study, node)
            seen = visible_comments(node.comments, kind)
            if index is None or index >= len(seen) or seen[index][1].text == text:
                return None
            return Earlier("comment", seen[index][1].text[:_LONGEST], id)
        case edits.EditShapes(node=id):
            shapes = list(parse_shapes(study.node(id).comments, kind))
            return Earlier("shapes", join_shapes("", shapes)[:_LONGEST], id)
        case edits.Evaluate(node=id, evaluation=evaluation):
            old = study.node(id).evaluation
            return None if old == evaluation else Earlier("evaluation", old, id)
        case edits.SetResult(node=id, result=result):
            old = study.node(id).result
            return None if old == result else Earlier("result", old, id)
        case edits.Delete(node=id):
            top = study.node(id)
            actions = [top, *top.main_line][:_MOST_ACTIONS]
            texts = [" ".join(move.text for move in study.tree.view(node).moves) for node in actions]
            return Earlier("moves", " / ".join(texts)[:_LONGEST], id)
    return None
