/** A list of games of the library with players and results; a click opens one as a study. */

/** @import {FoundGame, Study} from "../types.js" */
/** @import {Session} from "../session.js" */
/** @import {Context} from "../shell/context.js" */

import { continuation } from "../moves/continuation.js";
import { make } from "../ui/dom.js";

/**
 * @param {FoundGame[]} games
 * @param {Session} session
 * @param {Context} context
 * @param {string} title
 * @returns {HTMLElement[]}
 */
export function gameList(games, session, context, title) {
  const items = games.map((game) => {
    const details = [game.variant, game.date, `${game.actions} actions`, game.place && `at ${game.place}`];
    return make(
      "li",
      {},
      make(
        "button",
        {
          type: "button",
          class: "explorer-game",
          title: "Open as a study",
          on: { click: () => openGame(game, session, context) },
        },
        make("span", { class: "players", text: `${game.white || "?"} – ${game.black || "?"}` }),
        make("span", { class: "result", text: game.result.replace("1/2-1/2", "½–½") }),
        make("span", { class: "details", text: details.filter(Boolean).join(" · ") }),
      ),
    );
  });
  return [make("h2", { text: title }), make("ol", { class: "explorer-games", "aria-label": title }, ...items)];
}

/** @param {FoundGame} game @param {Session} session @param {Context} context */
async function openGame(game, session, context) {
  try {
    const study = await context.source.ask("POST /explorer/study", {}, { id: game.id });
    await session.show(study, nodeAt(study, game.ply ?? 0));
    context.shell.showBoard();
  } catch (error) {
    session.notice(/** @type {Error} */ (error).message, "error");
  }
}

/** The node of the main line after `plies` actions. @param {Study} study @param {number} plies */
function nodeAt(study, plies) {
  const nodes = new Map(study.nodes.map((node) => [node.id, node]));
  let node = study.nodes[0];
  for (let ply = 0; ply < plies && node; ply += 1) node = nodes.get(continuation(node) ?? -1) ?? node;
  return node?.id ?? 0;
}
