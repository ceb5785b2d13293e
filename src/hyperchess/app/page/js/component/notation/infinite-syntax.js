/** ICN: headers, the start from its arguments and pieces or a variant, and moves with comments and variations. */

/** @import {Player} from "../../types.js" */
/** @import {InfiniteStart, PieceNumbers} from "../../data/playing/infinite/rules.js" */
/** @import {Start} from "../../data/playing/start.js" */
/** @import {StartData} from "../game-start.js" */
/** @import {Starts} from "./variants.js" */

import { playersOf, startOfVariant } from "../game-start.js";
import { Scanner } from "./problem.js";
import { findVariant } from "./variants.js";

/**
 * @typedef {object} MoveSyntax
 * @property {number} parent the move before it, or -1
 * @property {string} text
 * @property {number} at
 * @property {string} piece its letters if they are written
 * @property {[x: string, y: string]} from
 * @property {[x: string, y: string]} to
 * @property {string} promotion
 * @property {string} evaluation
 * @property {{text: string, after: number}[]} comments
 * @property {string} result
 *
 * @typedef {object} InfiniteSyntax
 * @property {string} text
 * @property {[key: string, value: string][]} headers
 * @property {StartData} start
 * @property {{text: string, after: number}[]} comments before the first move
 * @property {MoveSyntax[]} moves
 */

const WHITE = 1;
const BLACK = 2;
const NEUTRAL = ["ob", "vo"];
const LEFT_TO_PYTHON = ["hu", "ro"]; // pieces that the kernel does not have
const USUAL_PROMOTIONS = ["q", "r", "b", "n"];
const MOST_PIECES = 1_000;
const FAR = 10n ** 15n;
const MOST_MOVES = 10_000;

