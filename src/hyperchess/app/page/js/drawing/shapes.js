/** The arrows and coloured squares that the user draws: choosing the colour, and removing one by drawing it again. */

/** @import {Shape, ShapeColor, Square5D} from "../types.js" */

/** The colour to draw with: Shift red, Alt blue, Ctrl yellow, otherwise the chosen one or green. */
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
 * The shapes after drawing one: the same shape again removes it, in another colour recolours it.
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
  return shape.type === "square" ? `${shape.at}` : `${shape.type} ${shape.from} ${shape.to}`;
}
