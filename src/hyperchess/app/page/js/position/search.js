/** Long searches from the position, run on the server: forced mates, the number of actions, the verdict. */

/** @import {SearchRequest} from "../data/api-types.js" */
/** @import {ApiError} from "../data/http.js" */
/** @import {Session} from "../session.js" */
/** @import {Search} from "../types.js" */
/** @import {Context} from "../shell/context.js" */

import { listAssumptions } from "../ui/assumptions.js";
import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { capitalize } from "../ui/wording.js";

const KINDS = [
  ["mate", "Mate in"],
  ["count", "Count legal actions"],
  ["status", "Position status, with a longer search"],
];

/**
 * @param {HTMLElement} element
 * @param {Session} session
 * @param {Context} context
 */
export function mount(element, session, context) {
  new SearchPanel(element, session, context);
}

class SearchPanel {
  /** @type {string | null} the id of the running search */ #running = null;
  /** @type {{study: string, node: number, pending: string[]} | null} the position it was started from */ #where = null;

  /**
   * @param {HTMLElement} element
   * @param {Session} session
   * @param {Context} context
   */
  constructor(element, session, context) {
    this.session = session;
    this.context = context;
    this.kind = make("select", {
      id: "search-kind",
      "aria-label": "Search for",
      on: { change: () => this.#fields() },
    });
    this.kind.append(...KINDS.map(([value, text]) => make("option", { value, text })));
    this.length = make("input", { type: "number", min: 1, max: 20, value: 2, "aria-label": "Moves to mate" });
    this.seconds = make("input", { type: "number", min: 1, max: 60, value: 10, "aria-label": "Seconds" });
    this.start = make("button", { type: "submit", class: "primary" }, icon("search"), "Search");
    this.stop = make("button", {
      type: "button",
      text: "Cancel",
      hidden: true,
      on: { click: () => this.#cancel() },
    });
    this.output = make("div", { class: "search-output", id: "search-output", "aria-live": "polite" });
    element.append(
      make("h3", { text: "Search from here" }),
      make(
        "form",
        {
          class: "field-row",
          on: {
            submit: (/** @type {Event} */ event) => {
              event.preventDefault();
              this.#search();
            },
          },
        },
        this.kind,
        this.length,
        make("label", { class: "within" }, "within", this.seconds, "s"),
        this.start,
        this.stop,
      ),
      this.output,
    );
    this.#fields();
  }

  #fields() {
    this.length.hidden = this.kind.value !== "mate";
  }

  async #search() {
    const { study, node, pending } = this.session;
    if (!study || !this.session.position || this.#running !== null) return;
    const seconds = Math.min(60, Math.max(0.1, this.seconds.valueAsNumber || 10));
    const length = Math.min(20, Math.max(1, Math.trunc(this.length.valueAsNumber) || 2));
    const kind = /** @type {SearchRequest["kind"]} */ (this.kind.value);
    this.#where = { study: study.id, node, pending };
    this.#busy("…");
    const bar = make("div", { class: "progress" });
    const words = make("p", { class: "quiet-text", text: "Starting…" });
    this.output.replaceChildren(bar, words);
    try {
      const request = {
        study: study.id,
        node,
        pending,
        kind,
        seconds,
        ...(kind === "mate" ? { mate_in: length } : {}),
      };
      const { id } = await this.context.source.ask("POST /searches", {}, request);
      this.#busy(id);
      const socket = this.context.source.watchSearch(id, (search) => {
        if (this.#running !== id) return;
        if (["done", "cancelled", "failed"].includes(search.state)) this.#end(search);
        else words.textContent = progressWords(search);
      });
      socket.addEventListener("close", () => {
        if (this.#running === id) this.#fail("the connection to the search was lost: the server does not answer");
      });
    } catch (error) {
      const { message, hint } = /** @type {Error & Partial<ApiError>} */ (error);
      this.#fail([message, hint].filter(Boolean).join("; "));
    }
  }

  /** @param {string | null} id */
  #busy(id) {
    this.#running = id;
    this.start.hidden = id !== null;
    this.stop.hidden = id === null;
  }

  /** @param {string} message */
  #fail(message) {
    this.#busy(null);
    this.output.replaceChildren(
      make("p", { class: "tone-error" }, icon("error"), make("span", { text: capitalize(message) })),
    );
  }

  async #cancel() {
    const id = this.#running;
    if (id === null || id === "…") return;
    try {
      await this.context.source.ask("DELETE /searches/{id}", { id });
    } catch (error) {
      this.#fail(/** @type {Error} */ (error).message);
    }
  }

  /** @param {Search} search */
  #end(search) {
    this.#busy(null);
    if (search.state === "failed") {
      this.#fail(search.text || "the search failed");
      return;
    }
    if (search.state === "cancelled") {
      this.output.replaceChildren(make("p", { class: "quiet-text", text: "Cancelled." }));
      return;
    }
    const sure = search.answer?.["outcome"] !== "unknown" && search.answer?.["verdict"] !== "unknown";
    this.output.replaceChildren(
      make(
        "p",
        { class: "tone-fine" },
        icon(sure ? "done" : "info"),
        make("b", { text: capitalize(search.text) }),
      ),
    );
    const rests = listAssumptions(this.session.study);
    if (rests) this.output.append(rests);
    const winning = search.answer?.["winning"];
    if (Array.isArray(winning) && winning.length > 0) this.output.append(...this.#solutions(winning));
  }

  /** @param {string[][]} winning first actions */
  #solutions(winning) {
    const list = make("ul", { class: "solutions" });
    list.append(...winning.slice(0, 10).map((moves) => make("li", { class: "code", text: moves.join(" ") })));
    if (winning.length > 10) list.append(make("li", { text: `and ${winning.length - 10} more` }));
    const where = this.#where;
    const first = winning[0];
    const add = make(
      "button",
      {
        type: "button",
        on: {
          click: async () => {
            if (!where || !first || this.session.study?.id !== where.study) return;
            // the moves already made belong to the action
            const moves = where.pending.every((move, place) => first[place] === move)
              ? first
              : [...where.pending, ...first];
            if (await this.session.edit({ type: "add", parent: where.node, moves })) add.disabled = true;
          },
        },
      },
      icon("tree"),
      "Add the solution to the tree",
    );
    return [list, make("div", { class: "button-row" }, add)];
  }
}

/** @param {Search} search */
function progressWords({ state, progress, text }) {
  if (state === "waiting") return "Waiting for other searches to finish…";
  const parts = [text || "Searching…"];
  if (progress["length"] !== undefined) parts.push(`mate in ${progress["length"]}`);
  if (typeof progress["nodes"] === "number") parts.push(`${progress["nodes"].toLocaleString("en")} positions`);
  if (progress["refuted"]) parts.push(`no mate in ${progress["refuted"]}`);
  if (typeof progress["at_least"] === "number")
    parts.push(`at least ${progress["at_least"].toLocaleString("en")}`);
  if (typeof progress["seconds"] === "number") parts.push(`${progress["seconds"].toFixed(0)} s`);
  return parts.join(" · ");
}
