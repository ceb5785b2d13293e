/** The piece codes of position texts in infinite chess, with the names of their drawings. */

/** @type {Readonly<Record<string, string>>} in the order of a palette */
export const DRAWING_OF_CODE = {
  k: "king",
  q: "queen",
  r: "rook",
  b: "bishop",
  n: "knight",
  p: "pawn",
  am: "amazon",
  ch: "chancellor",
  ar: "archbishop",
  ha: "hawk",
  gu: "guard",
  ca: "camel",
  gi: "giraffe",
  ze: "zebra",
  ce: "centaur",
  rc: "royal-centaur",
  rq: "royal-queen",
  nr: "knightrider",
  hu: "huygen",
  ro: "rose",
  ob: "obstacle",
  vo: "void",
};

/** The drawing for a code such as `Q`, `am` or `3q`; empty if there is none. @param {string} code */
export function drawingOf(code) {
  return DRAWING_OF_CODE[code.replace(/^\d/, "").toLowerCase()] ?? "";
}
