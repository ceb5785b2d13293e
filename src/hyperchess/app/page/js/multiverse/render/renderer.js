/** Draws one frame of the multiverse, from back to front. */

import { PieceArt } from "../../drawing/pieces.js";
import { BoardPainter } from "./boards.js";
import { drawEdges, edgeSigns } from "./edge-signs.js";
import { drawInteraction } from "./interaction.js";
import { drawFrames, drawJumps, drawOwed, drawTargets } from "./overlay.js";
import { Rulers } from "./rulers.js";
import { TileCache } from "./tile-cache.js";
import { drawShift } from "./timeline-shift.js";
import { drawBands, drawBranches, drawPresent, drawVeils } from "./timelines.js";
import { View } from "./view.js";

/** @import {Art, Move, Theme} from "../../types.js" */
/** @import {Pen} from "../../drawing/bitmaps.js" */
/** @import {Annotations} from "../annotations.js" */
/** @import {Camera} from "../camera/camera.js" */
/** @import {Interaction} from "./interaction.js" */
/** @import {Layout} from "../layout.js" */
/** @import {Shift} from "./timeline-shift.js" */

/**
 * @typedef {object} Picture everything that a frame shows
 * @property {Layout} layout
 * @property {Theme} theme
 * @property {Annotations} annotations
 * @property {Move[]} targets
 * @property {Interaction} interaction
 * @property {number} pulse
 * @property {Shift | null} shift
 * @property {boolean} coordinates
 * @property {boolean} zooming
 */

const PAINTING_TIME = 5; // milliseconds of a frame spent on new bitmaps

export class Renderer {
  /** @param {Art} art */
  constructor(art) {
    this.pieces = new PieceArt(art);
    this.boards = new BoardPainter(this.pieces);
    this.rulers = new Rulers();
    this.tiles = new TileCache();
  }

  /** Drop all bitmaps. */
  clear() {
    this.pieces.clear();
    this.boards.clear();
    this.rulers.clear();
    this.tiles.clear();
  }

  /**
   * @param {Pen} pen
   * @param {Camera} camera
   * @param {number} px device pixels of a CSS pixel
   * @param {Picture} picture
   * @param {number} [time] milliseconds for painting boards
   * @returns {boolean} whether the frame is complete; if not, draw again
   */
  draw(pen, camera, px, picture, time = PAINTING_TIME) {
    const { layout, theme, annotations, targets, interaction, coordinates, zooming } = picture;
    const view = View.of(pen, layout, theme, camera, px);
    const until = performance.now() + time;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.globalAlpha = 1;
    pen.imageSmoothingQuality = "low";
    const paint = (/** @type {View} */ part) => this.#paintPlane(part, picture, until);
    const contents = [layout, theme, annotations, coordinates];
    const finished = zooming ? paint(view) : this.tiles.draw(view, contents, paint, until);
    this.boards.tidy();
    if (picture.shift) drawShift(view, picture.shift);
    drawOwed(view, annotations.owed, picture.pulse);
    drawTargets(view, targets);
    if (coordinates) this.rulers.draw(view);
    drawEdges(view, edgeSigns(layout, camera, targets, coordinates));
    drawInteraction(view, interaction, this.pieces);
    return finished && !zooming;
  }

  /**
   * Paint what moves with the plane: everything except rulers and interaction.
   *
   * @param {View} view
   * @param {Picture} picture
   * @param {number} until
   */
  #paintPlane(view, { annotations, coordinates, zooming }, until) {
    const { pen, theme } = view;
    pen.fillStyle = theme.ground;
    pen.fillRect(0, 0, view.width, view.height);
    drawPresent(view);
    drawBands(view);
    drawBranches(view);
    const finished = this.boards.draw(view, annotations.tints, zooming, until);
    if (coordinates) this.rulers.drawSquareNames(view);
    drawVeils(view);
    drawFrames(view);
    drawJumps(view, annotations.jumps);
    return finished;
  }
}
