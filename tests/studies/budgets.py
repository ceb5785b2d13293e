"""Time for searches in tests."""

from collections.abc import Iterator

import pytest

from hyperchess.budget import Budget

_LIMITED = (
    "embedding._EACH",
    "edits._MARK_BUDGET",
    "multiverse.adapter.STATUS_BUDGET",
    "multiverse.suggestions._LOOKING",
    "multiverse.setup.STATUS_BUDGET",
)


@pytest.fixture(autouse=True, scope="session")
def enough_time() -> Iterator[None]:
    """Verdicts, marks and hints are found however slow the machine is."""
    with pytest.MonkeyPatch.context() as patch:
        for name in _LIMITED:
            patch.setattr(f"hyperchess.studies.{name}", Budget(seconds=300.0))
        yield
