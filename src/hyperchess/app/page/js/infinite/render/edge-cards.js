/**
 * Signs at the edges of the screen for pieces outside: one for each line of sight, and cards with direction, distance
 * and number for the others.
 *
 * A click on a sign or a card flies there.
 */

/** @import {Camera} from "../camera/camera.js" */
/** @import {Cluster} from "./clusters.js" */
/** @import {PieceField} from "../piece-field.js" */
/** @import {Look} from "./draw-piece.js" */
/** @import {Sight} from "./sight-lines.js" */

import { direction, exitPoint } from "./clip.js";
import { clustersOf, distanceTo, middleOf } from "./clusters.js";
import { TYPEFACE } from "../../drawing/typeface.js";
import { STRIP } from "./coordinates.js";
import { short } from "../bigints.js";
import { drawPiece } from "./draw-piece.js";
import { drawSight, sights } from "./sight-lines.js";

const HEIGHT = 40;
const WIDTH = 54;
const GAP = 5;
const PIECE = 24;
const CORNER = 150; // width of the field for going to a square
const FIELD = 44; // its height
const POINT = 8; // length of the tip of a card

/** @typedef {"left" | "right" | "top" | "bottom"} Side */
/** @typedef {{cluster: Cluster, along: number, way: {x: number, y: number}, near: number}} Sign */
/** @typedef {{sign: Sign, count: number, along: number}} Group */
/**
 * @typedef {{x: number, y: number, width: number, height: number, index: number, text: string, count:
 *   number}} Card
 */

export class EdgeCards {
  /** @type {Card[]} the cards of the last frame */ cards = [];
  /** @type {Cluster[] | null} */ #clusters = null;

  /** @param {PieceField} field */
  constructor(field) {
    this.field = field;
  }

  /** The card at a point of the screen. @param {number} x @param {number} y */
  at(x, y) {
    return this.cards.find(
      (card) => x >= card.x && y >= card.y && x <= card.x + card.width && y <= card.y + card.height,
    );
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {Camera} camera
   * @param {Look} look
   * @param {number} strip width of the left labels
   */
  draw(ctx, camera, look, strip) {
    this.cards = [];
    const inner = {
      left: strip + POINT + WIDTH / 2 + 2,
      right: camera.width - POINT - WIDTH / 2 - 2,
      top: POINT + HEIGHT / 2 + 2,
      bottom: camera.height - STRIP - POINT - HEIGHT / 2 - 2,
    };
    if (inner.right - inner.left < 2 * WIDTH || inner.bottom - inner.top < 2 * HEIGHT) return;
    const box = { left: strip, right: camera.width, top: 0, bottom: camera.height - STRIP };
    const { signs, seen } = sights(this.field, camera, box);
    this.#drawSights(ctx, camera, look, signs);
    /** @type {Record<Side, Sign[]>} */ const sides = { left: [], right: [], top: [], bottom: [] };
    this.#clusters ??= clustersOf(this.field);
    for (const cluster of this.#clusters) {
      if (!seen.has(cluster.index)) this.#sort(cluster, camera, inner, sides);
    }
    for (const side of /** @type {Side[]} */ (["left", "right", "top", "bottom"])) {
      const upright = side === "left" || side === "right";
      const [start, end] = upright
        ? [inner.top, inner.bottom]
        : [inner.left + (side === "top" ? CORNER : WIDTH), inner.right - WIDTH];
      for (const group of grouped(sides[side], (upright ? HEIGHT : WIDTH) + GAP, start, end)) {
        const x = upright ? inner[side] : group.along;
        const y = upright ? group.along : inner[side];
        this.#drawCard(ctx, camera, look, group, x, y);
      }
    }
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {Camera} camera
   * @param {Look} look
   * @param {Sight[]} signs
   */
  #drawSights(ctx, camera, look, signs) {
    for (const sign of signs) {
      const piece = this.field.pieces[sign.index];
      if (!piece || (sign.y < FIELD && sign.x < CORNER)) continue;
      const text = short(distanceTo(this.field, sign.index, camera));
      const area = drawSight(ctx, look, sign, piece, camera.scale, text);
      this.cards.push({ ...area, index: sign.index, text, count: 1 });
    }
  }

  /**
   * Assign a cluster outside to its side.
   *
   * @param {Cluster} cluster
   * @param {Camera} camera
   * @param {{left: number, right: number, top: number, bottom: number}} inner
   * @param {Record<Side, Sign[]>} sides
   */
  #sort(cluster, camera, inner, sides) {
    const [x, y] = middleOf(cluster, this.field, camera);
    const wide = cluster.remote ? 0 : ((cluster.right - cluster.left + 1) / 2) * camera.scale;
    const high = cluster.remote ? 0 : ((cluster.top - cluster.bottom + 1) / 2) * camera.scale;
    const out = x + wide < 0 || x - wide > camera.width || y + high < 0 || y - high > camera.height - STRIP;
    if (!out) return;
    const [middleX, middleY] = [(inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2];
    const way = this.#way(cluster, camera, x - middleX, y - middleY);
    const width = inner.right - inner.left;
    const height = inner.bottom - inner.top;
    const flat = Math.abs(way.x) * height >= Math.abs(way.y) * width;
    const side = flat ? (way.x > 0 ? "right" : "left") : way.y > 0 ? "bottom" : "top";
    const box = /** @type {Camera} */ ({ width, height });
    const edge = exitPoint(box, width / 2, height / 2, way, 0);
    const along = flat ? inner.top + edge.y : inner.left + edge.x;
    sides[side].push({ cluster, along, way, near: Math.max(Math.abs(x - middleX), Math.abs(y - middleY)) });
  }

  /** @param {Cluster} cluster @param {Camera} camera @param {number} dx @param {number} dy */
  #way(cluster, camera, dx, dy) {
    const length = Math.hypot(dx, dy);
    if (Number.isFinite(length) && length < 1e100) return { x: dx / (length || 1), y: dy / (length || 1) };
    return direction(camera, [camera.x, camera.y], this.field.squareOf(cluster.index));
  }

