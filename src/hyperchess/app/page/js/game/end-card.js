/** The card above the moves when a game is over: result, reason, accuracy of both players, and what to do next. */

/** @import {Match} from "../live/match.js" */
/** @import {GameReview} from "../review/review.js" */
/** @import {Context} from "../shell/context.js" */
/** @import {Side} from "./clock.js" */
/** @import {Game} from "./game.js" */

import { button } from "../ui/button.js";
import { make } from "../ui/dom.js";
import { capitalize } from "../ui/wording.js";

const SECONDS = 0.2; // for each action of a review

/**
 * @param {HTMLElement} host
 * @param {Game} local a game on this screen
 * @param {Match} match a game through a link
 * @param {GameReview} review
 * @param {Context} context
 */
export function mountEndCard(host, local, match, review, context) {
  const { session } = local;
  const title = make("h2", { id: "end-title" });
  const reason = make("p", { class: "quiet-text" });
  const accuracy = make("dl", { class: "end-accuracy" });
  const rematch = button("play", "Rematch", () => void local.rematch());
  const start = button("graph", "Review", () => void review.start(SECONDS));
  const more = button("open", "New game", () => context.shell.show("play"));
  const share = button("share", "Share", () => context.shell.show("share"));
  const card = make(
    "section",
    { id: "end-card", class: "end-card", "aria-labelledby": title.id, hidden: true },
    title,
    reason,
    accuracy,
    make("div", { class: "button-row" }, rematch, start, more, share),
  );
  host.prepend(card);

  const refresh = () => {
    const game = match.here ? match : local;
    const shown = game.here && game.over !== "";
    const opens = shown && card.hidden && !game.rules?.practice;
    if (opens) context.shell.show("moves");
    card.hidden = !shown;
    if (!shown) return;
    title.textContent = headline(game);
    reason.textContent = game.over;
    rematch.hidden = game !== local || local.rules?.practice !== undefined;
    start.hidden = review.data !== null || (session.study?.nodes.length ?? 0) < 2;
    start.disabled = review.running !== null;
    accuracy.replaceChildren(
      ...(review.data?.players ?? []).flatMap((player) => [
        make("dt", {}, make("span", { class: `dot ${player.player}` }), game.name(/** @type {Side} */ (player.player))),
        make("dd", { text: player.accuracy === null ? "–" : `${Math.round(player.accuracy)} % accuracy` }),
      ]),
    );
    if (opens) context.shell.reveal(card);
  };
  for (const source of [local, match, review]) source.addEventListener("change", refresh);
  session.on("study", refresh);
  refresh();
}

/** The result for the user; for two players on one screen and for spectators, the winner. @param {Game | Match} game */
function headline(game) {
  const { result } = game.session;
  const winner = result === "1-0" ? "white" : result === "0-1" ? "black" : null;
  if (result === "*") return "Game aborted";
  if (!winner) return "Draw";
  if (!game.side) return `${capitalize(winner)} won`;
  return game.side === winner ? "You won" : "You lost";
}
