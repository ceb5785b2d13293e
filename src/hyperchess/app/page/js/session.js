/**
 * The model of the page: the open study, the current node, and the moves of the unfinished action. Stages
 * and panels call its methods and listen to its events; they never call each other. Events: `study` (another
 * study, or its tree changed), `position` (another position is shown), `selection` (another piece is
 * selected, or its targets arrived), `passing` (preview on or off), `suggestion` (other arrows of an engine),
 * `notice` (a message for the user: `event.detail = {kind: "info" | "error", text, hint}`), `busy`, `fault`
 * (show what the action lacks), `draft`, `guard`, `refused` (an edit was not made: `event.detail = {study,
 * edit, error}`), `played` (an action was played and is shown now: `event.detail = {node, moves}`).
 */

/** @import {AddEdit, Draft, EditedPosition, Move, MoveArrow, Node, PassingAttack, Position, Shape, Source, Square,
 *            Study, StudyChange, StudyEdit, Targets} from "./types.js" */

import { selectsNode } from "./data/changes.js";
import { StudyCopy } from "./data/study-copy.js";
import { targetsOf } from "./data/targets.js";
import { continuation } from "./moves/continuation.js";

/** @typedef {"study" | "position" | "selection" | "passing" | "suggestion" | "notice" | "busy"
 *            | "fault" | "draft" | "refused" | "guard" | "played"} SessionEvent */

const DURING_GAMES = ["rename", "shapes"];
const COMMENTS = ["comment", "shapes", "evaluate"];

export class Session {
  /** the current node, whose position is shown */ node = 0;
  /** @type {Position | null} the position shown, pending moves included; null where the game cannot be followed */
  position = null;
  /** @type {string[]} moves of the unfinished action */ pending = [];
  /** @type {string[]} moves taken back, the next one to redo last */ undone = [];
  /** @type {Square | null} */ selected = null;
  /** @type {Targets} */ targets = { moves: [], rays: [] };
  /** @type {PassingAttack[] | null} null: the preview is off */ passing = null;
  /** During a game: asks whether to leave it. */
  /** @type {(() => Promise<boolean>) | null} */ leaving = null;
  /** @type {MoveArrow[]} what an engine would play */ suggestion = [];
  /** @type {Draft | null} the position that the editor shows on the board instead */ draft = null;
  /** @type {EditedPosition | null} what is known of the position in the editor, while it is shown */ edited = null;

  #events = new EventTarget();
  /** @type {(() => string) | null} */ #guard = null;
  /** @type {((edit: AddEdit) => Promise<boolean>) | null} */ #judge = null;
  /** @type {(() => Promise<unknown>) | null} */ #extend = null;
  #asked = 0; // only the response to the latest request counts
  /** What the board shows. @type {{study: string, node: number, pending: string[], undone: string[]} | null} */
  #shown = null;
  #busy = 0;
  /** @type {Promise<unknown>} edits happen one after the other */ #edits = Promise.resolve();

  /** @param {Source} source */
  constructor(source) {
    this.source = source;
    this.copy = new StudyCopy(source, (pathBefore) => this.#changed(pathBefore));
  }

  get study() {
    return this.copy.study;
  }

  get root() {
    return this.copy.root;
  }

  /** @param {number} id */
  nodeOf(id) {
    return this.copy.nodeOf(id);
  }

  /** The nodes from the first action to this one. @param {number} id */
  path(id) {
    return this.copy.path(id);
  }

  get #role() {
    return this.study?.role ?? "owner";
  }

