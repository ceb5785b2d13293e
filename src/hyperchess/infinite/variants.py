"""Named starting positions.

>>> start("classical").text()[:29]
'0/100 (8|1) P1,2+|P2,2+|P3,2+'
>>> find_variant("CoaIP").name, len(find_variant("CoaIP").position.pieces())
('Chess on an Infinite Plane', 76)
>>> find_variant("Pallace")
Traceback (most recent call last):
...
hyperchess.errors.UnknownVariant: unknown variant 'Pallace'; did you mean 'Palace'?

Names are matched without case, spaces and punctuation. The positions are data, in `variants.toml` and, for
the two largest, in packed files next to it; a position is parsed on first use.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from difflib import get_close_matches
from functools import cache, cached_property, lru_cache
from pathlib import Path

from hyperchess.errors import UnknownVariant
from hyperchess.infinite.position import Position
from hyperchess.validation import check_instance, check_text

__all__ = ["Variant", "find_variant", "start", "variants"]


@dataclass(frozen=True)
class Variant:
    """A named starting position.

    `earlier` has former position texts, each with the end of its use (in UTC). The pieces of a variant with
    `custom_moves` move in special ways, defined by a property of its position. A `retired` variant is no
    longer offered on its site. `code` is the identifier of a variant of infinitechess.org.
    """

    name: str
    code: str = ""
    text: str = ""
    file: str = ""
    aliases: tuple[str, ...] = ()
    earlier: tuple[tuple[datetime, str], ...] = ()
    custom_moves: bool = False
    retired: bool = False

    @cached_property
    def position(self) -> Position:
        """The current starting position."""
        if not self.file:
            return Position.parse(self.text, self.name)
        import lzma  # not every Python build has it, and only the two largest positions need it

        packed = Path(__file__).with_name(self.file).read_bytes()
        return Position.parse(lzma.decompress(packed).decode("ascii"), self.name)

    def position_on(self, day: date) -> Position:
        """Return the starting position that was in use at the start of a day, or at a time; both in UTC."""
        check_instance("day", day, date, "a date")
        moment = day if isinstance(day, datetime) else datetime.combine(day, time())
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        text = next((text for until, text in self.earlier if moment < until), None)
        return self.position if text is None else Position.parse(text, self.name)


@cache
def variants() -> tuple[Variant, ...]:
    """Return all named variants."""
    text = Path(__file__).with_name("variants.toml").read_text(encoding="utf-8")
    return tuple(
        Variant(
            name=row["name"],
            code=row.get("code", ""),
            text=row.get("text", ""),
            file=row.get("file", ""),
            aliases=tuple(row.get("aliases", ())),
            earlier=tuple((entry["until"], entry["text"]) for entry in row.get("earlier", ())),
            custom_moves=row.get("custom_moves", False),
            retired=row.get("retired", False),
        )
        for row in tomllib.loads(text)["variant"]
    )


def find_variant(name: str) -> Variant:
    """Return the variant of this name or alias, in any spelling; raise `UnknownVariant` if there is none."""
    index = _index()
    key = _key(check_text("name", name))
    if key in index:
        return index[key]
    suggestions = _nearest(key) if 0 < len(key) <= 100 else ()
    raise UnknownVariant(name if len(name) <= 100 else name[:97] + "...", suggestions)


@lru_cache(maxsize=256)  # a text may repeat the same wrong name in thousands of games
def _nearest(key: str) -> tuple[str, ...]:
    """Return the names of variants that are similar to a key."""
    index = _index()
    near = get_close_matches(key, index, n=5, cutoff=0.75)
    return tuple(dict.fromkeys(index[match].name for match in near))[:3]


def start(name: str, *, on: date | None = None) -> Position:
    """Return the starting position of a variant, now or `on` a day or at a time."""
    variant = find_variant(name)
    return variant.position if on is None else variant.position_on(on)


@cache
def _index() -> dict[str, Variant]:
    return {
        _key(name): variant
        for variant in variants()
        for name in (variant.name, variant.code or variant.name, *variant.aliases)
    }


def _key(name: str) -> str:
    plain = name.casefold().replace("\N{MULTIPLICATION SIGN}", "x").replace("+", "plus")
    return "".join(character for character in plain if character.isalnum())
