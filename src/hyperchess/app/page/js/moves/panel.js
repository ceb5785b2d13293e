/**
 * The Moves tab: the game tree, for navigating, folding and editing. Unchanged rows keep their elements when the
 * study changes, so that games with thousands of actions stay fast.
 */

/** @import {Session} from "../session.js" */
/** @import {Node} from "../types.js" */
/** @import {Context} from "../shell/context.js" */
/** @import {Row} from "./tree-rows.js" */
/** @import {CommentDraft} from "./comment-editor.js" */
/** @import {TreeActions} from "../shell/shortcuts.js" */

import { indented, rowElement } from "./row-elements.js";
import { commentEditor, storedDraft } from "./comment-editor.js";
import { keepSpelling } from "./move-spelling.js";
import { NodeActions } from "./node-actions.js";
import { rowKey, treeRows } from "./tree-rows.js";
import { mountNodeToolbar } from "./node-toolbar.js";
import { mountNow } from "./now.js";
import { actionText } from "./node-text.js";
import { focusedIn, make } from "../ui/dom.js";
import { showMenu } from "../ui/menu.js";

class MovesPanel {
  /** @type {Map<string, HTMLElement>} rows by what they show */ #rows = new Map();
  /** @type {HTMLElement[]} rows from top to bottom */ #order = [];
  /** @type {Map<number, HTMLElement>} */ #buttons = new Map();
  /** @type {Set<number>} */ #folded = new Set();
  /** @type {CommentDraft | null} the comment being edited */ #draft = null;
  /** @type {HTMLElement | null} */ #editor = null;
  /** @type {string | null} */ #study = null;
  /** @type {HTMLElement | null} */ #marked = null;

