/**
 * A file that carries its own answers: the study, the art, and the position after every node, written into the
 * page when the file was made. Nothing can be edited, and only the moves of the game can be followed.
 *
 * A position is stored as what changed since the position of the parent.
 */

/** @import {Art, PassingAttack, PlacedPiece, Position, Position5D, PositionInfinite, Source, Study, StudyChange,
 *            Targets, TimelineView} from "../types.js" */

/**
 * @typedef {TimelineView & {from: number}} TimelineDelta `boards` stand at `from` and behind it
 * @typedef {Omit<Position5D, "timelines"> & {timelines: TimelineDelta[], passing: PassingAttack[]}} Delta5D
 *           a timeline that is not listed is as it was
 * @typedef {Omit<PositionInfinite, "pieces"> &
 *           {added: PlacedPiece[], removed: [x: string, y: string][]}} DeltaInfinite
 * @typedef {{version: 1, node: number | null, study: Study, art: Art,
 *            positions: Record<string, Delta5D | DeltaInfinite>}} Embedded `node` is where to stand at first
 */

const KEPT = 256; // positions that are kept ready

const FIXED = "this file only shows a game: open it in hyperchess to play and to edit";

/** @implements {Source} */
export class EmbeddedSource {
  canEdit = false;

  /** @type {Map<number, Position>} */ #ready = new Map();
  /** @type {Map<number, number | null>} */ #parents;

  /** @param {Embedded} data */
  constructor(data) {
    this.data = data;
    this.#parents = new Map(data.study.nodes.map((node) => [node.id, node.parent]));
  }

  /** The data that stands in the page itself. @param {string} [id] */
  static ofPage(id = "embedded") {
    const text = document.getElementById(id)?.textContent;
    if (!text) throw new Error("this file carries no game");
    return new EmbeddedSource(JSON.parse(text));
  }

  /** @returns {Promise<Art>} */
  async art() {
    return this.data.art;
  }

  /** @returns {Promise<Study>} */
  async study() {
    return this.data.study;
  }

  /** @param {string} _id @param {number} node @param {string[]} pending @returns {Promise<Position>} */
  async position(_id, node, pending) {
    if (pending.length > 0) throw new Error(FIXED);
    return this.#position(node);
  }

  /** @returns {Promise<Targets>} */
  async targets() {
    return { moves: [], rays: [] };
  }

  /** @param {string} _id @param {number} node @returns {Promise<PassingAttack[]>} */
  async passing(_id, node) {
    const delta = this.data.positions[node];
    return delta && delta.game === "5d" ? delta.passing : [];
  }

  /** @returns {Promise<{moves: string[] | null, text: string, known: boolean}>} */
  async hint() {
    return { moves: null, text: FIXED, known: false };
  }

  /** @returns {Promise<Study>} */
  async create() {
    throw new Error(FIXED);
  }

  /** @returns {Promise<StudyChange>} */
  async edit() {
    throw new Error(FIXED);
  }

  /** Go up to a position that is ready, then down again. @param {number} node @returns {Position} */
  #position(node) {
    const missing = [];
    /** @type {number | null | undefined} */ let above = node;
    while (above !== null && above !== undefined && !this.#ready.has(above)) {
      missing.push(above);
      above = this.#parents.get(above);
    }
    let position = above === null || above === undefined ? null : (this.#ready.get(above) ?? null);
    for (const id of missing.reverse()) {
      const delta = this.data.positions[id];
      if (!delta) throw new Error("the game cannot be followed to here");
      position = delta.game === "5d" ? grown(position, delta) : moved(position, delta);
      this.#keep(id, position);
    }
    return /** @type {Position} */ (position);
  }

  /** @param {number} id @param {Position} position */
  #keep(id, position) {
    this.#ready.set(id, position);
    if (this.#ready.size <= KEPT) return;
    const oldest = this.#ready.keys().next();
    if (!oldest.done) this.#ready.delete(oldest.value);
  }
}

/**
 * An action of 5D chess only adds boards.
 *
 * @param {Position | null} before
 * @param {Delta5D} delta
 * @returns {Position5D}
 */
function grown(before, delta) {
  const rows = new Map(before?.game === "5d" ? before.timelines.map((line) => [line.row, line]) : []);
  for (const { from, boards, ...line } of delta.timelines) {
    const older = rows.get(line.row)?.boards.slice(0, from) ?? [];
    rows.set(line.row, { ...line, boards: [...older, ...boards] });
  }
  const { passing: _passing, ...rest } = delta;
  return { ...rest, timelines: [...rows.values()].sort((one, other) => one.row - other.row) };
}

/** @param {Position | null} before @param {DeltaInfinite} delta @returns {PositionInfinite} */
function moved(before, delta) {
  const { added, removed, ...rest } = delta;
  const gone = new Set(removed.map(String));
  const stayed = before?.game === "infinite" ? before.pieces : [];
  return { ...rest, pieces: [...stayed.filter(([, , x, y]) => !gone.has(`${x},${y}`)), ...added] };
}
