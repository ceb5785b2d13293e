/** The material of both players: what one has more than the other, and the difference in pawns. */

/** @import {Position} from "../types.js" */
/** @import {Side} from "./clock.js" */
/** @typedef {{surplus: [drawing: string, count: number][], lead: number}} Material pieces that the opponent does not have, and the lead in pawns */

/**
 * @param {Position} position
 * @param {Readonly<Record<string, string>>} letters the drawing of each letter of 5D chess
 * @param {Readonly<Record<string, number>>} values of the pieces by drawing, in centipawns
 * @returns {Record<Side, Material>}
 */
export function countMaterial(position, letters, values) {
  /** @type {Map<string, number>} White's pieces minus Black's */
  const more = new Map();
  const add = (/** @type {string} */ drawing, /** @type {number} */ count) =>
    more.set(drawing, (more.get(drawing) ?? 0) + count);
  if (position.game === "5d") {
    for (const line of position.timelines) {
      if (!line.active) continue;
      for (const letter of line.boards.at(-1) ?? "") {
        const drawing = letters[letter.toUpperCase()];
        if (drawing) add(drawing, letter === letter.toUpperCase() ? 1 : -1);
      }
    }
  } else {
    for (const [drawing, owner] of position.pieces) {
      if (owner === "white" || owner === "black") add(drawing, owner === "white" ? 1 : -1);
    }
  }
  const value = (/** @type {string} */ drawing) => values[drawing] ?? 0;
  const kinds = [...more].filter(([, count]) => count !== 0).sort(([a], [b]) => value(b) - value(a));
  const sum = kinds.reduce((total, [drawing, count]) => total + count * value(drawing), 0);
  const lead = Math.round(sum / (value("pawn") || 100));
  return {
    white: { surplus: kinds.filter(([, count]) => count > 0), lead: Math.max(0, lead) },
    black: { surplus: kinds.filter(([, count]) => count < 0).map(([kind, count]) => [kind, -count]), lead: Math.max(0, -lead) },
  };
}
