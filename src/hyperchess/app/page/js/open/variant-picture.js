/** A small picture of a board: of the start of a variant, or of a position. It is painted when it comes into view. */

/** @import {VariantView} from "../data/api-types.js" */
/** @import {Context} from "../shell/context.js" */
/** @import {Theme} from "../types.js" */
/**
 * @typedef {Pick<VariantView, "board" | "width" | "height" | "columns" | "rows" | "pieces">} Start what a variant starts
 *   from: a board, or the middle of an infinite one
 */

import { PieceArt } from "../drawing/pieces.js";
import { isWhite } from "../multiverse/names.js";
import { activeTheme } from "../settings/theme.js";
import { make } from "../ui/dom.js";

const SIDE = 56; // CSS pixels of the longer side

/** Create the pictures of a list. @param {Context} context */
export function variantPictures({ art, settings }) {
  const pieces = new PieceArt(art);
  /** @type {Map<Element, Start>} */ const entries = new Map();
  /** @type {Set<HTMLCanvasElement>} */ const painted = new Set();
  const watch = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) {
      if (!isIntersecting || !(target instanceof HTMLCanvasElement)) continue;
      watch.unobserve(target);
      painted.add(target);
      paint(target);
    }
  });
  settings.onChange((name) => {
    if (name === "theme" || name === "boards" || name === "pieces") painted.forEach(paint);
  });

  /** @param {HTMLCanvasElement} canvas */
  function paint(canvas) {
    const entry = entries.get(canvas) ?? {};
    const { board = "", width = 0, height = 0 } = entry;
    const pen = canvas.getContext("2d");
    if (!pen) return;
    const theme = activeTheme(settings, art);
    if (entry.pieces) paintMiddle(canvas, pen, entry, theme);
    if (!board) return;
    const side = Math.floor((SIDE * 2) / Math.max(width, height));
    canvas.width = side * width;
    canvas.height = side * height;
    [...board].forEach((letter, place) => {
      const [column, row] = [place % width, Math.floor(place / width)];
      pen.fillStyle = (column + row + height) % 2 === 0 ? theme.light : theme.dark;
      if (letter !== "#") pen.fillRect(column * side, row * side, side, side);
      const look = theme.owners[isWhite(letter) ? "white" : "black"];
      if (letter === "." || letter === "#" || !look) return;
      pieces.paint(pen, pieces.symbol(letter), look, column * side, row * side, side);
    });
  }

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {CanvasRenderingContext2D} pen
   * @param {Start} entry
   * @param {Theme} theme
   */
  function paintMiddle(canvas, pen, { columns = 0, rows = 1, pieces: placed = [] }, theme) {
    const side = Math.max(3, Math.floor((SIDE * 2) / rows));
    canvas.width = side * columns;
    canvas.height = side * rows;
    for (let place = 0; place < columns * rows; place += 1) {
      const [column, row] = [place % columns, Math.floor(place / columns)];
      pen.fillStyle = (column + row) % 2 === 0 ? theme.light : theme.dark;
      pen.fillRect(column * side, row * side, side, side);
    }
    for (const [symbol, owner, column, row] of placed) {
      const look = theme.owners[owner];
      if (look) pieces.paint(pen, symbol, look, column * side, row * side, side);
    }
  }

  /** The picture of a variant; null if it has none. @param {Start} entry */
  return (entry) => {
    if (!entry.board && !entry.pieces) return null;
    const canvas = make("canvas", { class: "variant-picture", "aria-hidden": "true" });
    entries.set(canvas, entry);
    watch.observe(canvas);
    return canvas;
  };
}
