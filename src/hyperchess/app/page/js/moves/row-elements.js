/** The DOM elements for the rows of the game tree. */

/** @import {Node} from "../types.js" */
/** @import {CommentRow, RunRow, TurnRow} from "./tree-rows.js" */

import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { actionMoves } from "./move-elements.js";
import { spelled } from "./move-spelling.js";
import { describeAction } from "./node-text.js";
import { counted } from "../ui/wording.js";

const DEEPEST = 8; // deeper variations are not indented further

/** The button of an action. @param {Node} node @param {boolean} numbered */
function nodeButton(node, numbered) {
  const button = make("button", {
    type: "button",
    class: `node${node.resolved ? "" : " lost"}${node.fault ? " fault" : ""}`,
    "data-node": node.id,
    tabindex: "-1",
    "aria-label": describeAction(node),
    title: node.fault || null,
  });
  if (numbered) {
    const dots = node.player === "white" || node.player === "" ? "." : "…";
    button.append(make("span", { class: "number", text: `${node.number}${dots}` }));
  }
  button.append(actionMoves(node));
  if (node.result) button.append(make("span", { class: "result", text: node.result.replaceAll("1/2", "½") }));
  if (node.fault) button.append(icon("error"), make("span", { class: "fault-text", text: node.fault }));
  return button;
}

/**
 * @param {TurnRow | RunRow | CommentRow} row
 * @param {boolean} canEdit
 * @returns {HTMLElement}
 */
export function rowElement(row, canEdit) {
  if (row.kind === "turn") return turnElement(row);
  if (row.kind === "run") return runElement(row);
  return commentElement(row, canEdit);
}

/** @param {TurnRow} row */
function turnElement(row) {
  const element = make(
    "div",
    { class: "row turn" },
    make("span", { class: "number", text: `${row.number}.` }),
  );
  element.append(row.first ? nodeButton(row.first, false) : make("span", { class: "gap", text: "…" }));
  if (row.second) element.append(nodeButton(row.second, false));
  return element;
}

/** @param {RunRow} row */
function runElement(row) {
  const element = make("div", { class: "row run" });
  if (row.head) {
    const first = /** @type {Node} */ (row.nodes[0]);
    const folded = row.folded > 0;
    element.classList.add("head");
    element.append(
      make(
        "button",
        {
          type: "button",
          class: "fold",
          "data-fold": first.id,
          tabindex: "-1",
          "aria-expanded": String(!folded),
          "aria-label": `Variation ${describeAction(first)}`,
          title: folded ? "Unfold this variation" : "Fold this variation",
        },
        icon("expand"),
      ),
    );
  }
  row.nodes.forEach((node, place) => {
    element.append(nodeButton(node, place === 0 || node.player === "white"));
  });
  if (row.folded > 0) {
    element.append(make("span", { class: "folded", text: `… ${counted(row.folded, "action")}` }));
  }
  return indented(element, row.depth);
}

/** @param {CommentRow} row @param {boolean} canEdit */
function commentElement({ node, index, comment, depth }, canEdit) {
  const between = comment.after > 0 && comment.after < node.moves.length;
  const before = between ? node.moves[comment.after - 1] : undefined;
  const where = before ? `after ${spelled(before)}: ` : "";
  const text = make(canEdit ? "button" : "p", {
    class: "comment-text",
    ...(canEdit
      ? {
          type: "button",
          tabindex: "-1",
          "data-comment": index,
          "data-of": node.id,
          title: "Edit this comment",
        }
      : {}),
  });
  if (where) text.append(make("span", { class: "comment-where", text: where }));
  text.append(comment.text || "(empty)");
  return indented(make("div", { class: "row comment" }, text), depth);
}

/** @template {HTMLElement} T @param {T} element @param {number} depth @returns {T} */
export function indented(element, depth) {
  element.style.setProperty("--depth", String(Math.min(depth, DEEPEST)));
  if (depth > 0) element.classList.add("within");
  return element;
}
