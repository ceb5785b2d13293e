"""Encoders and decoders for the types that the kernel names in its description.

An encoder appends the words of a value to a list, a decoder takes the next words of a result. `words.py`
passes them, and `native/wasm/words.hpp` describes their format.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from struct import pack, unpack
from typing import Any, NamedTuple, TypeAlias

from hyperchess.app.site.bridge.words import KernelObject, watch

__all__ = ["Codec", "Types"]

Encode: TypeAlias = Callable[[list[int], Any], None]
Decode: TypeAlias = Callable[[Iterator[int]], Any]

_FIRST, _LAST = -(1 << 63), (1 << 63) - 1


class Codec(NamedTuple):
    """Encoding of the values of a type.

    `width` is the number of words if each of them is an integer, else 0.
    """

    encode: Encode
    decode: Decode
    width: int = 0


class Types:
    """The types of the kernel by name. Classes and records are added as the description mentions them."""

    def __init__(self) -> None:
        self.records: dict[str, Any] = {}
        self.classes: dict[str, type[KernelObject]] = {}
        self._codes: dict[Any, int] = {None: 0}
        self._pieces: dict[int, Any] = {0: None}
        self._known: dict[str, Codec] = {
            "None": Codec(_refuse, lambda words: None),
            "int": Codec(list.append, next, 1),
            "unsigned": Codec(list.append, lambda words: next(words) & (1 << 64) - 1),
            "bool": Codec(list.append, lambda words: next(words) != 0),
            "float": Codec(_encode_float, _decode_float),
            "bytes": Codec(_encode_bytes, _decode_bytes),
            "str": Codec(_refuse, lambda words: _decode_bytes(words).decode("ascii")),
            "Piece": Codec(
                lambda words, piece: words.append(self._codes[piece]),
                lambda words: self._pieces[next(words)],
            ),
        }

    def use_infinite_classes(self, square: Any, move: Any, ray: Any, codes: dict[Any, int]) -> None:
        """Set the classes of squares, moves and rays of infinite chess, and the codes of its pieces."""
        self.records |= {"Square": square, "InfiniteMove": move, "Ray": ray}
        self._codes.update(codes)
        self._pieces.update((code, piece) for piece, code in codes.items())

    def add_record(self, name: str, fields: Sequence[str], types: Sequence[str]) -> None:
        """Add a record: a named tuple, unless the package provides its class."""
        self.records[name] = namedtuple(name, fields, module="hyperchess._native")
        record = _record(list(map(self.find, types)), lambda items: self.records[name](*items))
        if name == "Square":  # coordinates beyond 64 bits are clamped: no board reaches that far
            record = record._replace(
                encode=lambda words, at: words.extend(max(_FIRST, min(each, _LAST)) for each in at)
            )
        self._known[name] = record

    def find(self, name: str) -> Codec:
        """Return the codec of a type.

        >>> Types().find("list[tuple[int, bool]] | None").decode(iter([1, 2, 7, 1, 8, 0]))
        [(7, True), (8, False)]
        """
        if name not in self._known:
            self._known[name] = self._make(name)
        return self._known[name]

    def _make(self, name: str) -> Codec:
        if name.endswith(" | None"):
            return _optional(self.find(name.removesuffix(" | None")))
        kind, bracket, inner = name.partition("[")
        inner = inner.removesuffix("]")
        if kind in ("list", "array"):
            return _vector(self.find(inner), has_length=kind == "list")
        if kind == "tuple":
            return _record([self.find(each) for each in _split(inner)], tuple)
        if kind == "dict":
            items = _vector(_record([self.find(each) for each in _split(inner)], tuple), has_length=True)
            return Codec(lambda words, items_of: items.encode(words, items_of.items()), _refuse)
        if kind == "Callable":
            reported, _, _ = inner.removeprefix("[").rpartition("]")
            return _callable([self.find(each) for each in _split(reported)])
        assert not bracket, name
        return Codec(
            lambda words, each: words.append(each.handle),
            lambda words: self.classes[name].of(next(words)),
        )


def _split(names: str) -> Iterator[str]:
    """Yield the types of a list, which may contain lists themselves."""
    depth, start = 0, 0
    for at, character in enumerate(names):
        depth += (character == "[") - (character == "]")
        if character == "," and depth == 0:
            yield names[start:at]
            start = at + 2
    if names:
        yield names[start:]


def _refuse(*_: Any) -> Any:
    raise TypeError("this type is not passed in this direction")


def _optional(inner: Codec) -> Codec:
    def encode(words: list[int], value: Any) -> None:
        words.append(value is not None)
        if value is not None:
            inner.encode(words, value)

    return Codec(encode, lambda words: inner.decode(words) if next(words) else None)


def _vector(inner: Codec, *, has_length: bool) -> Codec:
    decode_item, width = inner.decode, inner.width

    def encode(words: list[int], values: Any) -> None:
        if has_length:
            words.append(len(values))
        if width == 1:
            words.extend(values)
        else:
            for value in values:
                inner.encode(words, value)

    def decode(words: Iterator[int]) -> Any:
        count = next(words)
        if width == 1:
            return list(islice(words, count))
        if width:
            return list(zip(*[islice(words, count * width)] * width, strict=True))
        return [decode_item(words) for _ in range(count)]

    return Codec(encode, decode)


def _record(fields: Sequence[Codec], make: Callable[[Any], Any]) -> Codec:
    width = sum(field.width for field in fields) if all(field.width == 1 for field in fields) else 0

    def encode(words: list[int], value: Any) -> None:
        for field, item in zip(fields, value, strict=True):
            field.encode(words, item)

    if width:
        return Codec(
            lambda words, value: words.extend(value),
            lambda words: make(islice(words, width)),
            width if make is tuple else 0,
        )
    return Codec(encode, lambda words: make([field.decode(words) for field in fields]))


def _callable(reported: Sequence[Codec]) -> Codec:
    def encode(words: list[int], listener: Callable[..., None] | None) -> None:
        words.append(listener is not None)
        if listener is not None:
            watch(lambda found: listener(*[each.decode(found) for each in reported]))

    return Codec(encode, _refuse)


def _encode_float(words: list[int], number: float) -> None:
    words += unpack("q", pack("d", number))


def _decode_float(words: Iterator[int]) -> float:
    (number,) = unpack("d", pack("q", next(words)))
    return float(number)


def _encode_bytes(words: list[int], data: bytes) -> None:
    size = (len(data) + 7) // 8
    words += (len(data), *unpack(f"{size}q", data.ljust(8 * size, b"\0")))


def _decode_bytes(words: Iterator[int]) -> bytes:
    size = next(words)
    count = (size + 7) // 8
    return pack(f"{count}q", *islice(words, count))[:size]
