"""`python -m tests.page`: install the browser and the type checker for the tests of the page."""

from tests.page.browser import install_browser
from tests.page.sources.checker import install_checker

install_checker()
install_browser()
