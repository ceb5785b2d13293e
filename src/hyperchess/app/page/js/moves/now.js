/** The current action at the top of the Moves tab, with what it means: check, softmate, mate, result. */

/** @import {Session} from "../session.js" */

import { make } from "../ui/dom.js";
import { term } from "../ui/glossary.js";
import { actionMoves } from "./move-elements.js";
import { EVALUATIONS, evaluationOf, markOf } from "./node-text.js";
import { capitalize, RESULTS } from "../ui/wording.js";

/** @param {HTMLElement} host @param {Session} session */
export function mountNow(host, session) {
  const action = make("p", { class: "now-action" });
  const note = make("p", { class: "now-note" });
  host.append(make("div", { class: "now-text" }, action, note));
  const refresh = () => {
    const node = session.current;
    host.hidden = !node;
    if (!node) return;
    if (node.parent === null) {
      const solving = session.study?.title.startsWith("Puzzle: ") || session.study?.puzzle;
      action.replaceChildren(solving ? "Find the mate" : "Start of the game");
      note.replaceChildren(session.study && session.study.nodes.length > 1 ? "Step forward to see the moves" : "");
      return;
    }
    const dots = node.player === "white" || node.player === "" ? "." : "…";
    action.replaceChildren(make("span", { class: "number", text: `${node.number}${dots}` }), " ", actionMoves(node));
    const facts = [
      node.player ? capitalize(node.player) : "",
      { "+": "Check", "*": term("softmate", "Softmate"), "#": "Checkmate" }[markOf(node)] ?? "",
      capitalize(EVALUATIONS[evaluationOf(node)] ?? ""),
      RESULTS[node.result] ?? node.result,
    ].filter(Boolean);
    note.replaceChildren(...facts.flatMap((fact, place) => (place > 0 ? [" · ", fact] : [fact])));
  };
  session.on("study", refresh);
  session.on("position", refresh);
  refresh();
}
