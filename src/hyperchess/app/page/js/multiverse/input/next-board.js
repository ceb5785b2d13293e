/**
 * From board to board: first those that must be played, then those that may.
 */

import { samePlace } from "../layout.js";

/** @import {Place, Position5D} from "../../types.js" */

export class NextBoard {
  /** @type {Place | null} */ #visited = null;

  /** Another game: begin anew. */
  forget() {
    this.#visited = null;
  }

  /** @param {Position5D} position @returns {{place: Place, must: boolean} | null} null if no board waits */
  next({ mandatory, playable }) {
    const optional = playable.filter((place) => !mandatory.some((other) => samePlace(other, place)));
    const boards = [...mandatory, ...optional];
    const visited = this.#visited;
    const now = visited ? boards.findIndex((place) => samePlace(place, visited)) : -1;
    const place = boards[(now + 1) % boards.length];
    if (!place) return null;
    this.#visited = place;
    return { place, must: mandatory.includes(place) };
  }
}
