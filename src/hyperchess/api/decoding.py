"""Typed values from JSON, with messages that name the field.

A dataclass is an object without unknown fields; a tag tells the dataclasses of a union apart. Types are
strict: a string is not a number, and a boolean is not an integer. Limits are those of `studies.fields.Field`.

>>> from hyperchess.studies.edits import Add
>>> decode(Add, {"type": "add", "parent": 3, "moves": ["(0T1)e2>(0T1)e4"]})
Add(parent=3, moves=('(0T1)e2>(0T1)e4',))
>>> decode(Add, {"type": "add", "parent": -1, "moves": ["e4", 2], "node": 3})
Traceback (most recent call last):
...
hyperchess.api.errors.ApiError: parent: expected at least 0, found -1
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from math import isfinite
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from hyperchess.api.errors import ApiError
from hyperchess.studies.fields import Field
from hyperchess.text import quote

__all__ = ["Decoder", "Invalid", "decode", "decoder", "find_tag", "invalid_request", "read_json", "split"]

T = TypeVar("T")
Decoder: TypeAlias = Callable[[Any], Any]
Path: TypeAlias = tuple[str | int, ...]

_MOST_DETAILS = 20
_LISTS = (list, tuple, Sequence)
_MAPPINGS = (dict, Mapping)
_WORDS = {str: "a string", int: "a whole number", float: "a number", bool: "true or false", NoneType: "null"}


class Invalid(Exception):
    """A value does not fit its type; raised by `__post_init__` of a request, too."""

    def __init__(self, *found: str | tuple[Path, str]) -> None:
        super().__init__()
        self.found: list[tuple[Path, str]] = [((), one) if isinstance(one, str) else one for one in found]


def decode(kind: type[T], data: object) -> T:
    """Return a JSON value as a value of a type; raise `ApiError` if it does not fit."""
    try:
        found: T = decoder(cast("Any", kind))(data)
    except Invalid as invalid:
        raise invalid_request(invalid) from None
    return found


def invalid_request(invalid: Invalid) -> ApiError:
    """Return the error of a request that does not fit its type."""
    details = [
        {"at": ".".join(str(step)[:60] for step in path)[:200], "message": message}
        for path, message in invalid.found[:_MOST_DETAILS]
    ]
    where = f"{details[0]['at']}: " if details[0]["at"] else ""
    return ApiError(422, "request", f"{where}{details[0]['message']}", details=details)


def read_json(text: bytes | str) -> Any:
    """Return the value of a JSON text; an empty text is an empty object."""
    if not text:
        return {}
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        details = [{"at": str(error.pos), "message": error.msg}]
        raise ApiError(400, "json", "the body is not JSON", details=details) from error
    except UnicodeDecodeError as error:
        wrong = error.object[error.start : error.end].hex(" ")
        why = f"it is not valid {error.encoding.upper()} at byte {error.start} ({wrong}: {error.reason})"
    except RecursionError:
        why = "lists and objects are nested too deeply"
    except ValueError:
        why = "it contains a number with too many digits"
    raise ApiError(400, "json", f"the body is not JSON: {why}")


def split(kind: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return a type without its annotations, and the annotations."""
    if get_origin(kind) is Annotated:
        base, *notes = get_args(kind)
        return base, tuple(notes)
    return kind, ()


@cache
def decoder(kind: Any) -> Decoder:
    """Return a function that decodes values of a type."""
    base, notes = split(kind)
    limits = [note for note in notes if isinstance(note, Field)]
    if limits:
        return _limited(decoder(base), limits)
    origin, arguments = get_origin(base), get_args(base)
    if origin in (Union, UnionType):
        return _union(arguments)
    if origin is Literal:
        return _one_of(arguments)
    if origin is tuple and arguments[-1] is not ...:
        return _fixed(arguments)
    if origin in _LISTS:
        return _list(decoder(arguments[0]))
    if origin in _MAPPINGS:
        return _mapping(*map(decoder, arguments))
    if is_dataclass(base):
        return _object(base)
    if issubclass(base, Enum):
        return _one_of(tuple(base))
    return _SCALARS[base]


