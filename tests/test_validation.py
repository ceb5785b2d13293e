import pytest

from hyperchess.errors import HyperchessError, InvalidArgument
from hyperchess.validation import check_integer, check_items, invalid_argument


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "None"),
        (True, "True"),
        (float("nan"), "nan"),
        (-3, "-3"),
        (1 << 10_000, "an integer of 10001 bits"),
        ("x" * 100_000, "'xxxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxxxx' (100000 characters)"),
        ([1] * 1_000, "a value of type list"),
        (object(), "a value of type object"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_was_found_is_shown_within_a_line(value: object, shown: str) -> None:
    error = invalid_argument("depth", "something else", value)
    assert str(error) == f"depth: expected something else, found {shown}"
    assert isinstance(error, HyperchessError)
    assert isinstance(error, ValueError)


def test_integers_can_be_bounded() -> None:
    assert check_integer("n", 10**30) == 10**30
    assert check_integer("n", -5, least=None) == -5
    with pytest.raises(InvalidArgument, match="n: expected an integer of at least 1, found 0"):
        check_integer("n", 0, least=1)
    with pytest.raises(InvalidArgument, match=r"n: expected an integer, found 1\.5"):
        check_integer("n", 1.5, least=None)


def test_items_have_one_type() -> None:
    assert check_items("names", iter("ab"), str) == ("a", "b")
    with pytest.raises(InvalidArgument, match="names: expected values of type str, found 5"):
        check_items("names", ["a", 5], str)
    with pytest.raises(InvalidArgument, match="names: expected values of type str, found None"):
        check_items("names", None, str)
