/** Offsets in texts: the server counts code points, the browser UTF-16 units. */

/** @import {Problem} from "../types.js" */

/**
 * Convert code point offsets to UTF-16 offsets.
 *
 * @param {string} text
 * @param {number[]} offsets
 * @returns {number[]}
 */
export function utf16Offsets(text, offsets) {
  if (!/[\ud800-\udbff]/.test(text)) return offsets.map((offset) => Math.min(offset, text.length));
  const order = offsets.map((_, place) => place).sort((a, b) => (offsets[a] ?? 0) - (offsets[b] ?? 0));
  const units = new Array(offsets.length).fill(text.length);
  let points = 0;
  let unit = 0;
  for (const place of order) {
    const wanted = offsets[place] ?? 0;
    while (points < wanted && unit < text.length) {
      unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
      points += 1;
    }
    units[place] = unit;
  }
  return units;
}

/**
 * Problems with their offsets in UTF-16 units.
 *
 * @param {string} text
 * @param {Problem[]} problems
 * @returns {Problem[]}
 */
export function withUtf16Offsets(text, problems) {
  const offsets = problems.flatMap(({ start, end, fix }) => [start, end, fix?.start ?? 0, fix?.end ?? 0]);
  const units = utf16Offsets(text, offsets);
  return problems.map((problem, place) => {
    const [start = 0, end = 0, fixStart = 0, fixEnd = 0] = units.slice(4 * place, 4 * place + 4);
    const fix = problem.fix && { ...problem.fix, start: fixStart, end: fixEnd };
    return { ...problem, start, end, fix };
  });
}
