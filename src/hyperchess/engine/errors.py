"""What goes wrong with other people's engines."""

from __future__ import annotations

from hyperchess.errors import HyperchessError

__all__ = ["EngineError"]


class EngineError(HyperchessError):
    """An engine did not answer, died, or answered something that is not a legal action."""
