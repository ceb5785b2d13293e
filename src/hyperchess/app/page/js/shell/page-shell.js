/** The frame around the board of the page: side panel, bottom sheet, page for opening games, and notices. */

/** @import {Game} from "../game/game.js" */
/** @import {OpenPage} from "../open/page.js" */
/** @import {Lesson} from "../learn/lesson.js" */
/** @import {Mode} from "./mode.js" */
/** @import {Trainer} from "../puzzle/trainer/trainer.js" */
/** @import {Session} from "../session.js" */
/** @import {PageName, Shell} from "./context.js" */
/** @import {Message, Notices} from "./notices.js" */

import { BottomSheet } from "./bottom-sheet.js";
import { SidePanel } from "./side-panel.js";
import { byId } from "../ui/dom.js";

/** @implements {Shell} */
export class PageShell {
  side = new SidePanel(byId("tabs", HTMLElement), byId("side-pages", HTMLElement));
  sheet = new BottomSheet(byId("side", HTMLElement), byId("sheet-handle", HTMLElement));
  /** @type {OpenPage | null} */ #open = null;
  /** @type {Mode | null} */ #mode = null;

  /**
   * @param {Session} session
   * @param {Notices} notices
   * @param {Game} game
   * @param {Lesson} lesson
   * @param {Trainer} trainer
   */
  constructor(session, notices, game, lesson, trainer) {
    this.session = session;
    this.notices = notices;
    this.game = game;
    this.lesson = lesson;
    this.trainer = trainer;
    byId("tabs", HTMLElement).addEventListener("click", () => this.sheet.raise());
    session.on("study", () => document.body.classList.toggle("studying", session.study !== null));
  }

  /** @param {OpenPage} page the page for opening games */
  attach(page) {
    this.#open = page;
    // before a study is open, settings and keys are shown next to the page for opening games
    this.side.addEventListener("show", () => {
      document.body.classList.toggle("aside", page.shown && !this.side.atTab);
    });
  }

  /** @param {Mode} mode */
  follow(mode) {
    this.#mode = mode;
  }

  /** @returns {{name: import("./context.js").ModeName, during: string}} */
  mode() {
    return this.#mode ?? { name: "analyse", during: "" };
  }

  /** @param {PageName} page */
  show(page) {
    this.hideOpen();
    this.side.show(page);
    this.sheet.raise();
  }

  /** @param {PageName} page */
  toggle(page) {
    if (this.hideOpen()) this.side.show(page);
    else this.side.toggle(page);
    this.sheet.raise();
  }

  /** @param {string} variant */
  play(variant) {
    this.game.propose(variant);
    this.show("play");
  }

  /** @param {string} [id] */
  async train(id) {
    this.side.show("moves");
    this.sheet.raise(); // before the board chooses its view
    const opened = await (id ? this.trainer.open(id) : this.trainer.next());
    if (opened) this.hideOpen();
    return opened;
  }

  trains() {
    return this.trainer.active;
  }

  hint() {
    if (this.trainer.solving) void this.trainer.hint();
    else if (this.lesson.state !== "off") void this.lesson.hint();
    else void this.session.hint();
  }

  showSide() {
    this.sheet.set("high");
  }

  /** @param {HTMLElement} element */
  reveal(element) {
    this.sheet.reveal(element);
  }

  showBoard() {
    this.hideOpen();
    this.side.show("moves");
    this.sheet.set("low");
  }

  showOpen() {
    this.#open?.show();
  }

  /** @returns {boolean} whether the page was shown over an open study */
  hideOpen() {
    return this.#open?.hide() ?? false;
  }

  /** Close the page for opening games, or else the page of the side panel that is not a tab. */
  leave() {
    return this.hideOpen() || this.side.leave();
  }

  /** @param {Message} message */
  notify(message) {
    this.notices.show(message);
  }
}
