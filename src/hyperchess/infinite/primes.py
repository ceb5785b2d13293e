"""Prime numbers, for the huygen.

>>> [n for n in range(30) if is_prime(n)]
[2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
>>> is_prime(2**127 - 1), is_prime((2**61 - 1) * (2**89 - 1))
(True, False)
"""

from __future__ import annotations

from functools import lru_cache

from hyperchess.budget import poll

__all__ = ["is_prime"]

_SMALL = tuple(n for n in range(2, 200) if all(n % d for d in range(2, n)))
# Below this bound no strong pseudoprimes to the first 13 prime bases exist (Sorenson and Webster, 2015).
# Above it 40 bases are used: no composite is known to pass, but that is not a proof.
_PROVEN = 3_317_044_064_679_887_385_961_981


@lru_cache(maxsize=65_536)
def is_prime(number: int) -> bool:
    """Return whether a number is prime: proven below 3.3e24, above by 40 rounds of Miller-Rabin."""
    if number < 2:
        return False
    for prime in _SMALL:
        if number % prime == 0:
            return number == prime
    if number < _SMALL[-1] ** 2:
        return True
    bases = _SMALL[:13] if number < _PROVEN else _SMALL[:40]
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd //= 2
        twos += 1
    return all(_passes(number, base, odd, twos) for base in bases)


def _passes(number: int, base: int, odd: int, twos: int) -> bool:
    power = _power(base, odd, number)
    if power in (1, number - 1):
        return True
    for _ in range(twos - 1):
        poll()
        power = power * power % number
        if power == number - 1:
            return True
    return False


def _power(base: int, exponent: int, modulus: int) -> int:
    """Return `pow(base, exponent, modulus)`, with polls: it takes 0.1 s for a modulus of 1,000 digits."""
    power = 1
    for byte in exponent.to_bytes((exponent.bit_length() + 7) // 8):
        poll()
        power = pow(power, 256, modulus) * base**byte % modulus
    return power
