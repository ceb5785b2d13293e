from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from hyperchess.game import Serial
from hyperchess.notation.dynamical.cells import Step, parse_step

serials = st.builds(Serial, st.integers(0, 999_999), st.sampled_from("wb"))
steps = st.builds(Step.of, serials, st.integers(1, 400))


@given(steps)
def test_both_forms_mean_the_same_step(step: Step) -> None:
    assert parse_step(str(step)) == step
    assert parse_step(step.decimal) == step
    assert parse_step(_long_decimal(step.value)) == step


def _long_decimal(value: Fraction) -> str:
    whole, rest = divmod(value, 1)
    digits = str(int(rest * 10**400)).zfill(400)
    return f"{whole}.{digits}"


@given(steps, steps)
def test_the_order_of_steps_is_that_of_their_values(one: Step, other: Step) -> None:
    assert (one < other) == (one.value < other.value)


@given(steps)
def test_a_step_is_what_the_document_defines(step: Step) -> None:
    a = Fraction(step.half, 2)
    assert step.value == a + Fraction(1, 2) - Fraction(1, 2) ** step.place
    assert a <= step.value < a + Fraction(1, 2)


@given(st.decimals(0, 1000, places=6))
def test_any_decimal_keeps_its_place_among_steps(number: object) -> None:
    step = parse_step(f"{number:f}")
    assert step is not None
    assert step.value == Fraction(str(number))


def test_what_is_no_step() -> None:
    for text in ("", "#2", "8.", "8.25#2", "8#0", "1234567", "8#1234567", "8." + "1" * 1001, "1e5", "٣"):
        assert parse_step(text) is None, text


def test_the_number_of_a_move_may_be_large() -> None:
    step = parse_step("3.5#999999")
    assert step == Step.of(Serial(3, "b"), 999_999)
    assert str(step) == "3.5#999999"
