import pytest

from hyperchess.budget import DEFAULT_BUDGET, UNLIMITED, Budget, check_budget
from hyperchess.errors import BudgetExhausted, InvalidArgument

BAD = (-1, -0.5, float("nan"), "x", True, (), 10 + 2j)


@pytest.mark.parametrize("value", BAD)
def test_limits_are_numbers_that_are_not_negative(value: object) -> None:
    with pytest.raises(
        InvalidArgument, match=r"^seconds: expected a number of seconds of at least 0, found "
    ):
        Budget(seconds=value)  # type: ignore[arg-type]
    with pytest.raises(InvalidArgument, match=r"^rounds: expected an integer of at least 0, found "):
        Budget(rounds=value)  # type: ignore[arg-type]


def test_large_limits_are_as_good_as_none() -> None:
    for budget in (Budget(seconds=float("inf")), Budget(seconds=10**400), Budget(rounds=10**400), UNLIMITED):
        meter = budget.start()
        for _ in range(10):
            meter.spend()
        assert meter.rounds == 10


def test_no_rounds_and_no_seconds_end_at_once() -> None:
    with pytest.raises(BudgetExhausted, match="after 0 rounds"):
        Budget(rounds=0).start().spend()
    meter = Budget(seconds=0).start()
    with pytest.raises(BudgetExhausted):
        while True:
            meter.spend()


def test_what_is_left_is_no_more_than_what_was_given() -> None:
    left = Budget(seconds=1_000).start().left().seconds
    assert left is not None and 0 < left <= 1_000
    assert UNLIMITED.start().left() == UNLIMITED


def test_a_budget_as_an_argument() -> None:
    assert check_budget(None) is UNLIMITED
    assert check_budget(None, DEFAULT_BUDGET) is DEFAULT_BUDGET
    assert check_budget(DEFAULT_BUDGET) is DEFAULT_BUDGET
    with pytest.raises(InvalidArgument, match="budget: expected a value of type Budget, found 10"):
        check_budget(10)
