"""The page in one file: its modules, style sheets and icons inside the HTML, for a browser without a server.

A browser does not import modules from files beside a file. So every module is written into an import map as a
`data:` address, under a name of its own, and imports go by these names: `import "./session.js"` becomes
`import "hyperchess/session.js"`. Chromium, Firefox and Safari know import maps since 2023.
"""

from __future__ import annotations

import json
import posixpath
import re
from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from urllib.parse import quote

__all__ = ["fill_page", "modules_from", "policy"]

_PREFIX = "hyperchess/"
_BLOCK_COMMENT = re.compile(r"/\*(?:(?!\*/).)*\*/", re.DOTALL)
_WHOLE_LINES = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*\n", re.DOTALL | re.MULTILINE)
_SPECIFIER = re.compile(r"""(\b(?:from|import)\s*\(?\s*)(["'])(\.{1,2}/[^"'\n]+)\2""")
_STYLE = re.compile(r'\s*<link rel="stylesheet" href="([^"]+)">')
_MAIN = re.compile(r'\s*<script type="module" src="[^"]+"></script>')
_MANIFEST = re.compile(r'\s*<link rel="manifest"[^>]*>')
_ICON = re.compile(r'(href|src)="(icons/[^"]+\.svg)"')
_TITLE = re.compile(r"<title>[^<]*</title>")
_CHARSET = '<meta charset="utf-8">'
# What stands for itself in a data: address inside a double-quoted JSON text inside HTML.
_PLAIN = " !$'()*+,-./:;=?@[]^_`{|}~"


def fill_page(page: str, *, title: str, entry: str, data: str) -> str:
    """The page with everything inside: the module `entry` instead of the usual one, and JSON for it."""
    style = "\n".join(_read(name) for name in _STYLE.findall(page))
    page = _MANIFEST.sub("", _MAIN.sub("", _STYLE.sub("", page)))
    page = _ICON.sub(lambda found: f'{found[1]}="{_data_address("image/svg+xml", _read(found[2]))}"', page)
    page = _TITLE.sub(lambda _: f"<title>{escape(title)}</title>", page, count=1)
    imports = json.dumps({"imports": modules_from(entry)})
    start = f'import "{_PREFIX}{entry}";'
    rules = policy(scripts=(imports, start), styles=(style,))
    page = page.replace(
        _CHARSET,
        f'{_CHARSET}\n    <meta http-equiv="Content-Security-Policy" content="{rules}">'
        f'\n    <script type="importmap">{imports}</script>\n    <style>{style}</style>',
        1,
    )
    scripts = (
        f'<script type="application/json" id="embedded">{_in_script(data)}</script>\n'
        f'<script type="module">{start}</script>\n'
    )
    return page.replace("</body>", f"{scripts}</body>", 1)


def policy(*, scripts: Iterable[str], styles: Iterable[str]) -> str:
    """A Content-Security-Policy: these inline texts, the modules of the import map, and nothing else."""
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {' '.join(map(_fingerprint, scripts))} data:",
            f"style-src {' '.join(map(_fingerprint, styles))}",
            "img-src data: blob:",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def modules_from(entry: str) -> dict[str, str]:
    """A module and all that it imports, directly or not, as addresses by name."""
    found: dict[str, str] = {}
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        if _PREFIX + name in found:
            continue
        source = _read(f"js/{name}")
        folder = posixpath.dirname(name)
        waiting += (
            posixpath.normpath(posixpath.join(folder, match[3]))
            for match in _SPECIFIER.finditer(_BLOCK_COMMENT.sub("", source))
        )
        found[_PREFIX + name] = _data_address("text/javascript", _with_names(source, folder))
    return found


def _with_names(source: str, folder: str) -> str:
    """A module that imports by name. Comments of whole lines, which are many, are left out."""

    def named(match: re.Match[str]) -> str:
        return f'{match[1]}"{_PREFIX}{posixpath.normpath(posixpath.join(folder, match[3]))}"'

    return _SPECIFIER.sub(named, _WHOLE_LINES.sub("", source))


def _data_address(kind: str, text: str) -> str:
    return f"data:{kind};charset=utf-8,{quote(text, safe=_PLAIN)}"


def _in_script(data: str) -> str:
    """JSON that cannot end the element in which it stands."""
    return data.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _fingerprint(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}'"


@cache
def _read(name: str) -> str:
    text = files("hyperchess.app").joinpath("page", *name.split("/")).read_text(encoding="utf-8")
    return text.replace("\r\n", "\n")
