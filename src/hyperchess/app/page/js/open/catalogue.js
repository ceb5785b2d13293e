/** Examples and variants to start from: cards, grouped and searchable. */

/** @import {Context} from "../shell/context.js" */

import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { variantPictures } from "./variant-picture.js";

/**
 * @typedef {{name: string, title?: string, game: string, short?: string, group?: string, games?: number}
 *           & import("./variant-picture.js").Start} Entry
 */

/** @type {Record<string, string>} */
const GAMES = { "5d": "5D chess", infinite: "Infinite chess" };

/**
 * @param {HTMLElement} host
 * @param {Context} context
 * @param {(request: object) => void} open
 */
export async function mountExamples(host, context, open) {
  /** @type {Entry[]} */
  const entries = await context.source.examples();
  const list = make("ul", { class: "cards" });
  list.append(...entries.flatMap((entry) => exampleCards(entry, open)));
  host.append(make("h2", { text: "Examples" }), list);
}

/**
 * A card for each game of an example.
 *
 * @param {Entry} entry
 * @param {(request: object) => void} open
 */
function exampleCards(entry, open) {
  const count = entry.games ?? 1;
  const title = entry.title ?? entry.name;
  return Array.from({ length: count }, (_, place) => {
    const request = { example: entry.name, ...(count > 1 ? { number: place + 1 } : {}) };
    const attributes = {
      type: "button",
      class: "card",
      "data-example": entry.name,
      on: { click: () => open(request) },
    };
    const name = make("span", {
      class: "card-title",
      text: count > 1 ? `${title}, ${place + 1} of ${count}` : title,
    });
    const note = make("span", { class: "card-note", text: GAMES[entry.game] ?? entry.game });
    return make("li", {}, make("button", attributes, name, note));
  });
}

/**
 * @param {HTMLElement} host
 * @param {Context} context
 * @param {(request: object) => void} open
 */
export async function mountVariants(host, context, open) {
  /** @type {Entry[]} */
  const entries = await context.source.variants();
  const field = make("input", {
    type: "search",
    placeholder: "Search variants",
    "aria-label": "Search variants",
  });
  const groups = make("div", { class: "variant-groups" });
  const none = make("p", { class: "quiet-text", text: "No matching variants.", hidden: true });
  const picture = variantPictures(context);
  for (const [title, members] of grouped(entries)) {
    const list = make("ul", { class: "chips" });
    for (const entry of members) {
      const size = entry.width && entry.height ? `${entry.width}×${entry.height}` : "";
      list.append(
        make(
          "li",
          { "data-words": `${entry.name} ${entry.short ?? ""} ${title}`.toLowerCase() },
          make(
            "button",
            {
              type: "button",
              class: "chip",
              title: entry.short ? `${entry.name} (${entry.short})` : entry.name,
              "data-variant": entry.name,
              on: { click: () => open({ variant: entry.name }) },
            },
            picture(entry),
            make("span", { text: entry.name }),
            size ? make("span", { class: "card-note", text: size }) : null,
          ),
        ),
      );
    }
    groups.append(make("div", { class: "variant-group" }, make("h3", { text: title }), list));
  }
  const filter = () => {
    const words = field.value.toLowerCase().trim().split(/\s+/).filter(Boolean);
    let any = false;
    for (const group of groups.children) {
      let shown = 0;
      for (const item of group.querySelectorAll("li")) {
        item.hidden = !words.every((word) => item.dataset["words"]?.includes(word));
        shown += item.hidden ? 0 : 1;
      }
      if (group instanceof HTMLElement) group.hidden = shown === 0;
      any ||= shown > 0;
    }
    none.hidden = any;
  };
  field.addEventListener("input", filter);
  const search = make("label", { class: "search-field" }, icon("search"), field);
  host.append(make("div", { class: "head-row" }, make("h2", { text: "Variants" }), search), groups, none);
}

/** By game, then by group, in the given order. @param {Entry[]} entries @returns {Map<string, Entry[]>} */
function grouped(entries) {
  const groups = new Map();
  for (const game of ["5d", "infinite"]) {
    for (const entry of entries) {
      if (entry.game !== game) continue;
      const name = GAMES[game] + (entry.group ? ` · ${entry.group}` : "");
      groups.set(name, [...(groups.get(name) ?? []), entry]);
    }
  }
  return groups;
}
