/** Which panel is behind which tab and button. The moves are built at once, the others when they are shown first. */

/** @import {Session} from "../session.js" */
/** @import {Context, PageName} from "./context.js" */
/** @import {SidePanel} from "./side-panel.js" */
/** @import {TreeActions} from "./shortcuts.js" */

import * as help from "./help-panel.js";
import * as moves from "../moves/panel.js";
import * as position from "../position/panel.js";
import * as settings from "../settings/panel.js";
import * as share from "../share/panel.js";
import * as text from "../text/panel.js";
import { make } from "../ui/dom.js";
import { problemCount } from "../ui/problem-list.js";
import { pageHead } from "./side-panel.js";

/** @typedef {(element: HTMLElement, session: Session, context: Context) => unknown} Mount */

/** @type {readonly [name: PageName, title: string, mount: Mount][]} pages that are no tabs have a title */
const PAGES = [
  ["text", "", text.mount],
  ["position", "", position.mount],
  ["share", "Share and export", share.mount],
  ["settings", "Settings", settings.mount],
  ["help", "Keys", help.mount],
];

/**
 * @param {SidePanel} side
 * @param {Session} session
 * @param {Context} context
 * @returns {TreeActions}
 */
export function mountPanels(side, session, context) {
  for (const [name, title, mount] of PAGES) {
    side.add(name, (page) => {
      if (title) page.append(pageHead(title, () => side.leave()));
      mount(page, session, context);
    });
  }
  side.add("edit", (page) => later(import("../editor/panel.js"), page, session, context));
  countProblems(session);
  const tree = moves.mount(side.page("moves"), session, context);
  side.show("moves");
  const puzzle = document.getElementById("puzzle");
  if (puzzle) later(import("../puzzle/panel.js"), puzzle, session, context);
  return tree;
}

/** The tab Text says how many problems the text had that the game was read from. @param {Session} session */
function countProblems(session) {
  const badge = make("span", { class: "badge", hidden: true });
  document.getElementById("tab-text")?.append(badge);
  session.on("study", () => {
    const problems = session.study?.problems ?? [];
    badge.hidden = problems.length === 0;
    badge.textContent = String(problems.length);
    badge.title = problemCount(problems);
  });
}

/**
 * @param {Promise<{mount: Mount}>} module
 * @param {HTMLElement} element
 * @param {Session} session
 * @param {Context} context
 */
async function later(module, element, session, context) {
  try {
    (await module).mount(element, session, context);
  } catch (error) {
    session.notice(
      `a part of the page could not be loaded: ${/** @type {Error} */ (error).message}`,
      "error",
    );
  }
}
