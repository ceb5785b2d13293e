/** Examples and variants to start from: cards by family, searchable, with favourites. */

/** @import {Context} from "../shell/context.js" */

import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { favourites, toggleFavourite } from "./favourites.js";
import { variantPictures } from "./variant-picture.js";
import { FAMILIES, describeVariant } from "./variant-text.js";

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
  const entries = await context.source.ask("GET /examples");
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
  const entries = await context.source.ask("GET /variants");
  const field = make("input", {
    type: "search",
    placeholder: "Search variants",
    "aria-label": "Search variants",
  });
  const groups = make("div", { class: "variant-groups" });
  const none = make("p", { class: "quiet-text", text: "No matching variants.", hidden: true });
  const picture = variantPictures(context);

  const draw = () => {
    const starred = favourites();
    const chosen = starred.flatMap((name) => entries.find((entry) => entry.name === name) ?? []);
    const families = [...(chosen.length > 0 ? [/** @type {const} */ (["Favourites", chosen])] : []), ...grouped(entries)];
    groups.replaceChildren(
      ...families.map(([title, members]) => {
        const family = title.split(" · ").at(-1) ?? title;
        return make(
          "div",
          { class: "variant-group" },
          make("h3", { text: title }),
          make("p", { class: "quiet-text", text: FAMILIES[family] ?? "" }),
          make("ul", { class: "variant-cards" }, ...members.map((entry) => card(entry, title, starred))),
        );
      }),
    );
    filter();
  };

  /** @param {Entry} entry @param {string} family @param {string[]} starred */
  const card = (entry, family, starred) => {
    const isFavourite = starred.includes(entry.name);
    const note = describeVariant(entry, context.art);
    const star = () => {
      toggleFavourite(entry.name);
      draw();
    };
    const label = isFavourite ? `Remove ${entry.name} from the favourites` : `Add ${entry.name} to the favourites`;
    return make(
      "li",
      { "data-words": `${entry.name} ${entry.short ?? ""} ${family} ${note}`.toLowerCase() },
      make(
        "button",
        {
          type: "button",
          class: "variant-card",
          "data-variant": entry.name,
          on: { click: () => open({ variant: entry.name }) },
        },
        picture(entry),
        make("span", { class: "card-title", text: entry.name }),
        make("span", { class: "card-note variant-note", text: note }),
      ),
      make(
        "button",
        {
          type: "button",
          class: "bare star",
          title: label,
          "aria-label": label,
          "aria-pressed": String(isFavourite),
          on: { click: star },
        },
        icon("star"),
      ),
    );
  };

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
  draw();
}

/** By game, then by group, in the given order. @param {Entry[]} entries @returns {Map<string, Entry[]>} */
function grouped(entries) {
  const groups = new Map();
  for (const game of ["5d", "infinite"]) {
    for (const entry of entries) {
      if (entry.game !== game) continue;
      const name = entry.group && entry.group !== GAMES[game] ? `${GAMES[game]} · ${entry.group}` : GAMES[game];
      groups.set(name, [...(groups.get(name) ?? []), entry]);
    }
  }
  return groups;
}
