/**
 * The board in a notebook: the module of an anywidget. Python keeps the game; positions, legal moves and played actions
 * are messages over the comm, so the kernel in WebAssembly is not needed.
 */

/** @import {AddEdit, Art, PassingAttack, Position, Source, Square, Study, StudyChange, StudyEdit,
 *            Targets} from "../types.js" */

import { defineBoard } from "./element.js";

/**
 * @typedef {object} Model the interface of anywidget's model that is used here
 * @property {(name: string) => any} get
 * @property {(name: string, value: unknown) => void} set
 * @property {() => void} save_changes
 * @property {(content: object) => void} send
 * @property {(event: string, listener: (...details: any[]) => void) => void} on
 * @property {(event: string, listener: (...details: any[]) => void) => void} off
 */

/** @implements {Source} */
class CommSource {
  canEdit = false;
  /** @type {Map<string, {resolve: (value: any) => void, reject: (error: Error) => void}>} */ #waiting = new Map();
  #asked = 0;
  #name = Math.random().toString(36).slice(2); // several views share a model, and all get the answers

  /** @param {Model} model @param {Art} art */
  constructor(model, art) {
    this.model = model;
    this.pieces = art;
  }

  get canPlay() {
    return Boolean(this.model.get("playable"));
  }

  /** Take the answer to a request. @param {{id: string, result?: unknown, error?: string}} message */
  take({ id, result, error }) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    if (error === undefined) waiting.resolve(result);
    else waiting.reject(new Error(error));
  }

  /** @param {object} request @returns {Promise<any>} */
  #ask(request) {
    const id = `${this.#name}-${++this.#asked}`;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.model.send({ id, ...request });
    });
  }

  async art() {
    return this.pieces;
  }

  /** @returns {Promise<Study>} */
  async study() {
    return this.model.get("_study");
  }

  /** @returns {Promise<Study>} */
  async create() {
    throw new Error("set the game in Python");
  }

  /** @param {string} _id @param {StudyEdit} edit @returns {Promise<StudyChange>} */
  edit(_id, edit) {
    const { parent, moves } = /** @type {AddEdit} */ (edit); // a viewer only plays
    return this.#ask({ type: "play", parent, moves });
  }

  /** @param {string} _id @param {number} node @param {string[]} pending @returns {Promise<Position>} */
  position(_id, node, pending) {
    return this.#ask({ type: "position", node, pending });
  }

  /** @param {string} _id @param {number} node @param {string[]} pending @param {Square} from @returns {Promise<Targets>} */
  async targets(_id, node, pending, from) {
    const found = await this.#ask({ type: "targets", node, pending, square: from });
    return { moves: found.moves ?? found.points ?? [], rays: found.rays ?? [] };
  }

  /** @param {string} _id @param {number} node @param {string[]} pending @returns {Promise<PassingAttack[]>} */
  passing(_id, node, pending) {
    return this.#ask({ type: "passing", node, pending });
  }

  async hint() {
    return { moves: null, text: "there are no hints in a notebook", known: false };
  }
}

/**
 * Make the module of the widget.
 *
 * @param {{style: string, art: Art}} assets
 */
export function makeWidget(assets) {
  const kernel = () => Promise.reject(new Error("a notebook needs no kernel for browsers"));
  defineBoard({ ...assets, kernel });

  /** @param {{model: Model, el: HTMLElement}} parts */
  async function render({ model, el }) {
    const board = /** @type {any} */ (document.createElement("hyperchess-board"));
    const source = new CommSource(model, assets.art);
    const look = () => {
      board.toggleAttribute("moves", model.get("show_moves"));
      board.toggleAttribute("playable", model.get("playable"));
      board.setAttribute("orientation", model.get("orientation"));
      board.setAttribute("theme", model.get("theme"));
      board.style.setProperty("height", `${model.get("height")}px`);
    };
    const showStudy = async () => {
      const study = model.get("_study");
      const shown = board.view?.session.copy;
      if (shown?.study?.id !== study.id) await board.show(source, study, model.get("node"));
      else if (shown.study.revision < study.revision) shown.update(study);
    };
    const showNode = () => {
      const node = model.get("node");
      if (board.node !== node && board.view?.session.nodeOf(node)) void board.go(node);
    };
    /** @type {[event: string, listener: (...details: any[]) => void][]} */
    const listeners = [
      ["msg:custom", (message) => source.take(message)],
      ["change:_study", showStudy],
      ["change:node", showNode],
    ];
    for (const name of ["playable", "show_moves", "orientation", "theme", "height"]) listeners.push([`change:${name}`, look]);
    for (const [event, listener] of listeners) model.on(event, listener);
    board.addEventListener("position", () => {
      if (model.get("node") === board.node) return;
      model.set("node", board.node);
      model.save_changes();
    });
    // the keys of a board are not those of the notebook around it
    board.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => event.stopPropagation());
    look();
    el.append(board);
    await showStudy();
    return () => {
      for (const [event, listener] of listeners) model.off(event, listener);
    };
  }

  return { render };
}
