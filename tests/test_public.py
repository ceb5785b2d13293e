import ast
import inspect
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hyperchess
import hyperchess as hc
from hyperchess import errors, infinite, multiverse
from hyperchess.kernels import uses_native


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


def test_reading_a_game_imports_one_reader_and_one_set_of_rules() -> None:
    code = "import sys, hyperchess as hc; hc.parse('1. e4 / e5', 'shad'); print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = set(run.stdout.split())
    assert "hyperchess.notation.pgn5d.parser" in modules
    others = {"infinite", "notation.icn", "notation.dynamical", "notation.minor", "notation.json"}
    assert not {f"hyperchess.{name}" for name in others} & modules
    assert not {"difflib", "hashlib"} & modules
    if uses_native():
        assert "hyperchess.multiverse.reference" not in modules


GAME: Any = hc.parse('[Board "Standard"] 1. e4 / e5')
BAD_CALLS: list[tuple[str, Callable[[Any], object]]] = [
    ("parse", lambda face: face.parse(None)),
    ("parse", lambda face: face.parse(b"1. e4")),
    ("parse", lambda face: face.parse("1. e4", 5)),
    ("parse", lambda face: face.parse("1. e4", "no such notation")),
    ("parse", lambda face: face.parse("1. e4", start=5)),
    ("parse", lambda face: face.parse("1. e4", start="no such variant")),
    ("parse", lambda face: face.parse("1. e4", name=5)),
    ("parse", lambda face: face.parse("1. z9", strict=True)),
    ("parse_all", lambda face: face.parse_all(None)),
    ("parse_all", lambda face: face.parse_all("1. e4", notation=b"shad")),
    ("read", lambda face: face.read(5)),
    ("read", lambda face: face.read(None)),
    ("read", lambda face: face.read(b"path")),
    ("read", lambda face: face.read("a\0b")),
    ("read_all", lambda face: face.read_all([])),
    ("read_all", lambda face: face.read_all("path", 5)),
    ("read_games", lambda face: face.read_games(5)),
    ("read_games", lambda face: face.read_games(None)),
    ("read_games", lambda face: face.read_games("a\0b")),
    ("read_games", lambda face: face.read_games("path", 5)),
    ("write", lambda face: face.write(None, "raw")),
    ("write", lambda face: face.write(GAME, 7)),
    ("write", lambda face: face.write(GAME, None)),
    ("write", lambda face: face.write(GAME, "icn")),
    ("write", lambda face: face.write(GAME, "no such notation")),
    ("write", lambda face: face.write(GAME, "raw", bogus=1)),
    ("write", lambda face: face.write(GAME, "branched", width="wide")),
    ("write", lambda face: face.write(GAME, "branched", width=-1)),
    ("write", lambda face: face.write(GAME, "branched", indent=None)),
    ("write", lambda face: face.write(GAME, "branched", style="long")),
    ("write", lambda face: face.write(GAME, "branched", captures=2)),
    ("convert", lambda face: face.convert(None, "raw")),
    ("convert", lambda face: face.convert("1. e4", None)),
    ("convert", lambda face: face.convert("1. e4", "raw", 7)),
    ("convert", lambda face: face.convert("1. e4", "raw", bogus=1)),
    ("Game", lambda face: face.Game(5)),
    ("Game", lambda face: face.Game(None, 5)),
    ("Game", lambda face: face.Game(None, kind="draughts")),
    ("Node", lambda face: GAME.root.promote()),
    ("Node", lambda face: GAME.root.demote()),
    ("Node", lambda face: GAME.root.delete()),
    ("Node", lambda face: GAME.root.add(5)),
    ("Node", lambda face: GAME.root.add(("e4",))),
    ("Node", lambda face: GAME.end.text("no such notation")),
    ("Node", lambda face: GAME.end.text(5)),
    ("Node", lambda face: GAME.end.text("icn")),
    ("Node", lambda face: GAME.end.text("axel")),
    ("Node", lambda face: setattr(GAME.end, "clock", 5)),
    ("Node", lambda face: setattr(GAME.end, "score", 5)),
    ("Node", lambda face: setattr(GAME.end, "arrows", 5)),
    ("Node", lambda face: setattr(GAME.end, "squares", ["e4"])),
    ("Node", lambda face: setattr(GAME.end, "squares", [hc.SquareShape(infinite.Square(1, 1))])),
    ("Node", lambda face: setattr(GAME.end, "squares", [hc.SquareShape(infinite.Square(1, 1), "pink")])),
    ("Clock", lambda face: face.Clock(-1)),
    ("Clock", lambda face: face.Clock("0:12:34")),
    ("Clock", lambda face: face.Clock(float("nan"))),
    ("EvalComment", lambda face: face.EvalComment()),
    ("EvalComment", lambda face: face.EvalComment(3, 4)),
    ("EvalComment", lambda face: face.EvalComment(1.5)),
    ("EvalComment", lambda face: face.EvalComment(15, depth=-1)),
]


@pytest.mark.parametrize(("name", "call"), BAD_CALLS)
def test_bad_arguments_raise_errors_of_ours(name: str, call: Callable[[Any], object]) -> None:
    with pytest.raises(errors.HyperchessError) as caught:
        call(hyperchess)
    assert str(caught.value)


def test_every_public_function_of_reading_and_writing_is_in_the_table() -> None:
    named = {name for name, _ in BAD_CALLS}
    assert named >= {"parse", "parse_all", "read", "read_all", "read_games", "write", "convert"}
    assert named <= set(hyperchess.__all__)


def test_files_that_cannot_be_read_are_errors_of_the_system(tmp_path: Path) -> None:
    for call in (hc.read, hc.read_all, lambda path: next(hc.read_games(path))):
        with pytest.raises(FileNotFoundError):
            call(tmp_path / "nothing")


def test_every_public_field_has_a_docstring() -> None:
    for value in (getattr(hc, name) for name in hc.__all__):
        if inspect.isclass(value) and value.__module__.startswith("hyperchess"):
            body = ast.parse(textwrap.dedent(inspect.getsource(value))).body[0]
            assert isinstance(body, ast.ClassDef)
            for field, after in zip(body.body, [*body.body[1:], None], strict=True):
                if isinstance(field, ast.AnnAssign) and not ast.unparse(field.target).startswith("_"):
                    described = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
                    assert described, f"{value.__name__}.{ast.unparse(field.target)}"
