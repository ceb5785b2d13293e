/**
 * Arrows from square to square: a tapered curve with a head, a core with a contrasting edge, so that it is visible on
 * any background.
 */

/** @import {Pen} from "./bitmaps.js" */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{core: string, edge: string}} ArrowColors */
/**
 * @typedef {object} ArrowForm
 * @property {number} width of the shaft at its head
 * @property {number} [bend] how far it curves to the left, as a fraction of its length
 * @property {number} [inset] distance kept from both points, so that it does not cover the pieces there
 * @property {boolean} [dashed]
 */

const SAMPLES = 16;
const BEND = 0.16;
const HEAD = 3.2;

/**
 * The bend of an arrow: upwards on the screen, by at most `most` pixels.
 *
 * @param {Point} from
 * @param {Point} to
 * @param {number} most in pixels
 */
export function swing(from, to, most) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const bend = Math.min(BEND, most / length);
  return to.x >= from.x ? bend : -bend;
}

/**
 * Draw an arrow: first its edge, then its core.
 *
 * @param {Pen} pen
 * @param {Point} from
 * @param {Point} to
 * @param {ArrowForm} form
 * @param {ArrowColors} colors
 * @param {number} [edge] the width of the edge
 */
export function drawArrow(pen, from, to, form, colors, edge = 1.25) {
  const curve = bendCurve(from, to, form);
  if (form.dashed) {
    drawDashed(pen, curve, form.width, colors, edge);
    return;
  }
  pen.fillStyle = colors.edge;
  pen.fill(outline(curve, form.width, edge));
  pen.fillStyle = colors.core;
  pen.fill(outline(curve, form.width, 0));
}

/**
 * @typedef {{start: Point, middle: Point, neck: Point, tip: Point, head: number, angle: number,
 *            bent: boolean}} Curve
 */

/** @param {Point} from @param {Point} to @param {ArrowForm} form @returns {Curve} */
function bendCurve(from, to, { width, bend = 0, inset = 0 }) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const share = Math.min(inset, length / 4) / length;
  const start = between(from, to, share);
  const tip = between(to, from, share);
  const dx = tip.x - start.x;
  const dy = tip.y - start.y;
  const middle = { x: (start.x + tip.x) / 2 + dy * bend, y: (start.y + tip.y) / 2 - dx * bend };
  const head = Math.min(HEAD * width, 0.6 * Math.hypot(dx, dy));
  const angle = Math.atan2(tip.y - middle.y, tip.x - middle.x);
  const neck = { x: tip.x - head * Math.cos(angle), y: tip.y - head * Math.sin(angle) };
  return { start, middle, neck, tip, head, angle, bent: bend !== 0 };
}

/** @param {Point} from @param {Point} to @param {number} share */
function between(from, to, share) {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/**
 * The outline of an arrow, grown by some pixels.
 *
 * @param {Curve} curve
 * @param {number} width
 * @param {number} grown
 */
function outline({ start, middle, neck, tip, head, angle, bent }, width, grown) {
  const steps = bent ? SAMPLES : 1;
  const left = [];
  const right = [];
  for (let step = 0; step <= steps; step += 1) {
    const t = step / steps;
    const u = 1 - t;
    const wayX = 2 * u * (middle.x - start.x) + 2 * t * (neck.x - middle.x);
    const wayY = 2 * u * (middle.y - start.y) + 2 * t * (neck.y - middle.y);
    const norm = Math.hypot(wayX, wayY) || 1;
    const half = (width / 2) * (0.55 + 0.45 * t) + grown;
    const back = step === 0 ? grown : 0;
    const x = u * u * start.x + 2 * t * u * middle.x + t * t * neck.x - (wayX / norm) * back;
    const y = u * u * start.y + 2 * t * u * middle.y + t * t * neck.y - (wayY / norm) * back;
    left.push(x - (wayY / norm) * half, y + (wayX / norm) * half);
    right.push(y - (wayX / norm) * half, x + (wayY / norm) * half);
  }
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const half = 0.5 * head + 1.6 * grown;
  const base = { x: neck.x - cos * grown, y: neck.y - sin * grown };
  const path = new Path2D();
  path.moveTo(/** @type {number} */ (left[0]), /** @type {number} */ (left[1]));
  for (let i = 2; i < left.length; i += 2) {
    path.lineTo(/** @type {number} */ (left[i]), /** @type {number} */ (left[i + 1]));
  }
  path.lineTo(base.x - sin * half, base.y + cos * half);
  path.lineTo(tip.x + cos * 2.2 * grown, tip.y + sin * 2.2 * grown);
  path.lineTo(base.x + sin * half, base.y - cos * half);
  for (let i = right.length - 1; i > 0; i -= 2) {
    path.lineTo(/** @type {number} */ (right[i]), /** @type {number} */ (right[i - 1]));
  }
  path.closePath();
  return path;
}

/**
 * @param {Pen} pen
 * @param {Curve} curve
 * @param {number} width
 * @param {ArrowColors} colors
 * @param {number} edge
 */
function drawDashed(pen, { start, middle, neck, tip, head, angle }, width, colors, edge) {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const shaft = new Path2D();
  shaft.moveTo(start.x, start.y);
  shaft.quadraticCurveTo(middle.x, middle.y, neck.x, neck.y);
  const point = new Path2D();
  point.moveTo(neck.x - sin * head * 0.5, neck.y + cos * head * 0.5);
  point.lineTo(tip.x, tip.y);
  point.lineTo(neck.x + sin * head * 0.5, neck.y - cos * head * 0.5);
  point.closePath();
  const thin = Math.max(1, width * 0.55);
  for (const [color, grown] of /** @type {[string, number][]} */ ([
    [colors.edge, edge],
    [colors.core, 0],
  ])) {
    pen.strokeStyle = pen.fillStyle = color;
    pen.lineJoin = "round";
    pen.lineWidth = thin + 2 * grown;
    if (grown === 0) pen.setLineDash([thin * 2.2, thin * 1.6]);
    pen.stroke(shaft);
    pen.setLineDash([]);
    pen.fill(point);
    if (grown > 0) {
      pen.lineWidth = 2 * grown;
      pen.stroke(point);
    }
  }
}
