/** The edited position on the main board, where clicks place pieces instead of playing moves. */

/** @import {Session} from "../../session.js" */
/** @import {Position5D, Square5D} from "../../types.js" */
/** @import {MultiverseState} from "./state.js" */

import { nameOf } from "./state.js";

/**
 * @typedef {object} BoardHandlers
 * @property {(square: Square5D) => void} use
 * @property {(square: Square5D) => void} erase
 * @property {(from: Square5D, to: Square5D) => void} move
 */

export class BigBoard {
  #on = false;
  /** @type {MultiverseState | null} */ #state = null;
  /** @type {Position5D | null} last response of the server */ #answered = null;

  /** @param {Session} session @param {BoardHandlers} handlers */
  constructor(session, handlers) {
    this.session = session;
    this.handlers = handlers;
  }

  /** Take over the main board, or give it back. @param {boolean} on */
  use(on) {
    if (on === this.#on) return;
    this.#on = on;
    if (on) void this.session.select(null);
    document.body.classList.toggle("editing", on);
    this.#refresh();
  }

  /** @param {MultiverseState} state */
  show(state) {
    this.#state = state;
    this.#refresh();
  }

  /** Result of the rules: boards that need a move, and checks. @param {Position5D} position */
  answer(position) {
    this.#answered = position;
    this.#refresh();
  }

  #refresh() {
    const state = this.#state;
    this.session.showDraft(this.#on && state ? { position: this.#position(state), ...this.handlers } : null);
  }

  /** @param {MultiverseState} state @returns {Position5D} */
  #position(state) {
    const known = this.#answered;
    const ends = state.lines.map((line) => line.first + line.boards.length - 1);
    const last = Math.min(...ends);
    return {
      game: "5d",
      width: state.width,
      height: state.height,
      even: state.even,
      player: known?.player ?? "white",
      present: known?.present ?? last,
      mandatory: known?.mandatory ?? [],
      playable: known?.playable ?? [],
      checks: known?.checks ?? [],
      last: [],
      pending: [],
      may_submit: false,
      fault: null,
      status: { verdict: "unknown", over: false, text: "" },
      timelines: state.lines.map((line) => ({
        row: line.row,
        name: nameOf(line.row, state.even),
        active: true,
        maker: null,
        first: line.first,
        parent: null,
        boards: line.boards.map((board) => board.cells),
      })),
    };
  }
}
