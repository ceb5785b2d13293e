/**
 * The seat of this browser in a game by link. The first browser that opens an invitation sits down; the key that
 * it has chosen is stored before the claim is sent, so that a claim without a response can be repeated.
 */

/** @import {HttpSource} from "../data/http.js" */
/** @import {Study} from "../types.js" */

import { keepSeat, keyOf, linkKey, openBy, seatIn } from "../live/keys.js";
import { me, newId } from "../live/me.js";

/**
 * Claim the seat to which a study was opened, and return the study as the player sees it; spectators get it as it is.
 *
 * @param {Study} study
 * @param {HttpSource} source
 * @param {(id: string) => Promise<Study>} load
 * @returns {Promise<Study>}
 */
export async function sitDown(study, source, load) {
  const { id, role = "" } = study;
  const seat = seatIn(id);
  if (seat?.sits && ["white", "black"].includes(role)) return study;
  if (!seat && !role.endsWith("-seat")) return study;
  if (seat?.sits) keepSeat(id, undefined); // the seat has moved to another device
  else {
    const key = seat?.key ?? newId();
    keepSeat(id, { ...seat, key, sits: false });
    const sits = await source.ask("POST /studies/{id}/match/seat", { id }, { key, name: me.name }).then(
      () => true,
      (error) => {
        if (error.code !== "seat") throw error; // the claim is repeated when the study is opened again
        return false; // another browser was faster: this one watches
      },
    );
    keepSeat(id, sits ? { key, sits } : undefined);
  }
  return sitDown(await load(id), source, load);
}

/** Prepare to open a rematch: a player of the first game claims a seat in it. @param {string} study @param {string} next */
export function followRematch(study, next) {
  const seat = seatIn(study);
  if (seat?.sits) keepSeat(next, seatIn(next) ?? { key: newId(), sits: false, by: keyOf(study) });
  openBy(next, linkKey(study));
}
