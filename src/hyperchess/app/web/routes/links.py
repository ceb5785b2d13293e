"""Routes of links: the owner of a study creates, lists and revokes them."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Response

from hyperchess.app.web.dependencies import HubDep, LibraryDep, StudyId
from hyperchess.app.web.live.links import Link, Role
from hyperchess.app.web.replies.links import LinkReply, NewLink
from hyperchess.app.web.requests.fields import Name, Request
from hyperchess.app.web.responses import json_response

__all__ = ["router"]

router = APIRouter(prefix="/studies", tags=["links"])


class LinkRequest(Request):
    """The role of the link, and a name for the owner's list."""

    role: Literal["view", "comment", "edit"]
    name: Name = ""


@router.post("/{id}/links", status_code=201, response_model=NewLink)
def add_link(library: LibraryDep, id: StudyId, request: LinkRequest) -> Response:
    """Create a link. Its key is returned only once: only its hash is stored."""
    link, key = library.add_link(id, Role(request.role), request.name)
    return json_response({**_data(link), "key": key}, 201)


@router.get("/{id}/links", response_model=list[LinkReply])
def list_links(library: LibraryDep, id: StudyId) -> Response:
    """List the links that were not revoked."""
    return json_response([_data(link) for link in library.links(id)])


@router.delete("/{id}/links/{link}", status_code=204)
def end_link(
    library: LibraryDep, hub: HubDep, id: StudyId, link: Annotated[str, Path(max_length=64)]
) -> Response:
    """Revoke a link.

    Clients with a link of that role must reconnect, so that their keys are checked again.
    """
    found = next((one for one in library.links(id) if one.id == link), None)
    library.end_link(id, link)
    if found is not None:
        for study in library.whole(id):
            hub.drop_all(study, 4000, "a link was revoked: reconnect", role=found.role)
    return Response(status_code=204)


def _data(link: Link) -> dict[str, str]:
    return {"id": link.id, "role": link.role, "name": link.name}
