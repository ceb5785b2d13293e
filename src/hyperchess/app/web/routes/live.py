"""Routes of live studies: a websocket that sends every change, and earlier changes."""

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
    """Send the members of a study, and every change as it happens."""
    await converse(socket, hub, id, lambda key: library_for(socket.app, key))


@router.get("/{id}/changes", response_model=ChangesReply)
def read_changes(library: LibraryDep, id: StudyId, since: Annotated[int, Query(ge=0, lt=FAR)]) -> Response:
    """Return the changes after a revision, for a client that has this revision."""
    library.find(id)
    answers = library.storage.answers_since(id, since)
    changes = "null" if answers is None else f"[{','.join(answers)}]"
    return text_response(f'{{"changes":{changes}}}')


@router.get("/{id}/earlier", response_model=list[EarlierReply])
def read_earlier(library: LibraryDep, id: StudyId) -> Response:
    """List overwritten titles, headers, comments, shapes and marks, newest first."""
    library.find(id)
    return json_response(
        [
            {**json.loads(found.earlier), "person": found.person, "made": found.made}
            for found in library.storage.overwritten(id, _MOST_EARLIER)
        ]
    )
