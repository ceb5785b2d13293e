/**
 * The rules of infinite chess for a self-contained file: positions computed by the kernel, in the shapes
 * of the page. The file contains a status for each combination of the kernel's responses: checkmate and stalemate are
 * detected; draws by repetition, move rule and insufficient material are not.
 */

/** @import {Move, PlacedPiece, Player, Position, PositionInfinite, Square, SquareInfinite, Status,
 *            Targets} from "../../../types.js" */
/** @import {Answer, Calls} from "../calls.js" */
/** @import {Rules, Step} from "../rules.js" */

import { optional, vector } from "../calls.js";

/**
 * @typedef {{code: string, symbol: string, pawn: boolean, castles: boolean}} KindFacts
 * @typedef {{at: SquareInfinite, after: number}} Change the code of the piece on a square now, or 0
 * @typedef {[kind: number, color: number, special: number, x: string, y: string]} PieceNumbers
 * @typedef {{kinds: KindFacts[], colors: Player[], players: number[],
 *            promotions: [color: number, ranks: string[], kinds: number[]][], goals: number[],
 *            border: (string | null)[], slide_limit: string | null, flags: boolean[], pieces: PieceNumbers[],
 *            en_passant: SquareInfinite | null,
 *            statuses: Record<string, Record<"true" | "false" | "null", [quiet: Status, checked: Status]>>}}
 *          InfiniteStart numbers are those of the kernel; `statuses` are by player and by whether a legal move exists
 */

const CASTLING_FILES = 2n;
const CODE = /^(-?\d+),(-?\d+)>(-?\d+),(-?\d+)=?(.*)$/;

/** @implements {Rules} */
export class InfiniteRules {
  /** @type {Map<number, {kind: KindFacts, color: number, special: number}>} */ #pieces = new Map(); // by code
  /** @type {Map<string, number>} */ #codes = new Map(); // by the letters of a piece without a special right

  /** @param {Calls} calls @param {InfiniteStart} start */
  constructor(calls, start) {
    this.calls = calls;
    this.start = start;
    start.kinds.forEach((kind, number) => {
      start.colors.forEach((_, color) => {
        for (const special of [0, 1]) {
          const code = this.#code(number, color, special);
          this.#pieces.set(code, { kind, color, special });
          if (!special) this.#codes.set(this.#letters(kind, color), code);
        }
      });
    });
  }

  begin() {
    const { players, promotions, goals, border, slide_limit, flags, pieces, en_passant } = this.start;
    const number = (/** @type {string | null} */ text) => optional(text === null ? null : [BigInt(text)]);
    const rules = this.calls.ask("infinite_pack_rules", [
      ...vector(players.map((player) => [player])),
      ...vector(
        promotions.map(([color, ranks, kinds]) => [
          color,
          ...vector(ranks.map((rank) => [BigInt(rank)])),
          ...vector(kinds.map((kind) => [kind])),
        ]),
      ),
      ...vector(goals.map((goal) => [goal])),
      ...border.flatMap(number),
      ...number(slide_limit),
      ...flags,
    ]);
    const placed = pieces.map(([kind, color, special, x, y]) => [
      BigInt(x),
      BigInt(y),
      this.#code(kind, color, special),
    ]);
    const packed = this.calls.ask("infinite_pack", [
      this.#found(rules),
      ...vector(placed),
      ...optional(en_passant && en_passant.map(BigInt)),
      ...vector([]), // checks given
      ...[0, 0, false], // the move-rule counter, its limit, whether the history is known
    ]);
    return this.#found(packed);
  }

