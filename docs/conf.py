"""Sphinx configuration: `make docs` builds `docs/` into `site/`.

Pages are Markdown that GitHub shows as well. What only a site can have, its contents and the generated
reference, replaces comments such as `<!-- reference: commands -->`: see `scripts/reference`.
"""

import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from hyperchess import __version__  # noqa: E402
from hyperchess.picture.theme import Theme, find_theme  # noqa: E402
from scripts import architecture, notation_matrix  # noqa: E402
from scripts.reference import fill  # noqa: E402

# Pages and pictures that are generated from the code, and not committed.
architecture.main()
notation_matrix.main()

project = "hyperchess"
version = release = __version__
copyright = "hyperchess contributors"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_static"]
suppress_warnings = ["ref.python"]  # both games have a Position and a Move
default_role = "code"  # single backticks in docstrings

myst_heading_anchors = 4
myst_enable_extensions = ["alert"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_use_type_comments = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88

_LOGO = "../src/hyperchess/app/page/icons/favicon.svg"
html_theme = "furo"
html_title = "hyperchess"
html_static_path = ["_static", _LOGO]
html_css_files = ["hyperchess.css"]
html_favicon = _LOGO
html_copy_source = False
html_show_sphinx = False
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"


def _colours(theme: Theme) -> dict[str, str]:
    """The colours of the product, in the words of Furo."""
    return {
        "color-foreground-primary": theme.ink,
        "color-foreground-secondary": theme.quiet,
        "color-foreground-muted": theme.quiet,
        "color-background-primary": theme.ground,
        "color-background-secondary": theme.band,
        "color-background-border": theme.dark,
        "color-brand-primary": theme.accent,
        "color-brand-content": theme.accent,
        "color-brand-visited": theme.accent,
        "color-code-background": f"color-mix(in srgb, {theme.ink} 5%, {theme.ground})",
        "color-inline-code-background": f"color-mix(in srgb, {theme.ink} 7%, {theme.ground})",
        "color-api-name": theme.accent,
        "color-api-pre-name": theme.quiet,
        "color-api-background": f"color-mix(in srgb, {theme.ink} 5%, {theme.ground})",
    }


html_theme_options = {
    "light_logo": "favicon.svg",
    "dark_logo": "favicon.svg",
    "light_css_variables": _colours(find_theme("light")),
    "dark_css_variables": _colours(find_theme("dark")),
}

_NOTATIONS = """5dpgn 5dpgn-first alexbay averagehuman axel branched cwmtt dynamical dynamical2 hexicube icn
nidlatam raw slavrick"""


_CONTENTS = {
    "Start": ["install", "faq", "glossary"],
    "Learn": ["learn/5d-chess", "learn/infinite-chess"],
    "Use it": [
        "board",
        "play",
        "live",
        "site",
        "component",
        "implementers",
        "hosting",
        "previewer",
        "cli",
        "editors",
        "reading",
        "pictures",
        "puzzles",
        "known",
        "library",
        "engine",
        "engine-infinite",
    ],
    "How to": [
        "howto/folder",
        "howto/review",
        "howto/convert",
        "howto/lint",
        "howto/pictures",
        "howto/puzzle",
        "howto/engines",
        "howto/library",
        "howto/blog",
        "howto/notebook",
    ],
    "The games, precisely": ["rules", "infinite-rules", "5dfen", "proofs"],
    "Notations": [
        "notations/5dpgn",
        "notations/5dpgn-first-edition",
        "notations/raw",
        "notations/branched-5dpgn",
        "notations/dynamical",
        "notations/icn",
        "notations/others",
        "notations/programs",
        "notations/matrix",
        "notations/adding-a-notation",
    ],
    "Python": [
        "python-chess",
        "reference/python-api",
        "reference/python",
        "reference/python-multiverse",
        "reference/python-infinite",
        "reference/python-engine",
        "reference/python-library",
        "reference/python-picture",
        "reference/python-analysis",
        "reference/python-errors",
    ],
    "Look up": [
        "reference/commands",
        "reference/problems",
        "reference/json",
        "api",
        "reference/http",
        "reference/protocols",
    ],
    "Why": ["why", "conformance", "kernel", "architecture"],
    "Measurements": [
        "engine-measurements",
        "engine-log",
        "engine-infinite-measurements",
        "engine-infinite-log",
    ],
}


def _contents() -> str:
    """The pages in their order, as the bar at the side shows them."""
    return "\n\n".join(
        "\n".join(["```{toctree}", ":hidden:", f":caption: {caption}", "", *pages, "```"])
        for caption, pages in _CONTENTS.items()
    )


def _fill(app: Any, docname: str, source: list[str]) -> None:
    source[0] = fill(source[0]).replace("<!-- contents -->", _contents())


def _docstring(app: Any, what: str, name: str, value: Any, options: Any, lines: list[str]) -> None:
    """Indented blocks are shown as they are; what Python itself says of constants and fields is left out."""
    if lines and (
        lines[0].startswith("Alias for field number")
        or (what == "data" and lines[0] in (type(value).__doc__ or ""))
    ):
        lines.clear()
    for index in range(len(lines) - 1, 0, -1):
        before = next((line for line in reversed(lines[:index]) if line), "")
        if lines[index].startswith("    ") and not lines[index - 1] and not before.startswith((" ", ">>>")):
            lines[index:index] = ["::", ""]


def setup(app: Any) -> None:
    """Register the languages of the examples, and fill in what is generated when a page is read."""
    from pygments.lexers.special import TextLexer

    from hyperchess.app.lsp.lexer import NotationLexer

    app.add_lexer("lark", TextLexer)
    for name in _NOTATIONS.split():
        app.add_lexer(name, NotationLexer)
    app.connect("source-read", _fill)
    app.connect("autodoc-process-docstring", _docstring)
