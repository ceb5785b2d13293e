/** Controls the camera: follows the game, goes to boards, zooms, and knows whether the scale is changing. */

import { Camera } from "./camera.js";
import { CameraMotion } from "./camera-motion.js";
import * as viewpoints from "./viewpoints.js";

/** @import {BoardPlace, Square5D} from "../../types.js" */
/** @import {Point} from "../../drawing/arrows.js" */
/** @import {Layout} from "../layout.js" */

const ZOOM_REST = 140; // milliseconds without zooming after which boards are repainted
const SLIVER = 1.6; // CSS pixels per square: less is too small to see anything
const CLICKABLE = 12; // CSS pixels per square

export class CameraControl {
  camera = new Camera();
  /** @type {Layout | null} */ #layout = null;
  /** the last game: a different one gets a new view */ #game = "";
  #rest = 0;
  /** @type {Layout | null} whose present was shown instead of everything */ #fitted = null;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    this.motion = new CameraMotion(this.camera, redraw);
  }

  get zooming() {
    return this.motion.zooming || this.#rest !== 0;
  }

  /**
   * @param {number} width of the screen in CSS pixels
   * @param {number} height
   * @param {{left: number, top: number}} rulers
   */
  resize(width, height, rulers) {
    this.camera.width = width;
    this.camera.height = height;
    this.camera.insets = { left: rulers.left, top: rulers.top + 6, right: 8, bottom: 8 };
  }

  /**
   * Show a new position: frame a new game as a whole, otherwise follow the present if wanted.
   *
   * @param {Layout} layout
   * @param {string} game
   * @param {boolean} follow
   * @returns {boolean} whether it is another game
   */
  see(layout, game, follow) {
    this.#layout = layout;
    this.camera.world = layout.bounds;
    if (this.camera.width < 2) return false;
    const another = game !== this.#game;
    this.#game = game;
    if (another) this.motion.glide(viewpoints.firstLook(layout, this.camera), true);
    else if (follow) this.motion.glide(viewpoints.keepUp(layout, this.camera));
    return another;
  }

  /** Show the flipped layout of the same position, keeping the same boards in view. @param {Layout} layout */
  turn(layout) {
    this.motion.finish();
    this.#layout = layout;
    this.camera.world = layout.bounds;
    this.camera.look({ ...this.camera.viewpoint, y: layout.height - this.camera.y });
  }

  /** Show everything, unless it is too small: then the present first, and everything on the next call. */
  fit() {
    if (!this.#layout) return;
    const all = viewpoints.everything(this.#layout, this.camera);
    const sliver = all.scale < SLIVER && this.#fitted !== this.#layout;
    this.#fitted = sliver ? this.#layout : null;
    this.motion.glide(sliver ? viewpoints.present(this.#layout, this.camera) : all);
  }

  /** Show a point of the world in the middle. @param {Point} point */
  moveTo({ x, y }) {
    this.motion.stop();
    this.camera.look({ x, y, scale: this.camera.scale });
    this.redraw();
  }

  toPresent() {
    if (this.#layout) this.motion.glide(viewpoints.present(this.#layout, this.camera));
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
    if (camera.scale < CLICKABLE) camera.look(viewpoints.board(this.#layout, camera, [square[0], square[1]]));
    const { x, y } = center;
    camera.look(camera.including({ x: x - 0.5, y: y - 0.5, width: 1, height: 1 }, 0.5));
    this.redraw();
    return camera.screenAt(center);
  }
}
