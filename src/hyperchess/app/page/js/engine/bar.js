/** The bar at the left edge of the board: White's share is light, the number stands at the end of who is better. */

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
    // without a thought the bar keeps its place, greyed
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
