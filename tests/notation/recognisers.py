"""Recognisers of the published grammars of Axel's notation and of cwmtt's, apart from our readers.

They say whether the programs from which the notations come would take a text apart without an error.
"""

import re
from collections.abc import Iterator


class Refused(AssertionError):
    """The text is not in the grammar; the message is what is left of it."""


class _Text:
    """A text that is eaten from its beginning."""

    def __init__(self, text: str) -> None:
        self.rest = text

    def eat(self, pattern: str) -> str | None:
        match = re.match(pattern, self.rest)
        if match is None:
            return None
        self.rest = self.rest[match.end() :]
        return match.group()

    def need(self, pattern: str) -> str:
        found = self.eat(pattern)
        if found is None:
            raise Refused(self.rest[:40])
        return found


# A number has no zeros before it. Its sign belongs to timelines and offsets only.
_NATURAL = r"(?:0|[1-9][0-9]*)"
_INTEGER = rf"[+-]?{_NATURAL}"
_PIECE = r"[KNBRQPUDWYC]"
_SQUARE = r"[a-s][1-9][0-9]*"
_TARGET = rf"(?:{_INTEGER}[Ll])?(?:[Tt]{_INTEGER})?{_SQUARE}"
_CWMTT_MOVE = rf"{_PIECE}?(?:>>|>)?x?{_TARGET}"
_CWMTT_SOURCE = rf"(?:{_INTEGER}L)?(?:T{_INTEGER})?[a-s]?(?:[1-9][0-9]*)?"
_CWMTT_TURN = rf"(?=[0-9wbT]){_NATURAL}?[wb]?(?:T{_INTEGER})?\."


def cwmtt_actions(text: str) -> list[list[str]]:
    """The actions of a text, each as its moves; `Refused` if it is not in the grammar."""
    text = re.sub(r"\?[^\n]*", "", text)  # comments end before the end of the line
    text = re.sub(r"[^\S\n]", "", text)
    text = re.sub(r"\n*;\n*", ";", text)
    text = re.sub(r"\n*/\n*|\n+", "/", text).strip("/")
    return [list(_cwmtt_moves(action)) for action in text.split("/")] if text else []


def _cwmtt_moves(action: str) -> Iterator[str]:
    text = _Text(action)
    text.eat(_CWMTT_TURN)
    while True:
        # The source is eaten as far as it goes; only if no move follows it there is none.
        yield text.eat(rf"{_CWMTT_SOURCE}{_CWMTT_MOVE}") or text.need(r"[-_<]")
        if text.eat(";") is None:
            break
    text.eat(r"[+#]")
    text.need(r"\Z")


_AXEL_TURN = r"(?:[bwBW]\s*)?[0-9]+\s*(?:T\s*[0-9]+\s*)?\."
_AXEL_WORD = (
    r"L\s*[+-]?[0-9]+",
    r"T\s*[+-]?[0-9]+",
    r"[PKNRQDUB]",
    r"[a-w][0-9]+",
    r"[a-w]",
    r"[0-9]+",
    r"\+\+|\*\+|[+*#]",
    r"x",
    r"[!?]{1,2}",
    r"\(\+\s*L\s*[+-]?[0-9]*\s*(?:p\s*)?\)",
    r"[0O]-[0O](?:-[0O])?",
    r"=[QNRDU]",
)


def axel_actions(text: str) -> list[list[str]]:
    """The actions of a text, each as its moves; `Refused` if it is not in the grammar."""
    left = _Text(text.replace("..", ";.."))
    actions: list[list[str]] = []
    while left.rest.strip():
        left.eat(r"\s+")
        if left.eat(_AXEL_TURN) or left.eat(r"\.\."):
            actions.append([])
        elif not left.eat(r"-\s*;") and not left.eat(r";"):
            move = left.need(r"[^;.]+[;.]")[:-1].strip()
            _check_axel_move(move)
            actions[-1].append(move)
    return actions


def _check_axel_move(move: str) -> None:
    text = _Text(move)
    squares = []
    castles = False
    while text.rest:
        text.eat(r"\s+")
        for word in _AXEL_WORD:
            found = text.eat(word)
            if found is not None:
                break
        else:
            raise Refused(text.rest)
        if re.fullmatch(r"[a-w]?[0-9]*", found):
            squares.append(found)
        castles = castles or ("-" in found and found[0] in "0O")
    if not castles and not (0 < len(squares) <= 2 and re.fullmatch(r"[a-w][0-9]+", squares[-1])):
        raise Refused(move)