  get canEdit() {
    return this.source.canEdit && ["edit", "owner"].includes(this.#role);
  }

  /** Whether the user may write comments, judge actions and draw shapes. */
  get canComment() {
    return this.canEdit || (this.source.canEdit && this.#role === "comment");
  }

  /** Whether this is a file that cannot be edited but can be played on. */
  get #playsOn() {
    return this.source.canPlay && !this.source.canEdit;
  }

  /** Whether the user may move pieces. */
  get canPlay() {
    return this.canEdit || this.judge !== null || this.#playsOn;
  }

  /** During a game: why the user may not move now; empty if they may. */
  get guard() {
    return this.#guard;
  }

  set guard(guard) {
    this.#guard = guard;
    this.#emit("guard");
  }

  /** While a puzzle is solved, judges the played actions instead of adding them to the tree. */
  get judge() {
    return this.#judge;
  }

  set judge(judge) {
    this.#judge = judge;
    this.#emit("guard");
  }

  /** While a proof is shown, adds its next action at the end of a line. */
  get extend() {
    return this.#extend;
  }

  set extend(extend) {
    this.#extend = extend;
    this.#emit("guard");
  }

  get busy() {
    return this.#busy > 0;
  }

  // --- events ---------------------------------------------------------------------------------------------

  /**
   * @param {SessionEvent} type
   * @param {(event: any) => void} listener
   */
  on(type, listener) {
    this.#events.addEventListener(type, listener);
  }

  /** @param {SessionEvent} type @param {unknown} [detail] */
  #emit(type, detail) {
    this.#events.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** @param {string} text @param {"info" | "error"} [kind] @param {string} [hint] */
  notice(text, kind = "info", hint = "") {
    this.#emit("notice", { kind, text, hint });
  }

  /**
   * Run a slow operation; errors become notices.
   *
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T | undefined>}
   */
  async #work(work) {
    this.#busy += 1;
    this.#emit("busy");
    try {
      return await work();
    } catch (error) {
      const { message, hint } = /** @type {{message: string, hint?: string}} */ (error);
      this.notice(message, "error", hint ?? "");
      return undefined;
    } finally {
      this.#busy -= 1;
      this.#emit("busy");
    }
  }

  /** Whether another study may be opened: a running game is not left without a question. */
  async mayLeave() {
    return this.leaving === null || this.leaving();
  }

  // --- studies --------------------------------------------------------------------------------------------

  /** Open a new study: `{text, notation?, number?}`, `{variant}`, `{example}` or `{setup}`. @param {object} request */
  async create(request) {
    if (!(await this.mayLeave())) return undefined;
    const study = await this.#work(() => this.source.create(request));
    if (study) await this.show(study);
    return study;
  }

  /** @param {string} id */
  async load(id) {
    if (id !== this.study?.id && !(await this.mayLeave())) return undefined;
    const study = await this.#work(() => this.source.study(id));
    if (study) await this.show(study);
    return study;
  }

  /** @param {Study} study @param {number} [node] where to stand; by default at the end of the main line */
  async show(study, node) {
    this.copy.keep(study);
    this.#emit("study");
    await this.go(node ?? this.#lastResolved());
  }

  /**
   * The open study changed; keep the current node, or fall back to its nearest surviving ancestor.
   *
   * @param {(id: number) => Node[]} pathBefore
   */
  #changed(pathBefore) {
    this.#emit("study");
    if (!this.study || this.current) return;
    if (this.pending.length > 0) {
      const edit = { type: "add", parent: this.node, moves: this.pending };
      this.#emit("refused", { study: this.study.id, edit, error: { code: "gone" } });
    }
    const kept = pathBefore(this.node).findLast(({ id }) => this.nodeOf(id));
    void this.go(kept?.id ?? this.#lastResolved());
  }

  #lastResolved() {
    let node = this.root;
    for (let child = node; child?.resolved; child = this.nodeOf(continuation(child) ?? -1)) node = child;
    return node ? node.id : 0;
  }

  // --- the tree -------------------------------------------------------------------------------------------

  get current() {
    return this.nodeOf(this.node);
  }

  /** The result of the game, as its last node or its headers state it; empty if it has none. */
  get result() {
    const { study } = this;
    return study?.result || (study?.headers.find(([key]) => key === "Result")?.[1] ?? "");
  }

  /** The result of a game that ended here, such as by resignation: no board needs a move; empty otherwise. */
  get ending() {
    const { current, study, pending } = this;
    if (!current || pending.length > 0 || continuation(current) !== undefined) return "";
    return current.result || (current.parent === null ? (study?.result ?? "") : "");
  }

  /**
   * Go to a node; the unfinished action is discarded.
   *
   * @param {number} id
   * @param {Position} [position] the position after the node, if it is known
   */
  async go(id, position) {
    if (!this.study || !this.nodeOf(id)) return;
    this.node = id;
    this.pending = [];
    this.undone = [];
    await this.#refresh(position);
  }

  async next() {
    const child = continuation(this.current);
    if (child !== undefined) await this.go(child);
    else await this.extend?.();
  }

  async previous() {
    if (this.pending.length > 0) await this.undo();
    else if (this.current && this.current.parent !== null) await this.go(this.current.parent);
  }

  async first() {
    if (this.root) await this.go(this.root.id);
  }

  async last() {
    let node = this.current;
    for (let next = node; next; next = this.nodeOf(continuation(next) ?? -1)) node = next;
    if (node) await this.go(node.id);
  }

