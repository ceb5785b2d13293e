/**
 * Edits that could not be made because another user has deleted their node: the text is shown until the
 * user has copied it, or applied it elsewhere.
 */

/** @import {Session} from "../session.js" */
/** @import {Context} from "../shell/context.js" */
/** @import {StudyEdit} from "../types.js" */

import { copy } from "../ui/copy-download.js";
import { button } from "../ui/button.js";
import { make } from "../ui/dom.js";

/** @param {HTMLElement} table @param {Session} session @param {Context} context */
export function mountLostEdits(table, session, context) {
  const box = make("section", { id: "lost-edits", class: "lost-edits", "aria-label": "Not saved", hidden: true });
  table.append(box);
  session.on("refused", ({ detail: { study, edit, error } }) => {
    const text = textOf(edit);
    if (error.code !== "gone" || !text) return;
    const row = make(
      "div",
      { class: "lost-edit", role: "alert" },
      make("p", { text: "This position was deleted by another user. Your edit was not saved:" }),
      make("code", { text }),
    );
    const away = () => {
      row.remove();
      box.hidden = box.childElementCount === 0;
    };
    row.append(
      button("copy", "Copy", () => void copy(text, "Text", context)),
      button("redo", "Apply here", async () => {
        if (session.study?.id !== study) return;
        const place = "parent" in edit ? { parent: session.node } : { node: session.node, index: null };
        const { was, ...rest } = edit;
        if (await session.edit({ ...rest, ...place })) away();
      }),
      button("close", "Dismiss", away),
    );
    box.append(row);
    box.hidden = false;
  });
}

/** The text of the rejected edit. @param {StudyEdit} edit */
function textOf(edit) {
  if (edit.type === "add") return edit.moves.join(" ");
  return edit.type === "comment" ? edit.text ?? "" : "";
}
