/** The editor of infinite positions: pieces are placed on the board, or on a typed square. */

/** @import {Session} from "../../session.js" */
/** @import {Player, PlacedPiece, PositionInfinite, Theme} from "../../types.js" */
/** @import {Context} from "../../shell/context.js" */
/** @import {InfiniteState} from "./state.js" */
/** @typedef {[bigint, bigint]} Spot */

import { DRAWING_OF_CODE } from "../../infinite/piece-codes.js";
import { readSquare } from "../../infinite/bigints.js";
import { make } from "../../ui/dom.js";
import { labelled } from "../field.js";
import { UndoHistory } from "../undo-history.js";
import { InfiniteEditBoard } from "./board.js";
import { PiecePalette } from "../piece-palette.js";
import { SetupResult, button } from "../setup-result.js";
import {
  OWNERS,
  emptyInfinite,
  ownerFor,
  pieceOn,
  requestOf,
  rulesOf,
  stateOf,
  withPiece,
  without,
} from "./state.js";
import { capitalize } from "../../ui/wording.js";

const ERASER = "erase";
const RIGHT = "right";

export class InfiniteEditor {
  /** @type {PositionInfinite | null} */ #answered = null;
  #fresh = true;

  /** @param {Session} session @param {Context} context @param {() => Theme} theme */
  constructor(session, context, theme) {
    /** @type {UndoHistory<InfiniteState>} */
    this.history = new UndoHistory(emptyInfinite(), () => this.#changed());
    this.board = new InfiniteEditBoard(context, theme, {
      use: (at) => this.#use(at),
      erase: (at) => this.#erase(at),
      move: (from, to) => this.#move(from, to),
    });
    this.view = this.board.view;
    this.owner = make(
      "select",
      {},
      ...OWNERS.map((owner) => make("option", { value: owner, text: capitalize(owner) })),
    );
    this.owner.addEventListener("change", () => this.refreshTheme());
    this.right = make("input", { type: "checkbox" });
    this.palette = new PiecePalette("Piece to place", this.view.art, theme);
    this.player = make(
      "select",
      { id: "edit-turn-of" },
      ...OWNERS.map((owner) => make("option", { value: owner, text: capitalize(owner) })),
    );
    this.player.addEventListener("change", () => {
      this.history.set({ ...this.history.now, player: /** @type {Player} */ (this.player.value) });
    });
    this.rules = make("input", { type: "text", id: "edit-rules", spellcheck: "false", autocomplete: "off" });
    this.rules.addEventListener("change", () =>
      this.history.set({ ...this.history.now, rules: this.rules.value }),
    );
    this.square = make("input", {
      type: "text",
      id: "edit-square",
      placeholder: "x,y",
      autocomplete: "off",
      spellcheck: "false",
    });
    this.undo = button("undo", "Undo", () => this.history.undo());
    this.redo = button("redo", "Redo", () => this.history.redo());
    this.result = new SetupResult("infinite", session, context, {
      request: () => requestOf(this.history.now),
      read: (text) => this.start(context.source.ask("POST /setup", {}, { game: "infinite", text })),
      answered: (answer) => this.#takeAnswer(answer),
    });
    this.element = make(
      "div",
      { class: "editor", id: "editor-infinite" },
      make(
        "section",
        { class: "part" },
        make(
          "div",
          { class: "field-row" },
          this.board.larger,
          make("span", { class: "edit-history" }, this.undo, this.redo),
        ),
        this.board.element,
        this.palette.element,
        make(
          "div",
          { class: "field-row" },
          labelled("Owner", this.owner),
          make(
            "label",
            { class: "switch", title: "A pawn can step twice; other pieces can castle" },
            this.right,
            "can castle / double-step (+)",
          ),
        ),
        make(
          "form",
          { class: "field-row", on: { submit: (event) => this.#typed(event) } },
          make("label", { for: "edit-square", text: "Square" }),
          this.square,
          make("button", { type: "submit", text: "Place or remove" }),
        ),
      ),
      make(
        "section",
        { class: "part" },
        labelled("To move", this.player),
        make("label", {
          for: "edit-rules",
          class: "edit-label",
          text: "Rules: move rule, promotion ranks, win conditions, border",
        }),
        this.rules,
      ),
      this.result.element,
    );
    this.element.addEventListener("keydown", (event) => this.#undoKey(event));
    this.#changed();
    this.refreshTheme();
  }

  refreshTheme() {
    const owner = /** @type {Player} */ (this.owner.value || "white");
    const pieces = Object.values(DRAWING_OF_CODE).map((symbol) => {
      const mine = ownerFor(symbol, owner);
      const word = symbol.replaceAll("-", " ");
      return { value: symbol, symbol, owner: mine, label: mine === "neutral" ? word : `${mine} ${word}` };
    });
    const others = [
      { value: ERASER, symbol: "", owner: "", label: "Erase" },
      { value: RIGHT, symbol: "", owner: "", label: "Castle / double-step +" },
    ];
    this.palette.show([...pieces, ...others], this.palette.value || "queen");
    this.view.redraw();
  }

  /** @param {Promise<any>} answer */
  async start(answer) {
    const made = await answer;
    if (!made.position) {
      this.result.showProblems(made.problems);
      return;
    }
    this.#fresh = true;
    this.#answered = made.position;
    this.history.set(stateOf(made));
  }

  startEmpty() {
    this.#fresh = true;
    this.#answered = null;
    this.history.set(emptyInfinite());
  }

  #changed() {
    const state = this.history.now;
    this.player.value = state.player;
    if (document.activeElement !== this.rules) this.rules.value = state.rules;
    this.undo.disabled = !this.history.canUndo;
    this.redo.disabled = !this.history.canRedo;
    this.#show();
    if (this.#fresh) this.view.frame(true);
    this.#fresh = false;
    this.result.ask();
  }

  #show() {
    const { pieces, player } = this.history.now;
    const answered = this.#answered;
    this.view.show({
      game: "infinite",
      player,
      players: [],
      pieces,
      border: answered?.border ?? null,
      last: [],
      checks: answered?.checks ?? [],
      en_passant: null,
      promotion_ranks: answered?.promotion_ranks ?? {},
      pending: [],
      may_submit: false,
      fault: null,
      status: { verdict: "unknown", over: false, text: "" },
      variant: "",
    });
  }

  /** @param {import("../setup-result.js").Answer} answer */
  #takeAnswer(answer) {
    if (answer.position?.game !== "infinite") return;
    this.#answered = answer.position;
    if (document.activeElement !== this.rules) this.rules.value = rulesOf(answer.text);
    this.#show();
  }

  // --- edits ----------------------------------------------------------------------------------------------

  /** Place the chosen piece on a square, or remove it if the same piece is there. @param {Spot} at */
  #use([x, y]) {
    const tool = this.palette.value;
    const state = this.history.now;
    const there = pieceOn(state, String(x), String(y));
    if (tool === ERASER) {
      this.#erase([x, y]);
      return;
    }
    if (tool === RIGHT) {
      if (there && there[1] !== "neutral")
        this.history.set(withPiece(state, [there[0], there[1], there[2], there[3], there[4] ? 0 : 1]));
      return;
    }
    const owner = ownerFor(tool, /** @type {Player} */ (this.owner.value));
    const special = this.right.checked && owner !== "neutral" ? 1 : 0;
    /** @type {PlacedPiece} */ const piece = [tool, owner, String(x), String(y), special];
    const same = there && there[0] === tool && there[1] === owner;
    this.history.set(same ? without(state, String(x), String(y)) : withPiece(state, piece));
  }

  /** @param {Spot} at */
  #erase([x, y]) {
    if (pieceOn(this.history.now, String(x), String(y)))
      this.history.set(without(this.history.now, String(x), String(y)));
  }

  /** @param {Spot} from @param {Spot} to */
  #move(from, to) {
    const state = this.history.now;
    const piece = pieceOn(state, String(from[0]), String(from[1]));
    if (!piece || String(from) === String(to)) return;
    const lifted = without(state, String(from[0]), String(from[1]));
    this.history.set(withPiece(lifted, [piece[0], piece[1], String(to[0]), String(to[1]), piece[4]]));
  }

  /** @param {Event} event */
  #typed(event) {
    event.preventDefault();
    const at = readSquare(this.square.value);
    this.square.toggleAttribute("aria-invalid", !at);
    if (!at) return;
    this.#use(at);
    this.board.point(at);
    this.square.select();
  }

  /** @param {KeyboardEvent} event */
  #undoKey(event) {
    const typing = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
    if (!(event.ctrlKey || event.metaKey) || typing || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey) this.history.redo();
    else this.history.undo();
  }

  /** Show the board in place of the main board. */
  enlarge() {
    this.board.enlarge();
  }

  /** Move the board back into the panel. */
  shrink() {
    this.board.shrink();
  }
}
