"""The bench: its signature, which a change of the search states."""

import pytest

from hyperchess.engine.bench import BENCHES, SIGNATURE, run_bench, signature_of
from tests.kernels import native


@native
@pytest.mark.slow
def test_the_signature_is_that_of_this_version() -> None:
    measured = list(run_bench())
    assert [each.bench for each in measured] == list(BENCHES)
    assert signature_of(measured) == SIGNATURE
