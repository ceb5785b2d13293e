import subprocess
import sys

import hyperchess
from hyperchess import errors, multiverse


def test_the_public_face_is_what_it_says() -> None:
    for module in (hyperchess, multiverse, errors):
        assert sorted(module.__all__, key=str.casefold) == sorted(set(module.__all__), key=str.casefold)
        for name in module.__all__:
            assert getattr(module, name) is not None


def test_every_error_is_drawn_in_the_tree() -> None:
    assert errors.__doc__ is not None
    for name in errors.__all__:
        assert name in errors.__doc__
        assert issubclass(getattr(errors, name), errors.HyperchessError)


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import sys, hyperchess; print(*{'typer', 'rich', 'click', 'asyncio'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""
