/**
 * A board for drawing a pattern: pieces, "any piece", and squares that must be empty. All other squares
 * match anything. The board has the size of the study's boards; on an infinite board it is a section that may
 * be anywhere.
 */

/** @import {Session} from "../session.js" */
/** @import {Position} from "../types.js" */
/** @import {Context} from "../shell/context.js" */

import { PieceArt } from "../drawing/pieces.js";
import { BoardGrid } from "../editor/multiverse/board-grid.js";
import { PiecePalette } from "../editor/piece-palette.js";
import { DRAWING_OF_CODE, drawingOf } from "../infinite/piece-codes.js";
import { activeTheme } from "../settings/theme.js";
import { button } from "../ui/button.js";
import { make } from "../ui/dom.js";
import { ANYTHING, patternText } from "./pattern-text.js";

const PIECES_5D = [..."KQRBNPYSUDCW"]; // order of the palette
const SIDE = 8; // squares per side of a section of an infinite board
const ERASER = "erase";

/** @type {Readonly<Record<string, {words: string, sign: string, owner: string}>>} */
const SIGNS = {
  "?": { words: "any piece", sign: "?", owner: "" },
  white: { words: "any white piece", sign: "?", owner: "white" },
  black: { words: "any black piece", sign: "?", owner: "black" },
  ".": { words: "empty", sign: "∅", owner: "" },
};

export class PatternBoard {
  /** @type {"5d" | "infinite"} */ #game = "5d";
  #width = SIDE;
  #height = SIDE;
  /** @type {string[]} highest rank first */ #cells = [];

