/**
 * The mode of the page: what the user is doing decides which controls are shown. It is a class of
 * `<body>` for the style sheets, and stands in the header and in the address. Emits `change`.
 */

/** @import {Game} from "../game/game.js" */
/** @import {Lesson} from "../learn/lesson.js" */
/** @import {Match} from "../live/match.js" */
/** @import {Trainer} from "../puzzle/trainer/trainer.js" */
/** @import {Session} from "../session.js" */
/** @import {ModeName} from "./context.js" */
/** @import {SidePanel} from "./side-panel.js" */

import { byId, make } from "../ui/dom.js";

/** @type {Record<ModeName, {title: string, during: string}>} */
const WORDS = {
  play: { title: "Play", during: "during a game" },
  analyse: { title: "Analyse", during: "here" },
  puzzle: { title: "Puzzle", during: "while you solve a puzzle" },
  lesson: { title: "Lesson", during: "during a lesson" },
  edit: { title: "Edit", during: "while you edit a position" },
};

const STUDY_TABS = ["text", "position", "edit"];

export class Mode extends EventTarget {
  /** @type {ModeName} */ name = "analyse";
  /** when the controls of other modes are off, as words */ during = "";

  /**
   * @param {Session} session
   * @param {{game: Game, match: Match, lesson: Lesson, trainer: Trainer}} activities
   * @param {SidePanel} side
   */
  constructor(session, activities, side) {
    super();
    this.session = session;
    this.activities = activities;
    this.side = side;
    this.label = make("span", { id: "mode", class: "mode", title: "Mode of the page", hidden: true });
    byId("head-actions", HTMLElement).before(this.label);
    for (const activity of Object.values(activities)) activity.addEventListener("change", () => this.#refresh());
    side.addEventListener("show", () => this.#refresh());
    session.on("study", () => this.#refresh());
    session.on("guard", () => this.#refresh());
    this.#refresh();
  }

  /** @returns {ModeName} */
  #current() {
    const { game, match, lesson, trainer } = this.activities;
    if (game.active || match.active) return "play";
    if (lesson.state !== "off") return "lesson";
    if (trainer.active || this.session.judge) return "puzzle";
    return this.side.current === "edit" ? "edit" : "analyse";
  }

  #refresh() {
    const name = this.#current();
    this.label.hidden = this.session.study === null;
    this.label.textContent = WORDS[name].title;
    document.body.classList.toggle("on-task", ["play", "puzzle", "lesson"].includes(name));
    document.body.classList.toggle("without-review", ["play", "lesson"].includes(name));
    if (name === this.name) return;
    this.name = name;
    this.during = WORDS[name].during;
    if (name !== "analyse" && name !== "edit" && STUDY_TABS.includes(this.side.current)) this.side.show("moves");
    this.dispatchEvent(new Event("change"));
  }
}
