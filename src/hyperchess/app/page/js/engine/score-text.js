/** Scores as words and symbols. Proven mates and evaluations are always distinguishable. */

/** @import {Score} from "../types.js" */

import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

/** The score as a short text: `+0.4`, `-12`, `#3`. @param {Score} score */
export function shortScore({ centipawns, mate }) {
  if (mate !== null) return `${mate < 0 ? "-" : ""}#${Math.abs(mate)}`;
  const pawns = (centipawns ?? 0) / 100;
  const text = Math.abs(pawns) < 9.95 ? pawns.toFixed(1) : pawns.toFixed(0);
  return Number(text) > 0 ? `+${text}` : Number(text) === 0 ? "0.0" : text;
}

/** The score as words, with the chances of both players. @param {Score} score */
export function scoreWords({ centipawns, mate, text, win, draw }) {
  if (mate !== null) {
    const winner = mate > 0 ? "White" : "Black";
    return mate === 0 ? "Mate" : `${winner} mates in ${Math.abs(mate)}, proven`;
  }
  const pawns = (centipawns ?? 0) / 100;
  const loss = 100 - Math.round(win) - Math.round(draw);
  const chances = `White wins ${Math.round(win)} %, draw ${Math.round(draw)} %, Black wins ${loss} %`;
  if (Math.abs(pawns) < 0.3) return `about equal, ${text}: ${chances}`;
  return `${pawns > 0 ? "White" : "Black"} is better, ${text}: ${chances}`;
}

/** The score as a coloured label; a proven mate has the sign of a proof. @param {Score} score */
export function scoreSign(score) {
  const proven = score.mate !== null;
  const side = score.chance >= 50 ? "white" : "black";
  const sign = make(
    "span",
    { class: `score ${side}${proven ? " proven" : ""}`, title: scoreWords(score) },
    proven ? shortScore(score) : score.text,
  );
  if (proven) sign.append(icon("submit"));
  return sign;
}
