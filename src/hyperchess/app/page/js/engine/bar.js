/** The evaluation bar at the left edge of the board: White's share is light, and the number is at the end
 * of the better side. */

/** @import {Settings} from "../settings/settings.js" */
/** @import {Evaluation} from "./evaluation.js" */

import { make } from "../ui/dom.js";
import { scoreWords, shortScore } from "./score-text.js";

/** @param {HTMLElement} host @param {Evaluation} evaluation @param {Settings} settings */
export function mountBar(host, evaluation, settings) {
  const share = make("div", { class: "eval-share" });
  const number = make("span", { class: "eval-number" });
  const bar = make("div", { id: "eval-bar", role: "img", hidden: true }, share, number);
  host.append(bar);
  const refresh = () => {
    const { score } = evaluation;
    bar.hidden = !evaluation.on;
    bar.classList.toggle("flipped", settings.get("flip"));
    bar.classList.toggle("unknown", score === null);
    // without an analysis the bar keeps its share, greyed out
    if (score) share.style.setProperty("--share", `${score.chance}%`);
    const white = score === null || score.chance >= 50;
    number.classList.toggle("for-white", white);
    number.textContent = score ? shortScore(score) : "";
    bar.setAttribute("aria-label", `Evaluation: ${score ? scoreWords(score) : "not known yet"}`);
  };
  evaluation.addEventListener("change", refresh);
  settings.onChange(refresh);
  refresh();
}