  /**
   * @param {CanvasRenderingContext2D} ctx
   * @param {Camera} camera
   * @param {Look} look
   * @param {Group} group
   * @param {number} x
   * @param {number} y
   */
  #drawCard(ctx, camera, look, group, x, y) {
    const { cluster, way } = group.sign;
    const piece = this.field.pieces[cluster.index];
    if (!piece) return;
    const { theme } = look;
    const text = short(distanceTo(this.field, cluster.index, camera));
    const [left, top] = [x - WIDTH / 2, y - HEIGHT / 2];
    drawPointer(ctx, x, y, way, theme.ink);
    ctx.beginPath();
    ctx.roundRect(left, top, WIDTH, HEIGHT, 8);
    ctx.fillStyle = theme.light;
    ctx.fill();
    ctx.strokeStyle = theme.ink;
    ctx.lineWidth = 1;
    ctx.stroke();
    const many = group.count > 1;
    drawPiece(ctx, look, piece[0], piece[1], many ? left + 4 : x - PIECE / 2, top + 1, PIECE);
    ctx.fillStyle = theme.ink;
    ctx.textBaseline = "middle";
    if (many) {
      ctx.font = `600 ${group.count > 999 ? 9 : 11}px ${TYPEFACE}`;
      ctx.textAlign = "left";
      ctx.fillText(`×${compact(group.count)}`, left + 6 + PIECE, top + PIECE / 2 + 2, WIDTH - PIECE - 8);
    }
    ctx.font = `11px ${TYPEFACE}`;
    ctx.textAlign = "center";
    ctx.fillText(text, x, top + HEIGHT - 8, WIDTH - 6);
    this.cards.push({
      x: left,
      y: top,
      width: WIDTH,
      height: HEIGHT,
      index: cluster.index,
      text,
      count: group.count,
    });
  }
}

/** @param {number} count */
function compact(count) {
  return count < 1000
    ? String(count)
    : count < 10_000
      ? `${(count / 1000).toFixed(1)}k`
      : `${Math.round(count / 1000)}k`;
}

/**
 * Merge the signs of one side that are closer than a card is wide.
 *
 * @param {Sign[]} signs
 * @param {number} room
 * @param {number} start
 * @param {number} end
 * @returns {Group[]}
 */
function grouped(signs, room, start, end) {
  const clamp = (/** @type {number} */ value) => Math.min(Math.max(value, start), Math.max(start, end));
  const sorted = signs.sort((one, other) => one.along - other.along);
  /** @type {Group[]} */ const groups = [];
  let begin = -Infinity;
  for (const sign of sorted) {
    const group = groups.at(-1);
    const at = clamp(sign.along);
    if (!group || at - begin >= room) {
      begin = at;
      groups.push({ sign, count: sign.cluster.count, along: at });
      continue;
    }
    group.count += sign.cluster.count;
    if (first(sign, group.sign)) group.sign = sign;
  }
  return groups;
}

/** Whether a sign represents its group: royals first, then the nearest. @param {Sign} one @param {Sign} other */
function first(one, other) {
  if (one.cluster.royal !== other.cluster.royal) return one.cluster.royal;
  return one.near < other.near;
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} x
 * @param {number} y
 * @param {{x: number, y: number}} way
 * @param {string} colour
 */
function drawPointer(ctx, x, y, way, colour) {
  // a triangle at the edge of the card points outwards
  const reach = Math.min(WIDTH / 2 / Math.abs(way.x || 1e-9), HEIGHT / 2 / Math.abs(way.y || 1e-9));
  const [baseX, baseY] = [x + way.x * (reach - 5), y + way.y * (reach - 5)];
  ctx.beginPath();
  ctx.moveTo(baseX + way.x * (POINT + 5), baseY + way.y * (POINT + 5));
  ctx.lineTo(baseX - way.y * 9, baseY + way.x * 9);
  ctx.lineTo(baseX + way.y * 9, baseY - way.x * 9);
  ctx.closePath();
  ctx.fillStyle = colour;
  ctx.fill();
}
