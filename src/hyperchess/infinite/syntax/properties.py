"""Further properties of a position: relaxed JSON in braces.

Keys need no quotation marks, strings may use either kind, a comma may follow the last entry, and `Infinity`
is a number.

>>> from hyperchess.text import Source
>>> scan_properties(Scanner(Source("{slideLimit: Infinity, 'cannotPassTurn': true, list: [1, -2.5,],}")))
{'slideLimit': inf, 'cannotPassTurn': True, 'list': (1, -2.5)}
>>> format_properties({"slideLimit": float("inf"), "my key": None, "deep": {"a": ("x", 1)}})
'{slideLimit: Infinity, "my key": null, deep: {a: ["x", 1]}}'
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping

from hyperchess.infinite.coordinates import MAX_DIGITS
from hyperchess.infinite.settings import Json
from hyperchess.scanner import Scanner
from hyperchess.text import quote

__all__ = ["MAX_DEPTH", "MAX_ENTRIES", "format_properties", "scan_properties"]

MAX_DEPTH = 32
MAX_ENTRIES = 10_000
MAX_STRING = 10_000

_SPACE = re.compile(r"\s*")
_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_NUMBER = re.compile(r"-?(?:Infinity|(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)(?![0-9A-Za-z_.])")
_WORD = re.compile(r"(?:true|false|null)(?![0-9A-Za-z_])")
_DOUBLE = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_SINGLE = re.compile(r"'(?:[^'\\\n]|\\.)*'")
_WORDS: Mapping[str, Json] = {"true": True, "false": False, "null": None}


def scan_properties(scanner: Scanner) -> dict[str, Json]:
    """Parse the braces and their content at the scanner's position."""
    reader = _Reader(scanner)
    return reader.object(1)


def format_properties(properties: Mapping[str, Json]) -> str:
    """Format with braces; keys that are names are written without quotation marks."""
    return _format(properties)


class _Reader:
    def __init__(self, scanner: Scanner) -> None:
        self.scanner = scanner
        self.entries = 0

    def object(self, depth: int) -> dict[str, Json]:
        found: dict[str, Json] = {}
        self._open(depth)
        while not self._closes("}"):
            start = self.scanner.offset
            key = self._key()
            if key in found:
                self.scanner.fail(f"the key {quote(key)} appears twice", code="properties", start=start)
            self._punctuation(":", "':' and a value")
            found[key] = self._value(depth)
            self._after_entry("}")
        return found

    def _array(self, depth: int) -> tuple[Json, ...]:
        found: list[Json] = []
        self._open(depth)
        while not self._closes("]"):
            found.append(self._value(depth))
            self._after_entry("]")
        return tuple(found)

    def _open(self, depth: int) -> None:
        if depth > MAX_DEPTH:
            self.scanner.fail(f"properties nest at most {MAX_DEPTH} deep", code="limit")
        self.scanner.offset += 1

    def _closes(self, bracket: str) -> bool:
        self.scanner.take(_SPACE)
        if self.scanner.peek() != bracket:
            return False
        self.scanner.offset += 1
        return True

    def _after_entry(self, bracket: str) -> None:
        self.entries += 1
        if self.entries > MAX_ENTRIES:
            self.scanner.fail(f"properties have at most {MAX_ENTRIES} entries", code="limit")
        self.scanner.take(_SPACE)
        if self.scanner.peek() != bracket:
            self._punctuation(",", f"',' or '{bracket}'")

    def _punctuation(self, sign: str, expected: str) -> None:
        self.scanner.take(_SPACE)
        self.scanner.expect(re.compile(re.escape(sign)), expected, code="properties")
        self.scanner.take(_SPACE)

    def _key(self) -> str:
        name = self.scanner.take(_NAME)
        if name is not None:
            return name
        text = self._string()
        if text is None:
            self.scanner.expect(_NAME, "a key such as slideLimit", code="properties")
        return text or ""

    def _value(self, depth: int) -> Json:
        following = self.scanner.peek()
        if following == "{":
            return self.object(depth + 1)
        if following == "[":
            return self._array(depth + 1)
        if (word := self.scanner.take(_WORD)) is not None:
            return _WORDS[word]
        if (text := self._string()) is not None:
            return text
        hint = "a value is a number, Infinity, true, false, null, a string, a list or braces"
        return self._number(self.scanner.expect(_NUMBER, "a value", code="properties", hint=hint))

    def _number(self, digits: str) -> int | float:
        if len(digits) > MAX_DIGITS:
            start = self.scanner.offset - len(digits)
            self.scanner.fail(f"a number has at most {MAX_DIGITS} digits", code="limit", start=start)
        if "Infinity" in digits:
            return -math.inf if digits[0] == "-" else math.inf
        if not set(digits) & set(".eE"):
            return int(digits)
        value = float(digits)
        if math.isinf(value):
            start = self.scanner.offset - len(digits)
            self.scanner.fail(f"the number {quote(digits)} is out of range", code="limit", start=start)
        return value

    def _string(self) -> str | None:
        start = self.scanner.offset
        text = self.scanner.take(_DOUBLE)
        if text is None:
            text = self.scanner.take(_SINGLE)
            if text is None:
                return None
            text = '"' + text[1:-1].replace("\\'", "'").replace('"', '\\"') + '"'
        if len(text) > MAX_STRING:
            self.scanner.fail(f"a string has at most {MAX_STRING} characters", code="limit", start=start)
        try:
            value = json.loads(text)
        except ValueError:
            self.scanner.fail("this string has an unknown escape", code="properties", start=start)
        return str(value)


def _format(value: Json) -> str:
    if isinstance(value, Mapping):
        entries = (f"{_format_key(key)}: {_format(entry)}" for key, entry in value.items())
        return "{" + ", ".join(entries) + "}"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_format, value)) + "]"
    if isinstance(value, str):
        return _format_string(value)
    if isinstance(value, float) and math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return json.dumps(value)


def _format_key(key: str) -> str:
    return key if _NAME.fullmatch(key) else _format_string(key)


def _format_string(text: str) -> str:
    # A lone surrogate can only be written as an escape, and DEL to U+009F do not survive everywhere.
    return json.dumps(text, ensure_ascii=not text.isprintable())
