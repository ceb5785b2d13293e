/**
 * The keys of links, by study. The key of the link that opened this page is in its address; keys of
 * studies created here, on a public server, are stored in the browser.
 */

import { readStored, writeStored } from "../ui/storage.js";

const STORE = "hyperchess.keys";
const STUDY = /^\/studies\/([^/?]+)/;

/** @type {Map<string, string>} */
const opened = new Map();

/** @returns {Record<string, string>} */
const remembered = () => readStored(STORE) ?? {};

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
  return opened.get(study) ?? remembered()[study] ?? "";
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
  if (body === undefined || opened.size + Object.keys(remembered()).length === 0) return "";
  const asked = JSON.parse(body);
  return typeof asked?.study === "string" ? keyOf(asked.study) : "";
}
