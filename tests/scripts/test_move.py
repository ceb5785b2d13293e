"""The mover of modules: references, merges, and names, in a small checkout."""

import subprocess
from pathlib import Path

import pytest

from scripts.move import Clash, merge_sources, move, read_map

FILES = {
    "src/pack/__init__.py": "from pack import sub as sub\nfrom pack.old import f as f\n",
    "src/pack/old.py": '"""Old."""\n\nfrom pack.tools import helper\n\n__all__ = ["f"]\n\n'
    "_SIZE = 1\n\n\ndef f():\n    return helper(_SIZE), f'{_SIZE:3}_SIZE'\n",
    "src/pack/tools.py": '"""Tools."""\n\n__all__ = ["SIGN", "helper"]\n\n_SIZE = 2\n'
    'SIGN = "x"\n"""A sign."""\n\n\ndef helper(n):\n    return n + _SIZE\n',
    "src/pack/sub/__init__.py": '"""Sub."""\n',
    "src/pack/sub/deep.py": 'from pack import old\n\nNAME = "pack.old:f"\n\n\ndef g():\n    return old.f()\n',
    "tests/test_pack.py": "from pack.old import f\nfrom pack.tools import SIGN, helper\n\nassert f(helper)\n",
    "docs/page.md": "`pack.old.f` in `src/pack/old.py`, not [pack.older](../src/pack/old.py)\n",
    "setup.toml": 'modules = ["pack.old", "pack.sub.deep"]\n',
}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for command in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    return tmp_path


def text(checkout: Path, name: str) -> str:
    return (checkout / name).read_text(encoding="utf-8")


def test_modules_that_are_merged_keep_their_content_and_their_users(checkout: Path) -> None:
    move(
        read_map("pack.tools -> pack.new\npack.old -> pack.new\npack.old:_SIZE -> pack.new:_LEAST"), checkout
    )
    merged = text(checkout, "src/pack/new.py")
    assert merged.index("_SIZE = 2") < merged.index("def helper") < merged.index("_LEAST = 1")
    assert "import helper" not in merged
    assert "return helper(_LEAST), f'{_LEAST:3}_SIZE'" in merged
    assert "__all__ = ['SIGN', 'f', 'helper']" in merged
    assert not (checkout / "src/pack/old.py").exists()
    assert text(checkout, "tests/test_pack.py").splitlines()[:2] == [
        "from pack.new import f",
        "from pack.new import SIGN, helper",
    ]
    deep = text(checkout, "src/pack/sub/deep.py")
    assert "from pack import new\n" in deep
    assert "return new.f()" in deep
    assert '"pack.new:f"' in deep
    assert text(checkout, "docs/page.md") == (
        "`pack.new.f` in `src/pack/new.py`, not [pack.older](../src/pack/new.py)\n"
    )
    assert text(checkout, "setup.toml") == 'modules = ["pack.new", "pack.sub.deep"]\n'
    assert (
        text(checkout, "src/pack/__init__.py") == "from pack import sub as sub\nfrom pack.new import f as f\n"
    )


def test_names_with_two_meanings_are_reported_and_nothing_changes(checkout: Path) -> None:
    with pytest.raises(Clash, match=r"_SIZE: pack\.tools, pack\.old"):
        move(read_map("pack.tools -> pack.new\npack.old -> pack.new"), checkout)
    assert {name: text(checkout, name) for name in FILES} == FILES


def test_a_package_moves_with_its_modules(checkout: Path) -> None:
    move(read_map("pack.sub -> pack.core.inner"), checkout)
    assert text(checkout, "src/pack/core/inner/deep.py") == FILES["src/pack/sub/deep.py"]
    assert not (checkout / "src/pack/sub").exists()
    assert "pack.core.inner.deep" in text(checkout, "setup.toml")


def test_the_modules_of_a_package_become_one_module(checkout: Path) -> None:
    move(read_map("pack.sub -> pack.sub\npack.sub.deep -> pack.sub"), checkout)
    assert "def g()" in text(checkout, "src/pack/sub.py")
    assert not (checkout / "src/pack/sub").exists()


def test_a_name_moves_alone(checkout: Path) -> None:
    move(read_map("pack.tools:SIGN -> pack.old:MARK"), checkout)
    assert 'MARK = "x"\n"""A sign."""' in text(checkout, "src/pack/old.py")
    assert 'SIGN = "x"' not in text(checkout, "src/pack/tools.py")
    assert "from pack.old import MARK\nfrom pack.tools import helper" in text(checkout, "tests/test_pack.py")


def test_imports_for_type_checkers_are_one_block() -> None:
    one = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from a import B\n"
    two = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from a import C\n"
    merged = merge_sources({"one": one, "two": two})
    assert "if TYPE_CHECKING:\n    from a import B\n    from a import C\n" in merged


@pytest.mark.parametrize("line", ["a.b", "a -> b c", "a -> b\nb -> c"])
def test_a_map_that_makes_no_sense_is_refused(line: str) -> None:
    with pytest.raises(Clash):
        read_map(line)
