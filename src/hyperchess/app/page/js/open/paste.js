/**
 * The form for a pasted game. It reports the notation and the problems of the text while typing, and lets the user
 * choose among several games. The text is kept as a draft until a study was created from it.
 */

/** @import {ApiError} from "../data/http.js" */
/** @import {Session} from "../session.js" */
/** @import {Context} from "../shell/context.js" */
/** @import {Problem} from "../types.js" */
/** @import {FileContent} from "../ui/read-file.js" */

import { unpack } from "../share/share-link.js";
import { debounce } from "../ui/debounce.js";
import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { readFile } from "../ui/read-file.js";
import { withUtf16Offsets } from "../ui/text-offsets.js";
import { problemCount, problemList } from "../ui/problem-list.js";
import { clearDraft, loadDraft, saveDraft } from "../ui/drafts.js";
import { counted } from "../ui/wording.js";

const DRAFT = "open";
const MOST_CHAPTERS = 100;

export class PasteForm {
  #number = 1;
  #games = 1;
  /** @type {{text: string, done: Promise<void>} | null} the last check */ #checking = null;

  /**
   * @param {HTMLElement} host
   * @param {Session} session
   * @param {Context} context
   * @param {() => void} opened
   */
  constructor(host, session, context, opened) {
    this.session = session;
    this.context = context;
    this.opened = opened;
    this.field = make("textarea", {
      id: "open-text",
      rows: 7,
      spellcheck: "false",
      autocomplete: "off",
      "aria-label": "Text of a game in any notation, or a link",
      placeholder: "Paste a game in any notation, or a link to one",
    });
    this.output = make("div", { class: "paste-output", "aria-live": "polite" });
    this.file = make("input", {
      type: "file",
      class: "unseen",
      tabindex: "-1",
      "aria-label": "File with a game or a proof",
    });
    this.open = make("button", { type: "submit", class: "primary", id: "open-go", text: "Open" });
    const form = make(
      "form",
      {
        class: "paste",
        on: {
          submit: (/** @type {Event} */ event) => {
            event.preventDefault();
            this.submit();
          },
        },
      },
      this.field,
      make(
        "div",
        { class: "button-row" },
        this.open,
        make(
          "button",
          { type: "button", on: { click: () => this.file.click() } },
          icon("file"),
          "Choose a file…",
        ),
        make("span", { class: "quiet-text wide-only", text: "or drop one anywhere on the page" }),
        this.file,
      ),
      this.output,
    );
    host.append(form);
    this.field.value = loadDraft(DRAFT);
    const check = debounce(() => this.#check(), 350);
    this.field.addEventListener("input", () => {
      saveDraft(DRAFT, this.field.value);
      check();
    });
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.submit();
    });
    this.file.addEventListener("change", async () => {
      const file = this.file.files?.[0];
      try {
        if (file) await this.openContent(await readFile(file));
      } catch (error) {
        this.session.notice(/** @type {Error} */ (error).message, "error");
      }
      this.file.value = "";
    });
    if (this.field.value) this.#check();
  }

  /** Open a proof, or offer a text. @param {FileContent} content */
  async openContent(content) {
    if ("text" in content) await this.#offer(content.text);
    else if (await this.session.create(content)) this.opened();
  }

  /** Fill in a text, and open it if it contains one game. @param {string} text */
  async #offer(text) {
    const typed = this.field.value;
    this.field.value = text;
    saveDraft(DRAFT, text);
    this.#number = 1;
    await this.#check();
    if (this.#games === 1) await this.submit();
    if (this.field.value === "" && typed.trim() !== "") {
      this.field.value = typed; // restore what the user was typing
      saveDraft(DRAFT, typed);
    }
  }

  /** Open the text: several games as the chapters of one study. @param {boolean} [one] only the chosen game */
  async submit(one = false) {
    const text = this.field.value;
    if (text.trim() === "") {
      this.field.focus();
      this.session.notice("paste a game first, or choose an example");
      return;
    }
    const inside = await this.#textOf(text);
    if (inside === null) return;
    if (text === inside) await this.#check();
    if (this.#games === 0) {
      this.field.focus(); // the problems are listed below the field
      this.session.notice("this text cannot be read as a game");
      return;
    }
    const whole = !one && this.#games <= MOST_CHAPTERS ? { chapters: true } : { number: this.#number };
    const request = { text: inside, ...(this.#games > 1 ? whole : {}) };
    const study = await this.session.create(request);
    if (!study) return; // the session reports the reason; the text is kept
    clearDraft(DRAFT);
    this.field.value = "";
    this.output.replaceChildren();
    this.#checking = null;
    this.#games = 1;
    this.opened();
    // only errors open the text: a game with only notes opens on its moves
    const errors = study.problems.filter((problem) => problem.severity === "error");
    if (errors.length > 0) {
      this.context.shell.show("text");
      this.session.notice(`${problemCount(errors)} in the text`);
    }
  }

  /** The text in a share link; null if it is damaged. @param {string} text */
  async #textOf(text) {
    const found = /^\s*\S*#game=([\w-]+)\s*$/.exec(text);
    if (!found?.[1]) return text;
    try {
      return await unpack(found[1]);
    } catch (error) {
      this.session.notice(/** @type {Error} */ (error).message, "error");
      return null;
    }
  }

  /** Check the text; a second call for the same text waits for the first one. */
  #check() {
    const text = this.field.value;
    if (this.#checking?.text !== text) this.#checking = { text, done: this.#find(text) };
    return this.#checking.done;
  }

  /** Detect what a text is, and show it below the field unless the text has changed. @param {string} text */
  async #find(text) {
    if (text.trim() === "" || /^\s*\S*#game=[\w-]+\s*$/.test(text)) {
      this.#games = 1;
      this.output.replaceChildren();
      return;
    }
    try {
      const found = await this.context.source.ask("POST /check", {}, { text });
      if (this.#checking?.text !== text) return;
      this.#games = found.games;
      this.#show(found, text);
    } catch (error) {
      if (this.#checking?.text !== text) return;
      this.#checking = null;
      this.#games = 1;
      const { message, hint } = /** @type {Error & Partial<ApiError>} */ (error);
      this.output.replaceChildren(
        make("p", { class: "tone-error" }, icon("error"), make("span", { text: message })),
        hint ? make("p", { class: "quiet-text", text: hint }) : "",
      );
    }
  }

  /** @param {{notation: string, games: number, problems: Problem[]}} found @param {string} text */
  #show(found, text) {
    const problems = withUtf16Offsets(text, found.problems);
    const count = problems.length > 0 ? problemCount(problems) : "no problems";
    const summary = [found.notation, counted(found.games, "game"), count].join(" · ");
    const wrong = problems.some((problem) => problem.severity !== "info");
    const [sign, tone] = wrong ? ["warning", "tone-warning"] : ["done", "tone-fine"];
    const line = make("p", { class: tone }, icon(sign), make("span", { text: summary }));
    this.output.replaceChildren(...(found.games > 0 ? [line] : []));
    if (found.games > 1) this.output.append(this.#chooser(found.games));
    if (problems.length > 0) {
      const jump = (/** @type {Problem} */ problem) => {
        this.field.focus();
        this.field.setSelectionRange(problem.start, problem.end);
      };
      this.output.append(problemList(problems, { jump, most: 6 }));
    }
  }

  /** @param {number} games */
  #chooser(games) {
    this.#number = Math.min(this.#number, games);
    const field = make("input", {
      type: "number",
      id: "open-number",
      min: 1,
      max: games,
      value: this.#number,
      on: {
        input: () => {
          this.#number = Math.min(games, Math.max(1, Math.trunc(field.valueAsNumber) || 1));
        },
      },
    });
    const all = games <= MOST_CHAPTERS;
    const one = () => void this.submit(true);
    return make(
      "div",
      { class: "which" },
      make("p", {
        class: "quiet-text",
        text: all
          ? "“Open” creates one study with a chapter for each game."
          : `A study has at most ${MOST_CHAPTERS} chapters: choose one game.`,
      }),
      make("label", { for: "open-number", text: all ? "Or open only game" : "Game number" }),
      field,
      make("span", { class: "quiet-text", text: `of ${games}` }),
      make("button", { type: "button", class: "small", text: "Open this game", on: { click: one } }),
    );
  }
}
