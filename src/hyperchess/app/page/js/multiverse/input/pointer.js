/** Effects of gestures on the multiverse: pan and zoom, select and drag pieces, draw shapes. */

import { edgeSigns, signAt } from "../render/edge-signs.js";
import { rulersFor } from "../render/rulers.js";
import { colorOf, shapeOf, toggled } from "../../drawing/shapes.js";
import { GLOSSARY } from "../../ui/glossary.js";
import { boardName, moveName } from "../names.js";

/** @import {Shape, ShapeColor, Square5D} from "../../types.js" */
/** @import {Point} from "../../drawing/arrows.js" */
/** @import {Handler, Intent} from "./gestures.js" */
/** @import {InputHost} from "./input-host.js" */

/** Squares smaller than this, in CSS pixels, cannot be hit; a tap goes to the board instead. */
const HITTABLE = { mouse: 5, touch: 9 };
const FINGER = 20; // CSS pixels

/** @implements {Handler} */
export class PointerInput {
  /** @type {Square5D | null} a piece that moving the pointer would drag */ #ready = null;
  /** @type {Promise<void>} resolved when the targets of a dragged piece are known */ #taken = Promise.resolve();

  /** @param {InputHost} stage */
  constructor(stage) {
    this.stage = stage;
  }

  /** @param {Point} point @param {PointerEvent} event @returns {Intent} */
  press(point, event) {
    const { stage } = this;
    stage.cameraControl.motion.stop();
    this.#ready = null;
    stage.interaction.draft = null;
    const square = this.#signAt(point) ? null : this.#squareAt(point, event);
    if (!square) return "pan";
    const color = this.#colorFor(event);
    if (color) {
      stage.interaction.draft = { from: square, to: square, color };
      stage.redraw();
      return "drag";
    }
    if (event.button !== 0 || !stage.play.canTake(square)) return "pan";
    // One finger pans the view, unless it is on the selected piece.
    const selected = stage.play.selected;
    if (event.pointerType === "touch" && `${selected}` !== `${square}`) return "pan";
    this.#ready = square;
    return "drag";
  }

  /** @param {Point} point @param {PointerEvent} event */
  tap(point, event) {
    const { stage } = this;
    const square = this.#squareAt(point, event);
    const color = this.#colorFor(event);
    if (color) {
      if (square) this.#draw(shapeOf(square, square, color));
      return;
    }
    if (event.button !== 0) return;
    const sign = this.#signAt(point);
    if (sign) {
      stage.cameraControl.include(sign.nearest);
      return;
    }
    const meaning = this.#rulerMeaning(point);
    if (meaning) {
      stage.tooltip.show(point, meaning);
      return;
    }
    if (square) {
      const meant = event.pointerType === "mouse" ? square : this.#nearestTarget(point, square);
      stage.play.touch(meant).then(() => this.hover(event.pointerType === "mouse" ? point : null));
      return;
    }
    const place = stage.layout?.placeAt(stage.cameraControl.camera.worldAt(point.x, point.y), 0.5);
    stage.tooltip.hide();
    if (place) stage.cameraControl.lookAt(place);
    else stage.play.touch(null);
  }

