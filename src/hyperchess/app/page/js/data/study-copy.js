/**
 * The page's copy of a study: changes by any user are applied in the order of their revisions. Changes may
 * arrive twice, and some may be missing: those are requested.
 */

/** @import {Node, Source, Study, StudyChange} from "../types.js" */

import { applyChange } from "./changes.js";

export class StudyCopy {
  /** @type {Study | null} */ study = null;

  /** @type {Map<number, Node>} */ #nodes = new Map();
  /** @type {Promise<unknown>} */ #catching = Promise.resolve();

  /**
   * @param {Source} source
   * @param {(pathBefore: (id: number) => Node[]) => void} onChange called after a change of the study, with the
   *   path to a node before the change
   */
  constructor(source, onChange) {
    this.source = source;
    this.onChange = onChange;
  }

  /** @param {Study} study */
  keep(study) {
    this.study = study;
    this.#nodes = new Map(study.nodes.map((entry) => [entry.id, entry]));
  }

  get root() {
    return this.study?.nodes[0] ?? null;
  }

  /** @param {number} id @returns {Node | null} */
  nodeOf(id) {
    return this.#nodes.get(id) ?? null;
  }

  /** The nodes from the first action to this one. @param {number} id @returns {Node[]} */
  path(id) {
    return pathIn(this.#nodes, id);
  }

  /** Replace the open study by a newer version. @param {Study} study */
  update(study) {
    const before = this.#nodes;
    this.keep(study);
    this.onChange((id) => pathIn(before, id));
  }

  /** Apply a change of the open study, made by any user. @param {StudyChange} change */
  async take(change) {
    const { study } = this;
    if (!study || change.revision <= study.revision) return;
    if (change.revision > study.revision + 1) await this.catchUp(change.revision);
    else this.#apply(change);
  }

  /** Bring the open study up to a revision, or to the newest. @param {number} [revision] */
  async catchUp(revision = Infinity) {
    const caught = this.#catching.then(() => this.#catchUp(revision));
    this.#catching = caught.catch(() => {});
    try {
      await caught;
    } catch {
      // no server: after a reconnect the connection reports what was missed
    }
  }

  /** @param {number} revision */
  async #catchUp(revision) {
    const { study } = this;
    if (!study || study.revision >= revision) return;
    const changes = (await this.source.changes?.(study.id, study.revision)) ?? null;
    if (changes === null) {
      const newer = await this.source.study(study.id);
      if (this.study?.id === newer.id && this.study.revision < newer.revision) this.update(newer);
      return;
    }
    for (const change of changes) {
      if (this.study?.id === study.id && change.revision === this.study.revision + 1) this.#apply(change);
    }
  }

  /** @param {StudyChange} change of the next revision */
  #apply(change) {
    const { study } = this;
    if (!study) return;
    const applied = applyChange(study, change);
    const mine = change.person === (this.source.person ?? "");
    // a user cannot undo edits of others; edits without an author can be undone by everyone
    if (!mine) Object.assign(applied, { can_undo: study.can_undo || !change.person, can_redo: study.can_redo });
    this.update(applied);
  }
}

/** @param {Map<number, Node>} nodes @param {number} id @returns {Node[]} */
function pathIn(nodes, id) {
  const path = [];
  for (let node = nodes.get(id); node && node.parent !== null; node = nodes.get(node.parent)) path.push(node);
  return path.reverse();
}
