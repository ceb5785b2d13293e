"""The kernel for browsers, in node: it belongs to the sources, holds the facts, and leaks nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.kernel_wasm import stale

_ROOT = Path(__file__).parents[2]


def test_the_compiled_file_belongs_to_the_sources() -> None:
    assert stale() == "", "run python -m scripts.kernel_wasm"


def _run(*arguments: str) -> None:
    command = [sys.executable, "-m", "tests.site.on_browser_kernel", "-q", "-x", *arguments]
    environment = {**os.environ, "HYPERCHESS_KERNEL": "native"}  # which the browser's kernel replaces
    done = subprocess.run(
        command, cwd=_ROOT, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout[-5_000:] + done.stderr[-2_000:]


def test_facts_mates_and_engines_hold_on_it_and_nothing_leaks() -> None:
    _run("tests/site/facts_on_browser_kernel.py")


def test_engines_answer_as_the_native_ones_do_at_fixed_nodes() -> None:
    native, browser = (
        subprocess.run(
            [sys.executable, "-m", "tests.site.engine_answers", *arguments],
            cwd=_ROOT,
            env={**os.environ, "HYPERCHESS_KERNEL": "native"},
            capture_output=True,
            encoding="utf-8",
            check=True,
        ).stdout.splitlines()
        for arguments in ([], ["browser"])
    )
    assert len(native) > 80
    assert browser == native


@pytest.mark.nightly
def test_the_signature_of_the_bench_holds_on_it() -> None:
    _run("-m", "nightly", "tests/site/facts_on_browser_kernel.py")


@pytest.mark.nightly
def test_all_tests_of_the_native_rules_pass_on_it() -> None:
    _run("tests/multiverse/test_kernel.py", "tests/multiverse/test_mates.py", "tests/infinite/test_kernel.py")
