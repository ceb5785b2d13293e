"""The extension for Visual Studio Code: its manifest, and its package with its own tests."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

import hyperchess as hc
from hyperchess.app.lsp.boards import HOVERS
from hyperchess.app.lsp.lexer import NotationLexer
from hyperchess.app.lsp.semantic import LEGEND

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "editors" / "vscode"
MANIFEST = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
CONTRIBUTED = MANIFEST["contributes"]
SOURCES = "".join(path.read_text(encoding="utf-8") for path in sorted((FOLDER / "src").glob("*.ts")))


def test_the_version_is_that_of_the_package() -> None:
    assert MANIFEST["version"] == hc.__version__


def test_every_command_of_the_menu_is_registered() -> None:
    declared = {command["command"] for command in CONTRIBUTED["commands"]}
    assert set(re.findall(r'registerCommand\("([^"]+)"', SOURCES)) == declared


def test_every_setting_is_used() -> None:
    settings = {name.removeprefix("hyperchess.") for name in CONTRIBUTED["configuration"]["properties"]}
    assert set(re.findall(r'settings\.get(?:<\w+>)?\("(\w+)"\)', SOURCES)) == settings


def test_the_choices_are_those_of_the_server() -> None:
    properties = CONTRIBUTED["configuration"]["properties"]
    assert tuple(properties["hyperchess.hover"]["enum"]) == HOVERS
    assert set(properties["hyperchess.theme"]["enum"]) == {"auto", *hc.picture.THEMES}
    assert [each["id"] for each in CONTRIBUTED["semanticTokenModifiers"]] == LEGEND.token_modifiers


def test_languages_have_the_grammar_and_the_suffixes_of_the_lexer() -> None:
    languages = {language["id"] for language in CONTRIBUTED["languages"]}
    assert {grammar["language"] for grammar in CONTRIBUTED["grammars"]} == languages
    assert json.loads(re.findall(r"LANGUAGES = (\[.*\])", SOURCES)[0]) == [
        language["id"] for language in CONTRIBUTED["languages"]
    ]
    suffixes = [f"*{suffix}" for language in CONTRIBUTED["languages"] for suffix in language["extensions"]]
    assert suffixes == NotationLexer.filenames


@pytest.mark.nightly
def test_the_extension_is_built_and_passes_its_tests(tmp_path: Path) -> None:
    tools = Path(sys.executable).parent
    npm = shutil.which("npm", path=f"{tools}{os.pathsep}{os.environ['PATH']}")
    assert npm is not None
    folder = tmp_path / "editors" / "vscode"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("node_modules", "dist"))
    shutil.copytree(ROOT / "tests" / "corpus", tmp_path / "tests" / "corpus")
    shutil.copy(ROOT / "LICENSE", folder)
    environment = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    for step in (["ci"], ["run", "check"], ["run", "build"], ["test"], ["run", "package"]):
        done = subprocess.run([npm, *step], cwd=folder, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, (step, done.stdout[-3_000:], done.stderr[-3_000:])
    with ZipFile(folder / "dist" / "hyperchess.vsix") as package:
        names = {name.removeprefix("extension/").lower() for name in package.namelist()}
    assert names == {
        *("[content_types].xml", "extension.vsixmanifest", "package.json", "readme.md", "license.txt"),
        *("dist/extension.js", "language-configuration.json", "syntaxes/hyperchess.tmlanguage.json"),
    }
