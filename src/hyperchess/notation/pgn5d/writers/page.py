"""Lines of a game tree: a new line for each turn and each variation, indented by its depth."""

from __future__ import annotations

__all__ = ["Page"]


class Page:
    """Text that is built token by token.

    >>> page = Page(width=40, indent=2)
    >>> page.open("(1w."); page.add("d3"); page.add("/"); page.add("b4"); page.line("2."); page.add("N>>e3")
    >>> page.close(); page.line("1w."); page.add("Nd3")
    >>> print(page.text())
    (1w. d3 / b4
      2. N>>e3)
    1w. Nd3
    <BLANKLINE>
    """

    def __init__(self, width: int | None, indent: int) -> None:
        self.in_turn = False  # whether Black may reply with `/` on this line
        self._parts: list[str] = []
        self._column = 0
        self._depth = 0
        self._width = width
        self._indent = indent
        # Deep variations must not push each other off the page, nor make it grow with the square of depth.
        self._deepest = max(width // 2, 0) if width is not None else 40

    def add(self, token: str) -> None:
        """A token after a blank, or on a new line if it does not fit."""
        if not self._parts:
            self._put(token)
        elif self._fits(1 + _first_line(token)):
            self._put(f" {token}")
        else:
            self.line(token)

    def line(self, token: str) -> None:
        """A token on a new line."""
        if self._parts:
            self._parts.append("\n")
        self._column = 0
        self._put(" " * min(self._depth * self._indent, self._deepest))
        self._put(token)

    def open(self, token: str) -> None:
        """The first token of a variation, on a new line; what follows is one deeper."""
        self.line(token)
        self._depth += 1

    def close(self) -> None:
        """The parenthesis that ends a variation."""
        if self._fits(1):
            self._put(")")
        else:
            self.line(")")
        self._depth -= 1
        self.in_turn = False

    def text(self) -> str:
        """All lines."""
        return "".join([*self._parts, "\n"]) if self._parts else ""

    def _fits(self, length: int) -> bool:
        return self._width is None or self._column + length <= self._width

    def _put(self, text: str) -> None:
        self._parts.append(text)
        breaks = text.rfind("\n")
        self._column = self._column + len(text) if breaks < 0 else len(text) - breaks - 1


def _first_line(token: str) -> int:
    end = token.find("\n")
    return len(token) if end < 0 else end
