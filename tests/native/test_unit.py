"""Unit tests of the kernel in C++, compiled with assertions and sanitizers."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = (
    "native/common/meter.cpp",
    "native/common/transposition_table.cpp",
    "native/multiverse/actions/matching.cpp",
    "native/multiverse/mates/proof_table.cpp",
    "tests/native/unit.cpp",
)
COMPILER = os.environ.get("CXX") or shutil.which("c++")


@pytest.mark.slow
@pytest.mark.skipif(COMPILER is None or sys.platform == "win32", reason="there is no c++ with sanitizers")
def test_units(tmp_path: Path) -> None:
    program = tmp_path / "unit"
    options = ("-std=c++20", "-O1", "-g", "-UNDEBUG", "-Wall", "-Wextra", "-Werror", "-pthread")
    sanitizers = ("-fsanitize=address,undefined", "-fno-sanitize-recover=undefined")
    command = [*str(COMPILER).split(), *options, *sanitizers, "-Inative", *SOURCES, "-o", str(program)]
    subprocess.run(command, cwd=ROOT, check=True)
    ran = subprocess.run([program], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout.split()[0]) > 100_000
