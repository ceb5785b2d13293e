/**
 * The settings of the user, kept in the browser's storage, or in memory if there is none or `kept` is false.
 *
 * Emits `change` with the detail `{name, value}`.
 */

import { readStored, writeStored } from "../ui/storage.js";

/**
 * @typedef {object} Choices
 * @property {"auto" | "light" | "dark" | "contrast"} theme
 * @property {string} boards name of the board theme
 * @property {string} pieces name of the piece set
 * @property {boolean} flip seen from Black's side
 * @property {boolean} follow keep the present in view
 * @property {boolean} coordinates
 * @property {boolean} checks
 * @property {boolean} lastMoves
 * @property {boolean} autoSubmit submit an action as soon as no board needs a move
 * @property {boolean} fullMoves moves with every board and square
 * @property {boolean} animation pieces fly to their squares, unless less motion is preferred
 * @property {boolean} sounds after the first click, tap or key on the page
 * @property {boolean} evaluation whether an engine thinks about the position
 * @property {boolean} explorer whether the explorer is shown
 * @property {number} lines how many lines it shows
 * @property {string} engine its name; ours if it is empty
 * @property {null | "green" | "blue" | "yellow" | "red"} drawing the colour to draw with; null when not drawing
 */

/** @type {Choices} */
const DEFAULTS = {
  theme: "auto",
  boards: "sand",
  pieces: "classic",
  flip: false,
  follow: true,
  coordinates: true,
  checks: true,
  lastMoves: true,
  autoSubmit: false,
  fullMoves: false,
  animation: true,
  sounds: true,
  evaluation: false,
  explorer: false,
  lines: 2,
  engine: "",
  drawing: null,
};

const KEY = "hyperchess.settings";

/** @type {(keyof Choices)[]} these are not stored: they last as long as the page */
const NOT_KEPT = ["drawing", "flip"];

/** @returns {Partial<Choices>} */
function stored() {
  const found = readStored(KEY);
  return typeof found === "object" && found !== null ? found : {};
}

export class Settings extends EventTarget {
  /** @type {Choices} */ #values;

  /** @param {boolean} [kept] whether they are read from the browser's storage and written to it */
  constructor(kept = true) {
    super();
    this.kept = kept;
    this.#values = { ...DEFAULTS };
    const values = /** @type {Record<string, unknown>} */ (this.#values);
    for (const [name, value] of Object.entries(kept ? stored() : {})) {
      if (name in DEFAULTS && typeof value === typeof values[name]) values[name] = value;
    }
  }

  /**
   * @template {keyof Choices} K
   * @param {K} name
   * @returns {Choices[K]}
   */
  get(name) {
    return this.#values[name];
  }

  /**
   * @template {keyof Choices} K
   * @param {K} name
   * @param {Choices[K]} value
   */
  set(name, value) {
    if (this.#values[name] === value) return;
    this.#values[name] = value;
    if (this.kept) this.#keep();
    this.dispatchEvent(new CustomEvent("change", { detail: { name, value } }));
  }

  /**
   * Invert a boolean setting.
   *
   * @param {"flip" | "follow" | "coordinates" | "checks" | "lastMoves" | "evaluation" | "explorer"} name
   */
  toggle(name) {
    this.set(name, !this.get(name));
  }

  /** @param {(name: keyof Choices, value: unknown) => void} listener */
  onChange(listener) {
    this.addEventListener("change", (event) => {
      const { name, value } = /** @type {CustomEvent} */ (event).detail;
      listener(name, value);
    });
  }

  #keep() {
    const kept = Object.fromEntries(
      Object.entries(this.#values).filter(([name]) => !NOT_KEPT.some((other) => other === name)),
    );
    writeStored(KEY, kept);
  }
}
