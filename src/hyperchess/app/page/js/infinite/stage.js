/**
 * The board of infinite chess, connected to the session.
 *
 * It shows the position of the session and turns input into moves; the drawing is in `view.js`.
 */

/** @import {Art, PositionInfinite, Square} from "../types.js" */
/** @import {Session} from "../session.js" */
/** @import {Settings} from "../settings/settings.js" */
/** @import {Stage} from "../shell/context.js" */
/** @typedef {[bigint, bigint]} Spot */

import { colorOf, toggled } from "../drawing/shapes.js";
import { activeTheme } from "../settings/theme.js";
import { announce } from "../ui/announce.js";
import { isRoyal } from "./render/clusters.js";
import { ARROWS, jumped, startSpot, stepped } from "./input/cursor.js";
import { Gestures } from "./input/gestures.js";
import { Play, same, squareOf } from "./input/play.js";
import { stepTowards } from "./ray-step.js";
import { Readout } from "./readout.js";
import { InfiniteView } from "./view.js";
import { describeBoard, pieceName, squareName } from "./names.js";
import { capitalize, counted } from "../ui/wording.js";

/** @implements {Stage} */
export class InfiniteStage {
  #active = false;
  #study = "";
  #node = -1; // the one shown last
  #visited = -1;
  #wasSelected = false;