const CODE = String.raw`[A-Za-z]{1,2}`;
const SQUARE = String.raw`(-?\d+),(-?\d+)`;
const NOT_MOVE = String.raw`(?!\s*[>x])`;
const END = String.raw`(?=\s|$)`;
const BLANKS = /\s*/y;
const BETWEEN = /[\s|]*/y;
const QUOTED_HEADER = /\[\s*([^\s":[\]]+)\s*"((?:\\["\\\]]|[^"\\\r\n]|"(?!\s*\])|\\(?!["\\\]]))*)"\s*\]/y;
const RAW_HEADER = /\[\s*([^\s":[\]]+)\s*"([^"\r\n]*)"\s*\]/y; // a backslash before the last quotation mark
const PLAIN_HEADER = /\[\s*([^:"[\]\r\n]+):((?:[^[\]\r\n]|\[[^[\]:"\r\n]*\]|\](?=[^[\]\r\n]+\]))*)\]/y;
const PLAYERS = new RegExp(`(?:bu|[wbryg])(?::(?:bu|[wbryg]))*${END}`, "y");
const BORDER = new RegExp(String.raw`(-?\d+|_),(-?\d+|_),(-?\d+|_),(-?\d+|_)${END}`, "y");
const EN_PASSANT = new RegExp(`${SQUARE}${END}${NOT_MOVE}`, "y");
const MOVE_RULE = new RegExp(String.raw`\d+/\d+${END}`, "y");
const FULL_MOVE = new RegExp(String.raw`\d+${END}(?!\s*\.)`, "y");
const RANKS = String.raw`\s*(?:-?\d+(?:\s*,\s*-?\d+)*\s*)?(?:;[A-Za-z,\s]*)?`;
const PROMOTIONS = new RegExp(String.raw`\((${RANKS})\|(${RANKS})\)`, "y");
const WINS = new RegExp(String.raw`(?:[a-z]{3,}(?:,[a-z]+)*${END}|\(\s*[a-z,\s]+\|[a-z,\s]+\))`, "y");
const PROPERTIES = /\{(?=\s*["']?\w+["']?\s*:)/y;
const PROPERTY = /\s*["']?(\w+)["']?\s*:\s*(-?\d+|Infinity|true|false|null)\s*(?:,|(?=\}))/y;
const CLOSE = /\s*\}/y;
const ANNOTATION = new RegExp(`(?:Squares|Rays):[0-9,|>-]*${END}`, "y");
const PIECE = new RegExp(`(0?${CODE})${SQUARE}${String.raw`(\+?)`}${NOT_MOVE}`, "y");
const BAR = /\|/y;
const MOVE = new RegExp(
  String.raw`(${CODE})?${SQUARE}\s*[>x]\s*${SQUARE}(?:\s*=\s*(${CODE})|(${CODE}))?(?![\w,])(?:\s*[+#])?(?:\s*([!?]{1,8}))?`,
  "y",
);
const NUMBER = /\d{1,6}\s*\.[.\s]*\|?/y;
const RESULT = /(1-0|0-1|1\/2-1\/2|½-½|\*)(?![^\s|{}[\]()])/y;
const MARKS = /[!?]{1,8}/y;
const SITE = /\[%clk|\d=[A-Za-z]|(?<![A-Za-z])(?:nr|NR)-?\d/; // only infinitechess.org writes this

/** @param {string} text @param {Starts} starts @returns {InfiniteSyntax} */
export function parseInfinite(text, starts) {
  return new Parser(text, starts, true).run();
}

/** The start of a position text, which has no dialect. @param {string} text @param {Starts} starts @returns {StartData} */
export function parsePosition(text, starts) {
  return new Parser(text, starts, false).run().start;
}

/** @param {PieceNumbers[]} pieces @returns {string[]} */
function borderAround(pieces) {
  const edges = (/** @type {3 | 4} */ axis) => {
    const found = pieces.map((piece) => BigInt(piece[axis]));
    return [found.reduce((one, other) => (other < one ? other : one)), found.reduce((one, other) => (other > one ? other : one))];
  };
  return [...edges(3), ...edges(4)].map(String);
}

class Parser extends Scanner {
  /** @type {[key: string, value: string][]} */ #headers = [];
  /** @type {MoveSyntax[]} */ #moves = [];
  /** @type {{text: string, after: number}[]} */ #comments = [];
  #isOfSite = false;
  /** @type {number[] | null} the promotion pieces of all players on the site */ #sharedList = null;

  /** @param {string} text @param {Starts} starts @param {boolean} isGame */
  constructor(text, starts, isGame) {
    super(text);
    this.starts = starts;
    this.isGame = isGame;
  }

  /** @returns {InfiniteSyntax} */
  run() {
    this.#readHeaders();
    const start = this.#readStart();
    this.#readMoves();
    if (!this.#isOfSite) this.#exchangeRanks(/** @type {InfiniteStart} */ (start.play.start));
    return { text: this.text, headers: this.#headers, start, comments: this.#comments, moves: this.#moves };
  }

  #readHeaders() {
    for (this.take(BLANKS); this.text[this.offset] === "["; this.take(BLANKS)) {
      const [, key = "", value = ""] = this.take(QUOTED_HEADER) ?? this.take(RAW_HEADER) ?? this.expect(PLAIN_HEADER, 'a header such as [Variant "Classical"]');
      this.#headers.push([key.trim(), value.trim().replace(/\\(["\\\]])/g, "$1")]);
    }
  }

  // --- the start ------------------------------------------------------------------------------------------

  /** @returns {StartData} */
  #readStart() {
    const from = this.offset;
    /** @type {Partial<InfiniteStart>} */ const given = {};
    const seen = new Set();
    /** @type {Map<string, string>} */ const written = new Map();
    for (let at = from, name = this.#readArgument(given); name; at = this.offset, name = this.#readArgument(given)) {
      if (seen.has(name) && name !== "annotation") this.fail("an argument of another kind", from, `a second ${name}`);
      seen.add(name);
      written.set(name, this.text.slice(at, this.offset));
    }
    this.#isOfSite = this.isGame && this.#comesFromSite(written, given);
    if (this.#isOfSite && this.#sharedList) for (const entry of given.promotions ?? []) entry[2] = this.#sharedList;
    const header = this.#headers.find(([key]) => key.toLowerCase() === "variant");
    const at = this.offset;
    const pieces = this.#readPieces();
    const variant = pieces ? findVariant(this.starts, "infinite", "Classical") : findVariant(this.starts, "infinite", header?.[1] ?? "");
    if (!variant?.play.start) this.fail("pieces such as K5,1|k5,8, or a header with a variant of this board", at);
    const day = this.#headers.find(([key]) => key.toLowerCase() === "utcdate")?.[1].replaceAll(/[./]/g, "-");
    if (!pieces && variant.since && day && day < variant.since) this.fail("the pieces of the start", at, `${header?.[1]} was another one then`);
    const base = startOfVariant(variant);
    if (!pieces && seen.size === 0 && !this.#isOfSite) return base;
    const own = /** @type {InfiniteStart & Start} */ (base.play.start);
    const hasRules = ["promotion", "win condition", "list of properties"].some((name) => seen.has(name));
    const placed = pieces ?? own.pieces;
    const none = { promotions: [], border: [null, null, null, null], slide_limit: null, en_passant: null };
    const usual = pieces || hasRules || this.#isOfSite ? { pieces: placed, players: [WHITE, BLACK], ...none } : {};
    const start = { ...own, ...usual, ...given };
    const named = this.#isOfSite && !seen.has("border") && header ? findVariant(this.starts, "infinite", header[1]) : null;
    const bounds = /** @type {InfiniteStart | undefined} */ (named?.play.start ?? undefined)?.border ?? [];
    if (bounds.some((edge) => edge !== null)) start.border = borderAround(placed);
    if (this.#isOfSite) start.flags = [start.flags[0] ?? false, true, true, false];
    const title = pieces ? "Infinite chess" : base.title;
    return { play: { start, why: "" }, positions: {}, title, first: playersOf(start) };
  }

  /** @param {Map<string, string>} written the arguments @param {Partial<InfiniteStart>} given */
  #comesFromSite(written, given) {
    return (
      this.#headers.some(([key, value]) => key.toLowerCase() === "site" && value.toLowerCase().includes("infinitechess.org")) ||
      ["border", "annotation"].some((name) => written.has(name)) ||
      (written.get("player") ?? "").includes(":") ||
      (given.promotions ?? []).some(([, ranks]) => ranks.length > 1) ||
      SITE.test(this.text.slice(this.offset))
    );
  }

  /** The name of the argument that was read; empty at the pieces, or at a move. @param {Partial<InfiniteStart>} given */
  #readArgument(given) {
    this.take(BLANKS);
    const at = this.offset;
    const players = this.take(PLAYERS);
    if (players) {
      const numbers = players[0].split(":").map((code) => ({ w: WHITE, b: BLACK })[code]);
      const [first = 0, second = first === BLACK ? WHITE : BLACK] = numbers;
      if (numbers.length > 2 || !first || first === second) this.fail("two players, as in w or b:w", at);
      given.players = [first, second];
      return "player";
    }
    const border = this.take(BORDER);
    if (border) {
      given.border = border.slice(1).map((edge) => (edge === "_" ? null : this.#number(edge, at)));
      return "border";
    }
    const square = this.take(EN_PASSANT);
    if (square) {
      given.en_passant = this.#square(square[1], square[2], at);
      return "en passant square";
    }
    if (this.take(MOVE_RULE)) return "move rule";
    if (this.take(FULL_MOVE)) return "full move number";
    if (this.take(ANNOTATION)) return "annotation";
    const promotions = this.take(PROMOTIONS);
    if (promotions) {
      const [, first = "", second = ""] = promotions;
      const sides = [this.#promotion(WHITE, first, at), this.#promotion(BLACK, second, at)];
      // The last list holds for all players, unless White's is its own, in capitals.
      const last = [second, first].findIndex((side) => side.includes(";"));
      this.#sharedList = last < 0 || /[A-Z]/.test(first) ? null : (sides[1 - last]?.[2] ?? null);
      given.promotions = sides.filter(([, ranks]) => ranks.length > 0);
      return "promotion";
    }
    const wins = this.take(WINS);
    if (wins) {
      if (wins[0].match(/[a-z]+/g)?.some((word) => word !== "checkmate")) this.fail("checkmate, which this board knows", at);
      return "win condition";
    }
    if (!this.take(PROPERTIES)) return "";
    this.#readProperties(given);
    return "list of properties";
  }

  /** @param {Partial<InfiniteStart>} given */
  #readProperties(given) {
    while (!this.take(CLOSE)) {
      const at = this.offset;
      const [, name, value = ""] = this.expect(PROPERTY, "a property such as slideLimit: 7");
      if (name === "slideLimit" && /^\d+$|^Infinity$/.test(value)) {
        given.slide_limit = value === "Infinity" ? null : this.#number(value, at);
        if (given.slide_limit === "0") this.fail("a slideLimit from 1", at);
      } else if (name !== "cannotPassTurn") this.fail("slideLimit, which this board knows", at);
    }
  }

  /** @param {number} color @param {string | undefined} text @param {number} at @returns {InfiniteStart["promotions"][number]} */
  #promotion(color, text, at) {
    const [ranks = "", pieces] = (text ?? "").split(";");
    const kinds = pieces === undefined ? USUAL_PROMOTIONS : pieces.split(",").map((piece) => piece.trim().toLowerCase());
    const numbers = kinds.map((code) => {
      if (code === "p" || NEUTRAL.includes(code)) this.fail("pieces that pawns become, as in (8;Q,R|1)", at);
      return this.#kind(code, at);
    });
    const found = ranks.split(",").flatMap((rank) => (rank.trim() ? [this.#number(rank.trim(), at)] : []));
    return [color, [...new Set(found)], [...new Set(numbers)]];
  }

  /** @returns {PieceNumbers[] | null} */
  #readPieces() {
    /** @type {PieceNumbers[]} */ const pieces = [];
    const taken = new Set();
    let at = this.offset;
    for (let match = this.take(PIECE); match; match = this.expect(PIECE, "a piece such as K5,1")) {
      const [, written = "", x, y, special] = match;
      const code = written.startsWith("0") ? written.slice(1).toLowerCase() : written;
      const lower = code.toLowerCase();
      if (code !== lower && code !== code.toUpperCase()) this.fail("letters of the same case", at);
      const square = this.#square(x, y, at);
      if (taken.has(String(square))) this.fail("an empty square", at, `there are two pieces on ${square}`);
      taken.add(String(square));
      const color = NEUTRAL.includes(lower) || code !== written ? 0 : code === lower ? BLACK : WHITE;
      if (color === 0 && code !== lower) this.fail(`${lower}, in small letters`, at);
      pieces.push([this.#kind(lower, at), color, special && color ? 1 : 0, ...square]);
      if (pieces.length > MOST_PIECES) this.fail(`at most ${MOST_PIECES} pieces`, at);
      if (!this.take(BAR)) break;
      at = this.offset;
    }
    return pieces.length > 0 ? pieces : null;
  }

  /** The number of a kind of piece. @param {string} code @param {number} at */
  #kind(code, at) {
    const model = /** @type {InfiniteStart} */ (findVariant(this.starts, "infinite", "Classical")?.play.start);
    const number = LEFT_TO_PYTHON.includes(code) ? -1 : model.kinds.findIndex((kind) => kind.code === code);
    return number < 0 ? this.fail(`a piece of this board: ${model.kinds.map((kind) => kind.code).join(" ")}`, at) : number;
  }

  /** @param {string} text @param {number} at */
  #number(text, at) {
    const number = text.length > 20 ? FAR + 1n : BigInt(text);
    if (number > FAR || number < -FAR) this.fail(`a number of at most ${String(FAR).length - 1} digits`, at);
    return String(number);
  }

  /** @param {string | undefined} x @param {string | undefined} y @param {number} at @returns {[x: string, y: string]} */
  #square(x = "", y = "", at) {
    return [this.#number(x, at), this.#number(y, at)];
  }

  // --- moves ----------------------------------------------------------------------------------------------

  #readMoves() {
    /** @type {{last: number, at: number, count: number}[]} */ const opened = [];
    let last = -1; // the move that the next one follows
    let previous = -1; // the last move of this line, which a variation replaces
    let early = false; // whether a comment here belongs to the next move
    let ended = false; // whether this line has its result
    /** @type {{text: string, after: number}[]} */ let waiting = [];
    const target = (/** @type {number} */ move) => this.#moves[move]?.comments ?? this.#comments;
    for (;;) {
      const separator = this.take(BETWEEN)?.[0] ?? "";
      early ||= separator.includes("|");
      if (this.atEnd) break;
      const at = this.offset;
      const comment = this.comment();
      const match = comment === null ? this.take(MOVE) : null;
      if (comment !== null) {
        if (early) waiting.push({ text: comment.trim(), after: 0 });
        else target(previous).push({ text: comment.trim(), after: previous < 0 ? 0 : 1 });
      } else if (match) {
        if (ended) this.fail("the end of the line", at, "moves follow its result");
        if (this.#moves.length >= MOST_MOVES) this.fail(`at most ${MOST_MOVES} moves`, at);
        this.#moves.push({ ...this.#move(match, at), parent: last, comments: waiting });
        last = previous = this.#moves.length - 1;
        [early, waiting] = [false, []];
      } else if (this.take(NUMBER)) early = true;
      else if (this.text[at] === "(") {
        if (previous < 0) this.fail("the move that this variation replaces", at);
        this.offset += 1;
        opened.push({ last, at, count: this.#moves.length });
        last = this.#moves[previous]?.parent ?? -1;
        [previous, early] = [-1, true];
      } else if (this.text[at] === ")") {
        const line = opened.pop();
        if (!line) this.fail("a move", at, "this ')' closes nothing");
        if (line.count === this.#moves.length) this.fail("a move in this variation", at);
        this.offset += 1;
        target(previous).push(...waiting);
        last = previous = line.last;
        [early, ended, waiting] = [false, false, []];
      } else {
        const result = this.take(RESULT);
        const move = this.#moves[previous];
        const marks = move ? this.take(MARKS) : null;
        if (result) {
          if (ended) this.fail("the end of the line", at, "a second result");
          ended = true;
          if (move && result[1] !== "*") move.result = result[1] === "½-½" ? "1/2-1/2" : (result[1] ?? "");
        } else if (move && marks) move.evaluation ||= marks[0];
        else if (move && /[+#]/.test(this.text[at] ?? "")) this.offset += 1;
        else this.fail("a move such as 4,2>4,4", at);
      }
    }
    const open = opened.at(-1);
    if (open) this.fail("')' at the end of this variation", open.at, "it is not closed");
    target(previous).push(...waiting);
  }

  /**
   * Some texts write the promotion rank of Black first: exchange the ranks if White's is below Black's, and pawns can promote
   * only then.
   *
   * @param {InfiniteStart} start
   */
  #exchangeRanks({ promotions, pieces, kinds }) {
    const [white, black] = promotions;
    const [[low = "0", ...more] = [], [high = "0", ...others] = []] = [white?.[1], black?.[1]];
    if (!white || !black || more.length + others.length > 0 || BigInt(low) >= BigInt(high)) return;
    const pawns = pieces.filter(([kind, color]) => kinds[kind]?.pawn && (color === WHITE || color === BLACK));
    const ahead = (/** @type {PieceNumbers} */ [, color, , , y], /** @type {string} */ rank) =>
      color === WHITE ? BigInt(y) < BigInt(rank) : BigInt(y) > BigInt(rank);
    const asWritten = pawns.some((pawn) => ahead(pawn, pawn[1] === WHITE ? low : high));
    const exchanged = pawns.some((pawn) => ahead(pawn, pawn[1] === WHITE ? high : low));
    if (exchanged && !asWritten) [white[1], black[1]] = [black[1], white[1]];
  }

  /** @param {RegExpExecArray} match @param {number} at @returns {Omit<MoveSyntax, "parent" | "comments">} */
  #move(match, at) {
    const [text, piece = "", x, y, toX, toY, equals, glued, evaluation = ""] = match;
    const promotion = equals ?? glued ?? "";
    return {
      ...{ text: text.trim(), at, piece, promotion: promotion.toLowerCase(), evaluation, result: "" },
      from: this.#square(x, y, at),
      to: this.#square(toX, toY, at),
    };
  }
}
