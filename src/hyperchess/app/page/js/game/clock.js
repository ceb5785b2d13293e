/** The two clocks of a game: one runs at a time; each action deducts its time and adds the increment. */

/** @typedef {"white" | "black"} Side */
/** @typedef {{minutes: number, increment: number}} ClockRule increment in seconds */
/** @typedef {{white: number, black: number}} Left milliseconds */

export class Clock {
  /** @type {Side | null} */ running = null;
  #since = 0;

  /** @param {ClockRule} rule @param {Left} [left] */
  constructor(rule, left) {
    this.rule = rule;
    const all = rule.minutes * 60_000;
    /** @type {Left} */ this.left = left ?? { white: all, black: all };
  }

  /** Milliseconds left for a player. @param {Side} side */
  of(side) {
    const used = this.running === side ? performance.now() - this.#since : 0;
    return Math.max(0, this.left[side] - used);
  }

  /**
   * Let the clock of a player run, or none.
   *
   * @param {Side | null} side
   * @param {boolean} [moved] whether an action was made
   */
  run(side, moved = false) {
    if (side === this.running) return;
    const before = this.running;
    if (before) {
      this.left[before] = this.of(before) + (moved ? this.rule.increment * 1000 : 0);
    }
    this.running = side;
    this.#since = performance.now();
  }
}

/** @param {Side} side @returns {Side} */
export function opposite(side) {
  return side === "white" ? "black" : "white";
}

/** `2 d 3 h`, `9:56`, `1:02:03`, or `0:08.3` when little is left. @param {number} milliseconds */
export function clockText(milliseconds) {
  const seconds = milliseconds < 20_000 ? milliseconds / 1000 : Math.ceil(milliseconds / 1000);
  const hours = Math.floor(seconds / 3600);
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = seconds % 60;
  const shown = milliseconds < 20_000 ? rest.toFixed(1).padStart(4, "0") : String(rest).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${shown}` : `${minutes}:${shown}`;
}
