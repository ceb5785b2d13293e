/** The editor of 5D positions: timelines, boards, pieces, promotions. The server checks the result. */

/** @import {Session} from "../../session.js" */
/** @import {Square5D, Theme} from "../../types.js" */
/** @import {PieceArt} from "../../drawing/pieces.js" */
/** @import {Context} from "../../shell/context.js" */
/** @import {BoardEditor} from "./board-tools.js" */
/** @import {At, BoardState, MultiverseState} from "./state.js" */

import { make } from "../../ui/dom.js";
import { BoardTools } from "./board-tools.js";
import { BoardGrid } from "./board-grid.js";
import { UndoHistory } from "../undo-history.js";
import { BigBoard } from "./board.js";
import { BoardMap } from "./board-map.js";
import { PiecePalette } from "../piece-palette.js";
import { SetupResult, button } from "../setup-result.js";
import { boardAt, emptyState, keepsMark, put, requestOf, stateOf } from "./state.js";

const ORDER = "KQRBNPYSUDCW"; // order of the palette
const ERASER = ".";
const MARK = "*";

/** @implements {BoardEditor} */
export class MultiverseEditor {
  /** @type {At} */ at = { row: 0, time: 2 };

  /**
   * @param {Session} session
   * @param {Context} context
   * @param {PieceArt} art
   * @param {() => Theme} theme
   */
  constructor(session, context, art, theme) {
    this.context = context;
    this.art = art;
    /** @type {UndoHistory<MultiverseState>} */
    this.history = new UndoHistory(emptyState(8, 8), () => this.#changed());
    this.palette = new PiecePalette("Piece to place", art, theme);
    this.fresh = make("input", { type: "checkbox", id: "edit-fresh" });
    this.grid = new BoardGrid(art, theme, {
      look: (letter) => this.#look(letter),
      use: (cell, stroke) => this.#use(cell, stroke ?? false),
      paints: (cell) =>
        this.palette.value === ERASER || this.palette.value === MARK || this.#letter(cell) === ".",
      move: (from, to) => this.#move(from, to),
      type: (cell, letter) => this.#put(cell, letter),
      mark: (cell) => this.#toggleMark(cell),
    });
    this.map = new BoardMap((at) => {
      this.at = at;
      this.#render();
    });
    this.big = new BigBoard(session, {
      use: (square) => this.#use(this.#goTo(square), false),
      erase: (square) => this.#put(this.#goTo(square), ERASER),
      move: (from, to) => this.#carry(from, to),
    });
    this.tools = new BoardTools(this);
    this.result = new SetupResult("5d", session, context, {
      request: () => requestOf(this.history.now),
      read: (text) => this.#read(text),
      answered: ({ position }) => position?.game === "5d" && this.big.answer(position),
    });
    this.undo = button("undo", "Undo", () => this.history.undo());
    this.redo = button("redo", "Redo", () => this.history.redo());
    this.caption = make("p", { class: "edit-caption" });
    this.element = make(
      "div",
      { class: "editor", id: "editor-5d" },
      make(
        "section",
        { class: "part" },
        this.map.element,
        this.caption,
        this.grid.element,
        this.palette.element,
        make(
          "div",
          { class: "field-row" },
          make("label", { class: "switch" }, this.fresh, "Place as unmoved (*)"),
          make("span", { class: "edit-history" }, this.undo, this.redo),
        ),
        this.tools.boards,
      ),
      this.tools.element,
      this.result.element,
    );
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.#changed();
    this.refreshTheme();
  }

  refreshTheme() {
    const letters = [...ORDER].filter((letter) => this.art.symbol(letter));
    const pieces = [...letters, ...letters.map((letter) => letter.toLowerCase())].map((letter) => ({
      value: letter,
      symbol: this.art.symbol(letter),
      owner: letter === letter.toUpperCase() ? "white" : "black",
      label: `${this.#words(letter)} (${letter})`,
    }));
    const others = [
      { value: ERASER, symbol: "", owner: "", label: "Erase" },
      { value: MARK, symbol: "", owner: "", label: "Unmoved *" },
    ];
    this.palette.show([...pieces, ...others], this.palette.value || "Q");
    this.#render();
  }

  /** @param {string} letter */
  #look(letter) {
    if (letter === ERASER) return { words: "empty", symbol: "", owner: "" };
    const owner = letter === letter.toUpperCase() ? "white" : "black";
    return { words: this.#words(letter), symbol: this.art.symbol(letter), owner };
  }

  /** @param {string} letter */
  #words(letter) {
    const owner = letter === letter.toUpperCase() ? "white" : "black";
    return `${owner} ${this.art.word(this.art.symbol(letter))}`;
  }