def _mismatch(expected: str, value: object) -> Invalid:
    return Invalid(f"expected {expected}, found {_shown(value)}")


def _shown(value: object) -> str:
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    return json.dumps(value)[:40]


def _text(value: Any) -> str:
    if type(value) is not str:
        raise _mismatch("a string", value)
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise Invalid("the string has half of a surrogate pair, which is not a character") from None
    return value


def _integer(value: Any) -> int:
    if type(value) is not int:
        raise _mismatch("a whole number", value)
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not (type(value) is int or isfinite(value)):
        raise _mismatch("a number", value)
    return float(min(max(value, -(2**53)), 2**53)) if type(value) is int else value


def _boolean(value: Any) -> bool:
    if type(value) is not bool:
        raise _mismatch("true or false", value)
    return value


def _null(value: Any) -> None:
    if value is not None:
        raise _mismatch("null", value)


_SCALARS: dict[Any, Decoder] = {
    str: _text,
    int: _integer,
    float: _number,
    bool: _boolean,
    NoneType: _null,
    Any: lambda value: value,
}


def _limited(inner: Decoder, limits: Sequence[Field]) -> Decoder:
    lengths = [check for limit in limits for check in _length_checks(limit)]
    checks = [*lengths, *(check for limit in limits for check in _checks(limit))]

    def decode(value: Any) -> Any:
        if isinstance(value, list | dict):  # a list that is too long is not decoded
            _apply(lengths, value)
            return inner(value)
        found = inner(value)
        if value is not None:
            _apply(checks, value)
        return found

    return decode


def _apply(checks: Iterable[tuple[Callable[[Any], bool], str]], value: Any) -> None:
    for is_kept, expected in checks:
        if not is_kept(value):
            is_number = isinstance(value, int | float)
            raise _mismatch(expected, value) if is_number else Invalid(f"expected {expected}")


def _length_checks(limit: Field) -> Iterable[tuple[Callable[[Any], bool], str]]:
    if (least := limit.min_length) is not None:
        yield lambda value: len(value) >= least, f"a length of at least {least:,}"
    if (most := limit.max_length) is not None:
        yield lambda value: len(value) <= most, f"a length of at most {most:,}"


def _checks(limit: Field) -> Iterable[tuple[Callable[[Any], bool], str]]:
    """Yield the checks of a scalar, and what each expects."""
    if (ge := limit.ge) is not None:
        yield lambda value: value >= ge, f"at least {ge:,}"
    if (gt := limit.gt) is not None:
        yield lambda value: value > gt, f"more than {gt:,}"
    if (le := limit.le) is not None:
        yield lambda value: value <= le, f"at most {le:,}"
    if (lt := limit.lt) is not None:
        yield lambda value: value < lt, f"less than {lt:,}"
    if limit.pattern is not None:
        pattern = re.compile(limit.pattern)
        yield lambda value: pattern.fullmatch(value) is not None, f"text like {limit.pattern}"
    if (names := limit.enum) is not None:
        yield lambda value: value in names, _any_of(map(repr, names))


def _any_of(words: Iterable[str]) -> str:
    *first, last = dict.fromkeys(words)
    return f"{', '.join(first)} or {last}" if first else last


def _one_of(values: tuple[Any, ...]) -> Decoder:
    known = {(type(value) in (bool, int) and type(value), value): value for value in values}
    expected = _any_of(repr(value.value if isinstance(value, Enum) else value) for value in values)

    def decode(value: Any) -> Any:
        if type(value) not in (str, int, bool):
            raise _mismatch(expected, value)
        key = (type(value) in (bool, int) and type(value), value)
        if key not in known:
            raise _mismatch(expected, value)
        return known[key]

    return decode


def _collect(entries: Iterable[tuple[str | int, Decoder, Any]]) -> list[Any]:
    """Decode the entries of a list or an object, and collect what is wrong with them."""
    decoded = []
    faults: list[tuple[Path, str]] = []
    for name, inner, value in entries:
        try:
            decoded.append(inner(value))
        except Invalid as invalid:
            faults += (((name, *path), message) for path, message in invalid.found)
            if len(faults) >= _MOST_DETAILS:
                break
    if faults:
        raise Invalid(*faults)
    return decoded


