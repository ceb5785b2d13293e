/** A list of the problems of a text: position, severity, message, hint and fix. */

/** @import {Problem} from "../types.js" */

import { make } from "./dom.js";
import { icon } from "./icons.js";
import { counted } from "./wording.js";

export const SEVERITY_NAMES = { error: "Error", warning: "Warning", info: "Note" };
const MOST = 200;

/**
 * @param {Problem[]} problems
 * @param {{jump?: (problem: Problem) => void, fix?: (problem: Problem) => void, most?: number}} doing
 * @returns {HTMLElement}
 */
export function problemList(problems, { jump, fix, most = MOST }) {
  const list = make("ul", { class: "problems" });
  for (const problem of problems.slice(0, most)) {
    const place = `${problem.line}:${problem.column}`;
    const where = jump
      ? make("button", {
          type: "button",
          class: "place",
          text: place,
          "aria-label": `Go to line ${problem.line}, column ${problem.column}`,
          on: { click: () => jump(problem) },
        })
      : make("span", { class: "place", text: place });
    list.append(
      make(
        "li",
        { class: problem.severity, "data-code": problem.code },
        icon(problem.severity),
        make(
          "div",
          {},
          make("p", {}, make("b", { text: SEVERITY_NAMES[problem.severity] }), " ", where, " ", problem.message),
          problem.hint ? make("p", { class: "hint", text: problem.hint }) : null,
        ),
        problem.fix && fix
          ? make("button", {
              type: "button",
              class: "small",
              text: "Apply",
              title: fixTitle(problem.fix.text),
              "aria-label": `Apply the fix at line ${problem.line}: ${fixTitle(problem.fix.text)}`,
              on: { click: () => fix(problem) },
            })
          : null,
      ),
    );
  }
  if (problems.length > most) {
    list.append(
      make("li", { class: "rest", text: `and ${counted(problems.length - most, "more", "more")}` }),
    );
  }
  return list;
}

/** @param {string} text */
function fixTitle(text) {
  if (text === "") return "remove it";
  return `write ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`;
}

/** "2 errors, 1 warning". @param {Problem[]} problems */
export function problemCount(problems) {
  const of = (/** @type {string} */ severity) => problems.filter((one) => one.severity === severity).length;
  const parts = [
    of("error") > 0 ? counted(of("error"), "error") : "",
    of("warning") > 0 ? counted(of("warning"), "warning") : "",
    of("info") > 0 ? counted(of("info"), "note") : "",
  ];
  return parts.filter(Boolean).join(", ");
}
