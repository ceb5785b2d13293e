/**
 * The state of the 5D editor: timelines with their boards, as immutable values.
 *
 * The server decides whether it is a valid position.
 */

/** @import {MultiverseSetupRequest, MultiverseSetupView} from "../../data/api-types.js" */
/**
 * @typedef {{cells: string, marks: string}} BoardState a letter for each square, highest rank first;
 *   `*` marks unmoved pieces
 */
/** @typedef {{row: number, first: number, initial: boolean, boards: BoardState[]}} TimelineState */
/**
 * @typedef {object} MultiverseState
 * @property {number} width
 * @property {number} height
 * @property {boolean} even the middle timelines are -0 and +0
 * @property {string[] | null} promotions null without a list: the rules decide
 * @property {TimelineState[]} lines the lowest row first
 */
/** @typedef {{row: number, time: number}} At a board */
/** @typedef {Required<Pick<MultiverseSetupView, "boards" | "promotions" | "initial" | "width" | "height">>} SetupBoards */

const KEEP_MARKS = "PWKR"; // pieces that 5DFEN may mark as unmoved

/** @param {number} width @param {number} height @returns {MultiverseState} */
export function emptyState(width, height) {
  const board = { cells: ".".repeat(width * height), marks: ".".repeat(width * height) };
  return {
    width,
    height,
    even: false,
    promotions: null,
    lines: [{ row: 0, first: 2, initial: true, boards: [board] }],
  };
}

/** The name of the timeline in a row. @param {number} row @param {boolean} even */
export function nameOf(row, even) {
  if (!even) return String(row);
  if (row === 0 || row === -1) return row === 0 ? "+0" : "-0";
  return String(row > 0 ? row : row + 1);
}

/** The row of a timeline. @param {string} name @param {boolean} even */
function rowOf(name, even) {
  if (name === "-0") return -1;
  const number = Number(name);
  return even && number < 0 ? number - 1 : number;
}

/** The state for the boards that the server sent. @param {SetupBoards} made @returns {MultiverseState} */
export function stateOf(made) {
  const even = made.boards.some((board) => board.name === "-0" || board.name === "+0");
  /** @type {Map<number, TimelineState>} */ const lines = new Map();
  const initial = new Set(made.initial.map((name) => rowOf(name, even)));
  const timed = made.boards.map((board) => ({
    board,
    time: 2 * board.turn + (board.player === "white" ? 0 : 1),
  }));
  for (const { board, time } of timed.sort((one, other) => one.time - other.time)) {
    const row = rowOf(board.name, even);
    const marks = [...".".repeat(board.cells.length)];
    for (const [file, rank] of board.unmoved) marks[(made.height - 1 - rank) * made.width + file] = "*";
    const line = lines.get(row) ?? { row, first: time, initial: initial.has(row), boards: [] };
    line.boards.push({ cells: board.cells, marks: marks.join("") });
    lines.set(row, line);
  }
  const { width, height, promotions } = made;
  return {
    width,
    height,
    even,
    promotions,
    lines: [...lines.values()].sort((one, other) => one.row - other.row),
  };
}

/** @param {MultiverseState} state @returns {MultiverseSetupRequest} */
export function requestOf(state) {
  return {
    game: "5d",
    width: state.width,
    height: state.height,
    promotions: state.promotions,
    initial: state.lines.filter((line) => line.initial).map((line) => nameOf(line.row, state.even)),
    boards: state.lines.flatMap((line) =>
      line.boards.map(({ cells, marks }, index) => ({
        name: nameOf(line.row, state.even),
        turn: Math.floor((line.first + index) / 2),
        player: (line.first + index) % 2 === 0 ? "white" : "black",
        cells,
        unmoved: [...marks].flatMap((mark, at) =>
          mark === "*" ? [[at % state.width, state.height - 1 - Math.floor(at / state.width)]] : [],
        ),
      })),
    ),
  };
}

/** @param {MultiverseState} state @param {At} at @returns {BoardState | null} */
export function boardAt(state, { row, time }) {
  const line = state.lines.find((entry) => entry.row === row);
  return line?.boards[time - line.first] ?? null;
}

/** Whether a piece can be marked as unmoved. @param {string} letter */
export function keepsMark(letter) {
  return letter !== "." && KEEP_MARKS.includes(letter.toUpperCase());
}