  /**
   * @param {HTMLElement} host
   * @param {Session} session
   * @param {Settings} settings
   * @param {Art} art
   */
  constructor(host, session, settings, art) {
    this.session = session;
    this.settings = settings;
    this.root = document.createElement("div");
    this.root.className = "infinite-stage";
    host.append(this.root);
    let theme = activeTheme(settings, art);
    this.view = new InfiniteView(this.root, art, () => theme);
    this.canvas = this.view.canvas;
    this.view.covered = () => coveredBelow(this.canvas);
    this.play = new Play(session, this.view);
    this.readout = new Readout(this.root, this.view);
    this.#describe();
    settings.addEventListener("change", () => {
      theme = activeTheme(settings, art);
      this.#applySettings();
    });
    session.on("position", () => this.#showPosition());
    session.on("study", () => this.#showShapes());
    session.on("suggestion", () => this.#showShapes());
    session.on("selection", () => this.#showSelection());
    new Gestures(this.view, {
      canLift: (at) => this.play.canTake(at) && this.play.movesTo(at).length === 0,
      lift: (at) => {
        this.#wasSelected = same(at, this.play.selected);
        this.play.take(at);
      },
      click: (at) => this.#click(at),
      drop: (from, to) => {
        if (!same(from, to)) void this.play.putDown(to);
      },
      hover: (at) => this.#hover(at),
      pencil: () => (session.canComment ? settings.get("drawing") : null),
      color: (event) => colorOf(event, settings.get("drawing")),
      draw: (from, to, color, done) => this.#draw(from, to, color, done),
    });
    this.canvas.addEventListener("pointerdown", () => this.#hideCursor());
    this.canvas.addEventListener("blur", () => this.#hideCursor());
    this.#applySettings();
  }

  // --- what the shell asks for ----------------------------------------------------------------------------

  activate() {
    this.#active = true;
    this.root.hidden = false;
    this.view.resize();
    this.#showPosition();
  }

  deactivate() {
    this.#active = false;
    this.root.hidden = true;
  }

  resize() {
    this.view.resize();
  }

  get drawn() {
    return this.view.drawn;
  }

  fit() {
    this.view.fit();
  }

  /** Go to the last move. */
  toPresent() {
    const last = this.view.position?.last.at(-1);
    if (last) this.view.flyTo([BigInt(last.to[0]), BigInt(last.to[1])]);
    else this.view.frame();
  }

  /** Go to the next royal piece in check, otherwise to the next piece of the player, royals first. */
  nextBoard() {
    const { position, field } = this.view;
    if (!position) return;
    const checked = position.checks.map(({ to }) => field.indexAt(BigInt(to[0]), BigInt(to[1])));
    const mine = field.pieces.flatMap((piece, index) => (piece[1] === position.player ? [index] : []));
    const royal = mine.filter((index) => isRoyal(/** @type {any} */ (field.pieces[index])));
    const order = [...new Set([...checked, ...royal, ...mine])].filter((index) => index >= 0);
    const next = order[(order.indexOf(this.#visited) + 1) % order.length];
    if (next === undefined) return;
    this.#visited = next;
    this.view.flyToPiece(next);
    this.#moveCursor(field.squareOf(next));
  }

  /** @param {number} factor */
  zoom(factor) {
    this.view.zoom(factor);
  }

  toBlob() {
    return this.view.toBlob();
  }

  /** The visible part, as an option for the server's pictures. @returns {string[]} */
  window() {
    const { left, right, bottom, top } = this.view.camera.window();
    return [left, right, bottom, top].map(String);
  }

  /** Bring a square into view and return the position of its centre in the window. @param {Square} square */
  locate(square) {
    return this.view.locate([BigInt(square[0]), BigInt(square[1])]);
  }

  /** Let the keyboard play: focus the board and show a cursor. */
  showCursor() {
    this.canvas.focus();
    this.#moveCursor(this.view.marks.cursor ?? startSpot(this.view));
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key was handled */
  handleKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const way = ARROWS[event.key];
    const { cursor } = this.view.marks;
    // without a cursor, plain arrows step through the game
    if (way && (cursor || event.shiftKey)) {
      const at = cursor ?? startSpot(this.view);
      const next = event.shiftKey
        ? jumped(this.view, this.play.selected ? this.play.targets : null, at, way)
        : stepped(this.view, at, way);
      this.#moveCursor(next ?? at);
      return true;
    }
    if (event.key === "Enter" || event.key === " ") {
      if (cursor) void this.#enter(cursor);
      else this.showCursor();
      return true;
    }
    if (event.key === "Escape" && (this.play.selected || cursor)) {
      if (this.play.selected) void this.session.select(null);
      else this.#hideCursor();
      return true;
    }
    return false;
  }

  // --- what the session says ------------------------------------------------------------------------------

  #showPosition() {
    if (!this.#active || this.session.study?.game !== "infinite") return;
    const position = /** @type {PositionInfinite | null} */ (this.session.position);
    if (position && position.game !== "infinite") return;
    const fresh = this.#study !== this.session.study.id;
    if (position) this.#study = this.session.study.id;
    this.#visited = -1;
    this.view.show(position);
    this.#showShapes();
    this.#describe();
    if (!position) return;
    const last = position.last.at(-1);
    const forward = !fresh && this.session.current?.parent === this.#node;
    this.#node = this.session.node;
    if (last && forward && this.settings.get("animation") && !this.play.dropping) {
      const { from, to } = last;
      this.view.arrive([BigInt(from[0]), BigInt(from[1])], [BigInt(to[0]), BigInt(to[1])]);
    }
    if (fresh) {
      this.view.marks.cursor = null;
      this.view.frame(true);
    } else if (last && this.settings.get("follow"))
      this.view.reveal([BigInt(last.to[0]), BigInt(last.to[1])]);
  }

  #showShapes() {
    if (!this.#active) return;
    this.view.marks.shapes =
      this.session.study?.game === "infinite" ? (this.session.current?.shapes ?? []) : [];
    this.view.marks.suggestion = this.session.study?.game === "infinite" ? this.session.suggestion : [];
    this.view.redraw();
  }

  #showSelection() {
    if (!this.#active) return;
    this.play.refresh();
    this.view.marks.selected = this.play.selected;
    this.view.marks.targets = this.play.selected ? this.play.targets : null;
    this.view.redraw();
  }

  #applySettings() {
    this.view.camera.flip = this.settings.get("flip");
    this.view.coordinates = this.settings.get("coordinates");
    this.view.marks.checks = this.settings.get("checks");
    this.view.marks.lastMoves = this.settings.get("lastMoves");
    this.canvas.classList.toggle("drawing", this.settings.get("drawing") !== null);
    this.view.redraw();
  }

  #describe() {
    this.canvas.setAttribute("aria-label", describeBoard(this.view.position));
    this.canvas.setAttribute("aria-roledescription", "board");
    this.canvas.setAttribute(
      "aria-description",
      "Arrow keys move from square to square, with Shift from piece to piece; Enter selects and plays.",
    );
  }

  // --- what the user does ---------------------------------------------------------------------------------

  /** @param {Spot} at */
  #click(at) {
    if (same(at, this.play.selected) && this.#wasSelected) void this.session.select(null);
    else if (!same(at, this.play.selected)) void this.play.touch(at);
    this.#wasSelected = false;
  }

  /** @param {Spot} at */
  async #enter(at) {
    if (same(at, this.play.selected)) await this.session.select(null);
    else await this.play.touch(at);
    const { selected, targets } = this.play;
    if (selected) {
      const count = targets.points.size;
      const rays = targets.lines.length;
      announce(`selected, ${counted(count, "target square")} and ${counted(rays, "line")}`);
    }
  }

  /** @param {Spot | null} at */
  #hover(at) {
    const { marks } = this.view;
    if (same(at, marks.hover)) return;
    marks.hover = at;
    this.readout.show(at ?? marks.cursor);
    this.canvas.classList.toggle(
      "on-piece",
      at !== null && (this.play.canTake(at) || this.play.movesTo(at).length > 0),
    );
    if (this.play.selected) this.view.redraw();
  }

  /** @param {Spot} at */
  #moveCursor(at) {
    this.view.marks.cursor = at;
    this.view.reveal(at);
    this.readout.show(at);
    const piece = this.view.field.at(...at);
    const target = this.play.movesTo(at).length > 0 ? ", can go here" : "";
    announce(`${squareName(...at)}: ${piece ? capitalize(pieceName(piece)) : "empty"}${target}`);
    this.view.redraw();
  }

  #hideCursor() {
    this.view.marks.cursor = null;
    this.view.redraw();
  }

  /**
   * @param {Spot} from
   * @param {Spot} to
   * @param {import("../types.js").ShapeColor} color
   * @param {boolean} done
   */
  #draw(from, to, color, done) {
    if (!this.session.canComment) return;
    /** @type {import("../types.js").Shape} */
    const shape = same(from, to)
      ? { type: "square", at: squareOf(from), color }
      : this.view.atRim(to)
        ? { type: "ray", from: squareOf(from), to: squareOf(stepTowards(from, to)), color }
        : { type: "arrow", from: squareOf(from), to: squareOf(to), color };
    this.view.sketch(done ? null : shape);
    if (done && this.session.current)
      void this.session.drawShapes(toggled(this.session.current.shapes, shape));
  }
}

/** How many pixels of the board the bottom sheet covers, once it has its height. @param {HTMLElement} canvas */
function coveredBelow(canvas) {
  const box = canvas.getBoundingClientRect();
  const sheet = document.getElementById("side")?.getBoundingClientRect();
  if (!sheet || sheet.left > box.left + 1 || sheet.right < box.right - 1) return 0;
  const height = parseFloat(document.documentElement.style.getPropertyValue("--sheet")) || sheet.height;
  const top = sheet.bottom - height;
  return top < box.top + 120 ? 0 : Math.max(0, box.bottom - top);
}
