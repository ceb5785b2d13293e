/** The view as a PNG, without hover, cursor and dragged piece. */

/** @import {Camera} from "../camera/camera.js" */
/** @import {Picture, Renderer} from "./renderer.js" */

/**
 * @param {Renderer} renderer
 * @param {Camera} camera
 * @param {number} px device pixels of a CSS pixel
 * @param {Picture} picture
 * @returns {Promise<Blob>}
 */
export function snapshot(renderer, camera, px, picture) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(camera.width * px);
  canvas.height = Math.round(camera.height * px);
  const pen = canvas.getContext("2d", { alpha: false });
  const interaction = { ...picture.interaction, hovered: null, cursor: null, lifted: null, draft: null };
  if (pen) renderer.draw(pen, camera, px, { ...picture, interaction, pulse: 0, zooming: false }, Infinity);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large"))),
      "image/png",
    );
  });
}
