/**
 * Measures how long drawing takes, on a tour over the multiverse. It has a canvas of its own, because reading pixels
 * back (which makes the browser finish every frame) would slow down the canvas of the page afterwards.
 */

import * as viewpoints from "../camera/viewpoints.js";

/** @import {Camera} from "../camera/camera.js" */
/** @import {Layout} from "../layout.js" */
/** @import {Picture, Renderer} from "./renderer.js" */
/**
 * @typedef {{median: number, p95: number, worst: number, first: number, frames: number,
 *            boards: number}} Times in milliseconds
 */

const SPEED = 40; // CSS pixels per frame: a fast drag at 60 frames per second

/**
 * @param {Renderer} renderer
 * @param {Camera} camera
 * @param {number} px
 * @param {Picture} picture
 * @param {number} frames
 * @returns {Times}
 */
export function measureFrames(renderer, camera, px, picture, frames) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(camera.width * px);
  canvas.height = Math.round(camera.height * px);
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  const before = camera.viewpoint;
  const draw = (/** @type {boolean} */ zooming) => {
    const start = performance.now();
    renderer.draw(pen, camera, px, { ...picture, zooming });
    pen.getImageData(0, 0, 1, 1); // wait until it is painted
    return performance.now() - start;
  };
  renderer.clear();
  const first = firstPicture(renderer, camera, px, picture, pen);
  /** @type {number[]} */ const times = [];
  for (let frame = 0; frame < frames; frame += 1)
    times.push(draw(travel(picture.layout, camera, frame / frames)));
  camera.look(before);
  times.sort((one, other) => one - other);
  const at = (/** @type {number} */ share) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  const boards = picture.layout.position.timelines.reduce((sum, line) => sum + line.boards.length, 0);
  return { median: at(0.5), p95: at(0.95), worst: at(1), first, frames, boards };
}

/**
 * The first picture of everything, without any cached bitmap.
 *
 * @param {Renderer} renderer
 * @param {Camera} camera
 * @param {number} px
 * @param {Picture} picture
 * @param {CanvasRenderingContext2D} pen
 */
function firstPicture(renderer, camera, px, picture, pen) {
  camera.look(viewpoints.everything(picture.layout, camera));
  const start = performance.now();
  while (!renderer.draw(pen, camera, px, { ...picture, zooming: false }));
  pen.getImageData(0, 0, 1, 1);
  return performance.now() - start;
}

/**
 * Move the camera by a frame: a fast drag in a wide circle at three scales, with zooms in between.
 *
 * @param {Layout} layout
 * @param {Camera} camera
 * @param {number} share the elapsed fraction of the tour
 * @returns {boolean} whether it zooms
 */
function travel(layout, camera, share) {
  const all = viewpoints.everything(layout, camera).scale;
  const scales = [all, Math.max(all, 8), Math.max(all, 24), all];
  const leg = Math.min(2, Math.floor(share * 3));
  const part = share * 3 - leg;
  if (part < 0.75) {
    const angle = (2 * Math.PI * part) / 0.75;
    camera.pan(SPEED * Math.cos(angle), SPEED * Math.sin(angle));
    return false;
  }
  const from = /** @type {number} */ (scales[leg]);
  const to = /** @type {number} */ (scales[leg + 1]);
  const place = leg === 2 ? viewpoints.everything(layout, camera) : viewpoints.present(layout, camera);
  camera.look({ ...place, scale: from * (to / from) ** ((part - 0.75) / 0.25) });
  return true;
}
