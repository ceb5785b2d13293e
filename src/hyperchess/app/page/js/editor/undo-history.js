/** Undo and redo over immutable states: every edit creates a new state. */

/** @template T */
export class UndoHistory {
  /** @type {T[]} */ #before = [];
  /** @type {T[]} */ #after = [];
  /** @type {T} */ #now;

  /** @param {T} state @param {() => void} changed */
  constructor(state, changed) {
    this.#now = state;
    this.changed = changed;
  }

  get now() {
    return this.#now;
  }

  get canUndo() {
    return this.#before.length > 0;
  }

  get canRedo() {
    return this.#after.length > 0;
  }

  /** @param {T} state */
  set(state) {
    if (state === this.#now) return;
    this.#before.push(this.#now);
    if (this.#before.length > 500) this.#before.shift();
    this.#now = state;
    this.#after = [];
    this.changed();
  }

  undo() {
    const state = this.#before.pop();
    if (state === undefined) return;
    this.#after.push(this.#now);
    this.#now = state;
    this.changed();
  }

  redo() {
    const state = this.#after.pop();
    if (state === undefined) return;
    this.#before.push(this.#now);
    this.#now = state;
    this.changed();
  }
}
