"""The table of modules, by which a notation is found without importing the others."""

from importlib import import_module

import pytest

from hyperchess.notation.registry import JSON_MODULES, MODULES


@pytest.mark.parametrize("module", MODULES)
def test_the_table_says_what_a_module_has(module: str) -> None:
    listed = import_module(module).NOTATIONS
    assert tuple(notation.name for notation in listed) == MODULES[module]
    assert {bool(notation.shape) for notation in listed} == {module in JSON_MODULES}
