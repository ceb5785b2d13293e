/**
 * Pointer, wheel and touch on an infinite board: pan, pinch, drag pieces, click, draw shapes.
 *
 * `GestureHandlers` decide what a gesture on a square does.
 */

/** @import {ShapeColor} from "../../types.js" */
/** @import {InfiniteView} from "../view.js" */
/** @typedef {[bigint, bigint]} Spot */

/**
 * @typedef {object} GestureHandlers
 * @property {(at: Spot) => boolean} canLift whether a drag from there moves the piece and not the board
 * @property {(at: Spot) => void} lift
 * @property {(at: Spot) => void} click
 * @property {(from: Spot, to: Spot) => void} drop
 * @property {(at: Spot | null) => void} hover
 * @property {() => ShapeColor | null} pencil the colour that the first button draws with; null if it does not draw
 * @property {(event: PointerEvent) => ShapeColor} color the colour to draw with
 * @property {(from: Spot, to: Spot, color: ShapeColor, done: boolean) => void} draw
 */

const STILL = 5; // pixels that the pointer may move during a click
const FINGER = 9;

/**
 * @typedef {{id: number, x: number, y: number, startX: number, startY: number, at: Spot, touch: boolean}}
 *   Press
 */

export class Gestures {
  /** @type {Map<number, Press>} */ #presses = new Map();
  /** @type {"none" | "wait" | "pan" | "piece" | "pinch" | "draw"} */ #what = "none";
  /** @type {ShapeColor} */ #color = "green";
  #lifted = false;
  /** @type {{x: number, y: number, time: number}[]} */ #trail = [];

  /** @param {InfiniteView} view @param {GestureHandlers} handlers */
  constructor(view, handlers) {
    this.view = view;
    this.handlers = handlers;
    const { canvas } = view;
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#up(event));
    canvas.addEventListener("pointercancel", (event) => this.#cancel(event));
    canvas.addEventListener("pointerleave", () => this.handlers.hover(null));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  /** @param {{offsetX: number, offsetY: number}} event */
  #spot(event) {
    return this.view.camera.squareAt(event.offsetX, event.offsetY);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button === 1) event.preventDefault();
    this.view.stop();
    const at = this.#spot(event);
    const { offsetX: x, offsetY: y, pointerId: id } = event;
    this.#presses.set(id, { id, x, y, startX: x, startY: y, at, touch: event.pointerType === "touch" });
    this.view.canvas.setPointerCapture(id);
    if (this.#presses.size === 2) {
      this.#drop();
      this.#what = "pinch";
      return;
    }
    if (this.#presses.size > 2) return;
    const pencil = this.handlers.pencil();
    if (event.button === 2 || (event.button === 0 && pencil)) {
      this.#what = "draw";
      this.#color = this.handlers.color(event);
      this.handlers.draw(at, at, this.#color, false);
      return;
    }
    this.#what = "wait";
    this.#trail = [];
    this.#lifted = event.button === 0 && !this.view.edges.at(x, y) && this.handlers.canLift(at);
    if (this.#lifted) this.handlers.lift(at);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#presses.get(event.pointerId);
    if (!press) {
      this.handlers.hover(this.#spot(event));
      this.view.pointAt(event.offsetX, event.offsetY);
      return;
    }
    const [dx, dy] = [event.offsetX - press.x, event.offsetY - press.y];
    if (this.#what === "pinch") {
      this.#pinch(press, event.offsetX, event.offsetY);
      return;
    }
    const far = Math.hypot(event.offsetX - press.startX, event.offsetY - press.startY);
    if (this.#what === "wait" && far > (press.touch ? FINGER : STILL)) {
      this.#what = this.#lifted ? "piece" : "pan";
    }
    if (this.#what === "pan") {
      this.view.camera.panBy(dx, dy);
      this.view.redraw();
      this.#trail.push({ x: dx, y: dy, time: event.timeStamp });
    } else if (this.#what === "piece") {
      this.view.carry(press.at, event.offsetX, event.offsetY);
      this.handlers.hover(this.#spot(event));
    } else if (this.#what === "draw") {
      this.handlers.draw(press.at, this.#spot(event), this.#color, false);
    }
    // before the drag begins nothing moves, so that the board does not jump
    if (this.#what !== "wait") {
      press.x = event.offsetX;
      press.y = event.offsetY;
    }
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.#presses.get(event.pointerId);
    if (!press) return;
    this.#presses.delete(event.pointerId);
    const at = this.#spot(event);
    const what = this.#what;
    if (what === "pinch") {
      if (this.#presses.size === 1) {
        const rest = /** @type {Press} */ ([...this.#presses.values()][0]);
        [rest.startX, rest.startY] = [rest.x, rest.y];
        this.#what = "pan";
      }
      return;
    }
    this.#what = "none";
    if (what === "wait") this.#click(event, at);
    else if (what === "pan") this.#roll(event.timeStamp);
    else if (what === "draw") this.handlers.draw(press.at, at, this.#color, true);
    else if (what === "piece") {
      this.#drop();
      this.handlers.drop(press.at, at);
    }
  }

  /** @param {PointerEvent} event @param {Spot} at */
  #click(event, at) {
    const card = this.view.edges.at(event.offsetX, event.offsetY);
    if (card) this.view.flyToPiece(card.index);
    else if (event.button === 0) this.handlers.click(at);
  }

  /** @param {PointerEvent} event */
  #cancel(event) {
    this.#presses.delete(event.pointerId);
    this.#drop();
    this.#what = "none";
  }

  #drop() {
    this.view.carry(null, 0, 0);
  }

  /** Inertia after a swipe. @param {number} now */
  #roll(now) {
    const recent = this.#trail.filter((step) => now - step.time < 90);
    const first = recent[0];
    if (!first || recent.length < 2) return;
    const time = Math.max(16, now - first.time);
    const sum = (/** @type {"x" | "y"} */ axis) => recent.reduce((total, step) => total + step[axis], 0);
    this.view.roll(sum("x") / time, sum("y") / time);
  }

  /** @param {Press} press @param {number} x @param {number} y */
  #pinch(press, x, y) {
    const other = [...this.#presses.values()].find((entry) => entry !== press);
    if (!other) return;
    const before = Math.hypot(press.x - other.x, press.y - other.y);
    const after = Math.hypot(x - other.x, y - other.y);
    this.view.camera.panBy((x - press.x) / 2, (y - press.y) / 2);
    if (before > 0 && after > 0) this.view.zoomAt((x + other.x) / 2, (y + other.y) / 2, after / before);
    press.x = x;
    press.y = y;
    this.view.redraw();
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    this.view.stop();
    const lines =
      event.deltaMode === WheelEvent.DOM_DELTA_LINE
        ? 24
        : event.deltaMode === WheelEvent.DOM_DELTA_PAGE
          ? 300
          : 1;
    if (event.shiftKey && !event.ctrlKey) {
      this.view.camera.panBy(
        -event.deltaX * lines || -event.deltaY * lines,
        event.deltaX ? -event.deltaY * lines : 0,
      );
      this.view.redraw();
      return;
    }
    const speed = event.ctrlKey ? 0.01 : 0.0022; // a pinch on a touch pad arrives as a wheel event with Ctrl
    const turn = Math.max(-240, Math.min(240, event.deltaY * lines));
    this.view.zoomAt(event.offsetX, event.offsetY, Math.exp(-turn * speed));
  }
}
