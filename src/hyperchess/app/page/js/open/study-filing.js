/** Folders and tags of studies: a filter for the list, and a form for each study. */

/** @import {Filing} from "../data/api-types.js" */

import { make } from "../ui/dom.js";

const ALL = "all";

/** A filter by the existing folders and tags. */
export class FilingFilter {
  /** @param {() => void} changed */
  constructor(changed) {
    this.element = make("select", { "aria-label": "Folder or tag", on: { change: changed } });
    this.show([]);
  }

  /** @param {Filing[]} filings */
  show(filings) {
    const chosen = this.element.value || ALL;
    const folders = sorted(filings.map(({ folder }) => folder).filter(Boolean));
    const tags = sorted(filings.flatMap((filing) => filing.tags));
    this.element.replaceChildren(
      make("option", { value: ALL, text: "All folders" }),
      ...group("Folders", folders, "folder"),
      ...group("Tags", tags, "tag"),
    );
    this.element.value = chosen;
    if (this.element.selectedIndex < 0) this.element.value = ALL;
    this.element.hidden = folders.length + tags.length === 0;
  }

  /** @param {Filing} filing */
  allows({ folder, tags }) {
    const { value } = this.element;
    return value === ALL || value === `folder:${folder}` || tags.some((tag) => value === `tag:${tag}`);
  }
}

/** @param {string[]} names */
function sorted(names) {
  return [...new Set(names)].toSorted((one, other) => one.localeCompare(other));
}

/** @param {string} label @param {string[]} names @param {string} kind */
function group(label, names, kind) {
  if (names.length === 0) return [];
  const options = names.map((name) => make("option", { value: `${kind}:${name}`, text: name }));
  return [make("optgroup", { label }, ...options)];
}

/**
 * The form for the folder and tags of a study.
 *
 * @param {Filing} filing
 * @param {(filing: Filing) => void} save
 * @param {() => void} leave
 */
export function filingForm({ folder, tags }, save, leave) {
  const folderField = make("input", { type: "text", value: folder, maxlength: 80, autocomplete: "off" });
  const tagsField = make("input", {
    type: "text",
    value: tags.join(", "),
    placeholder: "endgame, mine",
    autocomplete: "off",
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const named = tagsField.value.split(",").map((tag) => tag.trim());
    save({ folder: folderField.value.trim(), tags: named.filter(Boolean) });
  };
  const form = make(
    "form",
    { class: "filing", on: { submit } },
    make("label", {}, "Folder", folderField),
    make("label", {}, "Tags, separated by commas", tagsField),
    make(
      "div",
      { class: "button-row" },
      make("button", { type: "submit", class: "small primary", text: "Save" }),
      make("button", { type: "button", class: "small", text: "Cancel", on: { click: leave } }),
    ),
  );
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    leave();
  });
  return { form, focus: () => folderField.focus() };
}

/** The folder and tags of a study as text. @param {Filing} filing */
export function filedUnder({ folder, tags }) {
  return [folder, ...tags.map((tag) => `#${tag}`)].filter(Boolean).join(" · ");
}
