"""Errors of external engines."""

from __future__ import annotations

from hyperchess.errors import HyperchessError

__all__ = ["EngineError"]


class EngineError(HyperchessError):
    """An engine did not respond, terminated, or returned something that is not a legal action."""
