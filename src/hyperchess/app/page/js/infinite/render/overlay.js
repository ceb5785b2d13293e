/** Marks on an infinite board: last move, checks, the selection with its targets, shapes, the cursor. */

/** @import {MoveArrow, PositionInfinite, Shape, Square, Theme} from "../../types.js" */
/** @import {Camera, Window} from "../camera/camera.js" */
/** @import {PieceField} from "../piece-field.js" */
/** @import {TargetMap} from "../targets.js" */

import { drawArrow } from "../../drawing/arrows.js";
import { drawDot, drawRing, drawTint } from "../../drawing/marks.js";
import { clipped } from "./clip.js";
import { abs, max, toFloat } from "../bigints.js";
import { allows, stepsWithin } from "../targets.js";

const LONG = 6n; // squares: a longer last move gets an arrow
const DOTTED = 6; // size of a square below which rays have no dots
const MOST_DOTS = 1200;
const SUGGESTED = 0.7; // how wide the arrows of an engine are
const ENDLESS = 10n ** 9n; // steps of a ray, which lead out of every view

/** @typedef {[bigint, bigint]} Spot */

/**
 * @typedef {object} Marks what to show
 * @property {Spot | null} selected
 * @property {TargetMap | null} targets
 * @property {Spot | null} cursor
 * @property {Spot | null} hover
 * @property {Shape[]} shapes
 * @property {MoveArrow[]} suggestion what an engine would play
 * @property {Shape | null} sketch the shape being drawn
 * @property {boolean} checks
 * @property {boolean} lastMoves
 */

/** @param {Square} square of an infinite board @returns {Spot} */
function spot(square) {
  return [BigInt(square[0]), BigInt(square[1])];
}

/** @param {Window} window @param {Spot} at */
function holds(window, [x, y]) {
  return x >= window.left && x <= window.right && y >= window.bottom && y <= window.top;
}

export class Overlay {
  /** @param {CanvasRenderingContext2D} ctx @param {Camera} camera @param {Theme} theme */
  constructor(ctx, camera, theme) {
    this.ctx = ctx;
    this.camera = camera;
    this.theme = theme;
    this.window = camera.window();
  }

