/** Drawn over the boards: frames of boards to play, arrows, and the targets of the selected piece. */

import { drawArrow, swing } from "../../drawing/arrows.js";
import { drawDot, drawFork, drawRing } from "../../drawing/marks.js";
import { TYPEFACE } from "../../drawing/typeface.js";
import { rimOf } from "./boards.js";
import { samePlace } from "../layout.js";
import { markOf } from "./view.js";

/** @import {Move, BoardPlace, Square5D} from "../../types.js" */
/** @import {Jump} from "../annotations.js" */
/** @import {View} from "./view.js" */


/** A strong frame around mandatory boards, a thin one around optional ones. @param {View} view */
export function drawFrames(view) {
  const { mandatory, playable } = view.layout.position;
  const rim = rimOf(view);
  for (const place of playable) {
    if (!mandatory.some((other) => samePlace(other, place)))
      frame(view, place, 1.5 * rim, (view.unit < 3 * view.px ? 1 : 2) * view.px);
  }
  for (const place of mandatory) frame(view, place, 2 * rim, strong(view));
}

/**
 * A dashed frame and a label for boards that still need a move.
 *
 * @param {View} view
 * @param {BoardPlace[]} owed
 * @param {number} pulse from 0 to 1: the strength of the highlight
 */
export function drawOwed(view, owed, pulse) {
  const { pen, theme, px } = view;
  const far = 2 * rimOf(view) + pulse * 5 * px;
  const width = strong(view);
  for (const place of owed) {
    frame(view, place, far, width + pulse * 3 * px);
    pen.setLineDash([6 * px, 6 * px]);
    frame(view, place, far, Math.max(1, width * 0.6), theme.accent_ink);
    pen.setLineDash([]);
    if (view.unit > 5 * px) tag(view, place, "move here", far);
  }
}

/** The width of a strong frame. @param {View} view */
function strong({ unit, px }) {
  return (unit < 6.5 * px ? 2.5 : 5) * px;
}

/**
 * @param {View} view
 * @param {BoardPlace} place
 * @param {number} far
 * @param {number} width
 * @param {string} [color]
 */
function frame(view, place, far, width, color = view.theme.accent) {
  const { pen, layout, unit } = view;
  if (!view.shows(layout.boardRect(place), 20 * view.px)) return;
  const x = Math.round(view.x(layout.columnX(place[1]))) - far;
  const y = Math.round(view.y(layout.rowY(place[0]))) - far;
  pen.strokeStyle = color;
  pen.lineWidth = width;
  pen.lineJoin = "round";
  pen.strokeRect(x, y, Math.round(layout.width * unit) + 2 * far, Math.round(layout.height * unit) + 2 * far);
}

/** @param {View} view @param {BoardPlace} place @param {string} text @param {number} far */
function tag(view, place, text, far) {
  const { pen, layout, theme, px, unit } = view;
  const size = 12 * px;
  pen.font = `600 ${size}px ${TYPEFACE}`;
  const width = pen.measureText(text).width + 12 * px;
  const x = view.x(layout.columnX(place[1]) + layout.width / 2) - width / 2;
  const y = view.y(layout.rowY(place[0])) - far - size * 1.5;
  pen.fillStyle = theme.accent;
  pen.beginPath();
  pen.roundRect(x, y, width, size * 1.6, 4 * px);
  pen.fill();
  pen.fillStyle = theme.accent_ink;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, x + width / 2, y + size * 0.85, layout.width * unit * 2);
}

/** @param {View} view @param {Jump[]} jumps */
export function drawJumps(view, jumps) {
  for (const jump of jumps) drawJump(view, jump);
}

/** @param {View} view @param {Jump} jump */
export function drawJump(view, { from, to, mark, weight, dashed, bent }) {
  const { pen, layout, theme, px, unit } = view;
  const start = { x: view.x(from.x), y: view.y(from.y) };
  const end = { x: view.x(to.x), y: view.y(to.y) };
  const rect = {
    x: Math.min(from.x, to.x),
    y: Math.min(from.y, to.y),
    width: Math.abs(from.x - to.x),
    height: Math.abs(from.y - to.y),
  };
  const most = 0.8 * layout.height * unit;
  if (!view.shows(rect, bent ? most : unit)) return;
  const least = Math.min(2.5 * px, 0.6 * unit + 0.8 * px); // thin where boards are tiny
  const width = Math.max(least, unit * 0.18) * weight;
  const bend = bent ? swing(start, end, most) : 0;
  drawArrow(pen, start, end, { width, bend, inset: unit * 0.42, dashed }, markOf(theme, mark), 1.25 * px);
}

/**
 * Dots for the targets of the selected piece, rings for captures, forks where a move would create a timeline. At
 * small scales, one dot per board.
 *
 * @param {View} view
 * @param {Move[]} moves
 */
export function drawTargets(view, moves) {
  const { pen, layout, theme, px, unit } = view;
  const colors = markOf(theme, "choice");
  const seen = new Set();
  for (const move of moves) {
    const to = /** @type {Square5D} */ (move.to);
    const small = unit < 3 * px;
    const key = small ? `${to[0]},${to[1]}` : `${to}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const center = layout.center(to);
    if (!center || !view.shows({ x: center.x - 0.5, y: center.y - 0.5, width: 1, height: 1 }, 12 * px))
      continue;
    const [x, y] = [view.x(center.x), view.y(center.y)];
    if (small) {
      const middle = {
        x: layout.columnX(to[1]) + layout.width / 2,
        y: layout.rowY(to[0]) + layout.height / 2,
      };
      drawDot(pen, view.x(middle.x), view.y(middle.y), 4 * unit, colors, px);
      continue;
    }
    if (move.capture) drawRing(pen, x, y, unit, colors, px);
    else drawDot(pen, x, y, unit, colors, px);
    if (move.kind === "branch" && unit > 9 * px) drawFork(pen, x, y, unit, colors);
  }
}
