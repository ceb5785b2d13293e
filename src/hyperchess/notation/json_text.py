"""JSON with places: values that know where in a text they are, and problems with them.

>>> (document,) = read_json(Source('{"moves": [{"from": 3}]}'))
>>> move = document.root["moves"].items()[0]
>>> move["from"].text()
''
>>> print(*document.problems)
<text>:1:21: error[json]: expected a string at moves[0].from, found 3
  1 | {"moves": [{"from": 3}]}
    |                     ^
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any, TypeAlias

from hyperchess.problems import Problems
from hyperchess.text import Severity, Source, Span, quote

__all__ = ["Json", "JsonDocument", "JsonObject", "Path", "join_empty", "locate_number", "read_json"]

Path = tuple[str | int, ...]

_BLANK = re.compile(r"\s*")
_BETWEEN = re.compile(r"[\s,\[\]]*")
_TOKEN = re.compile(
    r'\s*(?:(?P<text>"(?:[^"\\]|\\.)*")|(?P<numbers>\[[-+0-9.eE,\s]*\])|(?P<open>[\[{])|(?P<close>[\]}])|(?P<comma>,)|(?P<colon>:)'
    r'|(?P<atom>[^\s\[\]{},:"]+))'
)
_STRING_OR_ATOM = re.compile(r'"(?:[^"\\]|\\.)*+"|(?P<atom>[^\s\[\]{},:"]++)')
_LONGEST_NUMBER = 18
JsonObject: TypeAlias = dict[str, Any]
"""A JSON object as a value."""

_MISSING: Any = object()


class _Refused(Exception):
    """A number that JSON, or its reader in Python, allows and no reader of games wants."""

    def __init__(self, found: str, message: str) -> None:
        super().__init__(message)
        self.found = found


def locate_number(text: str, offset: int, found: str) -> int:
    """Return the offset of a number outside of strings."""
    return next((m.start() for m in _STRING_OR_ATOM.finditer(text, offset) if m["atom"] == found), offset)


@dataclass(eq=False)
class JsonDocument:
    """One document of a text, and the problems found in it so far."""

    source: Source
    span: Span
    value: Any
    problems: Problems = field(init=False)

    def __post_init__(self) -> None:
        self.problems = Problems(self.source)

    @classmethod
    def unread(cls, source: Source, offset: int, message: str, place: int) -> JsonDocument:
        """The rest of a text, which is not JSON: its value is missing, the reason is a problem."""
        document = cls(source, Span(offset, len(source.text)), _MISSING)
        document.problems.report(Span(place, place + 1), "json", message)
        return document

    @property
    def is_empty(self) -> bool:
        """True if it is JSON that cannot be a game: `0`, `"text"`, `[]`, `{}`."""
        return not (self.problems or (isinstance(self.value, dict | list) and self.value))

    @property
    def root(self) -> Json:
        """The document as a value."""
        return Json(self, self.value, ())

    def place(self, path: Path) -> Span:
        """Return the span of the value at a path, or of its nearest ancestor."""
        if not path:
            return self.span
        children, spans = self._places
        node = 0
        for key in path:
            node = children.get((node, key), node)
        return spans[node]

    @cached_property
    def _places(self) -> tuple[dict[tuple[int, str | int], int], list[Span]]:
        return _index(self.source.text, self.span)

    def report(
        self,
        path: Path,
        message: str,
        *,
        code: str = "json",
        hint: str = "",
        severity: Severity = Severity.ERROR,
    ) -> None:
        """Report a problem with the value at a path."""
        self.problems.report(self.place(path), code, message, severity, hint=hint)


@dataclass(frozen=True, slots=True)
class Json:
    """A value of a document; a missing or wrong value is reported once and has a default."""

    document: JsonDocument
    value: Any
    path: Path

    @property
    def is_missing(self) -> bool:
        """True if there is no such value."""
        return self.value is _MISSING

    @property
    def is_empty(self) -> bool:
        """True if there is no such value, or it is `null`."""
        return self.value is _MISSING or self.value is None

    @property
    def span(self) -> Span:
        """Span of the value."""
        return self.document.place(self.path)

    @property
    def name(self) -> str:
        """Path in the usual spelling: `moves[0].from`."""
        parts = (f"[{key}]" if isinstance(key, int) else f".{key}" for key in self.path)
        return "".join(parts).lstrip(".") or "the top"

    def __getitem__(self, key: str) -> Json:
        """The value of a key of an object; missing if there is none."""
        value = self.value.get(key, _MISSING) if isinstance(self.value, dict) else _MISSING
        return Json(self.document, value, (*self.path, key))

    def names(self) -> list[str]:
        """The keys of an object."""
        if isinstance(self.value, dict):
            return list(self.value)
        self._expected("an object")
        return []

    def items(self) -> list[Json]:
        """The values of a list."""
        if isinstance(self.value, list):
            return [Json(self.document, value, (*self.path, index)) for index, value in enumerate(self.value)]
        self._expected("a list")
        return []

    def text(self, default: str = "") -> str:
        """A string."""
        if isinstance(self.value, str):
            return self.value
        self._expected("a string")
        return default

    def integer(self, default: int = 0) -> int:
        """A whole number."""
        if isinstance(self.value, int) and not isinstance(self.value, bool):
            return self.value
        if isinstance(self.value, float) and self.value.is_integer():  # infinity and NaN are not
            return int(self.value)
        self._expected("a whole number")
        return default

    def number(self, default: float = 0) -> float:
        """A number."""
        if isinstance(self.value, int | float) and not isinstance(self.value, bool):
            return self.value
        self._expected("a number")
        return default

    def boolean(self, default: bool = False) -> bool:
        """True or false."""
        if isinstance(self.value, bool):
            return self.value
        self._expected("true or false")
        return default

    def report(
        self, message: str, *, code: str = "json", hint: str = "", severity: Severity = Severity.ERROR
    ) -> None:
        """Report a problem with this value."""
        self.document.report(self.path, message, code=code, hint=hint, severity=severity)

    def _expected(self, what: str) -> None:
        self.report(f"expected {what} at {self.name}, found {self._found()}")

    def _found(self) -> str:
        if self.is_missing:
            return "nothing"
        if isinstance(self.value, dict | list):
            return "an object" if isinstance(self.value, dict) else "a list"
        return quote(self.value) if isinstance(self.value, str) else json.dumps(self.value)


def read_json(source: Source, *, lists: bool = False) -> list[JsonDocument]:
    """Read all documents of a text, at least one; unreadable text becomes a document with a problem.

    With `lists`, the values of a top-level list are separate documents.
    """
    text = source.text
    between = _BETWEEN if lists else _BLANK
    decoder = _Decoder()
    documents: list[JsonDocument] = []
    offset = 1 if text.startswith("\ufeff") else 0
    listed = False  # whether the last document is in a list
    while True:
        blank = between.match(text, offset)
        assert blank is not None
        offset = blank.end()
        if documents and offset >= len(text):
            if listed and "]" not in blank.group():
                end = len(text.rstrip())
                message, hint = "the list that this stands in is not closed", "add ']'"
                documents[-1].problems.report(Span(end - 1, end), "json", message, hint=hint)
            break
        listed = any(sign in blank.group().rpartition("]")[2] for sign in "[,")
        document = decoder.read(source, offset)
        documents.append(document)
        if document.root.is_missing:
            break
        offset = document.span.end
    return join_empty(documents)


def join_empty(documents: Iterable[JsonDocument]) -> list[JsonDocument]:
    """Return the documents of a text, with consecutive empty ones merged; there may be very many."""
    joined: list[JsonDocument] = []
    for is_empty, row in groupby(documents, lambda document: document.is_empty):
        first, *more = row
        joined.append(first)
        if not is_empty:
            joined += more
        elif more:
            one = "1 more value that is no game"
            message = one if len(more) == 1 else f"{len(more):,} more values that are no games"
            first.problems.report(more[0].span, "json", message)
    return joined


class _Decoder:
    """Decodes the documents of a text, and records duplicate keys."""

    def __init__(self) -> None:
        self._repeated: list[str] = []
        self._json = json.JSONDecoder(
            object_pairs_hook=self._pairs, parse_int=_integer, parse_float=_float, parse_constant=_constant
        )

    def read(self, source: Source, offset: int) -> JsonDocument:
        """Decode the document at an offset."""
        self._repeated.clear()
        message, place = "", offset
        try:
            value, end = self._json.raw_decode(source.text, offset)
        except json.JSONDecodeError as error:
            message, place = f"this is not JSON: {error.msg}", error.pos
        except RecursionError:
            message = "lists and objects are nested too deeply"
        except _Refused as error:
            message, place = str(error), locate_number(source.text, offset, error.found)
        if message:
            return JsonDocument.unread(source, offset, message, place)
        document = JsonDocument(source, Span(offset, end), value)
        for key in dict.fromkeys(self._repeated):
            message = f"the key {quote(key)} is there twice in an object; the last one counts"
            document.report((), message, severity=Severity.WARNING)
        return document

    def _pairs(self, found: Sequence[tuple[str, Any]]) -> JsonObject:
        made = dict(found)
        if len(made) < len(found):
            times = Counter(key for key, _ in found)
            self._repeated.extend(key for key in made if times[key] > 1)
        return made


def _integer(digits: str) -> int:
    # The length is checked first: Python refuses to read numbers of more than 4,300 digits.
    if len(digits) > _LONGEST_NUMBER:
        raise _Refused(digits, f"the number {quote(digits)} is out of range")
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if abs(number) > 10**_LONGEST_NUMBER:
        raise _Refused(digits, f"the number {quote(digits)} is out of range")
    return number


def _constant(name: str) -> float:
    raise _Refused(name, f"{name} is not a number in JSON")


def _index(text: str, span: Span) -> tuple[dict[tuple[int, str | int], int], list[Span]]:
    """Return the index of every value in one pass: children by (parent, key), and the span of each value.

    A list of numbers, which is common for boards, counts as one value.
    """
    children: dict[tuple[int, str | int], int] = {}
    spans: list[Span] = []
    opened: list[int] = []  # stack of open values
    keys: list[str | int | None] = []  # the next key of each open value; for a list, the next index
    offset = span.start
    while offset < span.end and (token := _TOKEN.match(text, offset, span.end)) is not None:
        offset = token.end()
        kind = token.lastgroup or ""
        place = Span(*token.span(kind))
        if kind == "close":
            node = opened.pop()
            keys.pop()
            spans[node] = Span(spans[node].start, place.end)
        elif kind == "comma":
            last = keys[-1]
            keys[-1] = last + 1 if isinstance(last, int) else None
        elif kind == "text" and keys and keys[-1] is None:
            keys[-1] = json.loads(token["text"])
        elif kind != "colon":
            node = len(spans)
            spans.append(place)
            if opened:
                key = keys[-1]
                assert key is not None
                children[opened[-1], key] = node
            if kind == "open":
                opened.append(node)
                keys.append(0 if token["open"] == "[" else None)
    return children, spans
