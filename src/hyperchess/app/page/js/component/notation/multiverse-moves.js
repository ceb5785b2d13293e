/** The text of one move of 5DPGN or Branched 5DPGN as a pattern, which the legal moves are compared with. */

/**
 * @typedef {object} Pattern what a text says about a move; a part that it leaves out is null
 * @property {string | null} line name of the timeline of the source board
 * @property {number | null} turn
 * @property {string | null} piece
 * @property {number | null} file
 * @property {number | null} rank
 * @property {"physical" | "hop" | "branch" | null} kind
 * @property {string | null} toLine
 * @property {number | null} toTurn
 * @property {number | null} toFile
 * @property {number | null} toRank
 * @property {string | null} promotion null leaves it open
 * @property {1 | -1 | null} castling towards the last file, or towards file a
 * @property {{lines: number | null, turns: number | null} | null} distance of the boards, if it is written so
 * @property {boolean} capture
 * @property {"w" | "b" | null} color
 * @property {string} evaluation
 */

const PIECE = "BR|CK|RQ|PR|[PWKCQYSNRBUD]";
const LONG_NAMES = /** @type {Record<string, string>} */ ({ BR: "W", CK: "C", RQ: "Y", PR: "S" });
const NUMBER = String.raw`[+-]?\d{1,5}`;
const DIFFERENCE = String.raw`=|[+-]\d{1,5}`;

/** @param {number} group */
function boardPattern(group) {
  const color = `(?<color${group}>[wb])?`;
  const turn = `T(?<turn${group}a>${NUMBER})${color}`;
  const alone = `T(?<turn${group}b>${NUMBER})`;
  return String.raw`\((?:L?(?<line${group}>${NUMBER})\s?(?:${turn})?|${alone})\)`;
}

const RELATIVE = String.raw`\$\((?=[LT=+-])\s?(?:L?\s?(?<lines>${DIFFERENCE}))?\s?(?:T\s?(?<turns>${DIFFERENCE}))?\s?\)`;

/** A move with its marks, in any form that 5DPGN and Branched 5DPGN have. */
export const MOVE = new RegExp(
  `(?:${boardPattern(1)} ?)?(?:(?<castling>[O0]-[O0](?:-[O0])?)|` +
    `(?<piece>${PIECE})?(?<file>[a-wyz]|x(?=x|[1-9]\\d?[a-z>(]))?(?<rank>[1-9]\\d?)?(?<capture1>x)?(?<jump>>>?)?(?<capture2>x)?` +
    `(?:${boardPattern(2)}|${RELATIVE})?(?<capture3>x)?(?<toFile>[a-z])(?<toRank>[1-9]\\d?)(?:=?(?<promotion>${PIECE}))?)` +
    "(?<mark>[+*#])?~?[+*#]?(?<evaluation>[!?]{1,2})?(?![\\w=>-]|/[=-])",
  "y",
);

/** @param {RegExpExecArray} match of `MOVE` @returns {Pattern} */
export function readPattern({ groups = {} }) {
  const { castling, piece, jump, lines, turns, promotion } = groups;
  const number = (/** @type {string | undefined} */ text) => (text === undefined ? null : Number(text));
  const letter = (/** @type {string | undefined} */ text) => (text === undefined ? null : (LONG_NAMES[text] ?? text));
  const file = (/** @type {string | undefined} */ text) => (text === undefined ? null : text.charCodeAt(0) - 97);
  const rank = (/** @type {string | undefined} */ text) => (text === undefined ? null : Number(text) - 1);
  const difference = (/** @type {string | undefined} */ text) => (text === "=" ? 0 : number(text));
  const [toLine, toTurn] = [groups["line2"] ?? null, number(groups["turn2a"] ?? groups["turn2b"])];
  const common = {
    line: groups["line1"] ?? null,
    turn: number(groups["turn1a"] ?? groups["turn1b"]),
    color: /** @type {"w" | "b" | null} */ (groups["color1"] ?? groups["color2"] ?? null),
    evaluation: groups["evaluation"] ?? "",
    capture: Boolean(groups["capture1"] || groups["capture2"] || groups["capture3"]),
  };
  if (castling) {
    const nothing = { file: null, rank: null, toLine: null, toTurn: null, toFile: null, toRank: null, promotion: null };
    return { ...common, ...nothing, piece: "K", kind: "physical", castling: castling.length === 3 ? 1 : -1, distance: null };
  }
  return {
    ...common,
    piece: letter(piece),
    file: file(groups["file"]),
    rank: rank(groups["rank"]),
    kind: kindOf(jump, toLine !== null, toTurn !== null, lines !== undefined, turns !== undefined),
    toLine,
    toTurn,
    toFile: file(groups["toFile"]),
    toRank: rank(groups["toRank"]),
    promotion: letter(promotion),
    castling: null,
    distance: lines || turns ? { lines: difference(lines), turns: difference(turns) } : null,
  };
}

/**
 * The kind that the text states. A target board written in full decides, because raw notation writes `>` in every move.
 *
 * @param {string | undefined} jump
 * @param {boolean} hasLine
 * @param {boolean} hasTurn
 * @param {boolean} hasLines
 * @param {boolean} hasTurns
 * @returns {Pattern["kind"]}
 */
function kindOf(jump, hasLine, hasTurn, hasLines, hasTurns) {
  const written = jump === ">>" ? "branch" : jump === ">" ? "hop" : null;
  if ((hasLine && hasTurn) || (hasLines && hasTurns)) return null;
  return written ?? (hasLine || hasTurn || hasLines || hasTurns ? null : "physical");
}
