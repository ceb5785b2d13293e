/** Assumptions behind a verdict that the text of the game does not state. Readers report them as problems
 * `assumed-...`. */

/** @import {Study} from "../types.js" */

import { make } from "./dom.js";
import { icon } from "./icons.js";

/** "Assumptions: ...", or null if everything is stated. @param {Study | null} study */
export function listAssumptions(study) {
  const assumed = (study?.problems ?? []).filter(({ code }) => code.startsWith("assumed-"));
  if (assumed.length === 0) return null;
  const words = [...new Set(assumed.map(({ message }) => message))].join("; ");
  return make("p", { class: "assumptions" }, icon("info"), make("span", { text: `Assumptions: ${words}` }));
}