  /** Go to the variation above (-1) or below (+1) among the siblings. @param {number} step */
  async sibling(step) {
    const node = this.current;
    if (!node || node.parent === null) return;
    const siblings = this.nodeOf(node.parent)?.children ?? [];
    const other = siblings[siblings.indexOf(node.id) + step];
    if (other !== undefined) await this.go(other);
  }

  // --- the position ---------------------------------------------------------------------------------------

  /**
   * Show the position after the node or the pending moves changed.
   *
   * @param {Position} [known] fetched if it is not given
   * @returns {Promise<boolean>}
   */
  async #refresh(known) {
    const { study, node, pending } = this;
    if (!study) return false;
    const asked = ++this.#asked;
    this.#deselect();
    const shown = { study: study.id, node, pending, undone: this.undone };
    if (!this.current?.resolved) {
      this.#shown = shown;
      this.position = null;
      this.passing = null;
      this.#emit("position");
      return true;
    }
    const position = known ?? (await this.#work(() => this.source.position(study.id, node, pending)));
    if (asked !== this.#asked) return false;
    if (!position) {
      this.#goBack();
      return false;
    }
    this.#shown = shown;
    this.position = this.ending && position.game === "5d" ? { ...position, mandatory: [], fault: null } : position;
    this.#emit("position");
    if (this.passing !== null) await this.#askPassing();
    return true;
  }

  /** Return to what the board shows, after another position could not be fetched. */
  #goBack() {
    const shown = this.#shown;
    if (shown?.study !== this.study?.id || !shown || !this.nodeOf(shown.node)) return;
    ({ node: this.node, pending: this.pending, undone: this.undone } = shown);
    this.#emit("position");
  }

