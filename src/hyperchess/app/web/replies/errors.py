"""Response models of errors."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field

from hyperchess.app.web.replies.positions import Reply

__all__ = ["ErrorBody", "ErrorReply"]


class ErrorBody(Reply):
    """An error: its code, message and hint."""

    code: Annotated[str, Field(description="Machine-readable code such as `illegal-action`.")]
    message: str
    hint: str = ""
    details: Any = None


class ErrorReply(BaseModel):
    """The envelope of every error. A revision conflict also contains the current `study`."""

    error: ErrorBody
