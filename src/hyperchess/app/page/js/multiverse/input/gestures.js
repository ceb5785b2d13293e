/** Pointer events on the board as gestures: tap, drag, pan, pinch, wheel. */

/** @import {Point} from "../../drawing/arrows.js" */
/** @typedef {"pan" | "drag"} Intent what moving after a press does: pan the view, or drag something */
/**
 * @typedef {object} Handler points are CSS pixels from the upper left corner of the canvas
 * @property {(point: Point, event: PointerEvent) => Intent} press
 * @property {(point: Point, event: PointerEvent) => void} tap a press without a movement
 * @property {(point: Point, event: PointerEvent) => void} drag
 * @property {(point: Point, event: PointerEvent) => void} drop
 * @property {() => void} cancel
 * @property {(dx: number, dy: number) => void} pan
 * @property {(x: number, y: number) => void} fling speed in CSS pixels per millisecond
 * @property {(factor: number, point: Point) => void} zoom
 * @property {(point: Point | null) => void} hover
 */

const THRESHOLD = { mouse: 4, pen: 6, touch: 9 };
const WHEEL = 0.0016;
const LINE = 16; // pixels per line, for wheels that count lines

export class Gestures {
  /** @type {Map<number, Point>} pressed pointers */ #down = new Map();
  /** @type {{start: Point, intent: Intent, moved: boolean} | null} */ #press = null;
  /** @type {{x: number, y: number, time: number}[]} the last movements, for a fling */ #trail = [];

  /** @param {HTMLElement} target @param {Handler} handler */
  constructor(target, handler) {
    this.target = target;
    this.handler = handler;
    target.addEventListener("pointerdown", (event) => this.#pressed(event));
    target.addEventListener("pointermove", (event) => this.#moved(event));
    target.addEventListener("pointerup", (event) => this.#released(event));
    target.addEventListener("pointercancel", (event) => this.#lost(event));
    target.addEventListener("pointerleave", () => handler.hover(null));
    target.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    target.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** @param {MouseEvent} event @returns {Point} */
  #point(event) {
    const box = this.target.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    const point = this.#point(event);
    this.#down.set(event.pointerId, point);
    this.target.setPointerCapture(event.pointerId);
    if (event.button === 1) event.preventDefault(); // no scrolling with the middle button
    if (this.#down.size === 1) {
      const intent = event.button === 1 ? "pan" : this.handler.press(point, event);
      this.#press = { start: point, intent, moved: false };
      this.#trail = [];
    } else if (this.#press) {
      if (this.#press.intent === "drag") this.handler.cancel();
      this.#press = null; // two fingers: from now on a pinch
    }
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    const point = this.#point(event);
    const before = this.#down.get(event.pointerId);
    if (!before) {
      this.handler.hover(point);
      return;
    }
    if (this.#down.size > 1) {
      this.#pinched(event.pointerId, point);
      return;
    }
    const press = this.#press;
    if (!press) {
      this.#down.set(event.pointerId, point);
      this.handler.pan(point.x - before.x, point.y - before.y);
      return;
    }
    const least = THRESHOLD[/** @type {keyof typeof THRESHOLD} */ (event.pointerType)] ?? THRESHOLD.mouse;
    if (!press.moved && Math.hypot(point.x - press.start.x, point.y - press.start.y) < least) return;
    press.moved = true;
    this.#down.set(event.pointerId, point);
    if (press.intent === "drag") this.handler.drag(point, event);
    else {
      this.handler.pan(point.x - before.x, point.y - before.y);
      this.#trail = [...this.#trail.slice(-6), { ...point, time: event.timeStamp }];
    }
  }

  /** @param {number} id @param {Point} point */
  #pinched(id, point) {
    const [one, other] = [...this.#down.values()];
    if (!one || !other) return;
    const before = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, far: distance(one, other) };
    this.#down.set(id, point);
    const [first, second] = [...this.#down.values()];
    if (!first || !second) return;
    const middle = { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 };
    this.handler.pan(middle.x - before.x, middle.y - before.y);
    this.handler.zoom(distance(first, second) / before.far, middle);
  }

  /** @param {PointerEvent} event */
  #released(event) {
    if (!this.#down.delete(event.pointerId)) return;
    const press = this.#press;
    if (!press || this.#down.size > 0) return;
    this.#press = null;
    const point = this.#point(event);
    if (!press.moved) {
      if (press.intent === "drag") this.handler.cancel();
      this.handler.tap(point, event);
    } else if (press.intent === "drag") this.handler.drop(point, event);
    else if (event.pointerType !== "mouse") this.#fling(event.timeStamp);
  }

  /** @param {number} now */
  #fling(now) {
    const [first, last] = [this.#trail.find(({ time }) => now - time < 100), this.#trail.at(-1)];
    if (!first || !last || last.time <= first.time || now - last.time > 50) return;
    const elapsed = last.time - first.time;
    this.handler.fling((last.x - first.x) / elapsed, (last.y - first.y) / elapsed);
  }

  /** @param {PointerEvent} event */
  #lost(event) {
    this.#down.delete(event.pointerId);
    if (this.#press?.intent === "drag") this.handler.cancel();
    this.#press = null;
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const unit = event.deltaMode === 0 ? 1 : event.deltaMode === 1 ? LINE : LINE * 20;
    const [x, y] = [event.deltaX * unit, event.deltaY * unit];
    if (event.shiftKey) this.handler.pan(-(x || y), 0);
    else {
      // A pinch on a touch pad arrives as a wheel event with Ctrl, in small steps.
      const speed = event.ctrlKey ? WHEEL * 5 : WHEEL;
      const change = Math.min(240, Math.max(-240, y)) * speed;
      this.handler.zoom(Math.exp(-change), this.#point(event));
    }
  }
}

/** @param {Point} one @param {Point} other */
function distance(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y) || 1;
}
