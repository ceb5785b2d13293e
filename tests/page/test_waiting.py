"""What the tests of the page wait for has a limit."""

import pytest
from playwright.sync_api import Browser, Error

from tests.page.board import limit_waits, wait_until


def test_a_promise_that_never_settles_fails_the_test(browser: Browser) -> None:
    page = browser.new_page()
    limit_waits(page, seconds=0.1)
    with pytest.raises(Error, match="no result within 110 ms"):
        page.evaluate("new Promise(() => {})")
    with pytest.raises(Error, match="no result within 110 ms"):
        page.evaluate("async (number) => new Promise(() => number)", 3)
    page.context.close()


def test_values_and_errors_of_evaluations_are_kept(browser: Browser) -> None:
    page = browser.new_page()
    limit_waits(page)
    assert page.evaluate("1 + 1;") == 2
    assert page.evaluate("([a, b]) => a + b", [1, 2]) == 3
    assert page.evaluate("async (given) => ({ given })", "text") == {"given": "text"}
    with pytest.raises(Error, match="lost is not defined"):
        page.evaluate("lost.value")
    page.context.close()


def test_a_wait_survives_that_the_page_is_loaded_again(browser: Browser) -> None:
    page = browser.new_page()
    titles = iter(("first", "second"))
    page.route(
        "http://page.test/",
        lambda route: route.fulfill(body=f"<title>{next(titles)}</title>", content_type="text/html"),
    )
    page.goto("http://page.test/")
    page.evaluate("void setTimeout(() => location.reload(), 50)")
    wait_until(page, "document.title === 'second'")
    page.context.close()
