/** Viewpoints: everything, the present, one board, and following the game. */

/** @import {BoardPlace} from "../../types.js" */
/** @import {Camera, Viewpoint} from "./camera.js" */
/** @import {Layout, Rect} from "../layout.js" */

const READABLE = 14; // CSS pixels per square: pieces can be told apart
const CLEAR = 9; // moves can be followed
const TOUCHABLE = 20; // squares can be hit with a finger
const COMFORTABLE = 34;

/** @param {Layout} layout @param {Camera} camera @returns {Viewpoint} */
export function everything(layout, camera) {
  return camera.framing(layout.bounds);
}

/**
 * The boards to play as large as possible, with the boards of checks and of the last action if all stay large
 * enough.
 *
 * @param {Layout} layout
 * @param {Camera} camera
 * @returns {Viewpoint}
 */
export function present(layout, camera) {
  const boards = waiting(layout);
  for (const [choice, least] of /** @type {[BoardPlace[], number][]} */ ([
    [[...boards, ...lastBoards(layout), ...checkBoards(layout)], TOUCHABLE],
    [[...boards, ...lastBoards(layout)], TOUCHABLE],
    [boards, READABLE],
  ])) {
    const framed = camera.framing(enclosing(layout, choice));
    if (framed.scale >= least) return camera.inside(framed, layout.gap);
  }
  const first = nearest(layout, camera, boards);
  return camera.inside(camera.framing(layout.boardRect(first)), layout.gap);
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
  const boards = waiting(layout);
  const touched = lastBoards(layout);
  const near = nearest(layout, camera, boards);
  if (layout.position.pending.length > 0) return whole(layout, camera, [near, ...touched]);
  const { width, height } = camera.room;
  for (const choice of [[...boards, ...touched], boards, [near]]) {
    const rect = grown(enclosing(layout, choice), layout.gap * 0.5);
    if (rect.width * camera.scale <= width && rect.height * camera.scale <= height)
      return camera.including(rect, 0);
  }
  return board(layout, camera, near);
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
 * The boards that need a move: the mandatory ones, otherwise the optional ones, otherwise one of the present.
 *
 * @param {Layout} layout
 * @returns {BoardPlace[]}
 */
function waiting(layout) {
  const { position } = layout;
  const ahead = position.playable.filter(([, time]) => time <= position.present);
  const boards = position.mandatory.length > 0 ? position.mandatory : ahead;
  return boards.length > 0 ? boards : [nearestEnd(layout, position.present)];
}

/** The boards that the last action created. @param {Layout} layout @returns {BoardPlace[]} */
function lastBoards({ position }) {
  return position.last.flatMap((move) => move.touched).map(([row, time]) => [row, time]);
}

/** The boards of attackers and attacked royals. @param {Layout} layout @returns {BoardPlace[]} */
function checkBoards(layout) {
  const squares = layout.position.checks.flatMap(({ from, to }) => [from, to]);
  return squares.map(([row, time]) => {
    const line = layout.line(row);
    return [row, line ? Math.min(time, layout.endOf(line)) : time];
  });
}

/** @param {Layout} layout @param {Camera} camera @param {BoardPlace[]} boards at least one */
function nearest(layout, camera, boards) {
  const distance = (/** @type {BoardPlace} */ place) => {
    const { x, y, width, height } = layout.boardRect(place);
    return Math.hypot(x + width / 2 - camera.x, y + height / 2 - camera.y);
  };
  const ordered = boards.toSorted((one, other) => distance(one) - distance(other));
  return /** @type {BoardPlace} */ (ordered[0]);
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