  /** @returns {PositionInfinite} */
  blank() {
    const { players, colors, promotions, border, pieces, en_passant } = this.start;
    const [left = null, right = null, bottom = null, top = null] = border;
    const owner = (/** @type {number} */ color) => /** @type {Player} */ (colors[color]);
    const named = players.map(owner);
    const [player] = /** @type {[Player]} */ (named);
    const status = /** @type {Status} */ (this.start.statuses[player]?.null[0]);
    return {
      ...{ game: "infinite", player, players: named, last: [], checks: [], en_passant, status, variant: "" },
      ...{ pending: [], may_submit: false, fault: null },
      border: border.every((edge) => edge === null) ? null : { left, right, bottom, top },
      promotion_ranks: Object.fromEntries(promotions.map(([color, ranks]) => [owner(color), ranks])),
      pieces: pieces.map(([kind, color, special, x, y]) => [this.start.kinds[kind]?.symbol ?? "", owner(color), x, y, special]),
    };
  }

  /** @param {number} state @param {string} text @param {Position} position @returns {Step} */
  play(state, text, position) {
    const [, x, y, toX, toY, letters = ""] = CODE.exec(text) ?? [];
    if (x === undefined || y === undefined || toX === undefined || toY === undefined) {
      throw new Error(`${text} is not a move`);
    }
    const promotion = letters ? this.#codes.get(letters) : 0;
    const squares = [x, y, toX, toY].map(BigInt);
    const answer = promotion === undefined ? null : this.calls.ask("infinite_play", [state, ...squares, promotion]);
    if (!answer?.flag()) throw new Error(`${text} is not possible here`);
    const piece = this.#pieces.get(answer.number());
    const taken = answer.number();
    const enPassant = answer.maybe(() => square(answer));
    const changes = answer.list(() => {
      const at = square(answer);
      answer.number(); // the captured piece
      return { at, after: answer.number() };
    });
    answer.number(); // the piece after a promotion
    answer.flag(); // whether en passant was possible
    const check = answer.flag() ? "+" : "";
    const name = `${piece ? this.#letters(piece.kind, piece.color) : ""}${x},${y}${taken ? "x" : ">"}${toX},${toY}`;
    const last = { from: [x, y], to: [toX, toY], player: position.player, enPassant, changes };
    return { state: answer.number(), name: `${name}${letters ? `=${letters}` : ""}${check}`, last };
  }

  /** A move is a whole action. @param {number} state */
  submit(state) {
    return state;
  }

  /**
   * @param {number} state
   * @param {Position} from the position before the last move
   * @param {any[]} last
   * @param {string[]} _pending
   * @param {Status | null} status
   * @returns {PositionInfinite}
   */
  view(state, from, last, _pending, status) {
    const before = /** @type {PositionInfinite} */ (from);
    const [done] = last;
    const { enPassant, changes, ...move } = done ?? { enPassant: before.en_passant, changes: [] };
    const changed = new Set(changes.map((/** @type {Change} */ { at }) => String(at)));
    const players = /** @type {Player[]} */ (done ? [...before.players.slice(1), before.players[0]] : before.players);
    const player = /** @type {Player} */ (players[0]);
    const royals = this.#squares("infinite_checks", state);
    const [only] = royals.length === 1 ? royals : [];
    return {
      ...before,
      player,
      players,
      pieces: [
        ...before.pieces.filter(([, , x, y]) => !changed.has(`${x},${y}`)),
        ...changes.flatMap((/** @type {Change} */ { at, after }) => this.#placed(at, after)),
      ],
      last: done ? [move] : [],
      checks: only
        ? this.#squares("infinite_checkers", state).map((attacker) => ({ from: attacker, to: only }))
        : royals.map((royal) => ({ from: null, to: royal })),
      en_passant: enPassant,
      status: status ?? this.#status(state, player, royals.length > 0),
    };
  }

  /** @param {number} state @param {Square} from @returns {Targets} */
  targets(state, from) {
    const found = this.calls.ask("infinite_find_moves", [state]);
    if (!found.flag()) throw new Error("the coordinates in this position are too large to play in a saved page");
    const moves = found.number();
    const points = this.calls.ask("infinite_points", [moves]);
    const rays = this.calls.ask("infinite_rays", [moves]);
    const own = String(from);
    const answer = {
      moves: points.list(() => this.#point(state, points)).filter((move) => String(move.from) === own),
      rays: rays
        .list(() => this.#ray(rays))
        .filter((ray) => String(ray.from) === own)
        .map((ray) => ({ ...ray, capture_at_end: this.#endsOnPiece(state, ray) })),
    };
    this.forget([moves]);
    return answer;
  }

  passing() {
    return [];
  }

  /** @param {number[]} states */
  forget(states) {
    this.calls.ask("release", vector(states.map((state) => [state])));
  }

  /** @param {number} kind @param {number} color @param {number} special */
  #code(kind, color, special) {
    return this.calls.ask("infinite_code", [kind, color, special]).number();
  }

  /** @param {Answer} answer */
  #found(answer) {
    if (!answer.flag()) throw new Error("this game is too large to play in a saved page");
    return answer.number();
  }

  /** "N" @param {KindFacts} kind @param {number} color */
  #letters(kind, color) {
    if (color === 1) return kind.code.toUpperCase();
    return color <= 2 ? kind.code : `${color}${kind.code}`;
  }

  /** @param {SquareInfinite} at @param {number} code @returns {PlacedPiece[]} */
  #placed([x, y], code) {
    const piece = this.#pieces.get(code);
    if (!piece) return [];
    const owner = /** @type {Player} */ (this.start.colors[piece.color]);
    return [[piece.kind.symbol, owner, x, y, piece.special]];
  }

  /** @param {string} name @param {number} state */
  #squares(name, state) {
    const answer = this.calls.ask(name, [state]);
    return answer.list(() => square(answer));
  }

  /** @param {number} state @param {SquareInfinite} at */
  #pieceAt(state, [x, y]) {
    return this.#pieces.get(this.calls.ask("infinite_piece", [state, BigInt(x), BigInt(y)]).number()) ?? null;
  }

