/** Learning progress, stored in the browser: finished steps, and practice mates that were tried and won. */

/** @typedef {{tried: number, won: number, best: number}} Record `best` is the least number of moves, 0 if never won */
/** @typedef {{course: string, step: number, study: string}} Bookmark where a course was left */
/** @typedef {{steps: string[], practice: {[name: string]: Record}, places: Bookmark[]}} Progress */

import { readStored, writeStored } from "../ui/storage.js";

const KEY = "hyperchess.learning";

/** @returns {Progress} */
function read() {
  const found = readStored(KEY);
  return { steps: found?.steps ?? [], practice: found?.practice ?? {}, places: found?.places ?? [] };
}

/** @param {Progress} progress */
const write = (progress) => writeStored(KEY, progress);

/** @param {string} course @param {string} step */
export function isDone(course, step) {
  return read().steps.includes(`${course}/${step}`);
}

/** @param {string} course @param {string} step */
export function markDone(course, step) {
  const progress = read();
  const name = `${course}/${step}`;
  if (!progress.steps.includes(name)) write({ ...progress, steps: [...progress.steps, name] });
}

/** Reset the progress of a course. @param {string} course */
export function forget(course) {
  const progress = read();
  write({ ...progress, steps: progress.steps.filter((name) => !name.startsWith(`${course}/`)) });
}

/** @param {string} course @returns {Bookmark | null} */
export function placeOf(course) {
  return read().places.find((place) => place.course === course) ?? null;
}

/** The place that belongs to a study. @param {string} study @returns {Bookmark | null} */
export function placeIn(study) {
  return read().places.find((place) => place.study === study) ?? null;
}

/** @param {Bookmark} place */
export function keepPlace(place) {
  const progress = read();
  write({ ...progress, places: [place, ...progress.places.filter(({ course }) => course !== place.course)] });
}

/** @param {string} name of a practice mate @returns {Record} */
export function recordOf(name) {
  return read().practice[name] ?? { tried: 0, won: 0, best: 0 };
}

/** Record a finished practice mate. @param {string} name @param {number | null} moves number of moves; null: not won */
export function record(name, moves) {
  const progress = read();
  const { tried, won, best } = recordOf(name);
  const now = {
    tried: tried + 1,
    won: won + (moves === null ? 0 : 1),
    best: moves === null ? best : best === 0 ? moves : Math.min(best, moves),
  };
  write({ ...progress, practice: { ...progress.practice, [name]: now } });
}