  /**
   * @param {HTMLElement} element
   * @param {Session} session
   * @param {Partial<Context>} context
   */
  constructor(element, session, context) {
    this.session = session;
    this.actions = new NodeActions(session, context);
    this.tree = make("div", { class: "tree", role: "group", "aria-label": "Moves of the game" });
    if (context.settings) keepSpelling(context.settings, () => this.refresh());
    this.empty = make("p", { class: "quiet-text tree-empty" });
    this.scroll = make("div", { class: "tree-scroll" }, this.empty, this.tree);
    const tools = make("div", { class: "tools study-tool" });
    const now = make("div", { class: "now", role: "group", "aria-label": "Current action" });
    element.append(
      make(
        "div",
        { class: "moves-head" },
        make("section", { id: "chapters", hidden: true, "aria-label": "Chapters" }),
        make("div", { id: "puzzle" }),
        make("section", { id: "proof", hidden: true, "aria-label": "Proof" }),
        now,
      ),
      this.scroll,
      make("div", { id: "review", hidden: true }),
      make("section", { id: "explorer", class: "study-tool", hidden: true, "aria-label": "Games" }),
      tools,
    );
    element.classList.add("moves-page");
    mountNow(now, session);
    mountNodeToolbar(tools, session, this.actions, (before) => this.comment(before));
    this.tree.addEventListener("click", (event) => this.#click(event));
    this.tree.addEventListener("contextmenu", (event) => this.#menu(event));
    session.on("study", () => this.refresh());
    session.on("position", () => this.mark());
    this.refresh();
  }

  // --- showing --------------------------------------------------------------------------------------------

  refresh() {
    const { study } = this.session;
    if (study?.id !== (this.#study ?? undefined)) {
      this.#study = study?.id ?? null;
      this.#folded.clear();
      this.#draft = study ? storedDraft(study.id) : null;
      this.#editor = null;
    }
    const draft = this.#draft;
    const before =
      draft !== null && draft.after === 0 && (this.session.nodeOf(draft.node)?.moves.length ?? 0) > 0;
    const asNew = draft && draft.index === null ? { node: draft.node, before } : null;
    const rows = study ? treeRows(study, this.#folded, asNew) : [];
    this.#patch(rows);
    this.empty.hidden = study === null || study.nodes.length > 1;
    this.scroll.tabIndex = this.empty.hidden ? -1 : 0; // without moves, none of its children takes the focus
    this.empty.textContent = this.session.canEdit
      ? "No moves yet. Play on the board: every action you submit appears here."
      : "This game has no moves.";
    this.mark();
  }

  /** Update the elements to match the rows; unchanged rows keep their elements. @param {Row[]} rows */
  #patch(rows) {
    /** @type {Map<string, HTMLElement>} */
    const kept = new Map();
    for (const row of rows) {
      const key = this.#isEdited(row) ? `edit|${rowKey(row)}` : rowKey(row);
      const old = this.#rows.get(key);
      this.#rows.delete(key);
      kept.set(key, old ?? this.#make(row));
    }
    for (const element of this.#rows.values()) {
      element.remove();
      this.#forget(element);
    }
    this.#rows = kept;
    const order = [...kept.values()];
    const before = this.#order.filter((element) => element.parentElement === this.tree);
    this.#order = order;
    // the unchanged rows at the top and at the bottom are not moved
    let top = 0;
    while (top < order.length && order[top] === before[top]) top += 1;
    let end = order.length;
    for (
      let other = before.length;
      end > top && other > top && order[end - 1] === before[other - 1];
      other -= 1
    )
      end -= 1;
    const next = order[end] ?? null;
    for (const element of order.slice(top, end)) {
      this.tree.insertBefore(element, next);
      for (const button of element.querySelectorAll("button.node")) {
        if (button instanceof HTMLElement) this.#buttons.set(Number(button.dataset["node"]), button);
      }
    }
  }

  /** @param {HTMLElement} element */
  #forget(element) {
    for (const button of element.querySelectorAll("button.node")) {
      if (!(button instanceof HTMLElement)) continue;
      const id = Number(button.dataset["node"]);
      if (this.#buttons.get(id) === button) this.#buttons.delete(id);
    }
  }

  /** @param {Row} row */
  #isEdited(row) {
    const draft = this.#draft;
    return row.kind === "comment" && draft?.node === row.node.id && draft.index === row.index;
  }

  /** @param {Row} row */
  #make(row) {
    if (row.kind !== "draft" && !this.#isEdited(row)) return rowElement(row, this.session.canComment);
    const draft = /** @type {CommentDraft} */ (this.#draft);
    const node = /** @type {Node} */ (this.session.nodeOf(draft.node));
    const editor = commentEditor(this.session, node, draft, () => {
      if (this.#draft !== draft) return;
      this.#draft = null;
      this.refresh();
      this.#buttons.get(draft.node)?.focus({ preventScroll: true });
    });
    this.#editor = make("div", { class: "row comment" }, editor);
    return indented(this.#editor, row.depth);
  }

  /** Mark the current action and scroll it into view. */
  mark() {
    const { session } = this;
    const folded = session
      .path(session.node)
      .filter((node) => this.#folded.has(node.id) && node.id !== session.node);
    if (folded.length > 0) {
      for (const node of folded) this.#folded.delete(node.id);
      this.refresh();
      return;
    }
    const button = this.#buttons.get(session.node) ?? null;
    const focused = this.#marked !== null && focusedIn(this.tree) === this.#marked;
    if (this.#marked && this.#marked !== button) {
      this.#marked.removeAttribute("aria-current");
      this.#marked.tabIndex = -1;
    }
    this.#marked = button;
    this.tree.querySelector('.comment-text[tabindex="0"]')?.setAttribute("tabindex", "-1");
    if (!button) {
      // at the start, Tab goes to the first action
      const first = this.tree.querySelector("button.node");
      if (first instanceof HTMLElement) first.tabIndex = 0;
      if (first) this.tree.parentElement?.scrollTo({ top: 0 });
      return;
    }
    this.tree.querySelectorAll('button.node[tabindex="0"]').forEach((other) => {
      if (other !== button) other.setAttribute("tabindex", "-1");
    });
    button.setAttribute("aria-current", "true");
    button.tabIndex = 0;
    this.tree.querySelector(`.comment-text[data-of="${session.node}"]`)?.setAttribute("tabindex", "0");
    if (focused) button.focus({ preventScroll: true });
    if (!this.#editor?.contains(focusedIn(this.tree))) reveal(button);
  }

  // --- actions --------------------------------------------------------------------------------------------

  /** @param {MouseEvent} event */
  #click(event) {
    const target = event.target instanceof Element ? event.target.closest("button") : null;
    if (!target) return;
    const { node, fold, comment, of } = target.dataset;
    if (node !== undefined) this.session.go(Number(node));
    else if (fold !== undefined) this.#fold(Number(fold));
    else if (comment !== undefined && of !== undefined) this.write(Number(of), Number(comment), 0);
  }

  /** @param {number} id */
  async #fold(id) {
    if (this.#folded.has(id)) this.#folded.delete(id);
    else {
      this.#folded.add(id);
      if (this.session.path(this.session.node).some((node) => node.id === id)) await this.session.go(id);
    }
    this.refresh();
    const button = this.tree.querySelector(`[data-fold="${id}"]`);
    if (button instanceof HTMLElement) button.focus();
  }

  /** @param {MouseEvent} event */
  async #menu(event) {
    const target = event.target instanceof Element ? event.target.closest("button.node") : null;
    if (!(target instanceof HTMLElement) || !this.session.canEdit) return;
    event.preventDefault();
    const id = Number(target.dataset["node"]);
    target.focus();
    await this.session.go(id);
    const node = this.session.nodeOf(id);
    if (!node) return;
    const box = target.getBoundingClientRect();
    const byKey = event.clientX === 0 && event.clientY === 0;
    const [x, y] = byKey ? [box.left, box.bottom] : [event.clientX, event.clientY];
    showMenu(
      x,
      y,
      actionText(node),
      this.actions.items(node, (before) => this.comment(before)),
    );
  }

  /** Edit the comment of the current action, or write a new one. @param {boolean} before */
  comment(before) {
    const node = this.session.current;
    if (!node || !this.session.canComment) return;
    const isBefore = (/** @type {number} */ after) => after === 0 && node.moves.length > 0;
    const index = node.comments.findLastIndex((comment) => isBefore(comment.after) === before);
    this.write(node.id, index < 0 ? null : index, before ? 0 : node.moves.length);
  }

  /** @param {number} id @param {number | null} index @param {number} after */
  write(id, index, after) {
    const node = this.session.nodeOf(id);
    const { study } = this.session;
    if (!node || !study) return;
    const comment = index === null ? null : node.comments[index];
    this.#draft = {
      study: study.id,
      node: id,
      index,
      after: comment?.after ?? after,
      text: comment?.text ?? "",
    };
    this.refresh();
  }

  /** Open the menu of evaluations at the current action. */
  evaluate() {
    const node = this.session.current;
    if (!node || node.parent === null || !this.session.canComment) return;
    const box = (this.#buttons.get(node.id) ?? this.tree).getBoundingClientRect();
    showMenu(box.left, box.bottom + 2, `Evaluate ${actionText(node)}`, this.actions.evaluationItems(node));
  }
}

/** Scroll only the list until a button is in view. @param {HTMLElement} button */
function reveal(button) {
  const list = button.closest(".tree-scroll");
  if (!list) return;
  const scroll = () => {
    const [box, frame] = [button.getBoundingClientRect(), list.getBoundingClientRect()];
    if (box.top < frame.top + 8) list.scrollTop += box.top - frame.top - 8;
    else if (box.bottom > frame.bottom - 8) list.scrollTop += box.bottom - frame.bottom + 8;
  };
  scroll();
  // rows out of view only have an estimated height until they are shown
  requestAnimationFrame(scroll);
}

/**
 * @param {HTMLElement} element
 * @param {Session} session
 * @param {Partial<Context>} context
 * @returns {TreeActions}
 */
export function mount(element, session, context) {
  const panel = new MovesPanel(element, session, context);
  const onCurrent = (/** @type {(node: Node) => void} */ work) => () => {
    if (session.current && session.canEdit) work(session.current);
  };
  return {
    comment: () => {
      context.shell?.show("moves");
      panel.comment(false);
    },
    evaluate: () => {
      context.shell?.show("moves");
      panel.evaluate();
    },
    promote: onCurrent((node) => panel.actions.promote(node)),
    remove: onCurrent((node) => panel.actions.remove(node)),
  };
}
