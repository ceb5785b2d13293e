/** Assigns the panels to the pages of the side panel. The moves are built at once, the others when first shown. */

/** @import {Session} from "../session.js" */
/** @import {Context, PageName} from "./context.js" */
/** @import {SidePanel} from "./side-panel.js" */
/** @import {Game} from "../game/game.js" */
/** @import {Lesson} from "../learn/lesson.js" */
/** @import {Connection} from "../live/connection.js" */
/** @import {Match} from "../live/match.js" */
/** @import {TreeActions} from "./shortcuts.js" */
/** @import {Trainer} from "../puzzle/trainer/trainer.js" */

import { mountEndCard } from "../game/end-card.js";
import { mountLinkCard } from "../game/link-card.js";
import * as play from "../game/panel.js";
import * as learn from "../learn/panel.js";
import * as people from "../live/panel.js";
import * as chapters from "../moves/chapters.js";
import * as help from "./help-panel.js";
import * as moves from "../moves/panel.js";
import * as position from "../position/panel.js";
import { GameReview } from "../review/review.js";
import * as settings from "../settings/panel.js";
import * as share from "../share/panel.js";
import * as text from "../text/panel.js";
import { byId, make } from "../ui/dom.js";
import { problemCount } from "../ui/problem-list.js";

/** @typedef {(element: HTMLElement, session: Session, context: Context) => unknown} Mount */

/** @type {readonly [name: PageName, mount: Mount][]} */
const PANELS = [
  ["text", text.mount],
  ["position", position.mount],
  ["share", share.mount],
  ["settings", settings.mount],
  ["help", help.mount],
];

/**
 * @param {SidePanel} side
 * @param {Session} session
 * @param {Context} context
 * @param {Game} game
 * @param {Lesson} lesson
 * @param {Trainer} trainer
 * @param {Connection} connection
 * @param {Match} match
 * @returns {TreeActions}
 */
export function mountPanels(side, session, context, game, lesson, trainer, connection, match) {
  side.add("people", (page) => people.mount(page, session, context, connection));
  side.add("learn", (page) => learn.mount(page, session, context, lesson, game));
  side.add("play", (page) => play.mount(page, session, context, game));
  for (const [name, mount] of PANELS) side.add(name, (page) => mount(page, session, context));
  side.add("edit", (page) =>
    load(session, async () => {
      const editor = await import("../editor/panel.js");
      editor.mount(page, session, context);
    }),
  );
  countProblems(session);
  const tree = moves.mount(side.page("moves"), session, context);
  chapters.mount(byId("chapters", HTMLElement), side.page("moves"), session, context);
  side.show("moves");
  const gameReview = new GameReview(session, context.source);
  mountLinkCard(byId("puzzle", HTMLElement), match, context);
  mountEndCard(byId("puzzle", HTMLElement), game, match, gameReview, context);
  load(session, async () => {
    const puzzle = await import("../puzzle/panel.js");
    puzzle.mount(byId("puzzle", HTMLElement), session, context);
  });
  load(session, async () => {
    const panel = await import("../puzzle/trainer/panel.js");
    panel.mount(byId("puzzle", HTMLElement), trainer, context);
  });
  load(session, async () => {
    const proof = await import("../proof/panel.js");
    proof.mount(byId("proof", HTMLElement), session, context);
  });
  load(session, async () => {
    const review = await import("../review/panel.js");
    review.mount(byId("review", HTMLElement), session, context, gameReview);
  });
  load(session, async () => {
    const explorer = await import("../explorer/panel.js");
    explorer.mount(byId("explorer", HTMLElement), session, context);
  });
  return tree;
}

/** Show on the Text tab how many problems the text of the game has. @param {Session} session */
function countProblems(session) {
  const badge = make("span", { class: "badge", hidden: true });
  document.getElementById("tab-text")?.append(badge);
  session.on("study", () => {
    const problems = session.study?.problems ?? [];
    const errors = problems.filter((problem) => problem.severity === "error");
    badge.hidden = problems.length === 0;
    badge.classList.toggle("quiet", errors.length === 0);
    badge.textContent = String(errors.length || problems.length);
    badge.title = problemCount(problems);
  });
}

/** Load a panel that is not needed at the start. @param {Session} session @param {() => Promise<void>} work */
async function load(session, work) {
  try {
    await work();
  } catch (error) {
    session.notice(
      `a part of the page could not be loaded: ${/** @type {Error} */ (error).message}`,
      "error",
    );
  }
}
