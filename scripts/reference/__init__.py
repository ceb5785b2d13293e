"""The generated parts of the reference, as Markdown: `docs/conf.py` puts them into the pages.

A page asks for a part with a comment on a line of its own, `<!-- reference: commands -->`. So every word that
the package says about itself (docstrings, help texts, codes, schemas) is written once.

    python -m scripts.reference codes       prints one part
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial

from scripts.reference.api import MODULES, module_reference
from scripts.reference.codes import codes_reference
from scripts.reference.commands import commands_reference
from scripts.reference.http_api import http_reference
from scripts.reference.schema import schema_reference

__all__ = ["PARTS", "fill"]

PARTS: Mapping[str, Callable[[], str]] = {
    "codes": codes_reference,
    "commands": commands_reference,
    "http": http_reference,
    "schema": schema_reference,
    **{module: partial(module_reference, module) for module in MODULES},
}
_PLACE = re.compile(r"^<!-- reference: (.+?) -->$", re.MULTILINE)


def fill(text: str) -> str:
    """A page with its generated parts.

    >>> fill("# Problems")
    '# Problems'
    >>> fill("<!-- reference: cods -->")
    Traceback (most recent call last):
        ...
    ValueError: there is no part 'cods' of the reference; the parts are codes, commands, http, ...
    """
    return _PLACE.sub(lambda place: _part(place[1]), text)


def _part(name: str) -> str:
    if name not in PARTS:
        some = ", ".join(list(PARTS)[:3])
        raise ValueError(f"there is no part {name!r} of the reference; the parts are {some}, ...")
    return PARTS[name]()
