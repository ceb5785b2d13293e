/**
 * An infinite board on a canvas: camera, pieces and marks. It is independent of study and rules; the stage
 * and the editor set what it shows.
 */

/** @import {Art, PositionInfinite, Shape, Theme} from "../types.js" */
/** @import {Marks} from "./render/overlay.js" */
/** @import {Pose, Window} from "./camera/camera.js" */
/** @typedef {[bigint, bigint]} Spot */

import { PieceArt } from "../drawing/pieces.js";
import { Camera } from "./camera/camera.js";
import { EdgeCards } from "./render/edge-cards.js";
import { comfortable, everything } from "./camera/extent.js";
import { PieceField } from "./piece-field.js";
import { drawBackground, labelPromotions } from "./render/background.js";
import { drawCoordinates, STRIP } from "./render/coordinates.js";
import { CameraMotion } from "./camera/camera-motion.js";
import { Overlay } from "./render/overlay.js";
import { drawPiece } from "./render/draw-piece.js";
import { FlightTime } from "../drawing/flight-time.js";
import { DOTS, PieceLayer } from "./render/piece-layer.js";

const REST = 140; // milliseconds without zooming after which pieces are painted at their exact size
const SIGNS = { left: 92, right: 64, top: 56, bottom: 66 }; // space for the edge cards
const WIDE = { left: 84, right: 40, top: 60, bottom: 44 }; // space for labels of large numbers
const FAR = 100n; // squares: larger views have labels of large numbers
const RIM = 24; // pixels: what is drawn up to there goes on without end
const KEPT = 240; // how many frame times are kept

export class InfiniteView {
  camera = new Camera();
  field = new PieceField([]);
  pieceLayer = new PieceLayer(this.field);
  edges = new EdgeCards(this.field);
  /** @type {PositionInfinite | null} */ position = null;
  /** @type {Marks} */
  marks = {
    selected: null,
    targets: null,
    cursor: null,
    hover: null,
    shapes: [],
    suggestion: [],
    sketch: null,
    checks: true,
    lastMoves: true,
  };
  /** how many pixels at the bottom are covered */ covered = () => 0;
  /** @type {number[]} the times of the last frames in milliseconds */ times = [];
  coordinates = true;

  /** @type {{at: Spot, x: number, y: number} | null} the dragged piece */ #carried = null;
  /** @type {{from: Spot, to: Spot} | null} the piece that has just moved */ #moved = null;
  #flight = new FlightTime();
  #waiting = 0;
  #zoomed = -Infinity;
  #strip = 0;

