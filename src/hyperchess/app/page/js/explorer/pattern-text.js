/** A drawn pattern in the query language: the text of its squares, and its position in a query. */

/** The content of a square: a letter, a code of infinite chess, `ANYTHING`, or a symbol of the query
 * language. */
export const ANYTHING = "";

const PLACE = String.raw`\([^)]*\)|timeline\s+[+-]?\d+|turn\s+\d+|any\s+(?:board|square)|-?\d+,-?\d+`;
const PATTERN = String.raw`\bpattern\s*"[^"]*"(?:\s+at\s+(?:${PLACE}))?`;

/**
 * The ranks of a pattern, the highest first.
 *
 * @param {readonly string[]} cells highest rank first
 * @param {number} width
 */
export function patternText(cells, width) {
  const rows = [];
  for (let begin = 0; begin < cells.length; begin += width) rows.push(rowText(cells.slice(begin, begin + width)));
  return rows.join("/");
}

/** @param {readonly string[]} cells */
function rowText(cells) {
  let text = "";
  let open = 0;
  for (const cell of [...cells, null]) {
    if (cell === ANYTHING) {
      open += 1;
      continue;
    }
    if (open > 0) text += String(open);
    open = 0;
    if (cell !== null) text += cell.length > 1 ? `[${cell}]` : cell;
  }
  return text;
}

/** The pattern condition of a query, or an empty text. @param {string} query */
export function patternOf(query) {
  return new RegExp(PATTERN, "i").exec(query)?.[0] ?? "";
}

/**
 * A query with its pattern condition replaced or added; an empty phrase removes it.
 *
 * @param {string} query
 * @param {string} phrase
 */
export function withPattern(query, phrase) {
  const text = query.trim();
  if (new RegExp(PATTERN, "i").test(text)) {
    const found = phrase ? PATTERN : String.raw`\s+and\s+${PATTERN}|${PATTERN}\s+and\s+|${PATTERN}`;
    return text.replace(new RegExp(found, "i"), () => phrase);
  }
  if (!phrase || !text) return phrase || text;
  return /\bor\b/i.test(text) ? `(${text}) and ${phrase}` : `${text} and ${phrase}`;
}