  /** @param {number} state @param {Answer} answer @returns {Move} */
  #point(state, answer) {
    const [from, to] = [square(answer), square(answer)];
    const becomes = this.#pieces.get(answer.number());
    const piece = this.#pieceAt(state, from);
    const aside = Boolean(piece?.kind.pawn) && from[0] !== to[0]; // pawns change their file only to capture
    const capture = aside || this.#pieceAt(state, to) !== null;
    const promotion = becomes ? this.#letters(becomes.kind, becomes.color) : "";
    const sign = /^\d/.test(promotion) ? "=" : "";
    const name = piece ? this.#letters(piece.kind, piece.color) : "";
    const files = BigInt(to[0]) - BigInt(from[0]);
    return {
      text: `${from}>${to}${sign}${promotion}`,
      name: `${name}${from}${capture ? "x" : ">"}${to}${promotion ? `=${promotion}` : ""}`,
      from,
      to,
      promotion,
      capture,
      castling: Boolean(piece?.kind.castles) && (files === CASTLING_FILES || files === -CASTLING_FILES),
    };
  }

  /** @param {Answer} answer */
  #ray(answer) {
    const from = square(answer);
    const step = /** @type {[string, string]} */ ([String(answer.long()), String(answer.long())]);
    const first = String(answer.long());
    return { from, step, first, last: answer.maybe(() => String(answer.long())), sieves: [] };
  }

  /** @param {number} state @param {{from: SquareInfinite, step: [string, string], last: string | null}} ray */
  #endsOnPiece(state, { from, step, last }) {
    if (last === null) return false;
    const [x, y] = from.map((value, axis) => String(BigInt(value) + BigInt(step[axis] ?? "0") * BigInt(last)));
    return this.#pieceAt(state, [x ?? "", y ?? ""]) !== null;
  }

  /** @param {number} state @param {Player} player @param {boolean} checked @returns {Status} */
  #status(state, player, checked) {
    const answer = this.calls.ask("infinite_can_move", [state]);
    const movable = /** @type {"true" | "false" | "null"} */ (String(answer.maybe(() => answer.flag())));
    const statuses = /** @type {[Status, Status]} */ (this.start.statuses[player]?.[movable]);
    return statuses[checked ? 1 : 0];
  }
}

/** @param {Answer} answer @returns {SquareInfinite} */
function square(answer) {
  return [String(answer.long()), String(answer.long())];
}
