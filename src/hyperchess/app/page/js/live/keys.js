/**
 * The keys of links, by study. The key of the link that opened this page is in its address; keys of
 * studies created here, on a public server, and of seats in games are stored in the browser.
 */

/**
 * @typedef {{key: string, sits: boolean, by?: string}} Seat a seat in a game, or a claim that was not answered yet;
 *     `by` is the key that allows the claim, if it is not in the address
 */

import { readStored, writeStored } from "../ui/storage.js";

const STORE = "hyperchess.keys";
const SEATS = "hyperchess.seats";
const MOST_KEYS = 100;
const STUDY = /^\/studies\/([^/?]+)/;

/** @type {Map<string, string>} */
const opened = new Map();

/** @type {Map<string, Seat>} */
const seats = new Map(); // without a storage, they last as long as the page

/** @returns {Record<string, string>} */
const remembered = () => readStored(STORE) ?? {};

/** The seat of this browser in a game. @param {string} study @returns {Seat | undefined} */
export function seatIn(study) {
  return seats.get(study) ?? readStored(SEATS)?.[study];
}

/** The keys of the newest seats of this browser, as many as a request can have. */
export function ownKeys() {
  /** @type {(Seat | undefined)[]} */
  const found = Object.values({ ...readStored(SEATS), ...Object.fromEntries(seats) });
  return found.flatMap((seat) => (seat?.sits ? [seat.key] : [])).slice(-MOST_KEYS);
}

/** @param {string} study @param {Seat | undefined} seat undefined after the seat was lost */
export function keepSeat(study, seat) {
  if (seat) seats.set(study, seat);
  else seats.delete(study);
  writeStored(SEATS, { ...readStored(SEATS), [study]: seat });
}

/** Set the key by which a study was opened; empty for none. @param {string} study @param {string} key */
export function openBy(study, key) {
  if (key) opened.set(study, key);
  else opened.delete(study);
}

/** The key in the address of this page; empty if there is none. @param {string} study */
export function linkKey(study) {
  return opened.get(study) ?? "";
}

/** @param {string} study */
export function keyOf(study) {
  const seat = seatIn(study);
  return (seat?.sits ? seat.key : seat?.by) ?? opened.get(study) ?? remembered()[study] ?? "";
}

/** @param {string} study @param {string} key of the owner */
export function rememberKey(study, key) {
  if (!writeStored(STORE, { ...remembered(), [study]: key })) openBy(study, key);
}

/** Use the key of a study for others, too: its chapters. @param {string} study @param {string[]} others */
export function shareKey(study, others) {
  const [shown, kept] = [opened.get(study), remembered()[study]];
  for (const other of others) {
    if (shown) openBy(other, shown);
    else if (kept && keyOf(other) !== kept) rememberKey(other, kept);
  }
}

/** The key for a request. @param {string} path @param {string} [body] */
export function keyFor(path, body) {
  const study = STUDY.exec(path)?.[1];
  if (study !== undefined) return keyOf(study);
  if (body === undefined) return "";
  const asked = JSON.parse(body);
  return typeof asked?.study === "string" ? keyOf(asked.study) : "";
}
