/** The search form above the query: its fields write the query. */

/** @import {SearchFields} from "./query-text.js" */

import { make } from "../ui/dom.js";
import { RESULTS } from "../ui/wording.js";
import { queryText } from "./query-text.js";

const ENDS = /** @type {const} */ ([
  ["checkmate", "Checkmate"],
  ["stalemate", "Stalemate"],
]);

/**
 * @param {HTMLInputElement} query
 * @returns {HTMLElement}
 */
export function searchForm(query) {
  const text = (/** @type {string} */ placeholder) => make("input", { type: "text", placeholder, autocomplete: "off" });
  const count = () => make("input", { type: "number", min: 0, max: 9999, inputmode: "numeric" });
  const select = (/** @type {readonly (readonly [string, string])[]} */ values) =>
    make("select", {}, ...[["", "Any"], ...values].map(([value, label]) => make("option", { value, text: label })));
  const fields = {
    player: text("Name"),
    variant: text("Part of its name"),
    result: select(Object.entries(RESULTS)),
    end: select(ENDS),
    least: count(),
    most: count(),
  };
  const write = () => {
    const values = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value]));
    query.value = queryText(/** @type {SearchFields} */ (values), query.value);
  };
  const clear = make("button", {
    type: "button",
    class: "small",
    text: "Clear",
    on: {
      click: () => {
        for (const field of Object.values(fields)) field.value = "";
        write();
      },
    },
  });
  const form = make(
    "div",
    { class: "search-form", role: "group", "aria-label": "Search for", on: { input: write } },
    make("label", {}, "Player", fields.player),
    make("label", {}, "Variant", fields.variant),
    make("label", {}, "Result", fields.result),
    make("label", {}, "Ends in", fields.end),
    make("label", {}, "At least (actions)", fields.least),
    make("label", {}, "At most (actions)", fields.most),
    clear,
  );
  return form;
}
