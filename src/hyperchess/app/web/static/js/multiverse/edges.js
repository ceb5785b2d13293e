/**
 * Signs at the edges of the view: in which direction the selected piece has more targets, and how many.
 */

import { rulersFor } from "./rulers.js";
import { View, markOf } from "./view.js";

/** @import {Move, Square5D} from "../types.js" */

/** @typedef {"left" | "right" | "up" | "down"} Side */

const ARROWS = { left: "‹", right: "›", up: "↑", down: "↓" };

/** @param {View} view @param {Move[]} moves @param {boolean} ruled whether there are rulers */
export function drawEdges(view, moves, ruled) {
  const { width, height, px } = view;
  const rulers = ruled ? rulersFor(width / px) : { left: 0, top: 0 };
  const counts = countOutside(view, moves, rulers.left * px, rulers.top * px);
  const [left, top] = [rulers.left * px, rulers.top * px];
  const middle = { x: (left + width) / 2, y: (top + height) / 2 };
  if (counts.left) sign(view, "left", counts.left, left + 24 * px, middle.y);
  if (counts.right) sign(view, "right", counts.right, width - 24 * px, middle.y);
  if (counts.up) sign(view, "up", counts.up, middle.x, top + 18 * px);
  if (counts.down) sign(view, "down", counts.down, middle.x, height - 18 * px);
}

/** @param {View} view @param {Move[]} moves @param {number} left @param {number} top */
function countOutside(view, moves, left, top) {
  /** @type {Record<Side, number>} */ const counts = { left: 0, right: 0, up: 0, down: 0 };
  const seen = new Set();
  for (const move of moves) {
    const center = view.layout.center(/** @type {Square5D} */ (move.to));
    if (!center || seen.has(`${move.to}`)) continue;
    seen.add(`${move.to}`);
    const [x, y] = [view.x(center.x), view.y(center.y)];
    if (x < left) counts.left += 1;
    else if (x > view.width) counts.right += 1;
    else if (y < top) counts.up += 1;
    else if (y > view.height) counts.down += 1;
  }
  return counts;
}

/** @param {View} view @param {Side} side @param {number} count @param {number} x @param {number} y */
function sign({ pen, theme, px }, side, count, x, y) {
  const text = side === "right" ? `${count} ${ARROWS[side]}` : `${ARROWS[side]} ${count}`;
  const { core, edge } = markOf(theme, "choice");
  const [width, height] = [38 * px, 22 * px];
  pen.beginPath();
  pen.roundRect(x - width / 2, y - height / 2, width, height, height / 2);
  pen.fillStyle = core;
  pen.fill();
  pen.strokeStyle = edge;
  pen.lineWidth = 1.5 * px;
  pen.stroke();
  pen.fillStyle = edge;
  pen.font = `600 ${12 * px}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, x, y + 0.5 * px);
}