/**
 * @param {MultiverseState} state
 * @param {number} row
 * @param {(line: TimelineState) => TimelineState} change
 * @returns {MultiverseState}
 */
function withLine(state, row, change) {
  return { ...state, lines: state.lines.map((line) => (line.row === row ? change(line) : line)) };
}

/**
 * Place a letter on a square, `.` to clear it.
 *
 * @param {MultiverseState} state
 * @param {At} at
 * @param {number} cell
 * @param {string} letter
 * @param {boolean} unmoved
 */
export function put(state, { row, time }, cell, letter, unmoved) {
  const mark = unmoved && keepsMark(letter) ? "*" : ".";
  const before = boardAt(state, { row, time });
  if (!before || (before.cells[cell] === letter && before.marks[cell] === mark)) return state;
  return withLine(state, row, (line) => ({
    ...line,
    boards: line.boards.map((board, index) =>
      index === time - line.first
        ? { cells: replaced(board.cells, cell, letter), marks: replaced(board.marks, cell, mark) }
        : board,
    ),
  }));
}

/** @param {string} text @param {number} at @param {string} letter */
function replaced(text, at, letter) {
  return text.slice(0, at) + letter + text.slice(at + 1);
}

/**
 * Add a copy of the last board half a turn later, or of the first one half a turn earlier.
 *
 * @param {MultiverseState} state
 * @param {number} row
 * @param {"next" | "previous"} where
 */
export function addBoard(state, row, where) {
  return withLine(state, row, (line) => {
    const copy = /** @type {BoardState} */ (where === "next" ? line.boards.at(-1) : line.boards[0]);
    return where === "next"
      ? { ...line, boards: [...line.boards, copy] }
      : { ...line, first: line.first - 1, boards: [copy, ...line.boards] };
  });
}

/**
 * Remove a board if it is the first or the last of its timeline.
 *
 * @param {MultiverseState} state
 * @param {At} at
 */
export function removeBoard(state, { row, time }) {
  return withLine(state, row, (line) => {
    if (line.boards.length < 2) return line;
    if (time === line.first) return { ...line, first: line.first + 1, boards: line.boards.slice(1) };
    if (time === line.first + line.boards.length - 1) return { ...line, boards: line.boards.slice(0, -1) };
    return line;
  });
}

/**
 * Add an outermost timeline with a copy of the last board of its neighbour.
 *
 * @param {MultiverseState} state
 * @param {"above" | "below"} where
 */
export function addLine(state, where) {
  const neighbour = /** @type {TimelineState} */ (where === "above" ? state.lines[0] : state.lines.at(-1));
  const board = /** @type {BoardState} */ (neighbour.boards.at(-1));
  const time = neighbour.first + neighbour.boards.length - 1;
  const line = {
    row: neighbour.row + (where === "above" ? -1 : 1),
    first: time,
    initial: true,
    boards: [board],
  };
  return { ...state, lines: where === "above" ? [line, ...state.lines] : [...state.lines, line] };
}

/** @param {MultiverseState} state @param {number} row an outermost one */
export function removeLine(state, row) {
  return state.lines.length < 2 ? state : { ...state, lines: state.lines.filter((line) => line.row !== row) };
}

/** @param {MultiverseState} state @param {number} row @param {number} first the half-turn of its first board */
export function moveLine(state, row, first) {
  return withLine(state, row, (line) => ({ ...line, first }));
}

/** @param {MultiverseState} state @param {number} row @param {boolean} initial */
export function markInitial(state, row, initial) {
  return withLine(state, row, (line) => ({ ...line, initial }));
}

/**
 * Resize all boards; pieces keep their squares as far as those remain.
 *
 * @param {MultiverseState} state
 * @param {number} width
 * @param {number} height
 * @returns {MultiverseState}
 */
export function resized(state, width, height) {
  const recut = (/** @type {string} */ text) => {
    let cut = "";
    for (let rank = height - 1; rank >= 0; rank--) {
      for (let file = 0; file < width; file++) {
        const there = file < state.width && rank < state.height;
        cut += there ? text[(state.height - 1 - rank) * state.width + file] : ".";
      }
    }
    return cut;
  };
  const lines = state.lines.map((line) => ({
    ...line,
    boards: line.boards.map(({ cells, marks }) => ({ cells: recut(cells), marks: recut(marks) })),
  }));
  return { ...state, width, height, lines };
}
