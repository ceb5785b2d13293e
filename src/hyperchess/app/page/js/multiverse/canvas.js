/** The canvas of the multiverse, in the resolution of the screen, with a description for screen readers. */

import { make } from "../ui/dom.js";

let papers = 0;

export class StageCanvas {
  /** device pixels of a CSS pixel */ px = 1;

  /** @param {HTMLElement} host */
  constructor(host) {
    const id = `stage-description-${++papers}`;
    this.canvas = make("canvas", {
      class: "stage-canvas",
      tabindex: 0,
      role: "application",
      "aria-label": "Multiverse board",
      "aria-describedby": id,
    });
    this.description = make("p", { id, class: "stage-description" });
    this.root = make("div", { class: "stage", hidden: true }, this.canvas, this.description);
    this.pen = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d", { alpha: false }));
    host.append(this.root);
  }

  /**
   * Fit the canvas to its element.
   *
   * @returns {{width: number, height: number} | null} null if it has no size
   */
  fit() {
    const { clientWidth: width, clientHeight: height } = this.root;
    if (width === 0 || height === 0) return null;
    this.px = devicePixelRatio || 1;
    this.canvas.width = Math.round(width * this.px);
    this.canvas.height = Math.round(height * this.px);
    return { width, height };
  }

  /** @param {string} color */
  clear(color) {
    this.pen.fillStyle = color;
    this.pen.fillRect(0, 0, this.canvas.width, this.canvas.height);
  }
}
