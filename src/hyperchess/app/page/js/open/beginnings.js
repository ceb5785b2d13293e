/** The three doors at the top of the start page: Play, Learn, Analyse. */

/** @import {Context} from "../shell/context.js" */
/** @import {Art} from "../types.js" */

import { PieceArt } from "../drawing/pieces.js";
import { activeTheme } from "../settings/theme.js";
import { make } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

const SIDE = 15; // CSS pixels of a square in the pictures

/**
 * @typedef {"play" | "learn" | "analyse"} Door
 * @typedef {{name: string, label: string, icon: string, run: () => void}} Choice
 */

/**
 * @param {HTMLElement} host
 * @param {Context} context
 * @param {{play: (start: string) => void, puzzle: () => void, learn: () => void, paste: () => void,
 *          board: (variant: string) => void}} doing
 */
export function mountBeginnings(host, context, doing) {
  host.append(
    door(context, "play", "Play", "Against the computer, or with a friend.", [
      { name: "5d", label: "5D chess", icon: "play", run: () => doing.play("Standard") },
      { name: "infinite", label: "Infinite chess", icon: "play", run: () => doing.play("Classical") },
    ]),
    door(context, "learn", "Learn", "The rules in ten minutes, then mates through time.", [
      { name: "lesson", label: "Lessons", icon: "hint", run: doing.learn },
      { name: "puzzle", label: "Puzzles", icon: "board", run: doing.puzzle },
    ]),
    door(context, "analyse", "Analyse", "Study a game of yours, with the engine and the explorer.", [
      { name: "paste", label: "Open a game", icon: "open", run: doing.paste },
      { name: "board-5d", label: "5D board", icon: "board", run: () => doing.board("Standard") },
      { name: "board-infinite", label: "Infinite board", icon: "board", run: () => doing.board("Classical") },
    ]),
  );
}

/**
 * @param {Context} context
 * @param {Door} kind
 * @param {string} title
 * @param {string} note
 * @param {Choice[]} choices
 */
function door(context, kind, title, note, choices) {
  const picture = make("canvas", { class: "door-picture", "aria-hidden": "true" });
  const draw = () => paint(picture, kind, context);
  context.settings.onChange(draw);
  draw();
  const buttons = choices.map(({ name, label, icon: sign, run }) =>
    make("button", { type: "button", "data-begin": name, on: { click: run } }, icon(sign), label),
  );
  buttons[0]?.classList.add("primary");
  return make(
    "div",
    { class: "door", role: "group", "aria-label": title },
    picture,
    make("h2", { text: title }),
    make("p", { class: "card-note", text: note }),
    make("div", { class: "button-row" }, ...buttons),
  );
}

/** @type {Record<Door, {boards: [x: number, y: number][], columns: number, rows: number}>} */
const FORMS = {
  play: {
    boards: [
      [0.6, 0.8],
      [7.4, 0.8],
      [14.2, 0.8],
    ],
    columns: 5,
    rows: 5,
  },
  learn: {
    boards: [
      [2.2, 0.8],
      [12.2, 0.8],
    ],
    columns: 6,
    rows: 5,
  },
  analyse: { boards: [[0, 0]], columns: 23, rows: 7 },
};

/**
 * Pieces of the pictures: the drawing, its owner, and its square.
 *
 * @type {Record<Door, [string, string, number, number][]>}
 */
const PIECES = {
  play: [
    ["king", "white", 1, 4],
    ["queen", "white", 3, 2],
    ["knight", "black", 2, 0],
    ["king", "black", 0, 0],
  ],
  learn: [
    ["knight", "white", 2, 3],
    ["pawn", "white", 4, 3],
    ["king", "black", 3, 0],
    ["pawn", "black", 1, 1],
  ],
  analyse: [
    ["rook", "white", 3, 5],
    ["queen", "white", 11, 3],
    ["king", "black", 17, 1],
    ["bishop", "black", 6, 1],
    ["knight", "white", 14, 5],
    ["pawn", "black", 9, 0],
    ["hawk", "black", 20, 4],
  ],
};

/** @param {HTMLCanvasElement} canvas @param {Door} kind @param {Context} context */
function paint(canvas, kind, { art, settings }) {
  const theme = activeTheme(settings, art);
  const px = globalThis.devicePixelRatio || 1;
  const [width, height] = [20 * SIDE, 6.6 * SIDE];
  canvas.width = Math.round(width * px);
  canvas.height = Math.round(height * px);
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.scale(px, px);
  const form = FORMS[kind];
  const pieces = new PieceArt(/** @type {Art} */ (art));
  const isPlane = kind === "analyse";
  form.boards.forEach(([left, top], board) => {
    const at = (/** @type {number} */ column, /** @type {number} */ row) =>
      /** @type {const} */ ([(left + column - (isPlane ? 1.5 : 0)) * SIDE, (top + row) * SIDE]);
    for (let row = 0; row < form.rows; row += 1) {
      for (let column = 0; column < form.columns; column += 1) {
        const [x, y] = at(column, row);
        pen.fillStyle = (row + column) % 2 === 0 ? theme.light : theme.dark;
        pen.fillRect(x, y, SIDE, SIDE);
      }
    }
    if (!isPlane) {
      const [x, y] = at(0, 0);
      const isLast = board === form.boards.length - 1;
      pen.strokeStyle = isLast ? theme.accent : theme.ink;
      pen.lineWidth = isLast ? 2.5 : 1;
      pen.strokeRect(x, y, form.columns * SIDE, form.rows * SIDE);
    }
    PIECES[kind].forEach(([symbol, owner, column, row], place) => {
      const look = theme.owners[owner];
      if (look && (isPlane || (place + board) % 4 !== 3)) pieces.paint(pen, symbol, look, ...at(column, row), SIDE);
    });
  });
}
