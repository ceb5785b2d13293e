"""The routes of live studies: a websocket that tells every change, and what was changed before."""

from __future__ import annotations

import json
from typing import Annotated

from fastapi import APIRouter, Query, Response, WebSocket

from hyperchess.app.web.dependencies import HubDep, LibraryDep, StudyId, library_for
from hyperchess.app.web.live.conversation import converse
from hyperchess.app.web.replies.studies import ChangesReply, EarlierReply
from hyperchess.app.web.requests.fields import FAR
from hyperchess.app.web.responses import json_response, text_response

__all__ = ["router"]

_MOST_EARLIER = 200

router = APIRouter(prefix="/studies", tags=["live"])


@router.websocket("/{id}/live")
async def live(socket: WebSocket, hub: HubDep, id: StudyId) -> None:
    """Who is in a study, and every change of it as it happens."""
    await converse(socket, hub, id, lambda key: library_for(socket.app, key))


@router.get("/{id}/changes", response_model=ChangesReply)
def read_changes(library: LibraryDep, id: StudyId, since: Annotated[int, Query(ge=0, lt=FAR)]) -> Response:
    """What was changed after a revision, for a copy of the study that has it."""
    library.find(id)
    answers = library.storage.answers_since(id, since)
    changes = "null" if answers is None else f"[{','.join(answers)}]"
    return text_response(f'{{"changes":{changes}}}')


@router.get("/{id}/earlier", response_model=list[EarlierReply])
def read_earlier(library: LibraryDep, id: StudyId) -> Response:
    """Versions of titles, headers, comments, shapes and marks that were overwritten, the last one first."""
    library.find(id)
    return json_response(
        [
            {**json.loads(found.earlier), "person": found.person, "made": found.made}
            for found in library.storage.overwritten(id, _MOST_EARLIER)
        ]
    )