  /**
   * @param {HTMLElement} element
   * @param {Session} session
   * @param {Context} context
   * @param {{changed: (phrase: string) => void, search: () => void}} handlers `changed` gets the condition of the query
   */
  constructor(element, session, context, handlers) {
    const { settings, art } = context;
    this.session = session;
    this.handlers = handlers;
    this.art = new PieceArt(art);
    let theme = activeTheme(settings, art);
    this.palette = new PiecePalette("Piece to place", this.art, () => theme);
    this.grid = new BoardGrid(this.art, () => theme, {
      look: (code) => this.#look(code),
      use: (cell, stroke) => this.#use(cell, stroke ?? false),
      paints: (cell) => this.palette.value === ERASER || this.#cells[cell] === ANYTHING,
      move: (from, to) => this.#move(from, to),
      type: (cell, letter) => this.#put(cell, letter === "." || !this.#symbol(letter) ? ANYTHING : letter),
      mark: () => {},
      name: (file, rank) => this.#name(file, rank),
    });
    this.grid.element.setAttribute("aria-label", "Pattern");
    const changedPlace = () => this.#changed();
    this.timeline = field("Timeline", "any", changedPlace);
    this.turn = field("Turn", "any", changedPlace);
    this.left = field("From x", "any", changedPlace);
    this.bottom = field("From y", "any", changedPlace);
    this.problem = make("p", { class: "tone-error", role: "status", hidden: true });
    element.append(
      make("p", {
        class: "quiet-text",
        text: "Place pieces on the squares that matter. All other squares match anything.",
      }),
      this.grid.element,
      this.palette.element,
      make(
        "div",
        { class: "field-row pattern-place" },
        ...[this.timeline, this.turn, this.left, this.bottom].map(({ label }) => label),
      ),
      this.problem,
      make(
        "div",
        { class: "field-row" },
        button("search", "Search", () => handlers.search()),
        button("copy", "Copy from the board", () => this.#take()),
        button("delete", "Clear", () => this.#clear()),
      ),
    );
    session.on("position", () => this.#follow());
    settings.addEventListener("change", () => {
      theme = activeTheme(settings, art);
      this.#showTools();
      this.#show();
    });
    this.#follow();
    if (this.#cells.length === 0) this.#reset("5d", SIDE, SIDE);
  }

  /** Give the board the size of the boards that are shown. */
  #follow() {
    const { position } = this.session;
    if (!position) return;
    const infinite = position.game === "infinite";
    const [width, height] = infinite ? [SIDE, SIDE] : [position.width, position.height];
    if (position.game === this.#game && width === this.#width && height === this.#height && this.#cells.length) return;
    this.#reset(position.game, width, height);
  }

  /** @param {"5d" | "infinite"} game @param {number} width @param {number} height */
  #reset(game, width, height) {
    [this.#game, this.#width, this.#height] = [game, width, height];
    this.#cells = Array(width * height).fill(ANYTHING);
    for (const { label } of [this.timeline, this.turn]) label.hidden = game === "infinite";
    for (const { label } of [this.left, this.bottom]) label.hidden = game === "5d";
    this.#showTools();
    this.#show();
  }

  #showTools() {
    const codes = this.#game === "5d" ? PIECES_5D : Object.keys(DRAWING_OF_CODE).map((code) => code.toUpperCase());
    const owned = codes.filter((code) => this.#symbol(code) && !["OB", "VO"].includes(code));
    const pieces = [...owned, ...owned.map((code) => code.toLowerCase())].map((code) => {
      const { symbol, owner, words } = this.#look(code);
      return { value: code, symbol, owner, label: `${words} (${code})` };
    });
    const signs = Object.entries(SIGNS).map(([value, { words }]) => ({ value, symbol: "", owner: "", label: words }));
    const tools = [...pieces, ...signs, { value: ERASER, symbol: "", owner: "", label: "anything" }];
    const chosen = tools.some(({ value }) => value === this.palette.value) ? this.palette.value : "Q";
    this.palette.show(tools, chosen);
  }

  /** The drawing of a piece. @param {string} code */
  #symbol(code) {
    return this.#game === "5d" ? this.art.symbol(code) : drawingOf(code);
  }

  /** @param {string} code */
  #look(code) {
    if (code === ANYTHING) return { words: "anything", symbol: "", owner: "" };
    const sign = SIGNS[code];
    if (sign) return { ...sign, symbol: "" };
    const owner = code === code.toUpperCase() ? "white" : "black";
    const symbol = this.#symbol(code);
    return { words: `${owner} ${this.art.word(symbol)}`, symbol, owner };
  }

  /** @param {number} file @param {number} rank */
  #name(file, rank) {
    if (this.#game === "5d") return `${String.fromCharCode(97 + file)}${rank + 1}`;
    const [x, y] = [number(this.left.input), number(this.bottom.input)];
    return `${(x ?? 1n) + BigInt(file)}, ${(y ?? 1n) + BigInt(rank)}`;
  }

  /** Place the chosen piece; placing it again removes it. @param {number} cell @param {boolean} stroke */
  #use(cell, stroke) {
    const chosen = this.palette.value === ERASER ? ANYTHING : this.palette.value;
    this.#put(cell, !stroke && this.#cells[cell] === chosen ? ANYTHING : chosen);
  }

  /** @param {number} cell @param {string} code */
  #put(cell, code) {
    this.#cells = this.#cells.with(cell, code);
    this.#changed();
  }

