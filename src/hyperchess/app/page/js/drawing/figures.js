/**
 * Pieces inside text, as SVG: one symbol for each kind of piece, which all figures of a page share. A figure finds
 * symbols only in its own document or shadow tree, so each of these has a sheet of symbols.
 */

/** @import {Art} from "../types.js" */
/** @import {Settings} from "../settings/settings.js" */

import { pieceSet } from "./pieces.js";

const SVG = "http://www.w3.org/2000/svg";

/** @type {Art | null} */ let art = null;
/** @type {WeakRef<SVGSVGElement>[]} */ let sheets = [];
/** @type {Set<string>} names of the drawings that have symbols */ const used = new Set();

/**
 * Use these drawings, and follow the chosen piece set.
 *
 * @param {Art} found
 * @param {Settings} settings
 * @param {HTMLElement} [host] the element for the symbols: the body of the page, or an element of a shadow tree
 */
export function keepFigures(found, settings, host = document.body) {
  art = found;
  const sheet = element("svg", { width: "0", height: "0", "aria-hidden": "true", class: "figure-symbols" });
  host.append(sheet);
  sheets = [...sheets.filter((each) => each.deref()), new WeakRef(sheet)];
  for (const symbol of used) add(sheet, symbol);
  settings.onChange((name) => {
    if (name !== "pieces") return;
    for (const symbol of sheet.children) fill(symbol, symbol.id.replace("figure-", ""));
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
  if (!used.has(symbol)) {
    used.add(symbol);
    for (const each of sheets) {
      const sheet = each.deref();
      if (sheet) add(sheet, symbol);
    }
  }
  const picture = element("svg", { class: `figure ${owner}`, "aria-hidden": "true" });
  picture.append(element("use", { href: `#figure-${symbol}` }));
  return picture;
}

/** @param {SVGSVGElement} sheet @param {string} symbol */
function add(sheet, symbol) {
  const side = art?.box ?? 0;
  const added = element("symbol", { id: `figure-${symbol}`, viewBox: `0 0 ${side} ${side}` });
  fill(added, symbol);
  sheet.append(added);
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