  /** Start from a position of the server. @param {Promise<any>} answer */
  async start(answer) {
    const made = await answer;
    if (!made.boards) {
      this.result.showProblems(made.problems);
      return;
    }
    const state = stateOf(made);
    const line = state.lines.find((entry) => entry.row === 0) ?? state.lines[0];
    if (line) this.at = { row: line.row, time: line.first + line.boards.length - 1 };
    this.history.set(state);
    this.context.stage()?.fit();
  }

  /** @param {number} width @param {number} height */
  startEmpty(width, height) {
    this.at = { row: 0, time: 2 };
    this.history.set(emptyState(width, height));
    this.context.stage()?.fit();
  }

  /** @param {string} text 5DFEN */
  async #read(text) {
    await this.start(this.context.source.ask("POST /setup", {}, { game: "5d", fen: text }));
  }

  #changed() {
    this.#render();
    this.result.ask();
  }

  /** @param {At} at */
  go(at) {
    this.at = at;
    this.#render();
  }

  #render() {
    const state = this.history.now;
    if (!boardAt(state, this.at)) {
      const line = state.lines.find((entry) => entry.row === this.at.row) ?? state.lines[0];
      if (!line) return;
      const last = line.first + line.boards.length - 1;
      this.at = { row: line.row, time: Math.max(line.first, Math.min(last, this.at.time)) };
    }
    this.grid.show(/** @type {BoardState} */ (boardAt(state, this.at)), state.width, state.height);
    this.map.show(state, this.at);
    this.big.show(state);
    this.tools.show(state, this.at);
    this.undo.disabled = !this.history.canUndo;
    this.redo.disabled = !this.history.canRedo;
  }

  /** @param {number} cell */
  #letter(cell) {
    return boardAt(this.history.now, this.at)?.cells[cell] ?? ".";
  }

  /** Edit the board that contains a square of the main board. @param {Square5D} square @returns {number} its cell */
  #goTo([row, time, file, rank]) {
    this.at = { row, time };
    this.#render();
    const { width, height } = this.history.now;
    return (height - 1 - rank) * width + file;
  }

  /** Move a piece, possibly from board to board. @param {Square5D} from @param {Square5D} to */
  #carry(from, to) {
    const cell = this.#goTo(from);
    const board = boardAt(this.history.now, this.at);
    if (!board || String(from) === String(to)) return;
    const cleared = put(this.history.now, this.at, cell, ERASER, false);
    const there = this.#goTo(to);
    this.history.set(put(cleared, this.at, there, board.cells[cell] ?? ERASER, board.marks[cell] === "*"));
  }

  /** @param {number} cell @param {boolean} stroke */
  #use(cell, stroke) {
    const tool = this.palette.value;
    if (tool === MARK) this.#toggleMark(cell);
    else this.#put(cell, !stroke && tool === this.#letter(cell) ? ERASER : tool);
  }

  /** @param {number} cell @param {string} letter */
  #put(cell, letter) {
    this.history.set(put(this.history.now, this.at, cell, letter, this.fresh.checked));
  }

  /** @param {number} from @param {number} to */
  #move(from, to) {
    const board = boardAt(this.history.now, this.at);
    if (!board) return;
    const cleared = put(this.history.now, this.at, from, ERASER, false);
    this.history.set(put(cleared, this.at, to, board.cells[from] ?? ".", board.marks[from] === "*"));
  }

  /** @param {number} cell */
  #toggleMark(cell) {
    const board = boardAt(this.history.now, this.at);
    const letter = board?.cells[cell] ?? ".";
    if (letter === ".") return;
    if (!keepsMark(letter)) this.context.announce(`a ${this.#words(letter)} cannot be marked as unmoved`);
    else this.history.set(put(this.history.now, this.at, cell, letter, board?.marks[cell] !== "*"));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.target === this.result.text) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    event.stopPropagation();
    if (key === "y" || event.shiftKey) this.history.redo();
    else this.history.undo();
  }
}