  /** @param {number} from @param {number} to */
  #move(from, to) {
    this.#cells = this.#cells.with(to, this.#cells[from] ?? ANYTHING).with(from, ANYTHING);
    this.#changed();
  }

  #clear() {
    this.#cells = this.#cells.map(() => ANYTHING);
    for (const { input } of [this.timeline, this.turn, this.left, this.bottom]) input.value = "";
    this.#changed();
  }

  /** Copy the pieces of the board that is shown; empty squares then match anything. */
  #take() {
    const { position } = this.session;
    if (!position) return;
    this.#cells = position.game === "5d" ? boardOf(position) : this.#partOf(position);
    this.#changed();
  }

  /** @param {Extract<Position, {game: "infinite"}>} position */
  #partOf(position) {
    const [left, bottom] = [number(this.left.input) ?? 1n, number(this.bottom.input) ?? 1n];
    const cells = Array(SIDE * SIDE).fill(ANYTHING);
    const codes = Object.entries(DRAWING_OF_CODE);
    for (const [symbol, owner, x, y] of position.pieces) {
      const [file, rank] = [BigInt(x) - left, BigInt(y) - bottom];
      if (file < 0n || file >= SIDE || rank < 0n || rank >= SIDE) continue;
      const code = codes.find(([, drawing]) => drawing === symbol)?.[0] ?? ANYTHING;
      if (owner !== "white" && owner !== "black") continue;
      cells[(SIDE - 1 - Number(rank)) * SIDE + Number(file)] = owner === "white" ? code.toUpperCase() : code;
    }
    return cells;
  }

  #show() {
    this.grid.show({ cells: this.#cells, marks: "" }, this.#width, this.#height);
  }

  #changed() {
    this.#show();
    const wrong = [this.timeline, this.turn, this.left, this.bottom].filter(
      ({ input, label }) => !label.hidden && input.value.trim() !== "" && number(input) === null,
    );
    for (const { input } of [this.timeline, this.turn, this.left, this.bottom]) input.removeAttribute("aria-invalid");
    for (const { input } of wrong) input.setAttribute("aria-invalid", "true");
    this.problem.hidden = wrong.length === 0;
    this.problem.textContent = wrong.map(({ name }) => `${name} must be a whole number or empty.`).join(" ");
    this.handlers.changed(this.#phrase());
  }

  /** The condition of the query; empty if nothing is drawn. */
  #phrase() {
    if (this.#cells.every((cell) => cell === ANYTHING)) return "";
    if (this.#game === "infinite") return this.#phraseOfPlane();
    const text = `pattern "${patternText(this.#cells, this.#width)}"`;
    const [timeline, turn] = [this.timeline.input, this.turn.input].map((input) =>
      number(input) === null ? "" : input.value.trim(),
    );
    if (timeline && turn) return `${text} at (${timeline}T${turn})`;
    return `${text} at ${timeline ? `timeline ${timeline}` : turn ? `turn ${turn}` : "any board"}`;
  }

  /** The smallest section that contains everything drawn. */
  #phraseOfPlane() {
    const used = [...this.#cells.keys()].filter((cell) => this.#cells[cell] !== ANYTHING);
    const [files, rows] = [used.map((cell) => cell % SIDE), used.map((cell) => Math.floor(cell / SIDE))];
    const [left, right] = [Math.min(...files), Math.max(...files)];
    const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
    const cells = this.#cells.filter((_, cell) => {
      const [file, row] = [cell % SIDE, Math.floor(cell / SIDE)];
      return file >= left && file <= right && row >= top && row <= bottom;
    });
    const text = `pattern "${patternText(cells, right - left + 1)}"`;
    const [x, y] = [number(this.left.input), number(this.bottom.input)];
    if (x === null || y === null) return `${text} at any square`;
    return `${text} at ${x + BigInt(left)},${y + BigInt(SIDE - 1 - bottom)}`;
  }
}

/** The board to play, or the last one. @param {Extract<Position, {game: "5d"}>} position */
function boardOf(position) {
  const place = position.mandatory[0] ?? position.playable[0];
  const line = position.timelines.find(({ row }) => row === place?.[0]) ?? position.timelines[0];
  const board = line?.boards[place ? place[1] - line.first : line.boards.length - 1] ?? line?.boards.at(-1) ?? "";
  return [...board].map((letter) => (letter === "." ? ANYTHING : letter));
}

/**
 * @param {string} name
 * @param {string} placeholder
 * @param {() => void} changed
 */
function field(name, placeholder, changed) {
  const input = make("input", {
    type: "text",
    class: "edit-number",
    placeholder,
    autocomplete: "off",
    spellcheck: "false",
    on: { input: changed },
  });
  return { name, input, label: make("label", {}, name, input) };
}

/** The number in a field, or null. @param {HTMLInputElement} input */
function number(input) {
  const text = input.value.trim();
  return /^[+-]?\d{1,30}$/.test(text) ? BigInt(text.replace("+", "")) : null;
}
