/**
 * Arithmetic on bigints: the board is infinite, so coordinates have any size.
 *
 * Only differences on the screen become floating point numbers. Larger ones are clamped to `HUGE`, which is off every
 * screen.
 */

const HUGE = 1e290;

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** @param {bigint} value */
export function toFloat(value) {
  const float = Number(value);
  return Math.max(-HUGE, Math.min(HUGE, float));
}

/** The integer nearest to a number. @param {number} value */
export function toBig(value) {
  return BigInt(Math.round(Math.max(-HUGE, Math.min(HUGE, value))));
}

/** @param {bigint} value */
export function abs(value) {
  return value < 0n ? -value : value;
}

/** @param {bigint} one @param {bigint} other */
export function max(one, other) {
  return one > other ? one : other;
}

/** @param {bigint} one @param {bigint} other */
export function min(one, other) {
  return one < other ? one : other;
}

/** Floor division. @param {bigint} value @param {bigint} by */
export function floorDiv(value, by) {
  const quotient = value / by;
  return value % by !== 0n && value < 0n !== by < 0n ? quotient - 1n : quotient;
}

/** The least multiple of a step that is at least a value. @param {bigint} value @param {bigint} step */
export function ceilTo(value, step) {
  return -floorDiv(-value, step) * step;
}

/**
 * The distance between two lines in squares: the least of 1, 5, 10, 50, 100, … that leaves enough room.
 *
 * @param {number} scale pixels of a square
 * @param {number} room pixels
 */
export function roundStep(scale, room) {
  const wanted = room / scale;
  if (wanted <= 1) return 1n;
  const power = 10n ** BigInt(Math.max(0, Math.floor(Math.log10(wanted)) - 1));
  for (const factor of [1n, 5n, 10n, 50n]) {
    if (toFloat(power * factor) >= wanted * (1 - 1e-9)) return power * factor;
  }
  return power * 100n;
}

/** An integer in a few characters: exact up to seven digits, then rounded. @param {bigint} value */
export function short(value) {
  const sign = value < 0n ? "-" : "";
  let digits = String(abs(value));
  if (digits.length <= 7) return sign + digits;
  const unit = 10n ** BigInt(digits.length - 3);
  digits = String(((abs(value) + unit / 2n) / unit) * unit);
  const rest = digits.slice(1, 3).replace(/0+$/, "");
  const power = [...String(digits.length - 1)].map((digit) => SUPERSCRIPTS[Number(digit)]).join("");
  const lead = digits[0] + (rest ? `.${rest}` : "");
  return `${sign}${lead === "1" ? "" : `${lead}·`}10${power}`;
}

/** An integer in full, or with its middle digits left out if it is very long. @param {bigint} value */
export function exact(value) {
  const text = String(value);
  return text.length <= 34
    ? text
    : `${text.slice(0, 8)}…${text.slice(-6)} (${text.replace("-", "").length} digits)`;
}

/** A coordinate as typed: `1200`, `-3`, `1e30`, `10^30`, `1_000`. @param {string} text */
function readInteger(text) {
  const plain = text
    .trim()
    .replace(/[_'’\u2009\u00a0 ]/g, "")
    .replace("−", "-");
  if (/^[+-]?\d{1,1000}$/.test(plain)) return BigInt(plain.replace("+", ""));
  const power = /^([+-]?)(?:(\d{1,20})[*·x×])?10(?:\^|\*\*)(\d{1,3})$/i.exec(plain);
  const [sign, lead, zeros] = power ? [power[1], power[2] ?? "1", power[3]] : (scientific(plain) ?? []);
  if (lead === undefined || zeros === undefined) return null;
  const value = BigInt(lead) * 10n ** BigInt(zeros);
  return sign === "-" ? -value : value;
}

/** @param {string} plain @returns {[string, string, string] | null} */
function scientific(plain) {
  const found = /^([+-]?)(\d{1,20})e\+?(\d{1,3})$/i.exec(plain);
  return found ? [found[1] ?? "", found[2] ?? "", found[3] ?? ""] : null;
}

/**
 * A square as typed: `x,y`; null if it is not a square.
 *
 * @param {string} text
 * @returns {[bigint, bigint] | null}
 */
export function readSquare(text) {
  const parts = text.replace(/^\s*\(|\)\s*$/g, "").split(/[,;]/);
  const [x, y] = parts.length === 2 ? parts.map(readInteger) : [];
  return typeof x === "bigint" && typeof y === "bigint" ? [x, y] : null;
}
