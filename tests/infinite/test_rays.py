from hypothesis import given
from hypothesis import strategies as st

from hyperchess.infinite import Position, Ray, Sieve, Square
from hyperchess.infinite.pieces import LINES
from hyperchess.infinite.primes import is_prime

steps = st.sampled_from([step for dx, dy in LINES for step in ((dx, dy), (-dx, -dy))])
small = st.integers(-12, 12)
sieves = st.lists(st.builds(Sieve, small, st.booleans()), max_size=2).map(tuple)
rays = st.builds(
    Ray, st.builds(Square, small, small), steps, st.integers(1, 5), st.none() | st.integers(0, 20), sieves
)


@given(rays, small, st.integers(0, 20), small, st.integers(0, 20))
def test_windows_agree_with_trying_every_step(
    ray: Ray, left: int, width: int, bottom: int, height: int
) -> None:
    right, top = left + width, bottom + height
    last = 60 if ray.last is None else ray.last
    expected = [
        ray.target(k)
        for k in range(ray.first, last + 1)
        if all(is_prime(abs(k - sieve.origin)) is sieve.primes for sieve in ray.sieves)
        and left <= ray.target(k).x <= right
        and bottom <= ray.target(k).y <= top
    ]
    assert list(ray.within(left, right, bottom, top)) == expected
    assert ray.count(left, right, bottom, top) == len(expected)
    assert all(square in ray for square in expected)


@given(rays, st.integers(-10, 80))
def test_steps_lead_back(ray: Ray, k: int) -> None:
    assert ray.steps_to(ray.target(k)) == k
    assert (ray.target(k) in ray) == ray.allows(k)


def test_a_ray_without_an_end_is_counted_in_any_window() -> None:
    ray = Ray(Square(0, 0), (1, 2), 1, None)
    assert ray.count(0, 10**60, 0, 10**60) == 10**60 // 2
    assert "not prime" in str(Ray(Square(0, 0), (1, 0), 1, 9, (Sieve(3, primes=False),)))


def test_an_empty_ray_has_no_targets_and_a_hard_one_is_unknown() -> None:
    assert Ray(Square(0, 0), (1, 0), 3, 2).has_targets() is False
    contradiction = (Sieve(0, primes=True), Sieve(0, primes=False))
    assert Ray(Square(0, 0), (1, 0), 1, 50, contradiction).has_targets() is False
    assert Ray(Square(0, 0), (1, 0), 1, None, contradiction).has_targets() is None
    assert Square(1, 1) not in Ray(Square(0, 0), (1, 0), 1, None)
    assert "1,1" not in Ray(Square(0, 0), (1, 1), 1, None)


@given(st.integers(-5, 5_000))
def test_small_primes(number: int) -> None:
    assert is_prime(number) == (number > 1 and all(number % d for d in range(2, int(number**0.5) + 1)))


def test_large_primes() -> None:
    assert is_prime(10**40 + 121)
    assert not is_prime((10**40 + 121) * (10**9 + 7))
    assert not is_prime(3_215_031_751)  # a strong pseudoprime to the bases 2, 3, 5 and 7


def test_counting_moves_of_huygens_ends() -> None:
    moves = Position.parse("w K1,1|k80,80|HU3,3|hu5,11").moves()
    near, far = moves.count(-100, 100, -100, 100), moves.count(-(10**12), 10**12, -(10**12), 10**12)
    assert (near, near.is_exact, str(near)) == (112, True, "112")
    assert not far.is_exact
    assert far > near
    assert str(far) == f"at least {int(far)}"
    assert Position.parse("w K1,1|k80,80|Q3,3").moves().count(-(10**12), 10**12, -(10**12), 10**12).is_exact
