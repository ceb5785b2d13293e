/** Cards of the studies that were open last, to continue where the user left off. */

/** @import {Context} from "../shell/context.js" */
/** @import {Session} from "../session.js" */
/** @import {Entry} from "./recent-studies.js" */

import { make } from "../ui/dom.js";
import { ago, titles } from "./entry-text.js";
import { allPlaces } from "./places.js";
import { variantPictures } from "./variant-picture.js";

const MOST = 4;
const KINDS = { study: "Study", game: "Game", puzzle: "Puzzle", lesson: "Lesson" };

export class ContinueCards {
  /** @param {HTMLElement} host @param {Session} session @param {Context} context */
  constructor(host, session, context) {
    this.host = host;
    this.session = session;
    this.context = context;
    this.picture = variantPictures(context);
    this.list = make("ul", { class: "continue-cards" });
    host.append(make("h2", { text: "Continue" }), this.list);
  }

  /** Show cards for those of the places whose study still exists. @param {Entry[]} entries */
  show(entries) {
    const known = new Map(entries.map((entry) => [entry.id, entry]));
    const named = titles(entries);
    const cards = allPlaces().flatMap((place) => {
      const entry = known.get(place.study);
      return entry && !entry.damaged ? [{ place, entry }] : [];
    });
    this.host.hidden = cards.length === 0;
    this.list.replaceChildren(
      ...cards.slice(0, MOST).map(({ place, entry }) => {
        const open = async () => {
          if (await this.session.load(entry.id)) this.context.shell.hideOpen();
        };
        const facts = [KINDS[place.kind], place.opponent, place.result].filter(Boolean).join(" · ");
        return make(
          "li",
          {},
          make(
            "button",
            { type: "button", class: "continue-card", on: { click: open } },
            this.picture(place.picture),
            make("span", { class: "card-title", text: named.get(entry.id) ?? "Untitled" }),
            make("span", { class: "card-note", text: facts }),
            make("span", { class: "card-note", text: ago(entry.updated) }),
          ),
        );
      }),
    );
  }
}
