/**
 * The seat of this browser in a game by link. The first browser that opens an invitation sits down; the key that
 * it has chosen is stored before the claim is sent, so that a claim without a response can be repeated.
 */

/** @import {HttpSource} from "../data/http.js" */
/** @import {Study} from "../types.js" */

import { keepSeat, seatIn } from "../live/keys.js";
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
    keepSeat(id, { key, sits: false });
    const sits = await source.claimSeat(id, key, me.name).then(
      () => true,
      (error) => {
        if (error.code === "no-server") throw error;
        return false; // another browser was faster: this one watches
      },
    );
    keepSeat(id, sits ? { key, sits } : undefined);
  }
  return sitDown(await load(id), source, load);
}
