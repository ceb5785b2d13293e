/** The status line of a game, as words to the player. */

/** @import {AnyGame} from "./strips.js" */

import { capitalize, counted } from "../ui/wording.js";

/** Whose turn it is and what to do; empty if no game is in progress. @param {AnyGame} game */
export function turnWords(game) {
  const { position, pending } = game.session;
  if (!game.active || !position) return "";
  if (!game.atEnd) return "An earlier position: go to the last one to move";
  if (isWaiting(game)) {
    return game.rules?.computer ? "The computer is thinking" : "Waiting for your opponent";
  }
  const turn = game.side ? "Your turn" : `${capitalize(position.player)} to move`;
  if (pending.length > 0 && position.may_submit) return `${turn}: submit your action`;
  const boards = position.game === "5d" ? position.mandatory.length : 0;
  if (pending.length > 0 && boards > 0) return `${turn}: play on ${counted(boards, "more board", "more boards")}`;
  return boards > 1 ? `${turn}: play on ${counted(boards, "board")}` : turn;
}

/** Whether the user waits for the action of the other player. @param {AnyGame} game */
export function isWaiting({ active, side, session }) {
  return active && Boolean(side) && session.position !== null && side !== session.position.player;
}

/** Who is in check, as words to the player. @param {AnyGame | null} game @param {string} player the side in check */
export function checkWords(game, player) {
  return game?.active && game.side === player ? "You are in check" : `${capitalize(player)} is in check`;
}