  /** @param {string} name */
  #mark(name) {
    return this.theme.marks[name] ?? { core: this.theme.ink, edge: this.theme.ground, tint: this.theme.band };
  }

  /** Tinted squares and arrows, which pieces cover. @param {PositionInfinite | null} position @param {Marks} marks */
  under(position, marks) {
    if (marks.lastMoves) {
      for (const { from, to, player } of position?.last ?? []) {
        const mark = player === "white" ? "by-white" : "by-black";
        this.#tint(spot(from), mark);
        this.#tint(spot(to), mark);
      }
    }
    if (marks.checks) for (const { to } of position?.checks ?? []) this.#tint(spot(to), "check", true);
    for (const shape of marks.shapes) if (shape.type === "square") this.#tint(spot(shape.at), shape.color);
    if (marks.sketch?.type === "square") this.#tint(spot(marks.sketch.at), marks.sketch.color);
    if (marks.selected) this.#tint(marks.selected, "choice");
    if (marks.lastMoves) this.#lastMove(position);
    for (const { from, to } of marks.suggestion) this.#arrow(spot(from), spot(to), "choice", SUGGESTED);
    for (const shape of marks.shapes) this.#arrowOf(shape);
    if (marks.checks) {
      for (const { from, to } of position?.checks ?? []) if (from) this.#arrow(spot(from), spot(to), "check");
    }
  }

  /**
   * Targets, the arrow being drawn and the cursor, over the pieces.
   *
   * @param {PieceField} field
   * @param {Marks} marks
   */
  over(field, marks) {
    if (marks.targets) this.#targets(marks.targets, field);
    if (marks.sketch) this.#arrowOf(marks.sketch);
    if (marks.hover && marks.targets && this.#isTarget(marks.targets, marks.hover))
      this.#outline(marks.hover, 2);
    if (marks.cursor) this.#outline(marks.cursor, 3);
  }

  /** @param {Spot} at @param {string} name @param {boolean} [round] */
  #tint(at, name, round = false) {
    if (!holds(this.window, at)) return;
    const side = Math.max(this.camera.scale, 4);
    const [x, y] = this.camera.toScreen(...at);
    drawTint(this.ctx, x - side / 2, y - side / 2, side, this.#mark(name), 1, round);
  }

  /** @param {PositionInfinite | null} position */
  #lastMove(position) {
    for (const { from, to, player } of position?.last ?? []) {
      const [one, other] = [spot(from), spot(to)];
      const distance = max(abs(one[0] - other[0]), abs(one[1] - other[1]));
      if (distance > LONG || this.camera.scale < 16) {
        this.#arrow(one, other, player === "white" ? "by-white" : "by-black");
      }
    }
  }

  /** @param {Shape} shape */
  #arrowOf(shape) {
    if (shape.type === "arrow") this.#arrow(spot(shape.from), spot(shape.to), shape.color);
    if (shape.type === "ray") {
      const [from, to] = [spot(shape.from), spot(shape.to)];
      const far = ENDLESS * (1n + max(abs(from[0] - this.camera.x), abs(from[1] - this.camera.y)));
      this.#arrow(from, [from[0] + far * (to[0] - from[0]), from[1] + far * (to[1] - from[1])], shape.color);
    }
  }

  /**
   * An arrow from the rim of a square to that of another, clipped to the screen.
   *
   * @param {Spot} from
   * @param {Spot} to
   * @param {string} name
   * @param {number} [weight]
   */
  #arrow(from, to, name, weight = 1) {
    const line = clipped(this.camera, from, to, 30);
    if (!line || Math.hypot(line.to.x - line.from.x, line.to.y - line.from.y) < 9) return;
    const side = this.camera.scale;
    const form = { width: Math.max(2.5, Math.min(8, side * 0.18) * weight), inset: side * 0.42 };
    drawArrow(this.ctx, line.from, line.to, form, this.#mark(name));
  }

  /** @param {TargetMap} targets @param {Spot} at */
  #isTarget(targets, [x, y]) {
    return targets.movesTo(["", ""], x, y).length > 0;
  }

  /** @param {TargetMap} targets @param {PieceField} field */
  #targets(targets, field) {
    const { camera } = this;
    const side = Math.max(camera.scale, 7);
    let dots = 0;
    for (const line of targets.lines) {
      const steps = stepsWithin(line, this.window);
      if (!steps) continue;
      this.#ray(line, steps);
      if (camera.scale < DOTTED) continue;
      for (let step = steps[0]; step <= steps[1] && dots < MOST_DOTS; step += 1n, dots += 1) {
        if (!allows(line, step)) continue;
        this.#target(
          [line.x + step * line.dx, line.y + step * line.dy],
          field,
          side,
          line.ends && step === line.last,
        );
      }
    }
    for (const [key, moves] of targets.points) {
      const [x = "0", y = "0"] = key.split(",");
      const at = spot([x, y]);
      if (holds(this.window, at)) this.#target(at, field, side, moves[0]?.capture ?? false);
    }
  }

  /** @param {Spot} at @param {PieceField} field @param {number} side @param {boolean} capture */
  #target(at, field, side, capture) {
    const [x, y] = this.camera.toScreen(...at);
    const mark = this.#mark("choice");
    if (capture || field.indexAt(...at) >= 0) drawRing(this.ctx, x, y, side, mark, 1);
    else drawDot(this.ctx, x, y, side * 0.8, mark, 1);
  }

  /**
   * A line along a ray, which tapers and fades where the ray continues.
   *
   * @param {TargetMap["lines"][number]} line
   * @param {[bigint, bigint]} steps
   */
  #ray(line, [low, high]) {
    const { camera, ctx } = this;
    const goesOn = line.last === null || line.last > high;
    const begin = low > 1n ? low - 1n : 0n;
    const end = goesOn ? high + 1n : high;
    const [x1, y1] = camera.toScreen(line.x + begin * line.dx, line.y + begin * line.dy);
    const [x2, y2] = camera.toScreen(line.x + end * line.dx, line.y + end * line.dy);
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (!(length > 0) || !Number.isFinite(length)) return;
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const skip = begin === 0n ? Math.min(0.45 * camera.scale, length / 2) : 0; // do not cover the piece
    const [fromX, fromY] = [x1 + ux * skip, y1 + uy * skip];
    const wide = Math.max(1.5, camera.scale * 0.06);
    const thin = goesOn ? 0.4 : wide * 0.7;
    const { core } = this.#mark("choice");
    const fade = ctx.createLinearGradient(fromX, fromY, x2, y2);
    fade.addColorStop(0, core);
    fade.addColorStop(1, goesOn ? `${core}59` : core);
    ctx.fillStyle = fade;
    ctx.beginPath();
    ctx.moveTo(fromX - uy * wide, fromY + ux * wide);
    ctx.lineTo(x2 - uy * thin, y2 + ux * thin);
    ctx.lineTo(x2 + uy * thin, y2 - ux * thin);
    ctx.lineTo(fromX + uy * wide, fromY - ux * wide);
    ctx.fill();
  }

  /** @param {Spot} at @param {number} width */
  #outline(at, width) {
    const { camera, ctx, theme } = this;
    const side = Math.max(camera.scale, 9);
    const [x, y] = [
      camera.screenX(toFloat(at[0] - camera.x)) - side / 2,
      camera.screenY(toFloat(at[1] - camera.y)) - side / 2,
    ];
    ctx.strokeStyle = theme.ground;
    ctx.lineWidth = width + 2.5;
    ctx.strokeRect(x, y, side, side);
    ctx.strokeStyle = theme.accent;
    ctx.lineWidth = width;
    ctx.strokeRect(x, y, side, side);
  }
}
