/**
 * The inline editor for a comment. The text is kept as a draft in the browser until the server has saved it; only one
 * comment is edited at a time.
 */

/** @import {Session} from "../session.js" */
/** @import {Node} from "../types.js" */

import { make } from "../ui/dom.js";
import { clearDraft, loadDraft, saveDraft } from "../ui/drafts.js";
import { actionText } from "./node-text.js";

/**
 * @typedef {{study: string, node: number, index: number | null, after: number, text: string}} CommentDraft
 *          `index`: which comment of the node; null for a new one
 */

const DRAFT = "comment";

/** The comment that was being edited when the page was left. @param {string} study @returns {CommentDraft | null} */
export function storedDraft(study) {
  try {
    const found = JSON.parse(loadDraft(DRAFT) || "null");
    return found?.study === study ? found : null;
  } catch {
    return null;
  }
}

/**
 * The field for a comment.
 *
 * @param {Session} session
 * @param {Node} node
 * @param {CommentDraft} draft
 * @param {() => void} done called when the editor can be removed
 * @returns {HTMLElement}
 */
export function commentEditor(session, node, draft, done) {
  const before = draft.index === null ? "" : (node.comments[draft.index]?.text ?? "");
  const field = make("textarea", {
    class: "comment-field",
    rows: 2,
    "aria-label": `Comment on ${actionText(node)}`,
    placeholder: "Write a comment",
  });
  field.value = draft.text;
  let closed = false;
  const close = () => {
    if (closed) return;
    closed = true;
    clearDraft(DRAFT);
    done();
  };
  let saving = false;
  const save = async () => {
    if (closed || saving) return;
    const text = field.value.trim();
    if (text === before.trim()) {
      close();
      return;
    }
    saving = true;
    const { node: id, index, after } = draft;
    const was = index === null ? {} : { was: before };
    const made = await session.edit({ type: "comment", node: id, index, text, after, ...was });
    saving = false;
    if (made) close();
  };
  field.addEventListener("input", () => {
    draft.text = field.value; // the row may be rebuilt while the user types
    saveDraft(DRAFT, JSON.stringify(draft));
    fitHeight(field);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      save();
    }
  });
  const editor = make(
    "div",
    { class: "comment-editor" },
    field,
    make(
      "div",
      { class: "button-row" },
      make("button", {
        type: "button",
        class: "small primary",
        text: "Save",
        title: "Ctrl + Enter",
        on: { click: save },
      }),
      make("button", {
        type: "button",
        class: "small",
        text: "Cancel",
        title: "Escape",
        on: { click: close },
      }),
      draft.index === null
        ? null
        : make("button", {
            type: "button",
            class: "small",
            text: "Delete",
            on: {
              click: () => {
                field.value = "";
                save();
              },
            },
          }),
    ),
  );
  // leaving the field saves the comment
  editor.addEventListener("focusout", (event) => {
    if (!(event.relatedTarget instanceof globalThis.Node && editor.contains(event.relatedTarget))) {
      const later = () =>
        setTimeout(() => editor.isConnected && !editor.contains(document.activeElement) && save(), 0);
      // the layout must not shift while a button is being pressed
      if (pressed) document.addEventListener("pointerup", later, { once: true });
      else later();
    }
  });
  // before the next key, which would be a shortcut otherwise; the caller has added the editor to the page by then
  queueMicrotask(() => {
    field.focus({ preventScroll: true });
    field.setSelectionRange(field.value.length, field.value.length);
  });
  requestAnimationFrame(() => {
    fitHeight(field);
    field.focus({ preventScroll: true }); // again, because the panel may have been hidden until now
    editor.scrollIntoView({ block: "nearest" });
  });
  return editor;
}

let pressed = false;
for (const type of ["pointerdown", "pointerup", "pointercancel"])
  globalThis.document?.addEventListener(type, () => (pressed = type === "pointerdown"), true);

/** Fit the height of a field to its text. @param {HTMLTextAreaElement} field */
function fitHeight(field) {
  field.style.setProperty("height", "auto");
  field.style.setProperty("height", `${Math.min(320, field.scrollHeight + 2)}px`);
}
