/** Spelling of moves on the page: short by default, or in full with every board and square. */

/** @import {Node} from "../types.js" */
/** @import {Settings} from "../settings/settings.js" */

/** @typedef {Node["moves"][number]} MoveText */

let full = false;

/** Follow the setting. @param {Settings} settings @param {() => void} changed */
export function keepSpelling(settings, changed) {
  full = settings.get("fullMoves");
  settings.onChange((name) => {
    if (name !== "fullMoves") return;
    full = settings.get("fullMoves");
    changed();
  });
}

/** "Nf3", or "(0T1)g1>(0T1)f3". @param {MoveText} move */
export function spelled(move) {
  return full && move.raw ? move.raw : move.text;
}
