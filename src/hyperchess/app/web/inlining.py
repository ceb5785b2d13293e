"""The page in one file, with its modules, style sheets and icons inlined, for use without a server.

A browser does not import modules from files next to a local file. So every module is written into an import
map as a `data:` URL with its own name, and imports use these names: `import "./session.js"` becomes `import
"hyperchess/session.js"`. Chromium, Firefox and Safari support import maps since 2023.

The map is stored compressed. A short script unpacks it when the file is opened. The content security policy
of the page contains the hashes of both.
"""

from __future__ import annotations

import gzip
import json
import posixpath
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from urllib.parse import quote

__all__ = ["fill_page", "module_texts", "modules_from", "packed", "policy", "read_style"]

_PREFIX = "hyperchess/"
_BLOCK_COMMENT = re.compile(r"/\*(?:(?!\*/).)*\*/", re.DOTALL)
_WHOLE_LINES = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*\n", re.DOTALL | re.MULTILINE)
_SPECIFIER = re.compile(r"""(\b(?:from|import)\s*\(?\s*)(["'])(\.{1,2}/[^"'\n]+)\2""")
_STYLE = re.compile(r'\s*<link rel="stylesheet" href="([^"]+)">')
_IMPORT = re.compile(r'^@import "([^"]+)";$', re.MULTILINE)
_MAIN = re.compile(r'\s*<script type="module" src="[^"]+"></script>')
_MANIFEST = re.compile(r'\s*<link rel="manifest"[^>]*>')
_ICON = re.compile(r'(href|src)="(icons/[^"]+\.svg)"')
_TITLE = re.compile(r"<title>[^<]*</title>")
_CHARSET = '<meta charset="utf-8">'
# Characters that need no escape in a data: URL inside a double-quoted JSON string inside HTML.
_PLAIN = " !$'()*+,-./:;=?@[]^_`{|}~"
_UNPACK = """
(async () => {
  const packed = document.getElementById("modules").textContent;
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const texts = { importmap: await new Response(stream).text(), module: `import "%s";` };
  for (const type in texts) {
    document.head.append(Object.assign(document.createElement("script"), { type, textContent: texts[type] }));
  }
})();
"""


def fill_page(page: str, *, title: str, entry: str, data: str, parts: Mapping[str, str]) -> str:
    """Return the page with everything inlined: the module `entry` instead of the usual one, and JSON for it.

    `parts` are base64 texts, by the element ids under which the modules find them.
    """
    style = "\n".join(read_style(name) for name in _STYLE.findall(page))
    page = _MANIFEST.sub("", _MAIN.sub("", _STYLE.sub("", page)))
    page = _ICON.sub(lambda found: f'{found[1]}="{_data_address("image/svg+xml", _read(found[2]))}"', page)
    page = _TITLE.sub(lambda _: f"<title>{escape(title)}</title>", page, count=1)
    imports = json.dumps({"imports": modules_from(entry)})
    start = f'import "{_PREFIX}{entry}";'
    unpack = _UNPACK.replace("%s", f"{_PREFIX}{entry}")
    rules = policy(scripts=(unpack, imports, start), styles=(style,))
    page = page.replace(
        _CHARSET,
        f'{_CHARSET}\n    <meta http-equiv="Content-Security-Policy" content="{rules}">'
        f"\n    <style>{style}</style>",
        1,
    )
    texts = {**parts, "modules": packed(imports.encode("ascii"))}
    scripts = [
        f'<script type="application/json" id="embedded">{_in_script(data)}</script>',
        *(f'<script type="text/plain" id="{id}">{text}</script>' for id, text in texts.items()),
        f"<script>{unpack}</script>",
    ]
    return page.replace("</body>", "".join(f"{script}\n" for script in scripts) + "</body>", 1)


def read_style(name: str) -> str:
    """Return a style sheet of the page, with the sheets that it imports."""
    folder = posixpath.dirname(name)
    return _IMPORT.sub(lambda found: read_style(posixpath.join(folder, found[1])), _read(name))


def packed(data: bytes) -> str:
    """Return bytes as text: compressed and base64-encoded."""
    return b64encode(gzip.compress(data, 9, mtime=0)).decode("ascii")


def policy(*, scripts: Iterable[str], styles: Iterable[str]) -> str:
    """Return a Content-Security-Policy that allows these inline texts, the import map and WebAssembly."""
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {' '.join(map(_fingerprint, scripts))} data: 'wasm-unsafe-eval'",
            f"style-src {' '.join(map(_fingerprint, styles))}",
            "img-src data: blob:",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def modules_from(entry: str) -> dict[str, str]:
    """Return `data:` URLs of a module and its transitive imports, by name."""
    return {name: _data_address("text/javascript", text) for name, text in module_texts(entry).items()}


def module_texts(entry: str) -> dict[str, str]:
    """Return a module and its transitive imports, by name; every module comes after its imports."""
    found: dict[str, str] = {}

    def add(name: str) -> None:
        if _PREFIX + name in found:
            return
        source = _read(f"js/{name}")
        folder = posixpath.dirname(name)
        for match in _SPECIFIER.finditer(_BLOCK_COMMENT.sub("", source)):
            add(posixpath.normpath(posixpath.join(folder, match[3])))
        found[_PREFIX + name] = _with_names(source, folder)

    add(entry)
    return found


def _with_names(source: str, folder: str) -> str:
    """Return a module that imports by name, without its whole-line comments."""

    def named(match: re.Match[str]) -> str:
        return f'{match[1]}"{_PREFIX}{posixpath.normpath(posixpath.join(folder, match[3]))}"'

    return _SPECIFIER.sub(named, _WHOLE_LINES.sub("", source))


def _data_address(kind: str, text: str) -> str:
    return f"data:{kind};charset=utf-8,{quote(text, safe=_PLAIN)}"


def _in_script(data: str) -> str:
    """Return JSON that cannot close the script element that contains it."""
    return data.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _fingerprint(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}'"


@cache
def _read(name: str) -> str:
    text = files("hyperchess.app").joinpath("page", *name.split("/")).read_text(encoding="utf-8")
    return text.replace("\r\n", "\n")
