/** Pieces inside text, as SVG: one symbol for each kind of piece, which all figures on the page share. */

/** @import {Art} from "../types.js" */
/** @import {Settings} from "../settings/settings.js" */

import { pieceSet } from "./pieces.js";

const SVG = "http://www.w3.org/2000/svg";

/** @type {Art | null} */ let art = null;
/** @type {SVGSVGElement | null} */ let symbols = null;

/** Use these drawings, and follow the chosen piece set. @param {Art} found @param {Settings} settings */
export function keepFigures(found, settings) {
  art = found;
  settings.onChange((name) => {
    if (name !== "pieces") return;
    for (const symbol of symbols?.children ?? []) fill(symbol, symbol.id.replace("figure-", ""));
  });
}

/**
 * A piece inside text; null if there is no drawing of it.
 *
 * @param {string} symbol name of the drawing
 * @param {string} owner
 */
export function figure(symbol, owner) {
  if (!art?.drawings[symbol]) return null;
  const id = `figure-${symbol}`;
  if (!symbols) {
    symbols = element("svg", { width: "0", height: "0", "aria-hidden": "true", class: "figure-symbols" });
    document.body.append(symbols);
  }
  if (!document.getElementById(id)) {
    const added = element("symbol", { id, viewBox: `0 0 ${art.box} ${art.box}` });
    fill(added, symbol);
    symbols.append(added);
  }
  const picture = element("svg", { class: `figure ${owner}`, "aria-hidden": "true" });
  picture.append(element("use", { href: `#${id}` }));
  return picture;
}

/** @param {Element} host @param {string} symbol */
function fill(host, symbol) {
  const drawing = art && pieceSet(art)[symbol];
  if (!drawing) return;
  const paths = [
    ...drawing.body.map((d) => element("path", { d })),
    ...drawing.line.map((d) => element("path", { d, fill: "none", "stroke-width": "4" })),
  ];
  host.replaceChildren(...paths);
}

/**
 * @template {"svg" | "symbol" | "use" | "path"} K
 * @param {K} tag
 * @param {Record<string, string>} attributes
 * @returns {SVGElementTagNameMap[K]}
 */
function element(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