  /**
   * @param {HTMLElement} host
   * @param {Art} art
   * @param {() => Theme} theme
   */
  constructor(host, art, theme) {
    this.host = host;
    this.theme = theme;
    this.art = new PieceArt(art);
    this.canvas = document.createElement("canvas");
    this.canvas.className = "infinite-canvas";
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "application");
    host.append(this.canvas);
    const pen = this.canvas.getContext("2d", { alpha: false });
    if (!pen) throw new Error("this browser cannot draw on a canvas");
    this.pen = pen;
    this.movement = new CameraMotion(this.camera, () => this.redraw());
    new ResizeObserver(() => this.resize()).observe(host);
    this.resize();
  }

  get ratio() {
    return Math.min(3, globalThis.devicePixelRatio || 1);
  }

  resize() {
    const { clientWidth, clientHeight } = this.host;
    if (clientWidth === 0 || clientHeight === 0) return;
    const first = this.camera.width <= 1;
    this.camera.width = clientWidth;
    this.camera.height = clientHeight;
    this.canvas.width = Math.round(clientWidth * this.ratio);
    this.canvas.height = Math.round(clientHeight * this.ratio);
    if (first && this.position) this.frame(true);
    this.#paint();
  }

  /** @param {PositionInfinite | null} position */
  show(position) {
    this.position = position;
    this.field = new PieceField(position?.pieces ?? []);
    this.pieceLayer = new PieceLayer(this.field);
    this.edges = new EdgeCards(this.field);
    this.redraw();
  }

  /** Whether the screen shows the current state: no frame is waiting to be drawn. */
  get drawn() {
    return this.#waiting === 0;
  }

  redraw() {
    this.#waiting ||= requestAnimationFrame((now) => {
      this.#waiting = 0;
      const moving = this.movement.step(now);
      const more = this.#paint();
      if (moving || more) this.redraw();
    });
  }

  /** Draw a frame; returns whether more must be painted. */
  #paint() {
    const started = performance.now();
    const { camera, pen, ratio, position, marks } = this;
    if (camera.width <= 1) return false;
    const theme = this.theme();
    const resting = started - this.#zoomed > REST;
    const look = { theme, art: this.art, ratio, resting };
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawBackground(pen, camera, theme, position, ratio);
    const overlay = new Overlay(pen, camera, theme);
    overlay.under(position, marks);
    const carried = this.#carried;
    const flying = carried ? null : this.#flying(started);
    const lifted = carried ? this.field.indexAt(...carried.at) : flying ? this.field.indexAt(...flying.at) : -1;
    let more = this.pieceLayer.draw(pen, camera, look, lifted);
    labelPromotions(pen, camera, theme, position, (x, y) => this.field.indexAt(x, y) < 0);
    overlay.over(this.field, marks);
    this.#strip = this.coordinates ? drawCoordinates(pen, camera, theme) : 0;
    this.edges.draw(pen, camera, look, this.#strip);
    const piece = this.field.pieces[lifted];
    if (carried && piece) {
      const side = Math.max(camera.scale * 1.15, 34);
      drawPiece(pen, look, piece[0], piece[1], carried.x - side / 2, carried.y - side / 2, side);
    }
    if (flying && piece) {
      const { x, y } = flying;
      const side = camera.scale;
      drawPiece(pen, look, piece[0], piece[1], x - side / 2, y - side / 2, side);
      more = true;
    }
    this.art.tidy();
    if (!resting) more = true;
    this.times.push(performance.now() - started);
    if (this.times.length > KEPT) this.times.shift();
    return more;
  }

  /** Let the piece on a square arrive there from another one. @param {Spot} from @param {Spot} to */
  arrive(from, to) {
    this.#moved = { from, to };
    this.#flight.start();
    this.redraw();
  }

  /** The current point of the piece that has just moved; null if it has arrived, or comes from far
   * outside. @param {number} now */
  #flying(now) {
    const share = this.#flight.at(now);
    if (!this.#moved || share >= 1) return null;
    const { from, to } = this.#moved;
    const [[fromX, fromY], [toX, toY]] = [this.camera.toScreen(...from), this.camera.toScreen(...to)];
    const far = Math.hypot(toX - fromX, toY - fromY) > 2 * (this.camera.width + this.camera.height);
    if (far || !Number.isFinite(fromX + fromY + toX + toY)) return null;
    return { at: to, x: fromX + (toX - fromX) * share, y: fromY + (toY - fromY) * share };
  }

  // --- the camera -----------------------------------------------------------------------------------------

  /** @param {number} px @param {number} py @param {number} factor */
  zoomAt(px, py, factor) {
    this.camera.zoomAt(px, py, factor);
    this.#zoomed = performance.now();
    this.redraw();
  }

  /** @param {number} factor */
  zoom(factor) {
    const { camera } = this;
    const pose = camera.pose();
    this.fly({ ...pose, scale: pose.scale * factor });
  }

  stop() {
    this.movement.stop();
  }

  /** @param {number} x pixels per millisecond @param {number} y */
  roll(x, y) {
    this.movement.roll(x, y);
  }

  /** @param {Pose} pose @param {boolean} [atOnce] */
  fly(pose, atOnce = false) {
    this.movement.fly(pose, atOnce);
    this.redraw();
  }

  /**
   * Fly to a square; zoom in if squares are too small.
   *
   * @param {Spot} at
   * @param {boolean} [atOnce]
   */
  flyTo([x, y], atOnce = false) {
    const scale = this.camera.scale < DOTS ? 36 : this.camera.scale;
    const offsetY = (-this.camera.sign * this.covered()) / 2 / scale;
    this.fly({ x, y, offsetX: 0, offsetY, scale }, atOnce);
  }

  /** @param {number} index */
  flyToPiece(index) {
    if (this.field.pieces[index]) this.flyTo(this.field.squareOf(index));
  }

  /** The pixels at the edges that labels cover. */
  get #space() {
    const strip = this.coordinates ? STRIP : 0;
    return { left: strip + 14, right: 6, top: 6, bottom: strip + 4 };
  }

  /**
   * Add what is covered at the bottom.
   *
   * @param {{left: number, right: number, top: number, bottom: number}} room
   */
  #above(room) {
    return { ...room, bottom: room.bottom + this.covered() };
  }

  /** Show most pieces, large enough to play; cards at the edge lead to the others. @param {boolean} [atOnce] */
  frame(atOnce = false) {
    this.movement.finish();
    const part = comfortable(this.field);
    this.fly(this.camera.poseFor(part, this.#above(this.#hasOutside(part) ? SIGNS : this.#space)), atOnce);
  }

  /** Show all pieces, however far away. */
  fit() {
    this.movement.finish();
    const part = everything(this.field);
    const labels = part.right - part.left > FAR || part.top - part.bottom > FAR ? WIDE : this.#space;
    this.fly(this.camera.poseFor(part, this.#above(labels)));
  }

  /** Whether there are pieces outside a window, so that edge cards are needed. @param {Window} part */
  #hasOutside(part) {
    return this.field.pieces.some(([, owner], index) => {
      if (owner === "neutral") return false;
      const [x, y] = [this.field.xs[index] ?? NaN, this.field.ys[index] ?? NaN];
      if (Number.isNaN(x)) return true;
      return (
        x < Number(part.left) || x > Number(part.right) || y < Number(part.bottom) || y > Number(part.top)
      );
    });
  }

  /** Whether the centre of a square is in view and not covered. @param {Spot} at */
  sees(at) {
    const [x, y] = this.camera.toScreen(...at);
    const { left, right, top, bottom } = this.#above(this.#space);
    const out = Math.min(20, this.camera.scale / 2);
    const { width, height } = this.camera;
    return x > left + out && x < width - right - out && y > top + out && y < height - bottom - out;
  }

  /** Whether a square lies at the rim of the view, or outside. @param {Spot} at */
  atRim(at) {
    const [x, y] = this.camera.toScreen(...at);
    const { left, right, top, bottom } = this.#above(this.#space);
    const { width, height, scale } = this.camera;
    const out = Math.max(RIM, scale / 2 + RIM / 3); // a large square touches the rim before its centre does
    return x < left + out || x > width - right - out || y < top + out || y > height - bottom - out;
  }

  /** Bring a square into view. @param {Spot} at @param {boolean} [atOnce] */
  reveal(at, atOnce = false) {
    if (!this.sees(at)) this.flyTo(at, atOnce);
  }

  /** Bring a square into view and return the position of its centre in the window. @param {Spot} at */
  locate(at) {
    this.resize();
    this.movement.finish();
    if (this.camera.scale < DOTS || !this.sees(at) || this.edges.at(...this.camera.toScreen(...at)))
      this.flyTo(at, true);
    this.#paint();
    const [x, y] = this.camera.toScreen(...at);
    const box = this.canvas.getBoundingClientRect();
    return { x: box.left + x, y: box.top + y };
  }

  // --- the hand -------------------------------------------------------------------------------------------

  /**
   * Draw a piece under the pointer instead of on its square.
   *
   * @param {Spot | null} at
   * @param {number} x
   * @param {number} y
   */
  carry(at, x, y) {
    if (!at && !this.#carried) return;
    this.#carried = at ? { at, x, y } : null;
    this.redraw();
  }

  /** Change the pointer over an edge card. @param {number} x @param {number} y */
  pointAt(x, y) {
    this.canvas.classList.toggle("on-sign", this.edges.at(x, y) !== undefined);
  }

  /** @returns {Promise<Blob>} */
  toBlob() {
    this.movement.finish();
    this.#paint();
    return new Promise((resolve, reject) => {
      this.canvas.toBlob((blob) =>
        blob ? resolve(blob) : reject(new Error("the picture could not be created")),
      );
    });
  }

  /** @param {Shape | null} sketch */
  sketch(sketch) {
    this.marks.sketch = sketch;
    this.redraw();
  }
}
