/** The toolbar under the board: a button for each action of `actions.js`. */

/** @import {Session} from "../session.js" */
/** @import {Context} from "./context.js" */

import { ACTIONS, isOffered } from "./actions.js";
import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

const GROUPS = [
  ["first", "previous", "next", "last"],
  ["undo", "submit"],
  ["hint", "engine", "passing", "next-board"],
  ["flip", "fit", "present"],
];

/**
 * @param {HTMLElement} bar
 * @param {Session} session
 * @param {Context} context
 * @param {EventTarget} [mode] emits `change` when other actions are available
 */
export function mountToolbar(bar, session, context, mode) {
  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();
  for (const action of ACTIONS) {
    if (!GROUPS.flat().includes(action.name)) continue; // keyboard only
    const button = make(
      "button",
      {
        type: "button",
        class: "action",
        "data-action": action.name,
        title: `${action.title} (${action.key})`,
        "aria-label": action.label,
        "aria-keyshortcuts": action.key,
        on: { click: () => action.run(session, context) },
      },
      icon(action.name),
      make("span", { class: "label", text: action.label }),
    );
    buttons.set(action.name, button);
  }
  for (const names of GROUPS) {
    bar.append(make("div", { class: "group" }, ...names.map((name) => buttons.get(name) ?? null)));
  }

  const refresh = () => {
    for (const action of ACTIONS) {
      const button = buttons.get(action.name);
      if (!button) continue;
      const ready = action.ready(session);
      button.hidden =
        (action.only5d === true && session.study?.game === "infinite") ||
        !isOffered(action, context.shell.mode().name) ||
        action.elsewhere?.includes(context.shell.mode().name) === true;
      button.classList.toggle("unready", !ready);
      // "submit" stays enabled: pressing it explains why the action cannot be submitted
      if (action.name !== "submit") button.setAttribute("aria-disabled", String(!ready));
      if (action.pressed) button.setAttribute("aria-pressed", String(action.pressed(session, context)));
    }
  };
  for (const type of /** @type {const} */ (["study", "position", "passing", "guard"])) session.on(type, refresh);
  context.settings.onChange(refresh);
  mode?.addEventListener("change", refresh);
  refresh();

  // on a phone the bottom sheet sits on the toolbar
  new ResizeObserver(() => {
    bar.parentElement?.style.setProperty("--bar-height", `${bar.offsetHeight}px`);
  }).observe(bar);
}
