/**
 * A map in the corner when the boards do not fit on the screen: timelines as lines, the present, and the view as a
 * frame. A click or a drag moves the view there.
 */

import { make } from "../ui/dom.js";
import { lookOf } from "./render/view.js";

/** @import {Theme} from "../types.js" */
/** @import {Point} from "../drawing/arrows.js" */
/** @import {Camera} from "./camera/camera.js" */
/** @import {Layout, Rect} from "./layout.js" */

const MARGIN = 6; // CSS pixels around the lines
const [WIDTH, HEIGHT, AWAY] = [172, 104, 10]; // size and distance from the edges, as in minimap.css
const SMALL = { width: 640, height: 400 }; // CSS pixels: smaller stages have no space for a map
const CORNERS = [
  { right: true, bottom: true },
  { right: false, bottom: true },
  { right: true, bottom: false },
  { right: false, bottom: false },
];

export class Minimap {
  /** @type {Layout | null} */ #layout = null;
  #shown = "";
  #corner = CORNERS[0];

  /** @param {HTMLElement} host @param {(point: Point) => void} look moves the view to a point of the world */
  constructor(host, look) {
    this.canvas = make("canvas", { "aria-hidden": "true" });
    this.frame = make("div", { class: "minimap-frame" });
    this.element = make(
      "div",
      {
        class: "stage-minimap",
        hidden: true,
        title: "Map of all boards: click to go there",
        "aria-hidden": "true",
      },
      this.canvas,
      this.frame,
    );
    host.append(this.element);
    const go = (/** @type {PointerEvent} */ event) => {
      const box = this.element.getBoundingClientRect();
      look(this.#worldAt(event.clientX - box.left, event.clientY - box.top));
    };
    this.element.addEventListener("pointerdown", (event) => {
      this.element.setPointerCapture(event.pointerId);
      event.preventDefault();
      go(event);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (this.element.hasPointerCapture(event.pointerId)) go(event);
    });
  }

  /** Show another position or theme. @param {Layout | null} layout @param {Theme} theme */
  show(layout, theme) {
    this.#layout = layout;
    this.#shown = "";
    this.theme = theme;
  }

  /**
   * Move the frame to the view of the camera, and the map to a corner where it covers nothing; called with every
   * frame that is drawn.
   *
   * @param {Camera} camera
   * @param {Rect[]} kept areas of the world that the map must not cover
   */
  follow(camera, kept) {
    const layout = this.#layout;
    const small = camera.width < SMALL.width || camera.height < SMALL.height;
    const needed = layout && !isSingle(layout) && !small && !camera.seesAll;
    const corner = needed ? this.#freeCorner(camera, kept) : undefined;
    this.element.hidden = !corner;
    if (!corner) return;
    this.#corner = corner;
    const place = placeIn(corner, camera);
    this.element.style.setProperty("left", `${place.x}px`);
    this.element.style.setProperty("top", `${place.y}px`);
    const [from, to] = [camera.worldAt(0, 0), camera.worldAt(camera.width, camera.height)];
    const { clientWidth, clientHeight } = this.element;
    const size = `${clientWidth} ${clientHeight}`;
    if (size !== this.#shown) this.#draw(clientWidth, clientHeight);
    this.#shown = size;
    const [a, b] = [this.#mapAt(from), this.#mapAt(to)];
    const clip = (/** @type {number} */ value, /** @type {number} */ most) =>
      Math.max(1, Math.min(most - 1, value));
    const [left, top] = [clip(a.x, clientWidth), clip(a.y, clientHeight)];
    const style = this.frame.style;
    style.setProperty("transform", `translate(${left}px, ${top}px)`);
    style.setProperty("width", `${Math.max(4, clip(b.x, clientWidth) - left)}px`);
    style.setProperty("height", `${Math.max(4, clip(b.y, clientHeight) - top)}px`);
  }

  /** The first corner, from the last one on, where the map covers nothing. @param {Camera} camera @param {Rect[]} kept */
  #freeCorner(camera, kept) {
    const areas = kept.map(({ x, y, width, height }) => ({
      from: camera.screenAt({ x, y }),
      to: camera.screenAt({ x: x + width, y: y + height }),
    }));
    return [this.#corner, ...CORNERS].find((corner) => {
      if (!corner) return false;
      const { x, y } = placeIn(corner, camera);
      return areas.every(
        ({ from, to }) => to.x <= x || to.y <= y || from.x >= x + WIDTH || from.y >= y + HEIGHT,
      );
    });
  }

  /** @returns {{bounds: Rect, across: number, down: number}} how many pixels of the map a square has */
  #scale() {
    const bounds = this.#layout?.bounds ?? { x: 0, y: 0, width: 1, height: 1 };
    return {
      bounds,
      across: (this.element.clientWidth - 2 * MARGIN) / bounds.width,
      down: (this.element.clientHeight - 2 * MARGIN) / bounds.height,
    };
  }

  /** @param {Point} point of the world */
  #mapAt({ x, y }) {
    const { bounds, across, down } = this.#scale();
    return { x: MARGIN + (x - bounds.x) * across, y: MARGIN + (y - bounds.y) * down };
  }

  /** @param {number} x @param {number} y @returns {Point} */
  #worldAt(x, y) {
    const { bounds, across, down } = this.#scale();
    return { x: bounds.x + (x - MARGIN) / across, y: bounds.y + (y - MARGIN) / down };
  }

  /** @param {number} width @param {number} height */
  #draw(width, height) {
    const layout = this.#layout;
    const theme = this.theme;
    const px = globalThis.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * px);
    this.canvas.height = Math.round(height * px);
    const pen = this.canvas.getContext("2d");
    if (!pen || !layout || !theme) return;
    pen.scale(px, px);
    const { position } = layout;
    const middle = { x: layout.width / 2, y: layout.height / 2 };
    const thick = Math.max(1, Math.min(4, (0.6 * (height - 2 * MARGIN)) / position.timelines.length));
    const present = this.#mapAt({ x: layout.columnX(position.present) + middle.x, y: 0 });
    pen.strokeStyle = theme.accent;
    pen.lineWidth = 2;
    pen.beginPath();
    pen.moveTo(present.x, 1);
    pen.lineTo(present.x, height - 1);
    pen.stroke();
    for (const line of position.timelines) {
      const y = layout.rowY(line.row) + middle.y;
      const from = this.#mapAt({ x: layout.columnX(line.first), y });
      const to = this.#mapAt({ x: layout.columnX(layout.endOf(line)) + layout.width, y });
      pen.globalAlpha = line.active ? 1 : 0.45;
      for (const [color, grown] of /** @type {[string, number][]} */ ([
        [theme.ink, thick > 2 ? 1 : 0],
        [thick > 2 && line.maker ? lookOf(theme, line.maker).fill : theme.ink, 0],
      ])) {
        pen.fillStyle = color;
        pen.fillRect(
          from.x - grown,
          from.y - thick / 2 - grown,
          to.x - from.x + 2 * grown,
          thick + 2 * grown,
        );
      }
    }
    pen.globalAlpha = 1;
  }
}

/** @param {Layout} layout */
function isSingle(layout) {
  return layout.position.timelines.length === 1;
}

/** The upper left point of the map. @param {{right: boolean, bottom: boolean}} corner @param {Camera} camera @returns {Point} */
function placeIn({ right, bottom }, { width, height, insets }) {
  return {
    x: right ? width - WIDTH - AWAY : insets.left,
    y: bottom ? height - HEIGHT - AWAY : insets.top,
  };
}
