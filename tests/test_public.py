import subprocess
import sys

import pytest

import hyperchess
from hyperchess import errors, infinite, multiverse


def test_the_public_face_is_what_it_says() -> None:
    for module in (hyperchess, multiverse, infinite, errors):
        assert len(module.__all__) == len(set(module.__all__))
        for name in module.__all__:
            assert getattr(module, name) is not None
    assert dir(hyperchess) == sorted(hyperchess.__all__)
    with pytest.raises(AttributeError):
        hyperchess.no_such_thing  # noqa: B018


def test_every_error_is_drawn_in_the_tree() -> None:
    assert errors.__doc__ is not None
    for name in errors.__all__:
        assert name in errors.__doc__
        assert issubclass(getattr(errors, name), errors.HyperchessError)


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import sys, hyperchess; print(*{'typer', 'rich', 'click', 'asyncio'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""
