/**
 * The actions of the toolbar: name, label, shortcut, effect, and when they are available.
 *
 * The toolbar and the shortcuts both use this table.
 */

/** @import {Session} from "../session.js" */
/** @import {Context, ModeName} from "./context.js" */

/**
 * @typedef {object} Action
 * @property {string} name
 * @property {string} label
 * @property {string} title the tooltip
 * @property {string} key
 * @property {(session: Session, context: Context) => unknown} run
 * @property {(session: Session) => boolean} ready
 * @property {(session: Session, context: Context) => boolean} [pressed] for switches
 * @property {boolean} [only5d]
 * @property {readonly ModeName[]} [modes] where it is available; by default everywhere
 * @property {readonly ModeName[]} [elsewhere] modes whose own panel has the button
 */

/** @param {Session} session */
const open = (session) => session.study !== null;

/** @param {Session} session */
const shown = (session) => session.position !== null;

/** @type {readonly ModeName[]} */
const STEPS = ["analyse", "play", "puzzle"];
/** @type {readonly ModeName[]} */
const MOVES = ["analyse", "play", "puzzle", "lesson"];

/** @type {readonly Action[]} in the order of the toolbar */
export const ACTIONS = [
  {
    name: "first",
    label: "Start",
    title: "Go to the start of the game",
    key: "Home",
    run: (session) => session.first(),
    ready: (session) => session.current?.parent !== null && open(session),
    modes: STEPS,
  },
  {
    name: "previous",
    label: "Back",
    title: "Go to the previous action",
    key: ",",
    run: (session) => session.previous(),
    ready: (session) => session.pending.length > 0 || (open(session) && session.current?.parent !== null),
    modes: STEPS,
  },
  {
    name: "next",
    label: "Next",
    title: "Go to the next action",
    key: ".",
    run: (session) => session.next(),
    ready: (session) => (session.current?.children.length ?? 0) > 0 || session.extend !== null,
    modes: STEPS,
  },
  {
    name: "last",
    label: "End",
    title: "Go to the end of this line",
    key: "End",
    run: (session) => session.last(),
    ready: (session) => (session.current?.children.length ?? 0) > 0,
    modes: STEPS,
  },
  {
    name: "undo",
    label: "Take back",
    title: "Take back the last move of this action",
    key: "u",
    run: (session) => session.undo(),
    ready: (session) => session.pending.length > 0,
    only5d: true,
    modes: MOVES,
    elsewhere: ["play"],
  },
  {
    name: "redo",
    label: "Redo",
    title: "Redo the move that was taken back",
    key: "r",
    run: (session) => session.redo(),
    ready: (session) => session.undone.length > 0,
    only5d: true,
    modes: MOVES,
  },
  {
    name: "submit",
    label: "Submit",
    title: "Submit the moves of this action",
    key: "s",
    run: (session) => session.submit(),
    ready: (session) => Boolean(session.position?.may_submit),
    only5d: true,
    modes: MOVES,
  },
  {
    name: "hint",
    label: "Hint",
    title: "Show a legal action",
    key: "h",
    run: (_, context) => context.shell.hint(),
    ready: shown,
    modes: ["analyse", "puzzle", "lesson"],
    elsewhere: ["puzzle", "lesson"],
  },
  {
    name: "engine",
    label: "Engine",
    title: "Let an engine think about the position",
    key: "l",
    run: (_, context) => context.settings.toggle("evaluation"),
    ready: open,
    pressed: (_, context) => context.settings.get("evaluation"),
    modes: ["analyse"],
  },
  {
    name: "games",
    label: "Games",
    title: "Show games from this position and search games",
    key: "g",
    run: (_, context) => {
      context.settings.toggle("explorer");
      if (context.settings.get("explorer")) context.shell.show("moves");
    },
    ready: open,
    pressed: (_, context) => context.settings.get("explorer"),
    modes: ["analyse"],
  },
  {
    name: "passing",
    label: "If I pass",
    title: "Show what could be captured if the player passed",
    key: "x",
    run: (session) => session.togglePassing(),
    ready: shown,
    pressed: (session) => session.passing !== null,
    only5d: true,
    modes: MOVES,
  },
  {
    name: "flip",
    label: "Flip",
    title: "Flip the board",
    key: "f",
    run: (_, context) => context.settings.toggle("flip"),
    ready: open,
    pressed: (_, context) => context.settings.get("flip"),
  },
  {
    name: "fit",
    label: "Fit",
    title: "Show everything",
    key: "0",
    run: (_, context) => context.stage()?.fit(),
    ready: shown,
  },
  {
    name: "present",
    label: "Present",
    title: "Go to the present",
    key: "p",
    run: (_, context) => context.stage()?.toPresent(),
    ready: shown,
    only5d: true,
  },
  {
    name: "next-board",
    label: "Next board",
    title: "Go to the next board that needs a move",
    key: "n",
    run: (_, context) => context.stage()?.nextBoard(),
    ready: shown,
    only5d: true,
    modes: MOVES,
  },
];

/** Whether an action is available in a mode. @param {Action} action @param {ModeName} mode */
export function isOffered({ modes }, mode) {
  return modes === undefined || modes.includes(mode);
}
