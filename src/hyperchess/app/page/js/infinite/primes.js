/** Prime numbers, for rays that are limited to prime distances. */

const WITNESSES = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n];

/** Whether a number is prime; beyond 10²⁴ only with very high probability. @param {bigint} value */
export function isPrime(value) {
  if (value < 2n) return false;
  for (const prime of WITNESSES) if (value % prime === 0n) return value === prime;
  let odd = value - 1n;
  let halvings = 0;
  while (odd % 2n === 0n) {
    odd /= 2n;
    halvings += 1;
  }
  return WITNESSES.every((base) => passes(value, base, odd, halvings));
}

/**
 * One round of the Miller–Rabin test.
 *
 * @param {bigint} value
 * @param {bigint} base
 * @param {bigint} odd
 * @param {number} halvings
 */
function passes(value, base, odd, halvings) {
  let rest = power(base, odd, value);
  if (rest === 1n || rest === value - 1n) return true;
  for (let round = 1; round < halvings; round++) {
    rest = (rest * rest) % value;
    if (rest === value - 1n) return true;
  }
  return false;
}

/** @param {bigint} base @param {bigint} exponent @param {bigint} modulus */
function power(base, exponent, modulus) {
  let result = 1n;
  let square = base % modulus;
  for (let rest = exponent; rest > 0n; rest /= 2n) {
    if (rest % 2n === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
