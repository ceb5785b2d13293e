/** The server's response to an edited position: its text, its problems, and buttons to open or copy it. */

/** @import {Finding, Operations} from "../data/api-types.js" */
/** @import {ApiError} from "../data/http.js" */
/** @import {Session} from "../session.js" */
/** @import {EditedPosition, GameKind, Player} from "../types.js" */
/** @import {Context} from "../shell/context.js" */

import { debounce } from "../ui/debounce.js";
import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { SEVERITY_NAMES } from "../ui/problem-list.js";

/** @typedef {Operations["POST /setup"]["response"]} Answer */

/** Emits `answer` whenever the response changes. */
export class SetupResult extends EventTarget {
  #asked = 0;
  /** whether the state changed since the last request */ #changed = false;
  /** the last request about a state before the text was edited */ #outdated = 0;
  /** @type {Answer | null} */ answer = null;
  /** @type {EditedPosition} */ status = { player: null, problem: "", valid: true };

  /**
   * @param {GameKind} game
   * @param {Session} session
   * @param {Context} context
   * @param {{request: () => Operations["POST /setup"]["request"], read: (text: string) => Promise<void>,
   *          answered: (answer: Answer) => void}} handlers
   */
  constructor(game, session, context, handlers) {
    super();
    this.game = game;
    this.session = session;
    this.context = context;
    this.handlers = handlers;
    const name = game === "5d" ? "5DFEN" : "Position text";
    const id = `edit-text-${game}`;
    this.problems = make("ul", { class: "problems", id: `edit-problems-${game}`, "aria-live": "polite" });
    this.text = make("textarea", {
      id,
      class: "edit-text",
      rows: 5,
      spellcheck: "false",
      autocomplete: "off",
    });
    this.text.addEventListener("input", () => this.#typed());
    this.apply = button("board", "Edit this text", () => this.#read());
    this.apply.hidden = true;
    this.open = button("open", "Open as a study", () => this.#open());
    this.open.classList.add("primary");
    this.open.id = `edit-open-${game}`;
    this.element = make(
      "section",
      { class: "part" },
      this.problems,
      make("label", { for: id, class: "edit-label", text: name }),
      this.text,
      make(
        "div",
        { class: "button-row" },
        this.open,
        this.apply,
        button("copy", `Copy ${game === "5d" ? "5DFEN" : "it"}`, () => this.#copy(this.text.value)),
        game === "5d" ? button("copy", "Copy with headers", () => this.#copy(this.answer?.text ?? "")) : null,
      ),
    );
    this.askSoon = debounce(() => this.#ask(), 180);
  }

  /** Request a check of the state once the edits have paused. */
  ask() {
    this.#changed = true;
    this.askSoon();
  }

  async #ask() {
    if (!this.#changed) return;
    this.#changed = false;
    const asked = ++this.#asked;
    try {
      const answer = await this.context.source.ask("POST /setup", {}, this.handlers.request());
      if (asked !== this.#asked) return;
      this.answer = answer;
      this.#show(answer);
      this.handlers.answered(answer);
    } catch (error) {
      if (asked !== this.#asked) return;
      const { message, hint } = /** @type {Error & Partial<ApiError>} */ (error);
      this.answer = null;
      this.#show({
        ...(this.game === "5d" ? { fen: "", hash: null } : {}),
        text: "",
        problems: [{ message, hint: hint ?? "", severity: "error", board: null }],
        position: null,
      });
    }
  }

  /** @param {Answer} answer */
  #show(answer) {
    const fine = answer.problems.length === 0;
    this.#tell(answer.position?.player ?? null, answer.problems);
    this.problems.replaceChildren(
      ...(fine
        ? [make("li", { class: "fine" }, icon("done"), make("p", { text: "Valid position" }))]
        : answer.problems.map(finding)),
    );
    if (document.activeElement !== this.text && this.#asked > this.#outdated) {
      this.text.value = ("fen" in answer ? answer.fen : answer.text) || this.text.value;
      this.apply.hidden = true;
    }
    this.open.disabled = !answer.position;
  }

  #typed() {
    this.#outdated = this.#asked + (this.#changed ? 1 : 0);
    this.apply.hidden = false;
  }

  async #read() {
    await this.handlers.read(this.text.value);
    this.apply.hidden = true;
  }

  /** Show the problems of a text, whatever response about the state is pending. @param {Finding[]} problems */
  showProblems(problems) {
    this.#changed = false;
    this.#asked += 1;
    this.problems.replaceChildren(...problems.map(finding));
    this.#tell(null, problems);
  }

  /** @param {Player | null} player @param {Finding[]} problems */
  #tell(player, problems) {
    const first = problems.find(({ severity }) => severity === "error") ?? problems[0];
    this.status = { player, problem: first?.message ?? "", valid: player !== null };
    this.dispatchEvent(new Event("answer"));
  }

  async #open() {
    const text = this.answer?.text;
    if (!text) return;
    await this.session.create({ setup: { game: this.game, text } });
    this.context.shell.show("moves");
  }

  /** @param {string} text */
  async #copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      this.session.notice("copied");
    } catch {
      this.text.focus();
      this.text.select();
      this.session.notice("the browser blocked copying: press Ctrl+C", "error");
    }
  }
}

/** @param {Finding} problem */
function finding({ message, hint, severity }) {
  return make(
    "li",
    { class: severity },
    icon(severity),
    make(
      "div",
      {},
      make("p", {}, make("b", { text: SEVERITY_NAMES[severity] }), ` ${message}`),
      hint ? make("p", { class: "hint", text: hint }) : null,
    ),
  );
}

/** @param {string} sign @param {string} label @param {() => unknown} run */
export function button(sign, label, run) {
  return make("button", { type: "button", on: { click: run } }, icon(sign), make("span", { text: label }));
}
