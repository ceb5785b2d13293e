"""The environment variables of hyperchess, each declared once, and the removal of secrets from output.

>>> redact("cannot reach postgresql://club:hunter22@db.example.org/hyperchess")
'cannot reach postgresql://club:***@db.example.org/hyperchess'
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from hyperchess.lazy_pattern import lazy_pattern

__all__ = [
    "DATA",
    "DATABASE",
    "DEBUG",
    "KERNEL",
    "MATE_TABLES",
    "PASSWORD",
    "SITE",
    "Variable",
    "describe_settings",
    "describe_unknown",
    "hide",
    "redact",
]

_PREFIX = "HYPERCHESS_"
_HIDDEN = "***"
_SHORTEST_SECRET = 4  # characters; replacing every "a" in a log would only make it unreadable
_URL_PASSWORD = lazy_pattern(r"(?P<before>\b[a-z][a-z0-9+.-]*://[^\s/:@]*):[^\s/]+@", re.IGNORECASE)
_ANY_PASSWORD = lazy_pattern(r"://[^:]*:(?P<password>.*)@")  # with "/" and "@", which a valid address encodes
_NAMED_PASSWORD = lazy_pattern(
    r"(?P<name>\b(?:password|passwd|passfile|sslpassword)\s*=\s*)(?:'(?:[^'\\]|\\.)*'|[^\s&'\"]+)",
    re.IGNORECASE,
)


class Variable(NamedTuple):
    """An environment variable."""

    name: str
    secret: bool = False

    def read(self, environ: Mapping[str, str] = os.environ) -> str:
        """Return the value, or an empty string if the variable is not set."""
        return environ.get(self.name, "")


DATA: Final = Variable("HYPERCHESS_DATA")
DATABASE: Final = Variable("HYPERCHESS_DATABASE", secret=True)
DEBUG: Final = Variable("HYPERCHESS_DEBUG")
KERNEL: Final = Variable("HYPERCHESS_KERNEL")
MATE_TABLES: Final = Variable("HYPERCHESS_MATE_TABLES")
PASSWORD: Final = Variable("HYPERCHESS_PASSWORD", secret=True)
SITE: Final = Variable("HYPERCHESS_SITE")

VARIABLES: Final = (DATA, DATABASE, DEBUG, KERNEL, MATE_TABLES, PASSWORD, SITE)
"""Every variable that the package reads."""

DEVELOPMENT: Final = frozenset(
    f"{_PREFIX}{name}"
    for name in ("BROWSER", "GOLDEN", "NIGHTLY_SCALE", "NIGHTLY_SEED", "REQUIRE_KERNEL", "SCREENSHOTS")
)
"""Variables of the build and of the tests."""

_secrets: set[str] = set()


def hide(secret: str) -> None:
    """Remove `secret`, such as a password that was read from a file, from all later output."""
    _secrets.add(secret)


def redact(text: str) -> str:
    """Replace secrets in `text`: passwords of addresses, and the values of secret variables.

    >>> redact("host=db password='very secret' user=club, mysql://u:p@ss@h")
    'host=db password=*** user=club, mysql://u:***@h'
    """
    database = _ANY_PASSWORD.search(DATABASE.read())
    known = {*_secrets, PASSWORD.read(), database["password"] if database else ""}
    for secret in sorted(known, key=len, reverse=True):
        if len(secret) >= _SHORTEST_SECRET:
            text = text.replace(secret, _HIDDEN)
    if "://" in text:
        text = _URL_PASSWORD.sub(rf"\g<before>:{_HIDDEN}@", text)
    return _NAMED_PASSWORD.sub(rf"\g<name>{_HIDDEN}", text) if "=" in text else text


def describe_settings(environ: Mapping[str, str] = os.environ) -> list[str]:
    """List the variables that are set as `NAME=VALUE`, without secrets.

    >>> describe_settings({"HYPERCHESS_PASSWORD": "hunter22", "HYPERCHESS_DEBUG": "1", "HOME": "/"})
    ['HYPERCHESS_DEBUG=1', 'HYPERCHESS_PASSWORD=***']
    """
    plain = {variable.name for variable in VARIABLES if not variable.secret} | DEVELOPMENT
    return [
        f"{name}={redact(value) if name in plain else _HIDDEN}"
        for name, value in sorted(environ.items())
        if name.startswith(_PREFIX)
    ]


def describe_unknown(environ: Mapping[str, str] = os.environ) -> list[str]:
    """Describe each variable that starts with `HYPERCHESS` and that hyperchess does not read.

    >>> describe_unknown({"HYPERCHESS_DATABAS": "x", "HYPERCHESS_KERNEL": "python"})
    ['the environment variable HYPERCHESS_DATABAS has no effect; did you mean HYPERCHESS_DATABASE?']
    """
    known = {variable.name for variable in VARIABLES}
    found = []
    for name in sorted(environ):
        if name.startswith(_PREFIX.rstrip("_")) and name not in known | DEVELOPMENT:
            from difflib import get_close_matches

            near = get_close_matches(name, known, n=1, cutoff=0.8)
            hint = f"; did you mean {near[0]}?" if near else ""
            found.append(f"the environment variable {name} has no effect{hint}")
    return found
