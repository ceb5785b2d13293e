/**
 * The copy of a study that a page has: changes of whoever edits it are taken over in the order of their revisions.
 * Changes may come twice, and some may be missing: those are asked for.
 */

/** @import {Node, Source, Study, StudyChange} from "../types.js" */

import { applyChange } from "./changes.js";

export class StudyCopy extends EventTarget {
  /** @type {Study | null} */ study = null;
  /** where one stands: the node whose position is shown */ node = 0;

  /** @type {Map<number, Node>} */ #nodes = new Map();
  /** @type {Promise<unknown>} */ #catching = Promise.resolve();

  /** @param {Source} source */
  constructor(source) {
    super();
    this.source = source;
  }

  /** @param {Study} study */
  keep(study) {
    this.study = study;
    this.#nodes = new Map(study.nodes.map((entry) => [entry.id, entry]));
  }

  /**
   * Called when the study was changed.
   *
   * @param {number[]} _way the nodes on the way to where one stood before
   */
  changed(_way) {}

  get root() {
    return this.study?.nodes[0] ?? null;
  }

  /** @param {number} id @returns {Node | null} */
  nodeOf(id) {
    return this.#nodes.get(id) ?? null;
  }

  /** The nodes from the first action to this one. @param {number} id @returns {Node[]} */
  path(id) {
    const nodes = [];
    for (let node = this.nodeOf(id); node && node.parent !== null; node = this.nodeOf(node.parent)) {
      nodes.push(node);
    }
    return nodes.reverse();
  }

  /** Take over a newer version of the open study. @param {Study} study */
  update(study) {
    const way = this.path(this.node).map(({ id }) => id);
    this.keep(study);
    this.changed(way);
  }

  /** Take over a change of the open study, whoever made it. @param {StudyChange} change */
  async take(change) {
    const { study } = this;
    if (!study || change.revision <= study.revision) return;
    if (change.revision > study.revision + 1) await this.catchUp(change.revision);
    else this.#apply(change);
  }

  /** Get the open study to a revision, or to the newest. @param {number} [revision] */
  async catchUp(revision = Infinity) {
    const caught = this.#catching.then(() => this.#catchUp(revision));
    this.#catching = caught.catch(() => {});
    try {
      await caught;
    } catch {
      // no server: when there is one again, the connection says what was missed
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
    // what others have edited, this user cannot undo; what nobody in particular has, everyone can
    if (!mine) Object.assign(applied, { can_undo: study.can_undo || !change.person, can_redo: study.can_redo });
    this.update(applied);
  }
}
