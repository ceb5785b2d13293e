/**
 * The studies on the server: search, open, file, delete. The chapters of one study are one entry. A deletion can be
 * undone while its message is shown.
 */

/** @import {StudySummary} from "../data/api-types.js" */
/** @import {Context} from "../shell/context.js" */
/** @import {Session} from "../session.js" */

import { transport } from "../data/transport.js";
import { download, fileName } from "../ui/copy-download.js";
import { debounce } from "../ui/debounce.js";
import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { capitalize, counted } from "../ui/wording.js";
import { segments } from "../ui/segments.js";
import { ago, titles } from "./entry-text.js";
import { allPlaces, kindOf } from "./places.js";
import { FilingFilter, filedUnder, filingForm } from "./study-filing.js";

/**
 * @typedef {StudySummary & {chapters?: number, damaged?: string}} Entry `chapters` is how many of a study were found,
 *   `damaged` why it cannot be opened
 */

const AT_FIRST = 12;

const KINDS = /** @type {const} */ ([
  ["all", "All"],
  ["study", "Studies"],
  ["game", "Games"],
  ["puzzle", "Puzzles"],
  ["lesson", "Lessons"],
]);

const ORDERS = { changed: "Last changed", title: "Title", length: "Longest first" };

export class RecentStudies {
  #deleted = new Set(); // ids of studies that are about to be deleted
  #all = false;
  /** @type {Entry[]} */ #entries = [];
  #asked = 0;
  /** @type {Map<string, string>} titles by id, no two of which are equal */ #titles = new Map();
  /** @type {(typeof KINDS)[number][0]} */ #kind = "all";