def _list(inner: Decoder) -> Decoder:
    def decode(value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise _mismatch("a list", value)
        return tuple(_collect((place, inner, item) for place, item in enumerate(value)))

    return decode


def _fixed(kinds: Sequence[Any]) -> Decoder:
    inner = [decoder(kind) for kind in kinds]

    def decode(value: Any) -> tuple[Any, ...]:
        if type(value) is not list or len(value) != len(inner):
            raise _mismatch(f"a list of {len(inner)} values", value)
        return tuple(_collect(zip(range(len(inner)), inner, value, strict=True)))

    return decode


def _mapping(name: Decoder, inner: Decoder) -> Decoder:
    def decode(value: Any) -> dict[Any, Any]:
        if type(value) is not dict:
            raise _mismatch("an object", value)
        _collect((key, name, key) for key in value)
        values = _collect((key, inner, item) for key, item in value.items())
        return dict(zip(value, values, strict=True))

    return decode


def _object(kind: Any) -> Decoder:
    hints = get_type_hints(kind, include_extras=True)
    tag = find_tag(kind)
    known: dict[str, tuple[str, Decoder]] = {}
    required = []
    for field in fields(kind):
        name = field.name.removesuffix("_")
        known[name] = field.name, decoder(hints[field.name])
        if field.name == tag or (field.default is MISSING and field.default_factory is MISSING):
            required.append(name)

    def decode(value: Any) -> Any:
        if type(value) is not dict:
            raise _mismatch("an object", value)
        faults: list[tuple[Path, str]] = [((name,), "is missing") for name in required if name not in value]
        arguments = {}
        for name, item in value.items():
            if name not in known:
                faults.append(((name,), f"there is no such field; the fields are {', '.join(known)}"))
                continue
            attribute, inner = known[name]
            try:
                arguments[attribute] = inner(item)
            except Invalid as invalid:
                faults += (((name, *path), message) for path, message in invalid.found)
            if len(faults) >= _MOST_DETAILS:
                break
        if faults:
            raise Invalid(*faults)
        return kind(**arguments)

    return decode


@cache
def find_tag(kind: Any) -> str:
    """Return the name of the field that tells a dataclass apart in a union; empty if it has none."""
    for name, hint in get_type_hints(kind, include_extras=True).items():
        if get_origin(hint) is Literal and len(get_args(hint)) == 1 and name in ("type", "game"):
            return name
    return ""


def _union(kinds: Sequence[Any]) -> Decoder:
    if NoneType in kinds:
        rest = [kind for kind in kinds if kind is not NoneType]
        inner = decoder(rest[0]) if len(rest) == 1 else _union(rest)
        return lambda value: None if value is None else inner(value)
    if all(is_dataclass(kind) for kind in kinds):
        return _tagged(kinds)
    inners = [decoder(kind) for kind in kinds]
    expected = _any_of(map(_words, kinds))

    def decode(value: Any) -> Any:
        for inner in inners:
            try:
                return inner(value)
            except Invalid:
                continue
        raise Invalid(f"expected {expected}")

    return decode


def _words(kind: Any) -> str:
    base, _ = split(kind)
    if get_origin(base) in _LISTS:
        item, _ = split(get_args(base)[0])
        return f"a list of {'decimal strings' if item is str else 'whole numbers'}"
    return _WORDS.get(base, "a value")


def _tagged(kinds: Sequence[Any]) -> Decoder:
    tag = find_tag(kinds[0])
    inners = {get_args(get_type_hints(kind)[tag])[0]: decoder(kind) for kind in kinds}
    names = _any_of(repr(str(name)) for name in inners)

    def decode(value: Any) -> Any:
        if type(value) is not dict:
            raise _mismatch("an object", value)
        given = value.get(tag)
        inner = inners.get(given) if isinstance(given, str) else None
        if inner is None:
            raise Invalid(
                ((tag,), f"expected {names}, found {_shown(given)}" if tag in value else "is missing")
            )
        return inner(value)

    return decode
