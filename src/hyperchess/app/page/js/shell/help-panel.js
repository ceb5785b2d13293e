/** The Keys page: the list of shortcuts. */

import { SHORTCUTS } from "./shortcuts.js";
import { make } from "../ui/dom.js";

/** @import {Session} from "../session.js" */
/** @import {Context} from "./context.js" */

/** @param {HTMLElement} element @param {Session} _ @param {Context} context */
export function mount(element, _, context) {
  element.append(
    make(
      "section",
      { class: "part" },
      make("h3", { text: "New here?" }),
      make("button", {
        type: "button",
        id: "help-learn",
        text: "Lessons and practice mates",
        on: { click: () => context.shell.show("learn") },
      }),
    ),
  );
  for (const { title, keys } of SHORTCUTS) {
    const list = make("dl", { class: "key-list" });
    for (const [key, what] of keys) {
      list.append(make("dt", {}, make("kbd", { text: key })), make("dd", { text: what }));
    }
    element.append(make("section", { class: "part" }, make("h3", { text: title }), list));
  }
  element.append(
    make("p", {
      class: "part quiet-text",
      text:
        "Letters work everywhere except where text is typed. With the mouse: drag to pan, wheel to zoom, " +
        "right-click and drag to draw arrows, right-click an action in the list for its menu.",
    }),
  );
}