  /**
   * @param {HTMLElement} host
   * @param {Session} session
   * @param {Context} context
   * @param {(entries: Entry[]) => void} found called with all studies
   */
  constructor(host, session, context, found) {
    this.found = found;
    this.host = host;
    this.session = session;
    this.context = context;
    this.field = make("input", {
      type: "search",
      placeholder: "Search studies",
      "aria-label": "Search studies",
    });
    this.list = make("ul", { class: "studies" });
    this.filter = new FilingFilter(() => this.#draw());
    this.order = make("select", { "aria-label": "Sort by", on: { change: () => this.#draw() } });
    this.order.append(...Object.entries(ORDERS).map(([value, label]) => make("option", { value, text: label })));
    const kinds = segments("study-kind", "Kind", this.#kind, KINDS, (kind) => {
      this.#kind = kind;
      this.#draw();
    });
    this.more = make("button", {
      type: "button",
      class: "quiet",
      text: "Show all",
      hidden: true,
      on: {
        click: () => {
          this.#all = true;
          this.#draw();
        },
      },
    });
    this.field.addEventListener(
      "input",
      debounce(() => this.refresh(), 200),
    );
    host.append(
      make(
        "div",
        { class: "head-row" },
        make("h2", { text: "Your studies" }),
        make("label", { class: "search-field" }, icon("search"), this.field),
      ),
      kinds,
      make("div", { class: "studies-order" }, this.filter.element, this.order),
      this.list,
      this.more,
    );
    transport().tabs?.addEventListener(
      "change",
      debounce(() => this.refresh(), 200),
    );
  }

  async refresh() {
    const asked = ++this.#asked;
    try {
      const found = await this.context.source.ask("GET /studies", { query: this.field.value.trim() });
      if (asked !== this.#asked) return;
      this.#entries = bound(found);
      if (this.field.value.trim() === "") this.found(found);
      this.filter.show(found);
      this.#draw();
    } catch (error) {
      this.session.notice(/** @type {Error} */ (error).message, "error");
    }
  }

  #draw() {
    const places = allPlaces();
    this.#titles = titles(this.#entries);
    const entries = this.#entries
      .filter((entry) => !this.#deleted.has(entry.id) && this.filter.allows(entry))
      .filter(({ id, title }) => this.#kind === "all" || kindOf(id, title, places) === this.#kind)
      .toSorted((one, other) => this.#compare(one, other));
    this.host.hidden = this.#entries.length === 0 && this.field.value === "";
    const shown = this.#all ? entries : entries.slice(0, AT_FIRST);
    this.more.hidden = shown.length === entries.length;
    this.more.textContent = `Show all ${entries.length}`;
    this.list.replaceChildren(...shown.map((entry) => this.#row(entry)));
    if (entries.length === 0)
      this.list.append(make("li", { class: "quiet-text", text: "No matching studies." }));
  }

  /** The server sends the last changed first. @param {Entry} one @param {Entry} other */
  #compare(one, other) {
    if (this.order.value === "length") return other.nodes - one.nodes;
    if (this.order.value !== "title") return 0;
    return (this.#titles.get(one.id) ?? "").localeCompare(this.#titles.get(other.id) ?? "", "en");
  }

  /** @param {Entry} entry */
  #row(entry) {
    const game = entry.game === "5d" ? "5D" : "Infinite";
    const size = entry.chapters
      ? counted(entry.chapters, "chapter")
      : `${game} · ${counted(Math.max(0, entry.nodes - 1), "action")}`;
    const note = `${size} · ${ago(entry.updated)}`;
    const open = async () => {
      if (await this.session.load(entry.id)) this.context.shell.hideOpen();
      else await this.refresh(); // it may be damaged
    };
    const named = this.#titles.get(entry.id) ?? "this study";
    /** @param {string} sign @param {string} title @param {string} label @param {() => void} click */
    const button = (sign, title, label, click) =>
      make("button", { type: "button", class: "bare", title, "aria-label": label, on: { click } }, icon(sign));
    const title = make("span", { class: "card-title", text: named });
    const shown = entry.damaged
      ? make(
          "div",
          { class: "study" },
          title,
          make("span", { class: "tone-error" }, icon("error"), make("span", { text: capitalize(entry.damaged) })),
        )
      : make(
          "button",
          { type: "button", class: "study", on: { click: open } },
          title,
          make("span", { class: "card-note", text: note }),
          make("span", { class: "card-note filed", text: filedUnder(entry) }),
        );
    return make(
      "li",
      { "data-study": entry.id, class: entry.damaged ? "damaged" : null },
      shown,
      entry.damaged
        ? button("download", "Download the stored data", `Download the data of ${named}`, () => this.#save(entry))
        : button("open", "Folder and tags", `Folder and tags of ${named}`, () => this.#file(entry)),
      button("delete", "Delete this study", `Delete ${named}`, () => this.#delete(entry)),
    );
  }

  /** Download the stored data of a damaged study. @param {Entry} entry */
  async #save(entry) {
    try {
      download(await this.context.source.raw(entry.id), fileName(entry.title, "-damaged.json"));
    } catch (error) {
      this.session.notice(/** @type {Error} */ (error).message, "error");
    }
  }

  /** Show the form for the folder and the tags of a study. @param {Entry} entry */
  #file(entry) {
    const row = this.list.querySelector(`[data-study="${entry.id}"]`);
    if (!row) return;
    const { form, focus } = filingForm(
      entry,
      async (filing) => {
        try {
          Object.assign(entry, await this.context.source.ask("PUT /studies/{id}/filing", { id: entry.id }, filing));
          this.filter.show(this.#entries);
        } catch (error) {
          this.session.notice(/** @type {Error} */ (error).message, "error");
        }
        this.#draw();
      },
      () => this.#draw(),
    );
    row.replaceChildren(form);
    focus();
  }

  /** @param {Entry} entry */
  #delete(entry) {
    this.#deleted.add(entry.id);
    this.#draw();
    this.list.querySelector("button")?.focus();
    this.context.shell.notify({
      text: `Deleted “${entry.title || "Untitled"}”`,
      action: { label: "Undo", run: () => this.#keep(entry) },
      gone: () => this.#deleteNow(entry),
    });
  }

  /** @param {Entry} entry */
  #keep(entry) {
    this.#deleted.delete(entry.id);
    this.#draw();
  }

  /** @param {Entry} entry */
  async #deleteNow(entry) {
    if (!this.#deleted.has(entry.id)) return;
    try {
      const operation = entry.volume ? "DELETE /studies/{id}/chapters" : "DELETE /studies/{id}";
      await this.context.source.ask(operation, { id: entry.id });
      const open = this.session.study?.id ?? "";
      const gone = open !== "" && (await this.context.source.study(open).catch(() => null)) === null;
      if (gone) location.assign(location.pathname); // nothing is left to show
    } catch (error) {
      this.#keep(entry);
      this.session.notice(/** @type {Error} */ (error).message, "error");
    }
  }
}

/** Merge the chapters of a study into one entry, which opens the first. @param {Entry[]} found @returns {Entry[]} */
function bound(found) {
  /** @type {Map<string, Entry[]>} */ const groups = new Map();
  for (const entry of found) groups.set(entry.volume || entry.id, [...(groups.get(entry.volume) ?? []), entry]);
  return [...groups.values()].map((group) => {
    const [newest] = group;
    const first = group.reduce((one, other) => (other.chapter < one.chapter ? other : one));
    if (!first.volume || !newest) return first;
    return { ...first, title: first.volume_title, updated: newest.updated, chapters: group.length };
  });
}
