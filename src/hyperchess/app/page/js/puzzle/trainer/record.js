/** The user's record, stored in the browser: their rating, those of the puzzles, the streak, failed
 * puzzles. */

/** @import {PuzzleEntry} from "../../types.js" */
/** @import {Rating} from "./ratings.js" */

import { readStored, writeStored } from "../../ui/storage.js";
import { NEWCOMER, newPuzzle, rated } from "./ratings.js";

const KEY = "hyperchess.training";
const MOST_HISTORY = 100;

/**
 * @typedef {{rating: Rating, solved: boolean, last: number}} Tried the puzzle's rating, how the last try ended, and the
 *          number of that try
 * @typedef {{mateIn: number | null, timelines: number | null, variant: string, game: string, theme: string}} Filters null and "" are any
 * @typedef {{person: Rating, history: number[], streak: number, best: number, tries: number, puzzles: Record<string, Tried>,
 *            filters: Filters}} Stored
 */

/** @returns {Stored} */
const empty = () => ({
  person: NEWCOMER,
  history: [],
  streak: 0,
  best: 0,
  tries: 0,
  puzzles: {},
  filters: { mateIn: null, timelines: null, variant: "", game: "", theme: "" },
});

export class TrainingRecord {
  /** @type {Stored} */ #stored;

  constructor() {
    const stored = readStored(KEY);
    this.#stored = { ...empty(), ...stored, filters: { ...empty().filters, ...stored?.filters } };
  }

  get person() {
    return this.#stored.person;
  }

  /** The user's rating after each rated attempt, the last ones only. */
  get history() {
    return this.#stored.history;
  }

  get streak() {
    return this.#stored.streak;
  }

  get best() {
    return this.#stored.best;
  }

  get filters() {
    return this.#stored.filters;
  }

  set filters(filters) {
    this.#stored.filters = filters;
    this.#save();
  }

  /** The number of puzzles solved at the last attempt, and the number of attempted puzzles. */
  get counts() {
    const tried = Object.values(this.#stored.puzzles);
    return { solved: tried.filter((one) => one.solved).length, tried: tried.length };
  }

  /** @param {PuzzleEntry} puzzle @returns {Tried | null} */
  of(puzzle) {
    return this.#stored.puzzles[puzzle.id] ?? null;
  }

  /** @param {PuzzleEntry} puzzle */
  ratingOf(puzzle) {
    return this.of(puzzle)?.rating ?? newPuzzle(puzzle.difficulty);
  }

  /**
   * Record the end of an attempt. Only the first attempt at a puzzle is rated; solving it later only
   * removes it from the failed ones.
   *
   * @param {PuzzleEntry} puzzle
   * @param {boolean} solved
   */
  keep(puzzle, solved) {
    const stored = this.#stored;
    const first = this.of(puzzle) === null;
    const [person, rating] = [stored.person, this.ratingOf(puzzle)];
    if (first) {
      stored.person = rated(person, rating, solved ? 1 : 0);
      stored.history = [...stored.history, Math.round(stored.person.rating)].slice(-MOST_HISTORY);
    }
    stored.streak = solved ? stored.streak + 1 : 0;
    stored.best = Math.max(stored.best, stored.streak);
    stored.tries += 1;
    stored.puzzles[puzzle.id] = {
      rating: first ? rated(rating, person, solved ? 0 : 1) : rating,
      solved,
      last: stored.tries,
    };
    this.#save();
  }

  /** Whether a puzzle matches the filter. @param {PuzzleEntry} puzzle */
  matches(puzzle) {
    const { mateIn, timelines, variant, game, theme } = this.filters;
    return (
      (mateIn === null || puzzle.mate_in === mateIn) &&
      (timelines === null || puzzle.timelines === timelines) &&
      (variant === "" || puzzle.variant === variant) &&
      (game === "" || puzzle.game === game) &&
      (theme === "" || puzzle.themes.includes(theme))
    );
  }

  /**
   * The next puzzle among those that match the filter: an untried one whose rating is close to the user's;
   * if all were tried, a failed one, and otherwise the one that was solved longest ago.
   *
   * @param {readonly PuzzleEntry[]} puzzles
   * @param {PuzzleEntry | null} current which is not chosen again
   * @returns {PuzzleEntry | null}
   */
  next(puzzles, current) {
    const open = puzzles.filter((puzzle) => this.matches(puzzle) && puzzle.id !== current?.id);
    const fresh = open.filter((puzzle) => this.of(puzzle) === null);
    const distance = (/** @type {PuzzleEntry} */ puzzle) =>
      Math.abs(puzzle.difficulty - this.person.rating);
    if (fresh.length > 0) return fresh.reduce((one, other) => (distance(other) < distance(one) ? other : one));
    const last = (/** @type {PuzzleEntry} */ puzzle) => this.of(puzzle)?.last ?? 0;
    const again = this.failed(open);
    const old = again.length > 0 ? again : open;
    return old.length > 0 ? old.reduce((one, other) => (last(other) < last(one) ? other : one)) : null;
  }

  /** The puzzles whose last attempt failed. @param {readonly PuzzleEntry[]} puzzles */
  failed(puzzles) {
    return puzzles.filter((puzzle) => this.of(puzzle)?.solved === false);
  }

  #save() {
    writeStored(KEY, this.#stored);
  }
}
