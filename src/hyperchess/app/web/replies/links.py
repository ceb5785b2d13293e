"""Response models of links."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hyperchess.app.web.replies.positions import Reply

__all__ = ["LinkReply", "NewLink"]


class LinkReply(Reply):
    """A link to a study, without its key."""

    id: str
    role: Literal["white", "black", "view", "comment", "edit", "owner"]
    name: str


class NewLink(LinkReply):
    """A link that was just created."""

    key: Annotated[str, Field(description="Secret key of the link: `#study=ID&key=KEY`.")]