  #deselect() {
    if (this.selected === null) return;
    this.selected = null;
    this.targets = { moves: [], rays: [] };
    this.#emit("selection");
  }

  /**
   * Select the piece on a square; null selects nothing. Its targets are fetched if the position does not contain them.
   *
   * @param {Square | null} square
   */
  async select(square) {
    this.#deselect();
    const { study, node, pending } = this;
    if (square === null || !study || !this.canPlay) return;
    const refusal = this.guard?.();
    if (refusal) {
      this.notice(refusal);
      return;
    }
    this.selected = square;
    const known = this.position && targetsOf(this.position, square);
    if (known) this.targets = known;
    this.#emit("selection");
    if (known) return;
    const targets = await this.#work(() => this.source.targets(study.id, node, pending, square));
    if (targets && this.selected === square) {
      this.targets = targets;
      this.#emit("selection");
    }
  }

  /** @param {MoveArrow[]} arrows */
  suggest(arrows) {
    if (arrows.length === 0 && this.suggestion.length === 0) return;
    this.suggestion = arrows;
    this.#emit("suggestion");
  }

  async togglePassing() {
    if (this.passing !== null) this.passing = null;
    else {
      this.passing = [];
      await this.#askPassing();
    }
    this.#emit("passing");
  }

  async #askPassing() {
    const { study, node, pending } = this;
    if (!study || !this.position || study.game !== "5d") return;
    const asked = this.#asked;
    const attacks = await this.#work(() => this.source.passing(study.id, node, pending));
    if (attacks && asked === this.#asked && this.passing !== null) {
      this.passing = attacks;
      this.#emit("passing");
    }
  }

  // --- play -----------------------------------------------------------------------------------------------

  /**
   * Make a move. In infinite chess it is a whole action; in 5D chess it waits to be submitted.
   *
   * @param {Move} move
   * @param {boolean} [submit] whether to submit the action as soon as no board needs a move
   */
  async play(move, submit = false) {
    const { position } = this;
    if (submit && position?.game === "5d") {
      const last = position.mandatory.length === 1 && String(position.mandatory[0]) === String(move.from.slice(0, 2));
      if (last && (await this.#submitAtOnce([...this.pending, move.text]))) return;
    }
    await this.playText(move.text);
    if (submit && this.position?.may_submit) await this.submit();
  }

  /**
   * Try to submit moves without a look at the position that they lead to. The server decides whether they are a
   * legal action.
   *
   * @param {string[]} moves
   * @returns {Promise<boolean>}
   */
  async #submitAtOnce(moves) {
    const { study, node } = this;
    if (!study || this.judge || !this.canPlay) return false;
    /** @type {AddEdit} */ const edit = { type: "add", parent: node, moves };
    const submitted = this.#edits.then(() => this.#send(study, edit)).catch(() => null);
    this.#edits = submitted;
    const change = await this.#work(() => submitted);
    if (change) await this.#select(study, change, edit);
    return Boolean(change);
  }

  /** @param {string} text the raw text of a move */
  async playText(text) {
    if (!this.study || !this.position) return;
    if (this.study.game === "infinite") {
      await this.edit({ type: "add", parent: this.node, moves: [text] });
      return;
    }
    this.pending = [...this.pending, text];
    this.undone = [];
    await this.#refresh();
  }

  /** Take back the last move of the unfinished action. */
  async undo() {
    const move = this.pending.at(-1);
    if (move === undefined) return;
    this.pending = this.pending.slice(0, -1);
    this.undone = [...this.undone, move];
    await this.#refresh();
  }

  async redo() {
    const move = this.undone.at(-1);
    if (move === undefined) return;
    this.undone = this.undone.slice(0, -1);
    this.pending = [...this.pending, move];
    await this.#refresh();
  }

  /** Submit the unfinished action: it becomes a node, which is selected. */
  async submit() {
    const position = this.position;
    if (position?.fault && !position.status.over) {
      this.notice(position.fault.message, "error");
      this.showFault();
      return;
    }
    if (this.pending.length === 0) {
      this.notice("there is no move to submit yet");
      return;
    }
    await this.edit({ type: "add", parent: this.node, moves: this.pending });
  }

  /** Ask the board to show why the action may not be submitted. */
  showFault() {
    this.#emit("fault");
  }

  /** Show a legal action as the unfinished one: its moves wait to be submitted. */
  async hint() {
    const { study, node, pending } = this;
    if (!study) return;
    const hint = await this.#work(() => this.source.hint(study.id, node, pending));
    if (!hint || this.study?.id !== study.id || this.node !== node || this.pending !== pending) return;
    this.notice(hint.text);
    if (hint.moves && study.game === "5d") {
      this.pending = hint.moves;
      this.undone = [];
      await this.#refresh();
    }
  }

  // --- edits ----------------------------------------------------------------------------------------------

  /**
   * Edit the study; every edit is saved before the server responds.
   *
   * @param {StudyEdit} edit
   * @param {boolean} [own] whether the game, lesson or puzzle itself makes it
   * @returns {Promise<boolean>} whether it was made
   */
  edit(edit, own = false) {
    if (this.judge && !own && edit.type === "add") return this.judge(edit);
    const refusal = own ? "" : this.#refusal(edit);
    if (refusal) {
      this.notice(refusal);
      return Promise.resolve(false);
    }
    const made = this.#edits.then(() => this.#edit(edit));
    this.#edits = made;
    return made;
  }

  /** Why an edit is refused during a game, whose past stays as it is. @param {StudyEdit} edit */
  #refusal(edit) {
    if (!this.guard || DURING_GAMES.includes(edit.type)) return "";
    if (edit.type !== "add") return "a game in progress cannot be edited";
    return this.guard() || (edit.parent === this.node ? "" : "go to the last position to move");
  }

  /** @param {StudyEdit} edit */
  async #edit(edit) {
    const { study } = this;
    const plays = edit.type === "add" && this.#playsOn;
    if (!study || !(plays || (COMMENTS.includes(edit.type) ? this.canComment : this.canEdit))) return false;
    const made = await this.#work(async () => {
      try {
        return await this.#send(study, edit);
      } catch (error) {
        this.#emit("refused", { study: study.id, edit, error });
        throw error;
      }
    });
    if (made && (selectsNode(edit) || !this.current)) await this.#select(study, made, edit);
    return Boolean(made);
  }

  /** @param {Study} study @param {StudyEdit} edit */
  async #send(study, edit) {
    const change = await this.source.edit(study.id, edit);
    if (this.study?.id === study.id) await this.copy.take(change);
    return change;
  }

  /** Go to the node that an edit selects, unless another study is open by now. @param {Study} study
   * @param {StudyChange} change @param {StudyEdit} edit */
  async #select(study, change, edit) {
    if (this.study?.id !== study.id) return;
    await this.go(change.node, change.position ?? undefined);
    if (edit.type === "add") this.#emit("played", { node: change.node, moves: edit.moves });
  }

  /** Report what is known of the position in the editor. @param {EditedPosition | null} edited */
  showEdited(edited) {
    this.edited = edited;
    this.#emit("draft");
  }

  /** Show the position of the editor on the board; null shows the study again. @param {Draft | null} draft */
  showDraft(draft) {
    this.draft = draft;
    this.#emit("draft");
  }

  /** @param {Shape[]} shapes */
  drawShapes(shapes) {
    return this.edit({ type: "shapes", node: this.node, shapes });
  }
}
