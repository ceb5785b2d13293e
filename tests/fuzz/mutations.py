"""Inputs that are almost games: corpus files with a few things changed, byte by byte and token by token."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

__all__ = ["LONGEST", "mutate"]

LONGEST = 6_000  # bytes of an ordinary input
_HUGE = 120_000  # bytes of one that is repeated, to find what does not grow linearly
_TOKEN = re.compile(rb"[A-Za-z]+|\d+|[ \t]+|\n+|[^A-Za-z\d\s]|\s")
_NUMBER = re.compile(rb"\d+")
_BRACKETS = (b"(", b")", b"[", b"]", b"{", b"}", b"<", b">", b'"', b"|", b"(((((", b"]]", b"{{")
_NUMBERS = (
    *(b"0", b"-1", b"00", b"1e400", b"-1e999", b"NaN", b"Infinity", b"0.5", b"1.5e3", b"999999999"),
    *(b"4294967296", b"-9223372036854775809", b"9" * 400, b"1" + b"0" * 5_000, b"\xd9\xa5"),
)
_SIGNS = (
    r"/ ~ ! ?? + * # x =Q =q (Q) e.p. O-O 0-0-0 o-o OO -- 0000 1. 1... 12b. 1w. $1 $999 (0T1) (>L1) (~T1)",
    r"(L-0) (-0T1) (+0T1b) >> > $(T-1) 1-0 1/2-1/2 0-1 [Board ] 8/8/8 :0:1:w] null true [] {} \u0000 \ud800",
    "w b 0/100 (8|1) K0,0 | , >0,0 \u2013 \u2026 \u203c \u2655 \u00bd \u00d7 \u0131",
)
_TEXTS = (
    *("; text", "\n% text\n", "(L1 T2)", '[Result "*"]', '[Size "1000x1000"]', '[Board "Custom"]'),
    *('[Promotions "Q,X"]', "\0", "\x1b[31m", "\u202e", "\ufeff", "\u2028", "\ud800", "\r", "\r\n", "\xa0"),
)
_WORDS = tuple(word.encode("utf-8", "surrogatepass") for word in (*" ".join(_SIGNS).split(), *_TEXTS))


def mutate(chance: random.Random, seeds: Sequence[bytes], *, huge: bool = False) -> bytes:
    """A seed with one to several changes; with `huge` it may be repeated until it is long."""
    data = _window(chance, min(chance.choice(seeds), chance.choice(seeds), key=len))  # short ones are fast
    for _ in range(min(8, 1 + int(chance.expovariate(0.6)))):
        change = chance.choice(_CHANGES)
        data = change(chance, data, seeds)[:LONGEST]
    if huge and chance.random() < 0.003:
        data = _repeated(chance, data)
    return data


def _window(chance: random.Random, seed: bytes) -> bytes:
    if len(seed) <= LONGEST:
        return seed
    start = chance.choice((0, chance.randrange(len(seed) - LONGEST)))
    return seed[start : start + LONGEST]


def _repeated(chance: random.Random, data: bytes) -> bytes:
    """The data with one part of it repeated up to a large size."""
    start, end = _part(chance, data)
    if start == end:
        return data
    times = _HUGE // (end - start)
    return data[:start] + data[start:end] * times + data[end:]


def _part(chance: random.Random, data: bytes) -> tuple[int, int]:
    start = chance.randint(0, len(data))
    length = int(chance.expovariate(1 / 12))
    return start, min(len(data), start + length)


def _flip(chance: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    if not data:
        return data
    place = chance.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << chance.randrange(8)]) + data[place + 1 :]


def _insert_byte(chance: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    place = chance.randint(0, len(data))
    return data[:place] + bytes([chance.randrange(256)]) + data[place:]


def _delete_part(chance: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    start, end = _part(chance, data)
    return data[:start] + data[end:]


def _repeat_part(chance: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    start, end = _part(chance, data)
    times = chance.choice((2, 2, 3, 5, 40, 300))
    return data[:start] + data[start:end] * times + data[end:]


def _cut(chance: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    return data[: chance.randint(0, len(data))]


def _splice(chance: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    other = _window(chance, chance.choice(seeds))
    return data[: chance.randint(0, len(data))] + other[chance.randint(0, len(other)) :]


def _insert_part(chance: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    other = chance.choice(seeds)
    start, end = _part(chance, other)
    place = chance.randint(0, len(data))
    return data[:place] + other[start:end] + data[place:]


def _tokens(data: bytes) -> list[bytes]:
    return _TOKEN.findall(data) or [data]


def _swap_tokens(chance: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    tokens = _tokens(data)
    one = chance.randrange(len(tokens))
    other = chance.choice((chance.randrange(len(tokens)), min(one + 2, len(tokens) - 1)))
    tokens[one], tokens[other] = tokens[other], tokens[one]
    return b"".join(tokens)


def _replace_token(chance: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    tokens = _tokens(data)
    place = chance.randrange(len(tokens))
    tokens[place] = chance.choice(
        (b"", chance.choice(_WORDS), chance.choice(tokens), tokens[place].swapcase())
    )
    return b"".join(tokens)


def _insert_word(chance: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    tokens = _tokens(data)
    tokens.insert(chance.randint(0, len(tokens)), chance.choice(chance.choice((_WORDS, _BRACKETS))))
    return b"".join(tokens)


def _change_number(chance: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    numbers = list(_NUMBER.finditer(data))
    if not numbers:
        return data
    number = chance.choice(numbers)
    near = str(max(0, int(number[0][:18]) + chance.choice((-2, -1, 1, 2)))).encode()
    return (
        data[: number.start()] + chance.choice((near, near, chance.choice(_NUMBERS))) + data[number.end() :]
    )


def _delete_bracket(chance: random.Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    places = [place for place, byte in enumerate(data) if byte in b'()[]{}"|']
    if not places:
        return data
    place = chance.choice(places)
    return data[:place] + data[place + 1 :]


_Change = Callable[[random.Random, bytes, Sequence[bytes]], bytes]
_CHANGES: tuple[_Change, ...] = (
    _flip,
    _insert_byte,
    _delete_part,
    _repeat_part,
    _cut,
    _splice,
    _insert_part,
    _swap_tokens,
    _replace_token,
    _replace_token,
    _insert_word,
    _insert_word,
    _change_number,
    _change_number,
    _delete_bracket,
)
