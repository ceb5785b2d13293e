"""Lexer of Pygments for all text notations: documentation and notebooks highlight games with it.

>>> from pygments.token import Error
>>> tokens = list(NotationLexer().get_tokens('[White "Ada"]\\n1. e4! {best} / e5 1-0'))
>>> [text for _, text in tokens if text.strip()][:5], any(kind in Error for kind, _ in tokens)
(['[', 'White', '"Ada"', ']', '1.'], False)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from pygments.lexer import Lexer  # type: ignore[import-untyped]
from pygments.token import Error, Whitespace, string_to_tokentype  # type: ignore[import-untyped]

from hyperchess.app.lsp.grammar import KINDS, tokenize

__all__ = ["NotationLexer"]

_TYPES = {name: string_to_tokentype(kind.pygments) for name, kind in KINDS.items()}


class NotationLexer(Lexer):  # type: ignore[misc]
    """Lexer for games of 5D chess and infinite chess in every text notation."""

    name = "Games of 5D chess and infinite chess"
    aliases: ClassVar[list[str]] = ["5dpgn", "icn", "hyperchess"]
    filenames: ClassVar[list[str]] = ["*.5dpgn", "*.icn", "*.4xel", "*.alexbay"]
    priority = 0.1  # over Unicon, which has files *.icn too
    mimetypes: ClassVar[list[str]] = ["application/x-5dpgn"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        """Yield the offset, the type and the text of every token; blanks are tokens, too."""
        done = 0
        for kind, start, end in tokenize(text):
            if done < start:
                yield done, Whitespace, text[done:start]
            yield start, _TYPES.get(kind, Error), text[start:end]
            done = end
        if done < len(text):
            yield done, Whitespace, text[done:]
