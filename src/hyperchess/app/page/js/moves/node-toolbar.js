/** The tools for the current action: evaluation, comment, promote, delete, result. */

/** @import {Session} from "../session.js" */
/** @import {Node} from "../types.js" */
/** @import {NodeActions} from "./node-actions.js" */

import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { RESULTS } from "../ui/wording.js";
import { EVALUATIONS, evaluationOf } from "./node-text.js";

/**
 * @param {HTMLElement} host
 * @param {Session} session
 * @param {NodeActions} actions
 * @param {(before: boolean) => void} comment
 */
export function mountNodeToolbar(host, session, actions, comment) {
  /** @type {Map<string, HTMLButtonElement>} */
  const glyphs = new Map();
  const onNode = (/** @type {(node: Node) => void} */ work) => () => {
    if (session.current) work(session.current);
  };
  const glyphRow = make("div", { class: "glyphs", role: "group", "aria-label": "Evaluation (e)" });
  for (const [glyph, word] of Object.entries(EVALUATIONS)) {
    const button = make("button", {
      type: "button",
      class: "glyph-button",
      text: glyph,
      title: `${word} (e, then ${glyph})`,
      "aria-label": word,
      "data-evaluation": glyph,
      on: { click: onNode((node) => actions.evaluate(node, glyph)) },
    });
    glyphs.set(glyph, button);
    glyphRow.append(button);
  }
  const result = make("select", {
    "aria-label": "Result after this action",
    on: { change: onNode((node) => actions.setResult(node, result.value)) },
  });
  result.append(...[["", "No result"], ...Object.entries(RESULTS)].map(([value, text]) => make("option", { value, text })));

  /** @type {{name: string, title: string, run: () => void, can: (node: Node) => boolean}[]} */
  const buttons = [
    { name: "comment", title: "Comment (c)", run: () => comment(false), can: () => true },
    {
      name: "comment-before",
      title: "Comment before the action",
      run: () => comment(true),
      can: (node) => node.parent !== null,
    },
    {
      name: "promote",
      title: "Promote variation (m)",
      run: onNode((node) => actions.promote(node)),
      can: (node) => actions.canPromote(node),
    },
    {
      name: "to-main",
      title: "Make this the main line",
      run: onNode((node) => actions.toMain(node)),
      can: (node) => actions.canPromote(node),
    },
    {
      name: "demote",
      title: "Demote variation",
      run: onNode((node) => actions.demote(node)),
      can: (node) => actions.canDemote(node),
    },
    {
      name: "delete",
      title: "Delete from here (Delete)",
      run: onNode((node) => actions.remove(node)),
      can: (node) => node.parent !== null,
    },
    {
      name: "undo",
      title: "Undo your last edit of the study (Ctrl + Z)",
      run: () => void session.edit({ type: "undo" }),
      can: () => Boolean(session.study?.can_undo),
    },
    {
      name: "redo",
      title: "Redo the edit (Ctrl + Shift + Z)",
      run: () => void session.edit({ type: "redo" }),
      can: () => Boolean(session.study?.can_redo),
    },
  ];
  const made = buttons.map(({ name, title, run }) =>
    make(
      "button",
      {
        type: "button",
        class: "bare",
        title,
        "aria-label": title,
        "data-tool": name,
        on: {
          click: (/** @type {MouseEvent} */ event) => {
            const button = /** @type {HTMLElement} */ (event.currentTarget);
            if (button.getAttribute("aria-disabled") !== "true") run();
          },
        },
      },
      icon(name),
    ),
  );
  host.append(glyphRow, make("div", { class: "tool-row" }, ...made, result));

  const refresh = () => {
    const node = session.current;
    host.hidden = !node || !session.canComment;
    if (!node) return;
    const evaluation = evaluationOf(node);
    for (const [glyph, button] of glyphs) {
      button.setAttribute("aria-pressed", String(glyph === evaluation));
      button.setAttribute("aria-disabled", String(node.parent === null));
    }
    buttons.forEach(({ name, can }, place) => {
      const button = made[place];
      button?.setAttribute("aria-disabled", String(!can(node)));
      if (button) button.hidden = !session.canEdit && !name.startsWith("comment");
    });
    result.hidden = !session.canEdit;
    result.value = node.result;
    result.disabled = node.parent === null;
  };
  session.on("study", refresh);
  session.on("position", refresh);
  refresh();
}
