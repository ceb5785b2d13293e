/**
 * Keyboard shortcuts. Letters and arrows work everywhere outside text fields; a board with a cursor handles its own
 * keys first. The help panel lists `SHORTCUTS`.
 */

/** @import {Session} from "../session.js" */
/** @import {Context} from "./context.js" */

import { ACTIONS, isOffered } from "./actions.js";
import { isTextField } from "../ui/dom.js";

/** @typedef {{comment: () => void, evaluate: () => void, promote: () => void, remove: () => void}} TreeActions */

/** @type {readonly {title: string, keys: readonly (readonly [keys: string, what: string])[]}[]} */
export const SHORTCUTS = [
  {
    title: "Navigation",
    keys: [
      ["← →  or  , .", "Previous or next action"],
      ["↑ ↓", "Variation above or below"],
      ["Home End", "Start of the game, end of the line"],
    ],
  },
  {
    title: "Play",
    keys: [
      ["u", "Take back a move"],
      ["r", "Redo it"],
      ["s", "Submit the action"],
      ["h", "Hint: a good action, and why"],
      ["l", "Turn the engine on or off"],
      ["g", "Games from this position"],
      ["x", "What could be captured if I pass"],
      ["n", "Next board that needs a move"],
    ],
  },
  {
    title: "On the board, after b",
    keys: [
      ["← ↑ → ↓", "Move the square cursor"],
      ["Shift + arrows", "From board to board; on an infinite board from piece to piece"],
      ["Enter or Space", "Select a piece, play the move"],
      ["[ ]", "5D: step through the squares where the selected piece can go"],
      ["Escape", "Clear the selection, then leave the cursor"],
    ],
  },
  {
    title: "View",
    keys: [
      ["f", "Flip the board"],
      ["0", "Fit everything"],
      ["p", "Go to the present"],
      ["+ −", "Zoom in, zoom out"],
      ["b", "Play with the keyboard: a cursor on the board"],
    ],
  },
  {
    title: "Study",
    keys: [
      ["c", "Comment on the action"],
      ["e", "Evaluate the action"],
      ["m", "Promote variation"],
      ["Delete", "Delete from here"],
      ["Ctrl + Z", "Undo the last edit"],
      ["Ctrl + Shift + Z", "Redo it"],
    ],
  },
  {
    title: "Page",
    keys: [
      ["o", "Open another game"],
      ["t", "Text of the game"],
      ["?", "This list of keys"],
      ["Escape", "Close a page of the side panel"],
    ],
  },
];

/**
 * @param {Session} session
 * @param {Context} context
 * @param {TreeActions} tree
 * @param {() => boolean} leave closes what covers the page; returns whether there was something
 * @param {GlobalEventHandlers} [target] where keys are heard, by default everywhere
 */
export function listenForKeys(session, context, tree, leave, target = document) {
  /** A key of the study, which is off while the user plays or solves. @param {() => unknown} work */
  const studying = (work) => () => {
    if (["analyse", "edit"].includes(context.shell.mode().name)) work();
  };
  /** @type {Record<string, () => unknown>} */
  const anywhere = {
    "+": () => context.stage()?.zoom(1.25),
    "=": () => context.stage()?.zoom(1.25),
    "-": () => context.stage()?.zoom(0.8),
    b: () => context.stage()?.showCursor(),
    c: studying(tree.comment),
    e: studying(tree.evaluate),
    m: studying(tree.promote),
    Delete: studying(tree.remove),
    o: () => context.shell.showOpen(),
    t: studying(() => context.shell.show("text")),
    "?": () => context.shell.toggle("help"),
    Escape: leave,
    ArrowLeft: () => session.previous(),
    ArrowRight: () => session.next(),
    ArrowUp: () => session.sibling(-1),
    ArrowDown: () => session.sibling(1),
  };
  for (const action of ACTIONS) {
    anywhere[action.key] = () => {
      if (action.only5d && session.study?.game === "infinite") return;
      const mode = context.shell.mode();
      if (!isOffered(action, mode.name)) {
        session.notice(`${action.label} is off ${mode.during}`);
        return;
      }
      action.run(session, context);
    };
  }
  // these work without an open study
  const always = new Set(["o", "?", "Escape"]);

  target.addEventListener("keydown", (event) => {
    const origin = event.composedPath()[0] ?? null; // the target inside a shadow tree too
    if (event.defaultPrevented || event.isComposing || isTextField(origin)) return;
    const stage = context.stage();
    if (stage && origin === stage.canvas && stage.handleKey(event)) {
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() === "z" && session.study && !event.altKey) {
        event.preventDefault();
        studying(() => session.edit({ type: event.shiftKey ? "redo" : "undo" }))();
      }
      return;
    }
    if (event.altKey) return;
    if (event.key.startsWith("Arrow") && (event.shiftKey || keepsArrows(origin))) return;
    const work = anywhere[event.key];
    if (!work || (!session.study && !always.has(event.key))) return;
    if (event.repeat && !/^Arrow|^[,.+=-]$/.test(event.key)) return;
    event.preventDefault();
    work();
  });
}

/** Whether an element handles arrow keys itself. @param {EventTarget | null} target */
function keepsArrows(target) {
  return target instanceof HTMLInputElement && ["radio", "range", "number"].includes(target.type);
}
