/**
 * Draws the interaction of the user: selected square, hovered square, keyboard cursor, dragged piece, arrow being
 * drawn.
 */

import { drawTint } from "../../drawing/marks.js";
import { drawJump } from "./overlay.js";
import { lookOf, markOf } from "./view.js";
import { isWhite } from "../names.js";

/** @import {Square5D} from "../../types.js" */
/** @import {PieceArt} from "../../drawing/pieces.js" */
/** @import {Point} from "../../drawing/arrows.js" */
/** @import {Flight} from "../moved-pieces.js" */
/** @import {View} from "./view.js" */
/**
 * @typedef {object} Interaction
 * @property {Square5D | null} selected
 * @property {Square5D | null} hovered a target under the pointer
 * @property {Square5D | null} cursor the keyboard cursor
 * @property {{letter: string, from: Square5D, at: Point} | null} lifted a piece being dragged, and where
 * @property {{from: Square5D, to: Square5D | null, color: string} | null} draft an arrow or mark being drawn
 * @property {Flight[]} flying pieces on their way to the squares where they are
 * @property {number} share how far they have come, from 0 to 1
 */

/** @param {View} view @param {Interaction} interaction @param {PieceArt} pieces */
export function drawInteraction(view, { selected, hovered, cursor, lifted, draft, flying, share }, pieces) {
  const { pen, theme, px, unit, layout } = view;
  if (share < 1) for (const flight of flying) drawFlight(view, flight, share, pieces);
  if (selected) outline(view, selected, theme.accent, Math.max(2 * px, unit * 0.08));
  if (hovered) outline(view, hovered, markOf(theme, "choice").core, Math.max(px, unit * 0.05));
  if (draft) drawDraft(view, draft);
  if (cursor) {
    outline(view, cursor, theme.ground, Math.max(4 * px, unit * 0.16), 1);
    outline(view, cursor, theme.ink, Math.max(2 * px, unit * 0.08), 1);
  }
  if (!lifted) return;
  const corner = layout.center(lifted.from);
  if (corner) {
    pen.globalAlpha = 0.6;
    pen.fillStyle = theme.light;
    pen.fillRect(view.x(corner.x - 0.5), view.y(corner.y - 0.5), unit, unit);
    pen.globalAlpha = 1;
  }
  const size = Math.max(unit, 36 * px) * 1.15;
  const look = lookOf(theme, isWhite(lifted.letter) ? "white" : "black");
  const [x, y] = [lifted.at.x * px - size / 2, lifted.at.y * px - size * 0.55];
  pieces.paint(pen, pieces.symbol(lifted.letter), look, x, y, size);
}

/** @param {View} view @param {Flight} flight @param {number} share @param {PieceArt} pieces */
function drawFlight(view, { from, to }, share, pieces) {
  const { pen, theme, unit, layout } = view;
  const [start, end] = [layout.center(from), layout.center(to)];
  const letter = layout.pieceAt(to);
  if (!start || !end || letter === "" || letter === ".") return;
  pen.fillStyle = (to[2] + to[3]) % 2 === 0 ? theme.dark : theme.light;
  pen.fillRect(view.x(end.x - 0.5), view.y(end.y - 0.5), unit, unit);
  const [x, y] = [start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share];
  const look = lookOf(theme, isWhite(letter) ? "white" : "black");
  pieces.paint(pen, pieces.symbol(letter), look, view.x(x - 0.5), view.y(y - 0.5), unit);
}

/**
 * @param {View} view
 * @param {Square5D} square
 * @param {string} color
 * @param {number} width
 * @param {0 | 1} [outside]
 */
function outline(view, square, color, width, outside = 0) {
  const { pen, unit, layout } = view;
  const center = layout.center(square);
  if (!center) return;
  pen.strokeStyle = color;
  pen.lineWidth = width;
  pen.lineJoin = "miter";
  const inset = outside ? 0 : width / 2;
  const side = unit - 2 * inset;
  pen.strokeRect(view.x(center.x - 0.5) + inset, view.y(center.y - 0.5) + inset, side, side);
}

/** @param {View} view @param {{from: Square5D, to: Square5D | null, color: string}} draft */
function drawDraft(view, { from, to, color }) {
  const { layout, unit, px } = view;
  const start = layout.center(from);
  const end = to && layout.center(to);
  if (!start) return;
  if (!to || !end || (start.x === end.x && start.y === end.y)) {
    const [x, y] = [view.x(start.x - 0.5), view.y(start.y - 0.5)];
    drawTint(view.pen, x, y, unit, markOf(view.theme, color), px);
    return;
  }
  const bent = from[0] !== to[0] || from[1] !== to[1];
  drawJump(view, { from: start, to: end, mark: color, weight: 1, dashed: false, bent });
}
