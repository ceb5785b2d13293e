"""Circles of imports are found however they are written. (`make check` looks for those of the project.)"""

from pathlib import Path

import pytest

from scripts.circles import find_circles, main, report
from scripts.imports import page_imports, python_imports


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / name.replace("__", "/")
        path = path.with_suffix(".js" if "'" in text else ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def arrows(folder: Path, *, page: bool = False) -> list[list[str]]:
    imports = page_imports(folder) if page else python_imports(folder)
    return [[f"{each.source} -> {each.target}" for each in circle] for circle in find_circles(imports)]


def test_a_circle_fails_the_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, a="import b", b="VALUE = 1", ui__c="import './d.js';", ui__d="// 'import' nothing")
    assert main(tmp_path, tmp_path) == 0
    assert capsys.readouterr().out == "no circles among 2 imports\n"
    write(tmp_path, b="import a")
    assert main(tmp_path, tmp_path) == 1
    write(tmp_path, b="VALUE = 1", ui__d="import './c.js';")
    assert main(tmp_path, tmp_path) == 1
    assert "a circle of 2 modules:\n  ui/c.js -> ui/d.js" in capsys.readouterr().out


@pytest.mark.parametrize(
    "text",
    [
        "import room.b",
        "from room import b",
        "from room.b import anything",
        "from . import b",
        "from .b import anything",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from room.b import anything",
        "def late():\n    from room import b\n    return b",
        "from room.b import (\n    anything,\n    more,\n)",
    ],
)
def test_a_circle_is_found_however_it_is_written(tmp_path: Path, text: str) -> None:
    write(tmp_path, room__a=text, room__b="from room.a import something")
    assert arrows(tmp_path) == [["room.a -> room.b", "room.b -> room.a"]]


def test_a_circle_through_a_package_is_found(tmp_path: Path) -> None:
    write(tmp_path, room__a="from room import Thing")
    (tmp_path / "room" / "__init__.py").write_text("from room.a import Thing", encoding="utf-8")
    assert arrows(tmp_path) == [["room -> room.a", "room.a -> room"]]
    (tmp_path / "room" / "__init__.py").write_text("from .a import Thing", encoding="utf-8")
    assert arrows(tmp_path) == [["room -> room.a", "room.a -> room"]]


def test_a_module_of_a_package_is_not_the_package(tmp_path: Path) -> None:
    write(tmp_path, room__a="from room import b", room__b="VALUE = 1")
    (tmp_path / "room" / "__init__.py").write_text("from room.a import Thing", encoding="utf-8")
    assert arrows(tmp_path) == []


def test_large_circles_and_two_circles_are_told_apart(tmp_path: Path) -> None:
    write(
        tmp_path, a="import b", b="import c", c="import a", d="import a\nimport e", e="import d", f="import f"
    )
    assert arrows(tmp_path) == [["a -> b", "b -> c", "c -> a"], ["d -> e", "e -> d"], ["f -> f"]]


def test_a_reason_on_the_line_excuses_an_import(tmp_path: Path) -> None:
    write(tmp_path, a="import b  # circle: the two are one idea", b="import a")
    assert arrows(tmp_path) == []
    write(tmp_path, a="from b import (  # circle: one idea\n    more,\n)")
    assert arrows(tmp_path) == []
    write(tmp_path, a="import b  # circle:")
    assert arrows(tmp_path) == [["a -> b", "b -> a"]]


def test_the_report_names_every_arrow_with_its_line(tmp_path: Path) -> None:
    write(tmp_path, a='"""A."""\nimport b', b="import a\nimport a")
    expected = f"a circle of 2 modules:\n  a -> b  ({tmp_path}/a.py:2)\n  b -> a  ({tmp_path}/b.py:1)"
    assert report(find_circles(python_imports(tmp_path))) == expected.replace("\\", "/")


@pytest.mark.parametrize(
    "text",
    [
        "import { b } from './b.js';",
        "import {\n  b,\n  c,\n} from './b.js';",
        "import * as b from './b.js';",
        "import './b.js';",
        "export { b } from './b.js';",
        "const b = await import('./b.js');",
        "/** @import {B} from './b.js' */",
        "/** @param {import('./b.js').B} b */",
        "import { b } from '../ui/b.js';",
    ],
)
def test_circles_of_the_page_are_found(tmp_path: Path, text: str) -> None:
    write(tmp_path, ui__a=text, ui__b="import { a } from './a.js';")
    assert arrows(tmp_path, page=True) == [["ui/a.js -> ui/b.js", "ui/b.js -> ui/a.js"]]


def test_a_reason_excuses_an_import_of_the_page(tmp_path: Path) -> None:
    write(
        tmp_path, a="// A\nimport { b } from './b.js'; // circle: one idea", b="import { a } from './a.js';"
    )
    assert arrows(tmp_path, page=True) == []


def test_the_page_has_imports_and_none_leave_it() -> None:
    imports = page_imports()
    assert len(imports) > 100
    assert all(each.path.is_file() for each in imports)
