/** The start page: doors, studies to continue, pasted text, a file, an example, a variant. */

/** @import {Session} from "../session.js" */
/** @import {Context} from "../shell/context.js" */
/** @import {FileContent} from "../ui/read-file.js" */
/** @import {OwnGames} from "./own-games.js" */

import { mountBeginnings } from "./beginnings.js";
import { mountExamples, mountVariants } from "./catalogue.js";
import { ChallengeList } from "./challenges.js";
import { ContinueCards } from "./continue.js";
import { PasteForm } from "./paste.js";
import { keepPlaces } from "./places.js";
import { RecentStudies } from "./recent-studies.js";
import { isTextField, make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

const COVERED = ["skip", "board", "status-line", "lines", "bar", "splitter"];

export class OpenPage {
  /** @type {string | null} the study that was open when the page was shown */ #before = null;
  #built = false;
  /** @type {PasteForm | null} */ #paste = null;
  /** @type {RecentStudies | null} */ #recent = null;
  /** @type {ChallengeList | null} */ #challenges = null;

  /**
   * @param {HTMLElement} host what the page covers
   * @param {Session} session
   * @param {Context} context
   * @param {OwnGames} ownGames
   */
  constructor(host, session, context, ownGames) {
    this.element = make("section", { id: "open-panel", "aria-label": "Open a game", hidden: true });
    host.append(this.element);
    this.session = session;
    this.context = context;
    this.ownGames = ownGames;
    this.back = make(
      "button",
      { type: "button", title: "Back to the study (Escape)", on: { click: () => this.hide() } },
      icon("back"),
      "Back",
    );
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.hide()) event.preventDefault();
    });
    document.addEventListener("paste", (event) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (!this.shown || isTextField(event.target) || text.trim() === "") return;
      event.preventDefault();
      void this.open({ text });
    });
    keepPlaces(session);
    session.on("study", () => {
      if (session.study?.id !== this.#before) this.hide();
    });
  }

  get shown() {
    return !this.element.hidden;
  }

  show() {
    this.#before = this.session.study?.id ?? null;
    this.element.hidden = false;
    document.body.classList.add("opening");
    this.#cover(true);
    if (!this.#built) this.#build();
    this.back.hidden = this.session.study === null;
    this.element.scrollTop = 0;
    this.#recent?.refresh();
    void this.#challenges?.refresh();
    void this.ownGames.refresh();
  }

  /** @returns {boolean} whether it was shown over an open study */
  hide() {
    if (!this.shown || !this.session.study) return false;
    const within = this.element.contains(document.activeElement);
    this.element.hidden = true;
    document.body.classList.remove("opening", "aside");
    this.#cover(false);
    if (within) this.context.stage()?.canvas.focus();
    return true;
  }

  /** Take the parts under this page out of the tab order. @param {boolean} covered */
  #cover(covered) {
    for (const id of COVERED) document.getElementById(id)?.toggleAttribute("inert", covered);
  }

  /** Open the content of a dropped file. @param {FileContent} content */
  async open(content) {
    this.show();
    await this.#paste?.openContent(content);
  }

  #build() {
    this.#built = true;
    const begin = make("section", { class: "open-begin", "aria-label": "Get started" });
    const again = make("section", { class: "open-continue", hidden: true });
    const challenges = make("section", { class: "open-challenges", hidden: true });
    const paste = make("section", { class: "open-paste" });
    const recent = make("section", { class: "open-recent", hidden: true });
    const examples = make("section", { class: "open-examples" });
    const variants = make("section", { class: "open-variants" });
    this.element.append(
      make(
        "div",
        { class: "open-frame" },
        make(
          "div",
          { class: "open-head" },
          make("h1", { text: "Chess without limits" }),
          make("p", {
            class: "quiet-text",
            text: "5D chess with multiverse time travel, and chess on an infinite board.",
          }),
          this.back,
        ),
        begin,
        make("div", { class: "open-now" }, this.ownGames.element, challenges, again),
        recent,
        paste,
        examples,
        variants,
      ),
    );
    const open = async (/** @type {object} */ request) => {
      if (await this.session.create(request)) this.hide();
    };
    mountBeginnings(begin, this.context, {
      play: (variant) => this.context.shell.play(variant),
      learn: () => this.context.shell.show("learn"),
      puzzle: () => void this.context.shell.train(),
      paste: () => this.#paste?.field.focus(),
      board: (variant) => void open({ variant }),
    });
    this.#paste = new PasteForm(paste, this.session, this.context, () => this.hide());
    this.#challenges = new ChallengeList(challenges, this.session, this.context);
    const cards = new ContinueCards(again, this.session, this.context);
    this.#recent = new RecentStudies(recent, this.session, this.context, (entries) => cards.show(entries));
    for (const listing of [
      mountExamples(examples, this.context, open),
      mountVariants(variants, this.context, open),
    ]) {
      listing.catch((error) => this.session.notice(error.message, "error"));
    }
  }
}
