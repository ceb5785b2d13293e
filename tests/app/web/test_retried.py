"""Errors of background work are logged, and do not end it."""

import pytest

from hyperchess.app.web import retried as module
from hyperchess.app.web.retried import retried


def test_an_error_is_logged_once_and_not_raised(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_reported", {})
    for error in (KeyError("one"), KeyError("one"), KeyError("two")):
        with retried("the check of game abc"):
            raise error
    assert [record.getMessage() for record in caplog.records] == [
        "the check of game abc failed, and is tried again"
    ] * 2
    assert "KeyError: 'one'" in caplog.text and "KeyError: 'two'" in caplog.text
    with pytest.raises(KeyboardInterrupt), retried("the check of game abc"):
        raise KeyboardInterrupt


def test_memory_of_reported_errors_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_reported", {})
    for number in range(250):
        with retried("work"):
            raise ValueError(number)
    assert len(module._reported) <= module._MOST_KNOWN