  /** @param {Point} point @param {PointerEvent} event */
  drag(point, event) {
    const { stage } = this;
    const { interaction } = stage;
    if (interaction.draft) interaction.draft.to = this.#squareAt(point, event) ?? interaction.draft.to;
    else if (this.#ready && stage.layout) {
      if (!interaction.lifted) this.#taken = stage.play.take(this.#ready);
      interaction.lifted = { letter: stage.layout.pieceAt(this.#ready), from: this.#ready, at: point };
      this.#name(point);
    }
    stage.redraw();
  }

  /** @param {Point} point @param {PointerEvent} event */
  drop(point, event) {
    const { stage } = this;
    const { draft, lifted } = stage.interaction;
    this.cancel();
    const square = this.#squareAt(point, event);
    if (draft) {
      if (square) this.#draw(shapeOf(draft.from, square, /** @type {ShapeColor} */ (draft.color)));
    } else if (lifted) stage.play.putDown(lifted.from, square, this.#taken);
  }

  cancel() {
    this.#ready = null;
    this.stage.interaction.draft = null;
    this.stage.interaction.lifted = null;
    this.stage.tooltip.hide();
    this.stage.redraw();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.stage.cameraControl.camera.pan(dx, dy);
    this.stage.tooltip.hide();
    this.stage.redraw();
  }

  /** @param {number} x @param {number} y */
  fling(x, y) {
    this.stage.cameraControl.motion.roll(x, y);
  }

  /** @param {number} factor @param {Point} point */
  zoom(factor, point) {
    this.stage.cameraControl.zoom(factor, point);
    this.stage.tooltip.hide();
  }

  /** @param {Point | null} point */
  hover(point) {
    const { stage } = this;
    if (stage.cameraControl.motion.moving) return;
    const square = point && this.#name(point);
    const grab = square !== null && (stage.play.canTake(square) || stage.play.movesTo(square).length > 0);
    stage.canvas.classList.toggle("stage-canvas-grab", grab);
    if (!point) stage.tooltip.hide();
  }

  /** @param {Point} point */
  #signAt(point) {
    const { layout, cameraControl, play, settings } = this.stage;
    if (!layout || play.targets.length === 0) return null;
    return signAt(edgeSigns(layout, cameraControl.camera, play.targets, settings.get("coordinates")), point);
  }

  /**
   * Show a tooltip for the move or the distant board under the pointer.
   *
   * @param {Point} point
   * @returns {Square5D | null}
   */
  #name(point) {
    const { stage } = this;
    const { layout, interaction } = stage;
    const { camera } = stage.cameraControl;
    const world = camera.worldAt(point.x, point.y);
    const square = layout && camera.scale >= HITTABLE.mouse ? layout.squareAt(world) : null;
    const moves = square ? stage.play.movesTo(square) : [];
    const hovered = moves.length > 0 ? square : null;
    if (`${hovered}` !== `${interaction.hovered}`) {
      interaction.hovered = hovered;
      stage.redraw();
    }
    const place = square || !layout ? null : layout.placeAt(world);
    const meaning = this.#rulerMeaning(point);
    if (meaning) stage.tooltip.show(point, meaning);
    else if (moves.length > 0) stage.tooltip.show(point, moveName(moves));
    else if (place && camera.scale < HITTABLE.mouse)
      stage.tooltip.show(point, layout ? boardName(layout, place) : "");
    else stage.tooltip.hide();
    return square;
  }

  /** The meaning of the ruler under a point: the present, or a timeline. @param {Point} point @returns {string} */
  #rulerMeaning(point) {
    const { layout, cameraControl, settings, canvas } = this.stage;
    const { left, top } = rulersFor(canvas.clientWidth);
    if (!layout || !settings.get("coordinates") || (point.x >= left && point.y >= top)) return "";
    if (point.y < top) return point.x < left ? "" : (GLOSSARY["present"] ?? "");
    const line = layout.lineAt(cameraControl.camera.worldAt(point.x, point.y));
    return (line && GLOSSARY[line.active ? "timeline" : "inactive"]) ?? "";
  }

  /**
   * @param {Point} point
   * @param {PointerEvent} event
   * @returns {Square5D | null} null also when squares are too small
   */
  #squareAt(point, event) {
    const { layout } = this.stage;
    const { camera } = this.stage.cameraControl;
    const least = event.pointerType === "touch" ? HITTABLE.touch : HITTABLE.mouse;
    return layout && camera.scale >= least ? layout.squareAt(camera.worldAt(point.x, point.y)) : null;
  }

  /**
   * Touch is imprecise: a tap on a square without meaning selects a target close to it.
   *
   * @param {Point} point
   * @param {Square5D} square
   */
  #nearestTarget(point, square) {
    const { play, layout, cameraControl } = this.stage;
    if (!layout || play.movesTo(square).length > 0 || play.canTake(square)) return square;
    let [nearest, least] = [square, FINGER];
    for (const move of play.targets) {
      const target = /** @type {Square5D} */ (move.to);
      const center = layout.center(target);
      if (!center) continue;
      const { x, y } = cameraControl.camera.screenAt(center);
      const distance = Math.hypot(x - point.x, y - point.y);
      if (distance < least) [nearest, least] = [target, distance];
    }
    return nearest;
  }

  /** The colour to draw with; null if the press does not draw. @param {PointerEvent} event */
  #colorFor(event) {
    const { session, settings } = this.stage;
    const chosen = settings.get("drawing");
    if (!session.canComment || (event.button !== 2 && (event.button !== 0 || chosen === null))) return null;
    return colorOf(event, chosen);
  }

  /** @param {Shape} shape */
  #draw(shape) {
    const { session } = this.stage;
    if (session.draft) session.draft.erase(/** @type {Square5D} */ (shape.type === "square" ? shape.at : shape.to));
    else session.drawShapes(toggled(session.current?.shapes ?? [], shape));
  }
}
