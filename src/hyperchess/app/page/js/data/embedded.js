/**
 * Source for a game without a server: the study and the position after every node are data that hyperchess wrote, and
 * the rules are the kernel in WebAssembly, so that the reader can play on from any position. Played actions are not
 * saved. A position is stored as its difference from the position of the parent.
 */

/** @import {Art, Node, NodeMove, PassingAttack, PlacedPiece, Position, Position5D, PositionInfinite, Shape, Source,
 *            Square, Study, StudyChange, StudyEdit, Targets, TimelineView} from "../types.js" */
/** @import {Rules} from "./playing/rules.js" */
/** @import {Playable} from "./playing/start.js" */

import { startRules } from "./playing/start.js";
import { applyChange } from "./changes.js";

/**
 * @typedef {TimelineView & {from: number}} TimelineDelta `boards` start at `from`
 * @typedef {Omit<Position5D, "timelines"> & {timelines: TimelineDelta[], passing: PassingAttack[]}} Delta5D
 *           a timeline that is not listed is as it was
 * @typedef {Omit<PositionInfinite, "pieces"> &
 *           {added: PlacedPiece[], removed: [x: string, y: string][]}} DeltaInfinite
 * @typedef {{version: 1, node: number | null, study: Study, play: Playable,
 *            positions: Record<string, Delta5D | DeltaInfinite>}} Embedded `node` is where to stand at first; positions that
 *           are missing are computed by the kernel
 */

const KEPT = 256; // cached positions

const FIXED = "this board shows a game: open it in hyperchess to edit it";

/** @implements {Source} */
export class EmbeddedSource {
  canEdit = false;
  /** whether the reader may play on */ playable = true;

  /** @type {Map<number, Position>} */ #ready = new Map();
  /** @type {Map<number, number>} */ #states = new Map(); // of the kernel, by node
  /** @type {Map<number, Position>} */ #made = new Map(); // positions after actions that were played here
  /** @type {Promise<Rules> | null} */ #rules = null;
  /** @type {Map<number, Node>} */ #nodes = new Map();

  /** @param {Embedded} data @param {Art} art @param {() => Promise<WebAssembly.Module>} kernel */
  constructor(data, art, kernel) {
    this.data = data;
    this.pieces = art;
    this.kernel = kernel;
    this.kept = data.study;
    this.open(data);
  }

  /** Show another game. @param {Embedded} data */
  open(data) {
    this.data = data;
    this.kept = data.study;
    this.#nodes = new Map(data.study.nodes.map((node) => [node.id, node]));
    for (const known of [this.#ready, this.#states, this.#made]) known.clear();
    this.#rules = null;
  }

  get canPlay() {
    return this.playable && this.data.play.start !== undefined;
  }

  /** @returns {Promise<Art>} */
  async art() {
    return this.pieces;
  }

  /** @returns {Promise<Study>} */
  async study() {
    return this.kept;
  }

  /** @param {string} _id @param {number} node @param {string[]} pending @returns {Promise<Position>} */
  async position(_id, node, pending) {
    await this.#compute(node);
    const base = this.#position(node);
    if (pending.length === 0) return base;
    const rules = await this.#start();
    const { state, last } = this.#play(rules, this.#state(rules, node), pending, base);
    const position = rules.view(state, base, [...base.last, ...last], pending, base.status);
    rules.forget([state]);
    return position;
  }

  /**
   * @param {string} _id
   * @param {number} node
   * @param {string[]} pending
   * @param {Square} from
   * @returns {Promise<Targets>}
   */
  async targets(_id, node, pending, from) {
    return this.#ask(node, pending, (rules, state) => rules.targets(state, from));
  }

  /** @param {string} _id @param {number} node @param {string[]} pending @returns {Promise<PassingAttack[]>} */
  async passing(_id, node, pending) {
    const delta = this.data.positions[node];
    if (pending.length === 0 && delta) return delta.game === "5d" ? delta.passing : [];
    return this.#ask(node, pending, (rules, state) => rules.passing(state));
  }

  /** @returns {Promise<{moves: string[] | null, text: string, known: boolean}>} */
  async hint() {
    return { moves: null, text: FIXED, known: false };
  }

  /** @returns {Promise<Study>} */
  async create() {
    throw new Error(FIXED);
  }

  /**
   * Play an action; an existing action is followed.
   *
   * @param {string} _id
   * @param {StudyEdit} edit
   * @returns {Promise<StudyChange>}
   */
  async edit(_id, edit) {
    if (edit.type !== "add") throw new Error(FIXED);
    const { moves } = edit;
    const parent = this.#node(edit.parent);
    const raw = moves.join(" ");
    const same = parent.children.find((id) => rawText(this.#node(id)) === raw);
    if (same !== undefined) return this.#change([], same);
    const rules = await this.#start();
    await this.#compute(parent.id);
    const base = this.#position(parent.id);
    const { state, last, names } = this.#play(rules, this.#state(rules, parent.id), moves, base);
    const after = rules.submit(state);
    if (after === null) throw new Error("this action cannot be submitted");
    const id = Math.max(...this.#nodes.keys()) + 1;
    this.#states.set(id, after);
    this.#made.set(id, rules.view(after, base, last, [], null));
    const written = moves.map((raw, place) => ({ text: names[place] ?? raw, raw, evaluation: "" }));
    return this.#grow(parent, id, base, written);
  }

  /**
   * @param {Node} parent
   * @param {number} id
   * @param {Position} base
   * @param {NodeMove[]} moves
   * @returns {StudyChange}
   */
  #grow(parent, id, base, moves) {
    const last = parent.player === this.data.play.start?.last;
    const number = parent.parent === null ? 1 : parent.number + Number(last);
    /** @type {Node} */
    const made = {
      ...{ id, parent: parent.id, children: [], number, player: base.player, comments: [], shapes: [] },
      ...{ mark: "", result: "", resolved: true, fault: "" },
      moves,
    };
    return this.#change([{ ...parent, children: [...parent.children, id] }, made], id);
  }

  /** @param {Node[]} nodes that are new or different @param {number} node where to stand @returns {StudyChange} */
  #change(nodes, node) {
    const revision = this.kept.revision + 1;
    /** @type {StudyChange} */
    const change = {
      ...{ revision, can_undo: false, can_redo: false, operation: "", person: "" },
      ...{ head: {}, nodes, removed: [], node },
    };
    this.kept = applyChange(this.kept, change);
    for (const changed of nodes) this.#nodes.set(changed.id, changed);
    return change;
  }

  /** Replace the shapes of a node. @param {number} id @param {Shape[]} shapes @returns {StudyChange} */
  draw(id, shapes) {
    return this.#change([{ ...this.#node(id), shapes }], id);
  }

  #start() {
    const { play, study } = this.data;
    const { start } = play;
    if (!start) throw new Error(play.why);
    this.#rules ??= this.kernel().then((kernel) => startRules(study.game, start, this.pieces, kernel));
    this.#rules.catch(() => (this.#rules = null)); // the kernel is loaded again at the next attempt
    return this.#rules;
  }

  /** @param {number} id */
  #node(id) {
    const node = this.#nodes.get(id);
    if (!node) throw new Error("there is no such action");
    return node;
  }

  /** The state after a node: cached, or played from the nearest cached one. @param {Rules} rules @param {number} id */
  #state(rules, id) {
    const missing = [];
    let node = this.#node(id);
    while (node.parent !== null && !this.#states.has(node.id)) {
      missing.push(node);
      node = this.#node(node.parent);
    }
    let state = this.#states.get(node.id) ?? rules.begin();
    this.#states.set(node.id, state);
    for (const step of missing.reverse()) {
      const before = this.#position(/** @type {number} */ (step.parent));
      const played = this.#play(rules, state, step.moves.map((move) => move.raw), before);
      state = rules.submit(played.state) ?? played.state;
      this.#states.set(step.id, state);
    }
    return state;
  }

