/** Forms of the chapters: a text whose games become chapters, and the title of the whole study. */

import { make } from "../ui/dom.js";

/**
 * @param {(text: string) => unknown} add
 * @param {() => void} leave
 */
export function chapterTextForm(add, leave) {
  const field = make("textarea", {
    id: "chapter-text",
    rows: 3,
    spellcheck: "false",
    autocomplete: "off",
    placeholder: "Paste one or more games in any notation",
    "aria-label": "Text of one or more games, each of which becomes a chapter",
  });
  return framed(field, "Add", () => (field.value.trim() ? add(field.value) : field.focus()), leave);
}

/**
 * @param {string} title
 * @param {(title: string) => unknown} save
 * @param {() => void} leave
 */
export function volumeTitleForm(title, save, leave) {
  const field = make("input", {
    type: "text",
    id: "volume-title",
    value: title,
    maxlength: 200,
    autocomplete: "off",
    "aria-label": "Title of the whole study",
  });
  return framed(field, "Save", () => save(field.value.trim()), leave);
}

/**
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @param {string} label
 * @param {() => unknown} done
 * @param {() => void} leave
 */
function framed(field, label, done, leave) {
  const form = make(
    "form",
    {},
    field,
    make(
      "div",
      { class: "button-row" },
      make("button", { type: "submit", class: "small primary", text: label }),
      make("button", { type: "button", class: "small", text: "Cancel", on: { click: leave } }),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void done();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    leave();
  });
  return { form, focus: () => field.focus() };
}
