/**
 * The Text tab: the game as editable text in a notation. Problems are marked in the text while typing.
 * "Load onto the board" replaces the game by the text, as an edit that can be undone.
 */

/** @import {Session} from "../session.js" */
/** @import {Problem} from "../types.js" */
/** @import {Context} from "../shell/context.js" */

import { TextEditor } from "./text-editor.js";
import { debounce } from "../ui/debounce.js";
import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { notationsFor } from "../ui/notation-list.js";
import { withUtf16Offsets } from "../ui/text-offsets.js";
import { problemCount, problemList } from "../ui/problem-list.js";
import { clearDraft, loadDraft, saveDraft } from "../ui/drafts.js";
import { capitalize, counted } from "../ui/wording.js";

const AS_READ = "as-read";

class TextPanel {
  /** the text differs from the game */ #dirty = false;
  /** @type {string | null} */ #study = null;
  #asked = 0;
  /** @type {string | undefined} the text with all fixes */ #fixed;

  /**
   * @param {HTMLElement} element
   * @param {Session} session
   * @param {Context} context
   */
  constructor(element, session, context) {
    this.element = element;
    this.session = session;
    this.context = context;
    this.editor = new TextEditor(() => this.#typed());
    this.notation = make("select", {
      id: "text-notation",
      "aria-label": "Notation",
      on: { change: () => this.#chosen() },
    });
    this.read = make(
      "button",
      {
        type: "button",
        class: "primary",
        id: "text-read",
        title: "Ctrl + Enter",
        on: { click: () => this.apply() },
      },
      icon("board"),
      "Load onto the board",
    );
    this.revert = make("button", { type: "button", text: "Discard", on: { click: () => this.#discard() } });
    this.fixAll = make("button", {
      type: "button",
      class: "small",
      text: "Apply all fixes",
      on: { click: () => this.#fixEverything() },
    });
    this.summary = make("p", { class: "tone-fine" });
    this.list = make("div", { id: "text-problems", class: "text-problems" });
    element.classList.add("text-page");
    element.append(
      make(
        "div",
        { class: "text-head" },
        make("label", { class: "unseen", text: "Notation" }),
        this.notation,
      ),
      this.editor.element,
      make(
        "div",
        { class: "text-foot" },
        make("div", { class: "head-row", "aria-live": "polite" }, this.summary, this.fixAll),
        this.list,
        make("div", { class: "button-row" }, this.read, this.revert),
      ),
    );
    this.check = debounce(() => this.#check(), 350);
    this.editor.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.apply();
    });
    session.on("study", () => this.refresh());
    new IntersectionObserver(() => this.refresh()).observe(element);
    this.refresh();
  }

  get #draft() {
    return `text.${this.session.study?.id ?? ""}`;
  }

  /** Show the current game, unless the text was edited. */
  async refresh() {
    const { study } = this.session;
    if (!study || this.element.closest("[hidden]") !== null) return;
    if (study.id !== this.#study) {
      this.#study = study.id;
      const listed = await notationsFor(this.context.source, study.game).catch(() => null);
      if (study.id !== this.#study) return; // another game is shown meanwhile
      if (!listed) this.#study = ""; // asked again when the study changes or the panel is shown
      const entries = (listed ?? []).map(({ name, title }) => make("option", { value: name, text: title }));
      if (study.source) entries.unshift(make("option", { value: AS_READ, text: "Original text" }));
      this.notation.replaceChildren(...entries);
      const asRead = study.source !== "" && study.problems.length > 0;
      this.notation.value = asRead ? AS_READ : study.notation;
      if (this.notation.selectedIndex < 0) this.notation.selectedIndex = 0;
      const draft = loadDraft(this.#draft);
      this.#dirty = draft !== "";
      if (draft) {
        this.editor.value = draft;
        this.#check();
      }
    }
    if (!this.#dirty) await this.#load();
    this.#buttons();
  }

  /** Show the game in the chosen notation. */
  async #load() {
    const { study } = this.session;
    if (!study) return;
    const asked = ++this.#asked;
    if (this.notation.value === AS_READ) {
      this.editor.value = study.source;
      this.#showProblems(study.problems, undefined, study.games ?? 1);
      return;
    }
    try {
      const request = { to: this.notation.value };
      const found = await this.context.source.ask("POST /studies/{id}/export", { id: study.id }, request);
      if (asked !== this.#asked || this.#dirty) return;
      this.editor.value = found.text;
      this.#showProblems([], undefined, 1);
      const lost = found.losses.length;
      if (lost > 0)
        this.#say("warning", `${counted(lost, "thing")} of this game cannot be expressed in this notation.`);
      else this.#say("done", "This is the current game.");
    } catch (error) {
      if (asked === this.#asked) this.#say("error", /** @type {Error} */ (error).message);
    }
  }

  #typed() {
    this.#dirty = true;
    saveDraft(this.#draft, this.editor.value);
    this.#buttons();
    this.check();
  }

  #chosen() {
    if (this.#dirty) this.#check();
    else this.#load();
  }

  #discard() {
    this.#dirty = false;
    clearDraft(this.#draft);
    this.#load();
    this.#buttons();
  }

  #buttons() {
    const asRead = this.notation.value === AS_READ;
    this.read.disabled = !this.#dirty || !this.session.canEdit;
    this.revert.hidden = !this.#dirty;
    this.editor.field.readOnly = !this.session.canEdit || (asRead && (this.session.study?.games ?? 1) > 1);
  }

  /** The notation to read the text in; undefined lets the server detect it. */
  get #reading() {
    return this.notation.value === AS_READ ? undefined : this.notation.value;
  }

  async #check() {
    const asked = ++this.#asked;
    const text = this.editor.value;
    try {
      const found = await this.context.source.ask("POST /check", {}, { text, notation: this.#reading });
      if (asked !== this.#asked) return;
      this.#showProblems(found.problems, found.fixed, found.games);
    } catch (error) {
      if (asked !== this.#asked) return;
      this.editor.mark([]);
      this.list.replaceChildren();
      this.#say("error", /** @type {Error} */ (error).message);
    }
  }

  /** @param {Problem[]} raw @param {string | undefined} fixed @param {number} games */
  #showProblems(raw, fixed, games) {
    const problems = withUtf16Offsets(this.editor.value, raw);
    this.#fixed = fixed;
    this.editor.mark(problems);
    this.fixAll.hidden = fixed === undefined || !problems.some(({ fix }) => fix !== null);
    const list = problemList(problems, {
      jump: (problem) => this.editor.jump(problem.start, problem.end),
      fix: ({ fix }) => fix && this.editor.replace(fix.start, fix.end, fix.text),
    });
    this.list.replaceChildren(...(problems.length > 0 ? [list] : []));
    const many = games > 1 ? `${games} games; ` : "";
    if (problems.length > 0) {
      const bad = problems.some(({ severity }) => severity === "error");
      this.#say(bad ? "error" : "warning", many + problemCount(problems));
    } else this.#say("done", `${many}no problems`);
  }

  /** @param {"error" | "warning" | "done"} kind @param {string} text */
  #say(kind, text) {
    this.summary.className = { error: "tone-error", warning: "tone-warning", done: "tone-fine" }[kind];
    this.summary.replaceChildren(
      icon(kind),
      make("span", { text: capitalize(text) }),
    );
  }

  #fixEverything() {
    if (this.#fixed !== undefined) this.editor.replace(0, this.editor.value.length, this.#fixed);
  }

  async apply() {
    if (!this.#dirty) return;
    const text = this.editor.value;
    const notation = this.#reading;
    // the text stays marked as edited meanwhile, so that nothing is loaded over it
    const made = await this.session.edit({ type: "text", text, ...(notation ? { notation } : {}) });
    if (!made || this.editor.value !== text) return;
    this.#dirty = false;
    clearDraft(this.#draft);
    this.#buttons();
    const problems = this.session.study?.problems ?? [];
    this.#showProblems(problems, undefined, 1);
    this.context.announce("The text was loaded onto the board");
  }
}

/**
 * @param {HTMLElement} element
 * @param {Session} session
 * @param {Context} context
 */
export function mount(element, session, context) {
  new TextPanel(element, session, context);
}
