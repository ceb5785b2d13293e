/** The options of a notation's writer as form fields, collapsed by default. */

/** @import {ExportRequest, OptionView} from "../data/api-types.js" */

import { make } from "./dom.js";

export class WriterOptions {
  /** @type {Map<string, () => unknown>} */ #fields = new Map();

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.element = make("details", { class: "options" });
  }

  /** @param {OptionView[]} options */
  show(options) {
    this.#fields.clear();
    this.element.hidden = options.length === 0;
    const rows = options.map((option) => this.#row(option));
    this.element.replaceChildren(
      make("summary", { text: "Options" }),
      make("div", { class: "option-rows" }, ...rows),
    );
  }

  /** The values that differ from the defaults. @returns {ExportRequest["options"]} */
  values() {
    const values = [...this.#fields].map(([name, value]) => [name, value()]);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined));
  }

  /** @param {OptionView} option */
  #row(option) {
    const label = option.name.replaceAll("_", " ");
    if (option.type === "bool") {
      const box = make("input", { type: "checkbox", on: { change: this.changed } });
      box.checked = option.default === true;
      this.#fields.set(option.name, () => (box.checked === option.default ? undefined : box.checked));
      return make("label", { class: "option" }, make("span", { text: label }), box);
    }
    if (option.type === "choice") {
      const select = make("select", { on: { change: this.changed } });
      select.append(...option.choices.map((choice) => make("option", { value: choice, text: choice })));
      select.value = String(option.default);
      this.#fields.set(option.name, () => (select.value === option.default ? undefined : select.value));
      return make("label", { class: "option" }, make("span", { text: label }), select);
    }
    const field = make("input", {
      type: "number",
      min: 0,
      value: option.default === null ? "" : String(option.default),
      placeholder: option.optional ? "none" : "",
      on: { change: this.changed },
    });
    this.#fields.set(option.name, () => {
      const value = field.value === "" ? (option.optional ? null : option.default) : field.valueAsNumber;
      return value === option.default ? undefined : value;
    });
    return make("label", { class: "option" }, make("span", { text: label }), field);
  }
}
