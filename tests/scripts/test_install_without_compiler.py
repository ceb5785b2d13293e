"""The two lines of the installation page without a compiler and without make."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ("CMakeLists.txt", "LICENSE", "README.md", "conformance", "native", "pyproject.toml", "src")


@pytest.mark.slow
def test_the_package_installs_and_starts(tmp_path: Path) -> None:
    pytest.importorskip("scikit_build_core")
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("cmake", "ninja"):  # pip would download them
        program = shutil.which(name)
        if program is None or os.name == "nt":
            pytest.skip(f"{name} cannot be put into a PATH of its own")
        (tools / name).symlink_to(program)
    clone = tmp_path / "clone"
    clone.mkdir()
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, clone / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        else:
            shutil.copy(source, clone / name)
    installed = tmp_path / "installed"
    environment = {"PATH": str(tools), "HOME": str(tmp_path), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    offline = ["--no-build-isolation", "--no-deps", "--no-index", "--target", str(installed)]
    command = [sys.executable, "-m", "pip", "install", "--quiet", *offline, ".[web]"]
    subprocess.run(command, cwd=clone, env=environment, check=True)
    assert not list((installed / "hyperchess").glob("_native.*[do]"))
    # -S leaves out the .pth file of an editable installation.
    environment["PYTHONPATH"] = os.pathsep.join([str(installed), sysconfig.get_path("purelib")])
    for arguments, expected in (
        (["--version"], "(python rules)"),
        (["check", "example:four-timelines"], "1 game"),
    ):
        ran = subprocess.run(
            [sys.executable, "-S", "-m", "hyperchess", *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        assert expected in ran.stdout + ran.stderr
