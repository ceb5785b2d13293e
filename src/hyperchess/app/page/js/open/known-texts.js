/** Studies by the text they were created from, stored in the browser: the same text opens the same study
 * again. */

import { readList, writeStored } from "../ui/storage.js";

const KEY = "hyperchess.texts";
const MOST = 100;

/** A hash of a text; collisions are very unlikely. @param {string} text */
function fingerprint(text) {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  }
  return `${text.length}-${(one >>> 0).toString(36)}${(other >>> 0).toString(36)}`;
}

/** @returns {[string, string][]} fingerprints and studies, the newest first */
const all = () => readList(KEY);

/** @typedef {{text: string, number?: number, chapters?: boolean}} TextRequest */

/** @param {TextRequest} request */
function nameOf({ text, number = 1, chapters = false }) {
  return `${chapters ? "all" : number}/${fingerprint(text.trim())}`;
}

/** The study that was created from a text. @param {TextRequest} request @returns {string | null} */
export function knownStudy(request) {
  const name = nameOf(request);
  return all().find(([other]) => other === name)?.[1] ?? null;
}

/** @param {TextRequest} request @param {string} study */
export function rememberStudy(request, study) {
  const name = nameOf(request);
  writeStored(KEY, [[name, study], ...all().filter(([other]) => other !== name)].slice(0, MOST));
}
