import os
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from hypothesis import settings

from tests import nightly

settings.register_profile("ci", deadline=None, derandomize=True, max_examples=100)
settings.register_profile("nightly", deadline=None, max_examples=1_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


_ROOT = Path(__file__).parent
_BROWSER_TESTS = (_ROOT / "page", _ROOT / "site")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests that need a browser as slow."""
    for item in items:
        if any(item.path.is_relative_to(folder) for folder in _BROWSER_TESTS):
            item.add_marker(pytest.mark.slow)


def _is_nightly(config: pytest.Config) -> bool:
    return str(config.getoption("markexpr")) == "nightly"


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say which cases are taken tonight."""
    return [f"nightly: make nightly SEED={nightly.SEED} runs the same cases again"] * _is_nightly(config)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the number of cases and the duration of each part of the nightly run."""
    if not _is_nightly(config):
        return
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    seconds: Counter[str] = Counter()
    for outcome in ("passed", "failed"):
        for report in terminalreporter.getreports(outcome):
            part = report.nodeid.partition("[")[0]
            counts[part][outcome] += 1
            seconds[part] += report.duration
    terminalreporter.section(f"nightly, seed {nightly.SEED}")
    for part, outcomes in counts.items():
        numbers = (
            f"{outcomes['passed']:7,} passed {outcomes['failed']:5,} failed {seconds[part] / 60:7.1f} min"
        )
        terminalreporter.write_line(f"{numbers}  {part}")
    total = f"{sum(seconds.values()) / 60:.1f} minutes of one core"
    terminalreporter.write_line(f"{sum(each.total() for each in counts.values()):,} cases, {total}")