  /**
   * @param {Rules} rules
   * @param {number} state
   * @param {string[]} moves
   * @param {Position} position
   */
  #play(rules, state, moves, position) {
    /** @type {any[]} */ const last = [];
    /** @type {string[]} */ const names = [];
    for (const text of moves) {
      const step = rules.play(state, text, position);
      state = step.state;
      last.push(step.last);
      names.push(step.name);
    }
    return { state, last, names };
  }

  /**
   * @template T
   * @param {number} node
   * @param {string[]} pending
   * @param {(rules: Rules, state: number) => T} ask
   */
  async #ask(node, pending, ask) {
    const rules = await this.#start();
    await this.#compute(node);
    const base = this.#state(rules, node);
    const { state } = this.#play(rules, base, pending, this.#position(node));
    const answer = ask(rules, state);
    if (state !== base) rules.forget([state]);
    return answer;
  }

  /** Let the kernel compute the positions up to a node that the data does not contain. @param {number} id */
  async #compute(id) {
    /** @type {Node[]} */ const missing = [];
    /** @type {number | null} */ let above = id;
    while (above !== null && !this.data.positions[above] && !this.#made.has(above)) {
      const node = this.#node(above);
      missing.push(node);
      above = node.parent;
    }
    if (missing.length === 0) return;
    const rules = await this.#start();
    for (const node of missing.reverse()) this.#made.set(node.id, this.#after(rules, node));
  }

  /** The position after a node, whose parent has a position. @param {Rules} rules @param {Node} node */
  #after(rules, node) {
    if (node.parent === null) {
      return rules.view(this.#state(rules, node.id), rules.blank(), [], [], null);
    }
    const base = this.#position(node.parent);
    const moves = node.moves.map((move) => move.raw);
    const { state, last } = this.#play(rules, this.#state(rules, node.parent), moves, base);
    const after = rules.submit(state);
    if (after === null) throw new Error("this action cannot be submitted");
    this.#states.set(node.id, after);
    return rules.view(after, base, last, [], null);
  }

  /** Go up to a cached position, then down again. @param {number} node @returns {Position} */
  #position(node) {
    const missing = [];
    /** @type {number | null | undefined} */ let above = node;
    const known = (/** @type {number} */ id) => this.#made.get(id) ?? this.#ready.get(id);
    while (above !== null && above !== undefined && !known(above)) {
      missing.push(above);
      above = this.#node(above).parent;
    }
    let position = above === null || above === undefined ? null : (known(above) ?? null);
    for (const id of missing.reverse()) {
      const delta = this.data.positions[id];
      if (!delta) throw new Error("the moves up to here cannot be played");
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

/** @param {Node} node */
function rawText(node) {
  return node.moves.map((move) => move.raw).join(" ");
}
