/** Controls the camera: follows the game, goes to boards, zooms, and knows whether the scale is changing. */

import { Camera } from "./camera.js";
import { CameraMotion } from "./camera-motion.js";
import * as viewpoints from "./viewpoints.js";

/** @import {BoardPlace, Square5D} from "../../types.js" */
/** @import {Viewpoint} from "./camera.js" */
/** @import {Point} from "../../drawing/arrows.js" */
/** @import {Layout} from "../layout.js" */

const ZOOM_REST = 140; // milliseconds without zooming after which boards are repainted
const LABELS = { left: 24, top: 12, right: 12, bottom: 28 }; // CSS pixels around boards for frames and labels
const CLICKABLE = 12; // CSS pixels per square

export class CameraControl {
  camera = new Camera();
  /** @type {Layout | null} */ #layout = null;
  /** the last game: a different one gets a new view */ #game = "";
  #rest = 0;
  /** @type {Square5D | null} the last square brought into view */ revealed = null;
  /** whether the user has chosen a scale for this game */ #ownScale = false;
  /** @type {Viewpoint | null} the last one chosen for a position */ #framed = null;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    this.motion = new CameraMotion(this.camera, redraw);
  }

  get zooming() {
    return this.motion.zooming || this.#rest !== 0;
  }

  /**
   * Adapt to the size of the screen; a view that was chosen for a position is chosen again.
   *
   * @param {number} width of the screen in CSS pixels
   * @param {number} height
   * @param {{left: number, top: number}} rulers
   */
  resize(width, height, rulers) {
    this.motion.finish();
    const { x, y, scale } = this.camera;
    const framed = this.#framed;
    const stays = framed && Math.abs(scale / framed.scale - 1) + Math.abs(x - framed.x) + Math.abs(y - framed.y) < 1e-6;
    this.camera.width = width;
    this.camera.height = height;
    const { left, top, right, bottom } = LABELS;
    this.camera.insets = { left: rulers.left + left, top: rulers.top + top, right, bottom };
    if (stays && this.#layout) this.#frame(this.#layout, true);
  }

  /**
   * Show a new position. Another game is framed anew; otherwise the view follows the present if wanted. A scale
   * that the user has chosen, and the scale while moves are pending, stays.
   *
   * @param {Layout} layout
   * @param {string} game
   * @param {boolean} follow
   * @returns {boolean} whether it is another game
   */
  see(layout, game, follow) {
    this.#layout = layout;
    this.revealed = null;
    this.camera.world = layout.bounds;
    if (this.camera.width < 2) return false;
    const another = game !== this.#game;
    this.#game = game;
    if (another) this.#ownScale = false;
    const keeps = this.#ownScale || layout.position.pending.length > 0;
    if (another || (follow && !keeps)) this.#frame(layout, another);
    else if (follow) this.motion.glide(viewpoints.keepUp(layout, this.camera));
    return another;
  }

  /** @param {Layout} layout @param {boolean} [atOnce] */
  #frame(layout, atOnce) {
    this.#framed = viewpoints.present(layout, this.camera);
    this.motion.glide(this.#framed, atOnce);
  }

  /** Show the flipped layout of the same position, keeping the same boards in view. @param {Layout} layout */
  turn(layout) {
    this.motion.finish();
    this.#layout = layout;
    this.camera.world = layout.bounds;
    this.camera.look({ ...this.camera.viewpoint, y: layout.height - this.camera.y });
  }

  /** Show everything, however small. */
  fit() {
    if (!this.#layout) return;
    this.#ownScale = true;
    this.motion.glide(viewpoints.everything(this.#layout, this.camera));
  }

  /** Show a point of the world in the middle. @param {Point} point */
  moveTo({ x, y }) {
    this.motion.stop();
    this.camera.look({ x, y, scale: this.camera.scale });
    this.redraw();
  }

  toPresent() {
    this.#ownScale = false;
    if (this.#layout) this.#frame(this.#layout);
  }

  /** @param {BoardPlace} place */
  lookAt(place) {
    if (this.#layout) this.motion.glide(viewpoints.board(this.#layout, this.camera, place));
  }

  /** Move as little as possible to show a board. @param {BoardPlace} place */
  include(place) {
    if (!this.#layout) return;
    const { gap } = this.#layout;
    this.motion.glide(this.camera.including(this.#layout.boardRect(place), gap * 0.5));
  }

  /** @param {number} factor @param {Point} [point] the fixed point, by default the middle */
  zoom(factor, point = this.camera.room) {
    this.motion.stop();
    this.#ownScale = true;
    this.camera.zoomAt(factor, point.x, point.y);
    clearTimeout(this.#rest);
    this.#rest = window.setTimeout(() => {
      this.#rest = 0;
      this.redraw();
    }, ZOOM_REST);
    this.redraw();
  }

  /**
   * Bring a square into view, large enough to be clicked, and return its position on the screen.
   *
   * @param {Square5D} square
   * @returns {Point}
   */
  reveal(square) {
    const { camera } = this;
    const center = this.#layout?.center(square);
    if (!this.#layout || !center) return { x: camera.width / 2, y: camera.height / 2 };
    this.motion.finish();
    this.revealed = square;
    if (camera.scale < CLICKABLE) camera.look(viewpoints.board(this.#layout, camera, [square[0], square[1]]));
    const { x, y } = center;
    camera.look(camera.including({ x: x - 0.5, y: y - 0.5, width: 1, height: 1 }, 0.5));
    this.redraw();
    return camera.screenAt(center);
  }
}
