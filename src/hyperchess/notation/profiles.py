"""Writer profiles: the notation and options that another program reads best.

`docs/notations/programs.md` says how many games each program accepts, and which it refuses.

>>> profile = find_profile("ftxi")
>>> profile.notation, dict(profile.options)
('branched', {'style': 'full', 'start': 'both'})
>>> find_profile("5d-chess")
Traceback (most recent call last):
...
hyperchess.errors.InvalidArgument: unknown program '5d-chess'; did you mean '5d-chess-js'?
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from hyperchess.errors import InvalidArgument

__all__ = ["PROFILES", "Profile", "find_profile"]


@dataclass(frozen=True, slots=True)
class Profile:
    """A program that reads games, with the notation and the writer options for it."""

    name: str
    program: str
    notation: str
    options: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


# Its 5DFEN reader takes -0 for 0, so starts with an even number of timelines need a name that it knows.
_SHAD_NAMES = (
    "Standard",
    "Standard - Two Timelines",
    "Misc - Timeline Invasion",
    "Misc - Timeline Formations",
    "Misc - Timeline Tactitian",
    "Misc - Timeline Strategos",
    "Misc - Timeline Skirmish",
    "Misc - Timeline Fragments",
)
_PLAIN: Mapping[str, object] = {"start": "boards", "results": "header", "nested": False}

PROFILES = (
    Profile("5d-chess-js", "5d-chess-js 1.2.1", "shad", MappingProxyType({**_PLAIN})),
    Profile(
        "ftxi",
        "5dchess_engine of ftxi, 54e6a3a",
        "branched",
        MappingProxyType({"style": "full", "start": "both"}),
    ),
    Profile(
        "shad",
        "5dchess-notation of Shad Amethyst, 1.4.4",
        "shad",
        MappingProxyType({**_PLAIN, "known": ",".join(_SHAD_NAMES)}),
    ),
    Profile(
        "recorder",
        "recorders of games with clocks",
        "shad",
        MappingProxyType({"style": "full", "clocks": "before", "results": "header"}),
    ),
    Profile("infinitechess.org", "infinitechess.org, e676873", "icn-site"),
    Profile("apeiron", "Apeiron, an engine", "icn-site", MappingProxyType({"reader": "apeiron"})),
)
"""All profiles."""


def find_profile(name: str) -> Profile:
    """Return the profile of a program; raise `InvalidArgument` with suggestions if there is none."""
    names = {profile.name: profile for profile in PROFILES}
    key = name.strip().casefold()
    if key not in names:
        from difflib import get_close_matches

        near = get_close_matches(key[:100], names, n=1, cutoff=0.5)
        hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(names)}"
        raise InvalidArgument(f"unknown program {name!r:.60}; {hint}")
    return names[key]
