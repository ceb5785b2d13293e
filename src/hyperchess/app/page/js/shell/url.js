/**
 * The URL of the page identifies what is open: `#study=ID&node=N` (with `&key=KEY` for a link, and `&mode=NAME`
 * unless it is analysed; games, puzzles and lessons continue by themselves), or `#puzzle=ID` in the trainer. Links may also request a new study: `#game=…` (a shared game),
 * `#variant=NAME`, `#example=NAME`. Back and forward switch between studies.
 */

/** @import {ApiError} from "../data/http.js" */
/** @import {Session} from "../session.js" */
/** @import {Context} from "./context.js" */

import { linkKey, openBy } from "../live/keys.js";
import { unpack } from "../share/share-link.js";
import { debounce } from "../ui/debounce.js";

const read = () => new URLSearchParams(location.hash.slice(1));

/** The address of a study; one that was opened by a link keeps its key. @param {string} study */
function address(study) {
  const key = linkKey(study);
  return `#study=${study}${key ? `&key=${key}` : ""}`;
}

/**
 * Open what the URL requests, now and whenever it changes.
 *
 * @param {Session} session
 * @param {Context} context
 * @param {EventTarget} mode emits `change`
 */
export async function followUrl(session, context, mode) {
  session.on("study", () => {
    const { study } = session;
    if (!study || read().get("study") === study.id || context.shell.trains()) return;
    if (study.kept === false) return; // it is only viewed: the link stays
    const asked = read();
    // replace the link that created this study: going back must not create it again
    const way = ["game", "variant", "example"].some((name) => asked.has(name)) ? "replaceState" : "pushState";
    history[way](null, "", address(study.id));
  });
  const keepPlace = debounce(() => {
    const { study, node } = session;
    if (study && read().get("study") === study.id) {
      const { name } = context.shell.mode();
      const shown = name === "analyse" ? "" : `&mode=${name}`;
      history.replaceState(null, "", `${address(study.id)}&node=${node}${shown}`);
    }
  }, 400);
  session.on("position", keepPlace);
  mode.addEventListener("change", keepPlace);
  addEventListener("popstate", () => open(session, context));
  await open(session, context);
}

/** @param {Session} session @param {Context} context */
async function open(session, context) {
  const asked = read();
  const id = asked.get("study");
  const game = asked.get("game");
  const variant = asked.get("variant");
  const example = asked.get("example");
  const puzzle = asked.get("puzzle");
  if (session.study?.id !== id && !(await session.mayLeave())) {
    history.pushState(null, "", address(session.study?.id ?? ""));
    return;
  }
  let opened;
  if (id !== null) {
    const node = Number(asked.get("node") ?? NaN);
    if (asked.has("key")) openBy(id, asked.get("key") ?? "");
    opened = session.study?.id === id || (await loadAt(session, id, node));
  } else if (game !== null) {
    try {
      const look = context.source.looks ? { keep: false } : {};
      opened = await session.create({ text: await unpack(game), ...look });
    } catch (error) {
      session.notice(/** @type {Error} */ (error).message, "error");
    }
  } else if (variant !== null) opened = await session.create({ variant });
  else if (example !== null) opened = await session.create({ example });
  else if (puzzle !== null) opened = await context.shell.train(puzzle);
  if (!opened) context.shell.showOpen();
  else if (asked.get("mode") === "edit") context.shell.show("edit");
  else context.shell.hideOpen();
}

/** @param {Session} session @param {string} id @param {number} node */
async function loadAt(session, id, node) {
  try {
    const study = await session.source.study(id);
    const known = study.nodes.some((entry) => entry.id === node);
    await session.show(study, known ? node : undefined);
    return true;
  } catch (error) {
    const { message, hint } = /** @type {Error & Partial<ApiError>} */ (error);
    session.notice(message, "error", hint ?? "");
    return false;
  }
}
