/** Signs at the edges of the view that count the targets of the selected piece outside. A tap on one goes there. */

import { TYPEFACE } from "../../drawing/typeface.js";
import { rulersFor } from "./rulers.js";
import { markOf } from "./view.js";

/** @import {Move, BoardPlace, Square5D} from "../../types.js" */
/** @import {Point} from "../../drawing/arrows.js" */
/** @import {Camera} from "../camera/camera.js" */
/** @import {Layout} from "../layout.js" */
/** @import {View} from "./view.js" */

/** @typedef {"left" | "right" | "up" | "down"} Side */
/** @typedef {{side: Side, count: number, x: number, y: number, nearest: BoardPlace}} Sign in CSS pixels */

const ARROWS = { left: "‹", right: "›", up: "↑", down: "↓" };
const SIZE = { width: 38, height: 22 };

/**
 * The signs for moves whose targets are out of view.
 *
 * @param {Layout} layout
 * @param {Camera} camera
 * @param {Move[]} moves
 * @param {boolean} ruled whether there are rulers
 * @returns {Sign[]}
 */
export function edgeSigns(layout, camera, moves, ruled) {
  const { left, top } = ruled ? rulersFor(camera.width) : { left: 0, top: 0 };
  const { width, height } = camera;
  const middle = { x: (left + width) / 2, y: (top + height) / 2 };
  /** @type {Record<Side, Point>} */
  const places = {
    left: { x: left + 24, y: middle.y },
    right: { x: width - 24, y: middle.y },
    up: { x: middle.x, y: top + 18 },
    down: { x: middle.x, y: height - 18 },
  };
  /** @type {Map<Side, Map<string, {square: Square5D, far: number}>>} */ const outside = new Map();
  for (const move of moves) {
    const square = /** @type {Square5D} */ (move.to);
    const center = layout.center(square);
    if (!center) continue;
    const { x, y } = camera.screenAt(center);
    const side = x < left ? "left" : x > width ? "right" : y < top ? "up" : y > height ? "down" : null;
    if (!side) continue;
    const others = outside.get(side) ?? new Map();
    others.set(`${square}`, { square, far: Math.hypot(x - middle.x, y - middle.y) });
    outside.set(side, others);
  }
  return [...outside].map(([side, found]) => {
    const [first] = [...found.values()].sort((one, other) => one.far - other.far);
    const [row, time] = /** @type {{square: Square5D}} */ (first).square;
    const place = freePlace(layout, camera, side, places[side]);
    return { side, count: found.size, ...place, nearest: [row, time] };
  });
}

/**
 * The place on an edge nearest to its middle where a sign covers no piece; the middle if there is none.
 *
 * @param {Layout} layout
 * @param {Camera} camera
 * @param {Side} side
 * @param {Point} middle
 */
function freePlace(layout, camera, side, middle) {
  const upright = side === "left" || side === "right";
  const [step, most] = upright ? [SIZE.height, camera.height / 2] : [SIZE.width, camera.width / 2];
  for (let away = 0; away < most - 2 * step; away += step / 2) {
    for (const by of away === 0 ? [0] : [away, -away]) {
      const place = upright ? { x: middle.x, y: middle.y + by } : { x: middle.x + by, y: middle.y };
      if (!coversPiece(layout, camera, place)) return place;
    }
  }
  return middle;
}

/** Whether a sign there would cover a part of a piece. @param {Layout} layout @param {Camera} camera @param {Point} place */
function coversPiece(layout, camera, { x, y }) {
  for (const dx of [-0.5, 0, 0.5]) {
    for (const dy of [-0.5, 0.5]) {
      const square = layout.squareAt(camera.worldAt(x + dx * SIZE.width, y + dy * SIZE.height));
      if (square && ![".", ""].includes(layout.pieceAt(square))) return true;
    }
  }
  return false;
}

/** The sign at a point. @param {Sign[]} signs @param {Point} point */
export function signAt(signs, point) {
  const reach = (/** @type {Sign} */ { x, y }) =>
    Math.abs(point.x - x) <= SIZE.width / 2 + 4 && Math.abs(point.y - y) <= SIZE.height / 2 + 8;
  return signs.find(reach) ?? null;
}

/** @param {View} view @param {Sign[]} signs */
export function drawEdges({ pen, theme, px }, signs) {
  const { core, edge } = markOf(theme, "choice");
  const [width, height] = [SIZE.width * px, SIZE.height * px];
  for (const { side, count, x, y } of signs) {
    pen.beginPath();
    pen.roundRect(x * px - width / 2, y * px - height / 2, width, height, height / 2);
    pen.fillStyle = core;
    pen.fill();
    pen.strokeStyle = edge;
    pen.lineWidth = 1.5 * px;
    pen.stroke();
    pen.fillStyle = edge;
    pen.font = `600 ${12 * px}px ${TYPEFACE}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(
      side === "right" ? `${count} ${ARROWS[side]}` : `${ARROWS[side]} ${count}`,
      x * px,
      (y + 0.5) * px,
    );
  }
}
