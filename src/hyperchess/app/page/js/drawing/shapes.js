/**
 * The user's arrows and coloured squares: which colour, and drawing the same again takes it away.
 */

/** @import {Shape, ShapeColor, Square5D} from "../types.js" */

/** The colour of a drawing: Shift red, Alt blue, Ctrl yellow, else green or the one chosen. */
/**
 * @param {{shiftKey: boolean, altKey: boolean, ctrlKey: boolean, metaKey: boolean}} keys
 * @param {ShapeColor | null} chosen
 * @returns {ShapeColor}
 */
export function colorOf(keys, chosen) {
  if (keys.shiftKey) return "red";
  if (keys.altKey) return "blue";
  if (keys.ctrlKey || keys.metaKey) return "yellow";
  return chosen ?? "green";
}

/** @param {Square5D} from @param {Square5D} to @param {ShapeColor} color @returns {Shape} */
export function shapeOf(from, to, color) {
  return `${from}` === `${to}` ? { type: "square", at: from, color } : { type: "arrow", from, to, color };
}

/**
 * The shapes after drawing one: the same again goes, the same in another colour changes.
 *
 * @param {Shape[]} shapes
 * @param {Shape} shape
 */
export function toggled(shapes, shape) {
  const others = shapes.filter((other) => placeOf(other) !== placeOf(shape));
  const again = shapes.some((other) => placeOf(other) === placeOf(shape) && other.color === shape.color);
  return again ? others : [...others, shape];
}

/** @param {Shape} shape */
function placeOf(shape) {
  return shape.type === "arrow" ? `${shape.from} ${shape.to}` : `${shape.at}`;
}
