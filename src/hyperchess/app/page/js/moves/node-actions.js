/** The edits of a node of the game tree: evaluate, promote, demote, delete, set the result; and its context menu. */

/** @import {Evaluate, SetResult} from "../data/api-types.js" */
/** @import {Session} from "../session.js" */
/** @import {Node} from "../types.js" */
/** @import {Context} from "../shell/context.js" */
/** @import {Item} from "../ui/menu.js" */


import { size } from "./tree-rows.js";
import { EVALUATIONS, evaluationOf } from "./node-text.js";
import { counted } from "../ui/wording.js";

export class NodeActions {
  /**
   * @param {Session} session
   * @param {Partial<Context>} context
   */
  constructor(session, context) {
    this.session = session;
    this.context = context;
  }

  /** The index of a node among its siblings. @param {Node} node */
  #place(node) {
    return node.parent === null ? 0 : (this.session.nodeOf(node.parent)?.children.indexOf(node.id) ?? 0);
  }

  /** Whether a node lies in a variation rather than on the main line. @param {Node} node */
  inVariation(node) {
    return this.session.path(node.id).some((step) => this.#place(step) > 0);
  }

  /** The node where the variation that contains this one begins. @param {Node} node */
  #lineStart(node) {
    return this.session.path(node.id).findLast((step) => this.#place(step) > 0) ?? node;
  }

  /** @param {Node} node */
  canPromote(node) {
    return this.inVariation(node);
  }

  /** @param {Node} node */
  canDemote(node) {
    if (node.parent === null) return false;
    const siblings = this.session.nodeOf(node.parent)?.children ?? [];
    return this.#place(node) < siblings.length - 1;
  }

  /** @param {Node} node */
  async promote(node) {
    const line = this.#lineStart(node);
    if (!this.canPromote(node)) this.session.notice("this is already the main line");
    else if (await this.session.edit({ type: "promote", node: line.id })) this.#say("variation promoted");
  }

  /** @param {Node} node */
  async toMain(node) {
    if (!this.canPromote(node)) this.session.notice("this is already the main line");
    else if (await this.session.edit({ type: "promote", node: node.id, to_main: true })) {
      this.#say("now the main line");
    }
  }

  /** @param {Node} node */
  async demote(node) {
    if (!this.canDemote(node)) this.session.notice("there is no variation below this one");
    else if (await this.session.edit({ type: "demote", node: node.id })) this.#say("variation demoted");
  }

  /** @param {Node} node */
  async remove(node) {
    const { session } = this;
    if (node.parent === null || !session.study) {
      session.notice("there is no action to delete at the start");
      return;
    }
    const count = size(node, new Map(session.study.nodes.map((entry) => [entry.id, entry])));
    if (!(await session.edit({ type: "delete", node: node.id }))) return;
    this.context.shell?.notify({
      text: `Deleted ${counted(count, "action")}`,
      action: { label: "Undo", run: () => session.edit({ type: "undo" }) },
    });
  }

  /** Set an evaluation; setting the same one again removes it. @param {Node} node @param {string} evaluation */
  async evaluate(node, evaluation) {
    if (node.parent === null) {
      this.session.notice("there is no action to evaluate at the start");
      return;
    }
    const wanted = /** @type {Evaluate["evaluation"]} */ (evaluationOf(node) === evaluation ? "" : evaluation);
    const made = await this.session.edit({ type: "evaluate", node: node.id, evaluation: wanted });
    if (made) this.#say(wanted ? `evaluated: ${EVALUATIONS[wanted]}` : "evaluation removed");
  }

  /** @param {Node} node @param {string} result */
  async setResult(node, result) {
    const wanted = /** @type {SetResult["result"]} */ (result);
    if (await this.session.edit({ type: "result", node: node.id, result: wanted }))
      this.#say(`result ${result || "none"}`);
  }

  /** @param {Node} node @returns {Item[]} */
  evaluationItems(node) {
    const now = evaluationOf(node);
    return Object.entries(EVALUATIONS).map(([glyph, word]) => ({
      label: word,
      glyph,
      pressed: now === glyph,
      run: () => this.evaluate(node, glyph),
    }));
  }

  /**
   * @param {Node} node
   * @param {(before: boolean) => void} comment
   * @returns {Item[]}
   */
  items(node, comment) {
    const start = node.parent === null;
    return [
      { label: "Comment", icon: "comment", key: "c", run: () => comment(false) },
      { label: "Comment before", icon: "comment-before", disabled: start, run: () => comment(true) },
      {
        label: "Promote variation",
        icon: "promote",
        key: "m",
        apart: true,
        disabled: !this.canPromote(node),
        run: () => this.promote(node),
      },
      {
        label: "Make this the main line",
        icon: "to-main",
        disabled: !this.canPromote(node),
        run: () => this.toMain(node),
      },
      {
        label: "Demote variation",
        icon: "demote",
        disabled: !this.canDemote(node),
        run: () => this.demote(node),
      },
      {
        label: "Delete from here",
        icon: "delete",
        key: "Delete",
        disabled: start,
        run: () => this.remove(node),
      },
      ...(start ? [] : this.evaluationItems(node).map((item, place) => ({ ...item, apart: place === 0 }))),
    ];
  }

  /** @param {string} text */
  #say(text) {
    this.context.announce?.(text);
  }
}
