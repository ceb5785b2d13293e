"""The API in a browser: the same requests as those of the server, on the same kind of studies.

`Board.answer` takes a method, a path and a body. A route is a decorated function:

>>> board = Board()
>>> reply = board.answer("POST", "/studies", '{"variant": "Standard"}')
>>> reply.status, reply.type
(201, 'application/json')
>>> board.answer("GET", "/nowhere", "").status
404

An exception that is not a `HyperchessError` is a bug: the response has status 500, and the console of the
browser has the traceback.
"""

from __future__ import annotations

import json
import pickle
import re
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

from hyperchess.app.service.documents import write_document
from hyperchess.app.service.errors import ApiError, error_data, not_found, translate
from hyperchess.app.service.library import Library
from hyperchess.app.service.stored import Filing
from hyperchess.app.service.tasks import ReviewTask, expect_engine, play_on, review_task
from hyperchess.app.site.storage import BrowserStorage
from hyperchess.errors import HyperchessError
from hyperchess.multiverse.defaults import default_rules
from hyperchess.notation.places import find_node
from hyperchess.studies import catalogue, texts
from hyperchess.studies.analysis.exploring import CollectionGames
from hyperchess.studies.analysis.reviewing import WriteReview, view_review
from hyperchess.studies.analysis.searching import SearchTask
from hyperchess.studies.analysis.thinking import PlayTask, ThinkTask
from hyperchess.studies.chapters import export_chapters, open_all
from hyperchess.studies.data import json_text
from hyperchess.studies.learning import training
from hyperchess.studies.learning.practice import list_practice, practice_start
from hyperchess.studies.lessons.courses import list_courses
from hyperchess.studies.lessons.judging import judge
from hyperchess.studies.opening import open_game, open_text
from hyperchess.studies.pictures import Picture, draw, paint
from hyperchess.studies.requests import open_requested, read_edit, view_setup
from hyperchess.studies.study import Study

__all__ = ["Board", "Reply"]

_SECONDS = 10.0  # for a query of the explorer
_JSON = "application/json"
_JOB = "application/x-job"
"""Content type of a task for the engine's worker, which the page forwards."""


class _Body(dict[str, Any]):
    """The body of a request, or an object in it. Reading a missing field refuses the request."""

    def __missing__(self, key: str) -> object:
        raise ApiError(422, "request", f"the request has no field {key!r}")


class Reply(NamedTuple):
    """Status, content type and body of a response."""

    status: int
    type: str
    body: str | bytes


_Handler: TypeAlias = Callable[..., object]
_ROUTES: list[tuple[str, re.Pattern[str], _Handler]] = []


def _route(method: str, path: str) -> Callable[[_Handler], _Handler]:
    """Register a handler for a method and a path. `{id}` becomes an argument; the body is the last one."""
    pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))

    def keep(handler: _Handler) -> _Handler:
        _ROUTES.append((method, pattern, handler))
        return handler

    return keep


class Board:
    """The studies of a tab, and the responses to requests about them."""

    def __init__(self) -> None:
        self.storage = BrowserStorage()
        self.library = Library(self.storage)

    def answer(self, method: str, path: str, body: str) -> Reply:
        """Handle a request; an error becomes a response with its status."""
        try:
            found = self._handle(method, path, _read_body(body))
        except HyperchessError as error:
            return _refuse(translate(error))
        except Exception as error:
            traceback.print_exc()
            message = f"this is a bug in hyperchess: {type(error).__name__}: {error}"
            hint = "please report it; the console of the browser has the traceback"
            return _refuse(ApiError(500, "bug", message, hint=hint))
        if isinstance(found, Reply):
            return found
        return Reply(201 if (method, path) == ("POST", "/studies") else 200, _JSON, json_text(found))

    def _handle(self, method: str, path: str, body: _Body) -> object:
        for wanted, pattern, handler in _ROUTES:
            match = pattern.fullmatch(path)
            if match is not None and wanted == method:
                return handler(self, *match.groups(), body)
        raise not_found(f"there is nothing at {path[:200]}: it needs a server")


def _read_body(text: str) -> _Body:
    try:
        found = json.loads(text or "{}", object_hook=_Body)
    except ValueError as error:
        raise ApiError(422, "request", f"the request is not JSON: {error}") from error
    if not isinstance(found, _Body):
        raise ApiError(422, "request", f"expected a JSON object, found {text[:40]}")
    return found


def _refuse(error: ApiError) -> Reply:
    return Reply(error.status, _JSON, json_text(error_data(error)))


@_route("GET", "/about")
def _about(board: Board, body: _Body) -> object:
    from hyperchess import __version__

    return {"name": "hyperchess", "version": __version__, "rules": default_rules().name, "api": 1}


@_route("GET", "/art")
def _art(board: Board, body: _Body) -> object:
    return Reply(200, _JSON, catalogue.art())


