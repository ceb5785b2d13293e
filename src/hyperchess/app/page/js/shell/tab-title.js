/** The title of the browser tab: the number of games in which it is the user's turn, and the open study. */

let name = "";
let turns = 0;

function show() {
  document.title = `${turns > 0 ? `(${turns}) ` : ""}${name ? `${name} · hyperchess` : "hyperchess"}`;
}

/** @param {string} study title of the open study; empty if there is none */
export function nameTab(study) {
  name = study;
  show();
}

/** @param {number} count games in which it is the user's turn */
export function countTurns(count) {
  turns = count;
  show();
}
