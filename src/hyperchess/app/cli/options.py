"""The options of writers: `--option style=full`, with the names and types that a writer declares.

>>> from hyperchess.notation.registry import find_notation
>>> read_options(find_notation("branched"), ["style=full", "width=60", "tokens=yes"])
{'style': 'full', 'width': 60, 'tokens': True}
>>> read_options(find_notation("branched"), ["widht=60"])
Traceback (most recent call last):
...
hyperchess.app.cli.inputs.InputError: branched has no option 'widht'; did you mean 'width'?
>>> read_options(find_notation("branched"), ["style=long"])
Traceback (most recent call last):
...
hyperchess.app.cli.inputs.InputError: the option style of branched is short or full, not 'long'
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

from hyperchess.app.cli.inputs import InputError
from hyperchess.notation.writer_options import WriterOption, writer_options

if TYPE_CHECKING:
    from hyperchess.notation.registry import Notation

__all__ = ["read_options"]


def read_options(notation: Notation, written: Sequence[str]) -> dict[str, object]:
    """Options as the writer takes them; `InputError` says what is wrong with one."""
    known = writer_options(notation)
    options: dict[str, object] = {}
    for text in written:
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise InputError(f"an option of a writer looks like style=full, not {text!r}")
        if name not in known:
            raise InputError(f"{notation.name} has no option {name!r}{_near(name, known)}")
        try:
            options[name] = known[name].read(value.strip())
        except ValueError:
            message = f"the option {name} of {notation.name} is {known[name].values}, not {value!r}"
            raise InputError(message) from None
    return options


def _near(name: str, known: dict[str, WriterOption]) -> str:
    near = get_close_matches(name, known, n=1, cutoff=0.5)
    if near:
        return f"; did you mean {near[0]!r}?"
    return f"; it has {', '.join(known)}" if known else ""