@_route("GET", "/notations")
def _notations(board: Board, body: _Body) -> object:
    return catalogue.list_notations()


@_route("GET", "/variants")
def _variants(board: Board, body: _Body) -> object:
    return catalogue.list_variants()


@_route("GET", "/examples")
def _examples(board: Board, body: _Body) -> object:
    return catalogue.list_examples()


@_route("GET", "/engines")
def _engines(board: Board, body: _Body) -> object:
    from hyperchess.engine.levels import LEVELS

    levels = [{"number": level.number, "name": level.name} for level in LEVELS]
    return {"engines": ["hyperchess"], "levels": levels}


@_route("POST", "/studies")
def _create(board: Board, body: _Body) -> object:
    board.storage.keeps = bool(body.get("keep", True))
    try:
        if body.get("chapters"):
            opened = board.library.create_all(open_all(body["text"], body.get("notation")))
        else:
            opened = board.library.create(open_requested(body, open_text), id=body.get("id"))
    finally:
        board.storage.keeps = True
    return {**opened.data(), "kept": bool(body.get("keep", True))}


@_route("GET", "/studies/{id}")
def _read(board: Board, id: str, body: _Body) -> object:
    return board.library.find(id).data()


@_route("DELETE", "/studies/{id}")
def _delete(board: Board, id: str, body: _Body) -> object:
    board.library.delete(id)
    return Reply(204, _JSON, "")


@_route("GET", "/studies/{id}/chapters")
def _chapters(board: Board, id: str, body: _Body) -> object:
    return board.library.volume(id)


@_route("POST", "/studies/{id}/chapters")
def _add_chapters(board: Board, id: str, body: _Body) -> object:
    asked = (
        open_all(body["text"], body.get("notation"))
        if body.get("chapters")
        else [open_requested(body, open_text)]
    )
    return board.library.create_all(asked, beside=id).data()


@_route("PUT", "/studies/{id}/chapters")
def _arrange_chapters(board: Board, id: str, body: _Body) -> object:
    return board.library.arrange(id, body["title"], body["order"])


@_route("DELETE", "/studies/{id}/chapters")
def _delete_chapters(board: Board, id: str, body: _Body) -> object:
    for study in board.library.whole(id):
        board.library.delete(study)
    return Reply(204, _JSON, "")


@_route("POST", "/studies/{id}/edits")
def _edit(board: Board, id: str, body: _Body) -> object:
    revision, edit = body.get("revision"), body["edit"]
    if edit["type"] in ("undo", "redo"):
        step = -1 if edit["type"] == "undo" else 1
        changed = board.library.step(id, step, revision=revision)
    elif edit["type"] == "text":
        content = open_text(edit["text"], edit.get("notation"))
        changed = board.library.reread(id, content, revision=revision)
    else:
        changed = board.library.edit(id, read_edit(edit), revision=revision)
    if body.get("view"):
        with suppress(HyperchessError):  # a node that the rules could not resolve has no position
            changed = {**changed, "position": board.library.place(id, changed["node"]).position_with_moves()}
    return {**changed, "head": {**changed["head"], "kept": True}}


@_route("POST", "/studies/{id}/position")
def _position(board: Board, id: str, body: _Body) -> object:
    place = board.library.place(id, body["node"], body.get("pending", ()))
    return place.position_with_moves() if body.get("moves") else place.position()


@_route("POST", "/studies/{id}/moves")
def _moves(board: Board, id: str, body: _Body) -> object:
    place = board.library.place(id, body["node"], body.get("pending", ()))
    return place.movable() if body.get("from") is None else place.moves_from(body["from"])


@_route("POST", "/studies/{id}/passing")
def _passing(board: Board, id: str, body: _Body) -> object:
    return board.library.place(id, body["node"], body.get("pending", ())).passing()


@_route("POST", "/studies/{id}/hint")
def _hint(board: Board, id: str, body: _Body) -> object:
    return board.library.place(id, body["node"], body.get("pending", ())).hint()


@_route("POST", "/studies/{id}/setup")
def _setup_of(board: Board, id: str, body: _Body) -> object:
    return board.library.place(id, body["node"], body.get("pending", ())).setup()


@_route("POST", "/setup")
def _setup(board: Board, body: _Body) -> object:
    return view_setup(body)


@_route("POST", "/check")
def _check(board: Board, body: _Body) -> object:
    return texts.check(body["text"], body.get("notation"))


@_route("POST", "/convert")
def _convert(board: Board, body: _Body) -> object:
    return texts.convert(body["text"], body.get("notation"), body["to"], body.get("options", {}))


@_route("POST", "/positions")
def _text_position(board: Board, body: _Body) -> object:
    content = open_text(body["text"], body.get("notation"), number=body.get("number", 1))
    node = content.ids[find_node(content.game, body.get("node", "end"))]
    return Study(content).place(node, body.get("pending", ())).position()


