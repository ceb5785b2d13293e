"""`python -m tests.page`: install what the tests of the page need beyond Python packages."""

from tests.page.browser import install_browser
from tests.page.checker import install_checker

install_checker()
install_browser()
