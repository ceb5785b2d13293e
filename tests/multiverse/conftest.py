"""`Position.status` gives up after some seconds; in these tests it takes as long as it takes."""

from collections.abc import Iterator

import pytest

from hyperchess.budget import UNLIMITED
from hyperchess.multiverse import position


@pytest.fixture(scope="module", autouse=True)
def no_clock() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(position, "DEFAULT_BUDGET", UNLIMITED)
        yield
