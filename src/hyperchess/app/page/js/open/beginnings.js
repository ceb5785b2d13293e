/** The most common choices, at the top of the page for opening games: play, solve, learn. */

/** @import {Context} from "../shell/context.js" */
/** @import {Art} from "../types.js" */

import { PieceArt } from "../drawing/pieces.js";
import { activeTheme } from "../settings/theme.js";
import { make } from "../ui/dom.js";

const SIDE = 15; // CSS pixels of a square in the pictures

/**
 * @param {HTMLElement} host
 * @param {Context} context
 * @param {{play: (start: string) => void, puzzle: () => void, learn: () => void}} doing
 */
export function mountBeginnings(host, context, doing) {
  host.append(
    card(context, "5d", "Play 5D chess", "Against the computer or a friend.", () =>
      doing.play("Standard"),
    ),
    card(context, "infinite", "Play infinite chess", "A board without an edge.", () =>
      doing.play("Classical"),
    ),
    card(context, "puzzle", "Solve puzzles", "Mates through time in 1, 2 and 3, with a rating.", doing.puzzle),
    card(context, "lesson", "Learn", "5D chess in ten minutes, infinite chess in five.", doing.learn),
  );
}

/**
 * @param {Context} context
 * @param {"5d" | "infinite" | "puzzle" | "lesson"} kind
 * @param {string} title
 * @param {string} note
 * @param {() => void} run
 */
function card(context, kind, title, note, run) {
  const picture = make("canvas", { class: "beginning-picture", "aria-hidden": "true" });
  const draw = () => paint(picture, kind, context);
  context.settings.onChange(draw);
  draw();
  return make(
    "button",
    { type: "button", class: "beginning", "data-begin": kind, on: { click: run } },
    picture,
    make("span", { class: "card-title", text: title }),
    make("span", { class: "card-note", text: note }),
  );
}

/** @type {Record<string, {boards: [x: number, y: number][], columns: number, rows: number}>} */
const FORMS = {
  "5d": {
    boards: [
      [0.1, 0],
      [5, 0],
      [9.9, 0],
    ],
    columns: 4,
    rows: 4,
  },
  infinite: { boards: [[0, 0]], columns: 17, rows: 7 },
  puzzle: { boards: [[4, 0.5]], columns: 6, rows: 6 },
  lesson: {
    boards: [
      [0.4, 0.8],
      [7.6, 0.8],
    ],
    columns: 6,
    rows: 5,
  },
};

/**
 * Pieces of the pictures: the drawing, its owner, and its square.
 *
 * @type {Record<string, [string, string, number, number][]>}
 */
const PIECES = {
  "5d": [
    ["king", "white", 1, 3],
    ["queen", "white", 2, 2],
    ["knight", "black", 2, 0],
    ["king", "black", 0, 0],
  ],
  infinite: [
    ["rook", "white", 2, 5],
    ["queen", "white", 8, 3],
    ["king", "black", 13, 1],
    ["bishop", "black", 5, 1],
    ["knight", "white", 11, 5],
    ["pawn", "black", 9, 0],
  ],
  puzzle: [
    ["king", "black", 4, 0],
    ["queen", "white", 2, 3],
    ["rook", "white", 0, 5],
    ["king", "white", 5, 5],
  ],
  lesson: [
    ["knight", "white", 2, 3],
    ["pawn", "white", 4, 3],
    ["king", "black", 3, 0],
    ["pawn", "black", 1, 1],
  ],
};

/** @param {HTMLCanvasElement} canvas @param {"5d" | "infinite" | "puzzle" | "lesson"} kind @param {Context} context */
function paint(canvas, kind, { art, settings }) {
  const theme = activeTheme(settings, art);
  const px = globalThis.devicePixelRatio || 1;
  const [width, height] = [14 * SIDE, 6.6 * SIDE];
  canvas.width = Math.round(width * px);
  canvas.height = Math.round(height * px);
  const pen = canvas.getContext("2d");
  const form = FORMS[kind];
  if (!pen || !form) return;
  pen.scale(px, px);
  const pieces = new PieceArt(/** @type {Art} */ (art));
  const infinite = kind === "infinite";
  form.boards.forEach(([left, top], board) => {
    const at = (/** @type {number} */ column, /** @type {number} */ row) =>
      /** @type {const} */ ([
        (left + column - (infinite ? 1.5 : 0)) * SIDE,
        (top + row + (kind === "5d" ? 1.2 : 0)) * SIDE,
      ]);
    for (let row = 0; row < form.rows; row += 1) {
      for (let column = 0; column < form.columns; column += 1) {
        const [x, y] = at(column, row);
        pen.fillStyle = (row + column) % 2 === 0 ? theme.light : theme.dark;
        pen.fillRect(x, y, SIDE, SIDE);
      }
    }
    if (!infinite) {
      const [x, y] = at(0, 0);
      pen.strokeStyle = board === form.boards.length - 1 ? theme.accent : theme.ink;
      pen.lineWidth = board === form.boards.length - 1 ? 2.5 : 1;
      pen.strokeRect(x, y, form.columns * SIDE, form.rows * SIDE);
    }
    (PIECES[kind] ?? []).forEach(([symbol, owner, column, row], place) => {
      const look = theme.owners[owner];
      if (look && (place + board) % 4 !== 3) pieces.paint(pen, symbol, look, ...at(column, row), SIDE);
    });
  });
}
