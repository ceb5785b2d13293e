"""What refusals look like."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field

from hyperchess.app.web.replies.positions import Reply

__all__ = ["ErrorBody", "ErrorReply"]


class ErrorBody(Reply):
    """Why something was refused."""

    code: Annotated[str, Field(description="A short name for programs, such as `illegal-action`.")]
    message: str
    hint: str = ""
    details: Any = None


class ErrorReply(BaseModel):
    """The envelope of every refusal. A conflict of revisions also brings the `study` as it is now."""

    error: ErrorBody