@_route("POST", "/studies/{id}/export")
def _export(board: Board, id: str, body: _Body) -> object:
    if body.get("chapters"):
        contents = [opened.study.content for opened in board.library.chapters(id)]
        return export_chapters(board.library.volume(id).title, contents, body["to"], body.get("options", {}))
    study = board.library.find(id).study
    node = body.get("node")
    game = study.game if node is None else texts.line_to(study.node(node))
    return texts.export([game], body["to"], body.get("options", {}))


@_route("POST", "/studies/{id}/picture")
def _picture(board: Board, id: str, body: _Body) -> object:
    picture = Picture(
        "svg",  # the page draws pictures itself
        body.get("theme", "light"),
        body.get("flip", False),
        body.get("window"),
        body.get("width"),
        body.get("shapes", True),
    )
    scene = draw(board.library.find(id).place(body["node"], body.get("pending", ())), picture)
    return Reply(200, "image/svg+xml", paint(scene, picture))


@_route("POST", "/studies/{id}/html")
def _html(board: Board, id: str, body: _Body) -> object:
    from hyperchess.app.web.viewer import html_of_document

    document = write_document(board.library.find(id).study.content)
    return Reply(200, "text/html", html_of_document(document).encode("utf-8"))


@_route("POST", "/searches")
def _search(board: Board, body: _Body) -> object:
    place = board.library.place(body["study"], body["node"], body.get("pending", ()))
    seconds, mate_in = body.get("seconds", 10.0), body.get("mate_in", 3)
    return _job(SearchTask(body["kind"], place.state, seconds, mate_in))


@_route("POST", "/thoughts")
def _think(board: Board, body: _Body) -> object:
    place = board.library.place(body["study"], body["node"])
    expect_engine(place.base)
    position, _ = play_on(place, body.get("actions", ()))
    return _job(ThinkTask(position, body.get("seconds", 10.0), body.get("lines", 1), place.number))


@_route("POST", "/replies")
def _reply(board: Board, body: _Body) -> object:
    place = board.library.place(body["study"], body["node"])
    expect_engine(place.base)
    return _job(PlayTask(place.base, body.get("seconds", 2.0), body.get("level", 8), place.number))


@_route("POST", "/studies/{id}/review")
def _review(board: Board, id: str, body: _Body) -> object:
    return _job(review_task(id, board.library.find(id).study.content, body.get("seconds", 0.5)))


@_route("GET", "/studies/{id}/review")
def _read_review(board: Board, id: str, body: _Body) -> object:
    return {"review": view_review(board.library.find(id).study), "running": None}


@_route("POST", "/studies/{id}/reviewed")
def _reviewed(board: Board, id: str, body: _Body) -> object:
    """Write the result of the engine's worker to the study."""
    edit = WriteReview(tuple(pickle.loads(bytes.fromhex(body["found"]))))
    board.library.edit(id, edit)
    return {"actions": len(edit.found)}


@_route("PUT", "/studies/{id}/filing")
def _file(board: Board, id: str, body: _Body) -> object:
    filing = Filing(body.get("folder", ""), tuple(body.get("tags", ())))
    board.library.file(id, filing)
    return filing


@_route("GET", "/lessons")
def _lessons(board: Board, body: _Body) -> object:
    return list_courses()


@_route("POST", "/lessons/judge")
def _judge_step(board: Board, body: _Body) -> object:
    return judge(body["course"], body["step"], body["moves"], submitted=body.get("submitted", False))


@_route("GET", "/practice")
def _practice(board: Board, body: _Body) -> object:
    return list_practice()


@_route("POST", "/practice")
def _practice_start(board: Board, body: _Body) -> object:
    return practice_start(body["name"], body["seed"])


@_route("GET", "/puzzles")
def _puzzles(board: Board, body: _Body) -> object:
    return training.list_puzzles()


@_route("POST", "/puzzles/{id}/answers")
def _judge_puzzle(board: Board, id: str, body: _Body) -> object:
    return training.judge(id, body["played"])


@_route("POST", "/puzzles/{id}/hints")
def _hint_puzzle(board: Board, id: str, body: _Body) -> object:
    return training.give_hint(id, body["played"], whole=body.get("whole", False))


@_route("POST", "/explorer/position")
def _explore(board: Board, body: _Body) -> object:
    return CollectionGames().explore(board.library.place(body["study"], body["node"]).base)


@_route("POST", "/explorer/games")
def _find_games(board: Board, body: _Body) -> object:
    study = body.get("study")
    position = None if study is None else board.library.place(study, body["node"]).base
    return CollectionGames().search(body["query"], position, limit=body.get("limit", 50), seconds=_SECONDS)


@_route("POST", "/explorer/study")
def _open_found(board: Board, body: _Body) -> object:
    return board.library.create(open_game(CollectionGames().game(body["id"]))).data()


def _job(task: SearchTask | ThinkTask | PlayTask | ReviewTask) -> Reply:
    return Reply(202, _JOB, pickle.dumps(task))
