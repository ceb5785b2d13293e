/** Viewpoints: everything, the present, one board, and following the game. */

/** @import {BoardPlace} from "../../types.js" */
/** @import {Camera, Viewpoint} from "./camera.js" */
/** @import {Layout, Rect} from "../layout.js" */

const LARGEST_FIT = 56; // CSS pixels per square
const READABLE = 14; // pieces can be told apart
const CLEAR = 9; // moves can be followed
const COMFORTABLE = 34;
const AROUND = 26; // shows the surroundings of a board
const NARROW = 520; // CSS pixels: the width of a phone

/** @param {Layout} layout @param {Camera} camera @returns {Viewpoint} */
export function everything(layout, camera) {
  return camera.framing(grown(layout.bounds, layout.gap * 0.9), LARGEST_FIT);
}

/**
 * The first view of a game: everything if it is readable, otherwise the present.
 *
 * @param {Layout} layout
 * @param {Camera} camera
 */
export function firstLook(layout, camera) {
  const { x, y, width, height } = layout.bounds;
  // with room for the next board
  const all = grown({ x, y, width: width + layout.stepX, height }, layout.gap * 0.9);
  const framed = camera.framing(all, LARGEST_FIT);
  const least = camera.room.width > NARROW ? READABLE : READABLE + 4;
  return framed.scale >= least ? framed : present(layout, camera);
}

/** @param {Layout} layout @param {Camera} camera @returns {Viewpoint} */
export function present(layout, camera) {
  const { position } = layout;
  const boards = waiting(layout);
  const all = enclosing(layout, boards.length > 0 ? boards : [nearestEnd(layout, position.present)]);
  // with some surroundings, if readable
  const wide = camera.room.width > NARROW ? 0.75 : 0.3;
  for (const margin of [layout.stepX * wide, layout.gap * 0.9]) {
    const framed = camera.framing(grown(all, margin), AROUND);
    if (framed.scale >= READABLE) return camera.inside(framed, layout.gap);
  }
  const first = nearest(layout, camera, boards) ?? nearestEnd(layout, position.present);
  return camera.inside(camera.centred(layout.boardRect(first), READABLE + 4), layout.gap);
}

/**
 * One board at a playable size; the current scale is kept if it is playable.
 *
 * @param {Layout} layout
 * @param {Camera} camera
 * @param {BoardPlace} place
 */
export function board(layout, camera, place) {
  const rect = layout.boardRect(place);
  const most = camera.framing(grown(rect, layout.gap * 0.6)).scale;
  const scale = camera.scale >= READABLE ? Math.min(camera.scale, most) : Math.min(COMFORTABLE, most);
  return camera.centred(rect, scale);
}

/**
 * Move as little as possible to show the boards to play, and the last move if it fits.
 *
 * @param {Layout} layout
 * @param {Camera} camera
 */
export function keepUp(layout, camera) {
  const { position } = layout;
  const boards = waiting(layout);
  if (boards.length === 0) boards.push(nearestEnd(layout, position.present));
  const touched = position.last
    .flatMap((move) => move.touched)
    .map(([row, time]) => /** @type {BoardPlace} */ ([row, time]));
  const near = nearest(layout, camera, boards);
  if (position.pending.length > 0) return whole(layout, camera, [...(near ? [near] : []), ...touched]);
  const choices = [[...boards, ...touched], boards, near ? [near] : boards];
  const { width, height } = camera.room;
  for (const choice of choices) {
    const rect = grown(enclosing(layout, choice), layout.gap * 0.5);
    if (rect.width * camera.scale <= width && rect.height * camera.scale <= height)
      return camera.including(rect, 0);
  }
  return near ? board(layout, camera, near) : camera.viewpoint;
}

/**
 * Show boards as a whole: the view moves as little as possible, and from further away only if they do not fit.
 *
 * @param {Layout} layout
 * @param {Camera} camera
 * @param {BoardPlace[]} boards
 */
function whole(layout, camera, boards) {
  const rect = grown(enclosing(layout, boards), layout.gap * 0.5);
  const { width, height } = camera.room;
  if (rect.width * camera.scale <= width && rect.height * camera.scale <= height) return camera.including(rect, 0);
  const framed = camera.framing(rect, camera.scale);
  if (framed.scale >= CLEAR) return framed;
  const last = /** @type {BoardPlace} */ (boards.at(-1));
  return camera.including(layout.boardRect(last), layout.gap * 0.5);
}

/**
 * The boards that need a move: the mandatory ones, otherwise the optional ones.
 *
 * @param {Layout} layout
 * @returns {BoardPlace[]}
 */
function waiting({ position }) {
  const ahead = position.playable.filter(([, time]) => time <= position.present);
  return [...(position.mandatory.length > 0 ? position.mandatory : ahead)];
}

/** @param {Layout} layout @param {Camera} camera @param {BoardPlace[]} boards */
function nearest(layout, camera, boards) {
  const distance = (/** @type {BoardPlace} */ place) => {
    const { x, y, width, height } = layout.boardRect(place);
    return Math.hypot(x + width / 2 - camera.x, y + height / 2 - camera.y);
  };
  return boards.toSorted((one, other) => distance(one) - distance(other))[0] ?? null;
}

/**
 * The board nearest to a half-turn in the row nearest to the middle.
 *
 * @param {Layout} layout
 * @param {number} time
 * @returns {BoardPlace}
 */
function nearestEnd(layout, time) {
  const lines = layout.position.timelines.toSorted((one, other) => Math.abs(one.row) - Math.abs(other.row));
  const line = lines.find((entry) => entry.first <= time && time <= layout.endOf(entry)) ?? lines[0];
  if (!line) return [0, time];
  return [line.row, Math.min(layout.endOf(line), Math.max(line.first, time))];
}

/** @param {Layout} layout @param {BoardPlace[]} boards @returns {Rect} */
function enclosing(layout, boards) {
  const rects = boards.map((place) => layout.boardRect(place));
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  const right = Math.max(...rects.map((rect) => rect.x + rect.width));
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** @param {Rect} rect @param {number} margin @returns {Rect} */
function grown({ x, y, width, height }, margin) {
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
}
