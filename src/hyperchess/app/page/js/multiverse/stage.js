/**
 * The board of 5D chess: draws the multiverse when something changes, and turns pointer and keyboard input into
 * moves.
 */

import { activeTheme } from "../settings/theme.js";
import { announce } from "../ui/announce.js";
import { annotate } from "./annotations.js";
import { measureFrames } from "./render/benchmark.js";
import { CameraControl } from "./camera/camera-control.js";
import { Gestures } from "./input/gestures.js";
import { KeyboardInput } from "./input/keyboard.js";
import { Layout } from "./layout.js";
import { MovedPieces } from "./moved-pieces.js";
import { FlightTime } from "../drawing/flight-time.js";
import { StageCanvas } from "./canvas.js";
import { Play } from "./input/play.js";
import { PointerInput } from "./input/pointer.js";
import { HighlightPulse } from "./render/highlight-pulse.js";
import { TimelineShift } from "./render/timeline-shift.js";
import { Renderer } from "./render/renderer.js";
import { rulersFor } from "./render/rulers.js";
import { Minimap } from "./minimap.js";
import { Legend, BoardMessage, Tooltip } from "./captions.js";
import { snapshot } from "./render/snapshot.js";
import { NextBoard } from "./input/next-board.js";
import { boardName, describe } from "./names.js";

/** @import {Session} from "../session.js" */
/** @import {Settings} from "../settings/settings.js" */
/** @import {Stage} from "../shell/context.js" */
/** @import {Art, Square5D} from "../types.js" */
/** @import {Point} from "../drawing/arrows.js" */
/** @import {Annotations} from "./annotations.js" */
/** @import {InputHost} from "./input/input-host.js" */
/** @import {Interaction} from "./render/interaction.js" */
/** @import {Picture} from "./render/renderer.js" */

/**
 * @implements {Stage}
 * @implements {InputHost}
 */
export class MultiverseStage {
  /** @type {Layout | null} */ layout = null;
  cameraControl = new CameraControl(() => this.redraw());
  /** @type {Interaction} */
  interaction = {
    selected: null,
    hovered: null,
    cursor: null,
    lifted: null,
    draft: null,
    flying: [],
    share: 1,
  };
  /** @type {Annotations} */ #annotations = { tints: new Map(), jumps: [], owed: [] };
  #active = false;
  #frame = 0;
  #pulse = new HighlightPulse();
  #shift = new TimelineShift();
  #moved = new MovedPieces();
  #flight = new FlightTime();
  /** @type {StageCanvas} */ #surface;
  #nextBoard = new NextBoard();

  /** @param {HTMLElement} host @param {Session} session @param {Settings} settings @param {Art} art */
  constructor(host, session, settings, art) {
    this.session = session;
    this.settings = settings;
    this.art = art;
    this.theme = activeTheme(settings, art);
    this.renderer = new Renderer(art);
    this.pieces = this.renderer.pieces;
    this.#surface = new StageCanvas(host);
    this.canvas = this.#surface.canvas;
    this.root = this.#surface.root;
    this.tooltip = new Tooltip(this.root);
    this.minimap = new Minimap(this.root, (point) => this.cameraControl.moveTo(point));
    this.legend = new Legend(this.root);
    this.message = new BoardMessage(this.root);
    this.play = new Play(session, {
      host: this.root,
      pieces: this.pieces,
      layout: () => this.layout,
      theme: () => this.theme,
      pointOf: (square) => this.cameraControl.reveal(square),
      autoSubmit: () => settings.get("autoSubmit"),
      beforeMenu: () => this.tooltip.hide(),
    });
    this.keyboard = new KeyboardInput(this);
    new Gestures(this.canvas, new PointerInput(this));
    this.#listen();
  }

  #listen() {
    const { session, settings, canvas } = this;
    session.on("position", () => this.#changed());
    session.on("draft", () => this.#changed());
    session.on("study", () => this.#annotate());
    session.on("selection", () => this.#selected());
    session.on("passing", () => this.#annotate());
    session.on("suggestion", () => this.#annotate());
    session.on("fault", () => this.#showFault());
    settings.onChange((name) => this.#set(name));
    new ResizeObserver(() => this.resize()).observe(this.root);
    canvas.addEventListener("contextrestored", () => {
      this.renderer.clear();
      this.redraw();
    });
    canvas.addEventListener("blur", () => this.hideCursor());
  }

  activate() {
    this.#active = true;
    this.root.hidden = false;
    this.resize();
    this.#changed();
  }

  deactivate() {
    this.#active = false;
    this.root.hidden = true;
    this.cameraControl.motion.stop();
  }

  // --- what is shown --------------------------------------------------------------------------------------

  #changed() {
    const { session, settings } = this;
    if (!this.#active || session.study?.game !== "5d") return;
    const shown = session.draft?.position ?? session.position;
    const position = shown?.game === "5d" ? shown : null;
    this.layout = position && new Layout(position, settings.get("flip"));
    this.interaction.hovered = this.interaction.lifted = this.interaction.draft = null;
    this.tooltip.hide();
    this.#annotate();
    if (!this.layout || !position) {
      const lost = session.current !== null && !session.current.resolved;
      this.message.say(lost ? session.current?.fault || "the moves up to here are not resolved" : "");
      this.#surface.description.textContent = this.message.element.textContent;
      return;
    }
    this.message.say("");
    this.minimap.show(this.layout, this.theme);
    this.#surface.description.textContent = describe(position, session.draft ? [] : session.pending);
    this.keyboard.keep(this.layout);
    this.#look();
    this.#fly();
    this.#shift.next(session.study.id, this.layout, settings.get("animation") && !session.draft);
    if (this.#annotations.owed.length > 0) this.#pulse.start();
  }

  /** Animate the pieces that moved, unless they were dragged to their squares. */
  #fly() {
    this.interaction.flying = this.session.draft ? [] : this.#moved.next(this.session);
    const wanted = this.interaction.flying.length > 0 && this.settings.get("animation") && !this.play.dropping;
    if (wanted) this.#flight.start();
    else this.#flight.stop();
  }

  #look() {
    if (!this.layout) return;
    const { width, height } = this.layout;
    const game = `${this.session.study?.id} ${width} ${height}`;
    const follow = this.settings.get("follow") && !this.session.draft;
    if (this.cameraControl.see(this.layout, game, follow)) {
      this.#nextBoard.forget();
      this.keyboard.forget();
    }
    this.redraw();
  }

  #annotate() {
    const { layout, session, settings } = this;
    if (layout) {
      this.#annotations = annotate(layout, {
        lastMoves: settings.get("lastMoves"),
        checks: settings.get("checks"),
        shapes: (!session.draft && session.current?.shapes) || [],
        suggestion: session.draft || session.pending.length > 0 ? [] : session.suggestion,
        passing: session.passing,
        unfinished: session.pending.length > 0,
      });
    }
    this.legend.show(session.passing && layout ? layout.position.player : null, session.passing?.length ?? 0);
    this.redraw();
  }

  #selected() {
    this.interaction.selected = this.play.selected;
    this.interaction.hovered = null;
    this.redraw();
  }

  /** Highlight what keeps the action from being submitted: boards that need a move, or attacks on a royal. */
  #showFault() {
    const fault = this.layout?.position.fault;
    if (!this.#active || !this.layout || !fault) return;
    this.#annotations = { ...this.#annotations, owed: fault.boards };
    const first = fault.boards[0] ?? fault.attacks[0]?.to;
    if (first) this.cameraControl.include([first[0], first[1]]);
    this.#pulse.start();
    this.redraw();
  }

  /** @param {string} name */
  #set(name) {
    if (name === "theme" || name === "boards" || name === "pieces") this.theme = activeTheme(this.settings, this.art);
    if (name === "flip" && this.layout) {
      this.layout = new Layout(this.layout.position, this.settings.get("flip"));
      this.cameraControl.turn(this.layout);
    }
    this.minimap.show(this.layout, this.theme);
    if (name === "follow" && this.settings.get("follow")) this.#look();
    if (name === "drawing")
      this.canvas.classList.toggle("stage-canvas-draw", this.settings.get("drawing") !== null);
    this.#annotate();
  }

  // --- drawing --------------------------------------------------------------------------------------------

  resize() {
    const size = this.#active ? this.#surface.fit() : null;
    if (!size) return;
    const unseen = this.cameraControl.camera.width < 2;
    this.cameraControl.resize(size.width, size.height, rulersFor(size.width));
    if (unseen) this.#look();
    this.#draw(performance.now());
  }

  /** Whether the screen shows the current state: no frame is waiting to be drawn. */
  get drawn() {
    return this.#frame === 0;
  }

  /** Draw in the next frame. */
  redraw() {
    if (this.#frame === 0 && this.#active) this.#frame = requestAnimationFrame((now) => this.#draw(now));
  }

  /** @param {number} now */
  #draw(now) {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (!this.#active) return;
    this.interaction.share = this.#flight.at(now);
    const picture = this.#picture(now);
    if (!picture) {
      this.#surface.clear(this.theme.ground);
      return;
    }
    const moving = this.cameraControl.motion.step(now);
    this.minimap.follow(this.cameraControl.camera, this.#playedBoards());
    const finished = this.renderer.draw(this.#surface.pen, this.cameraControl.camera, this.#surface.px, picture);
    const shifting = this.#shift.at(now).share < 1;
    if (moving || shifting || !finished || this.#pulse.at(now) > 0 || this.interaction.share < 1) this.redraw();
  }

  /** The areas that the user plays on: boards to play, targets of the selected piece, and the last revealed square. */
  #playedBoards() {
    const { layout } = this;
    if (!layout) return [];
    const { revealed } = this.cameraControl;
    const squares = this.play.targets.map((move) => /** @type {Square5D} */ (move.to));
    return [
      ...layout.position.playable.map((place) => layout.boardRect(place)),
      ...(revealed ? [...squares, revealed] : squares).flatMap((square) => {
        const at = layout.center(square);
        return at ? [{ x: at.x - 0.5, y: at.y - 0.5, width: 1, height: 1 }] : [];
      }),
    ];
  }

  /** @param {number} now @returns {Picture | null} */
  #picture(now) {
    if (!this.layout) return null;
    return {
      layout: this.layout,
      theme: this.theme,
      annotations: this.#annotations,
      targets: this.play.targets,
      interaction: this.interaction,
      pulse: this.#pulse.at(now),
      shift: this.#shift.at(now),
      coordinates: this.settings.get("coordinates"),
      zooming: this.cameraControl.zooming,
    };
  }

  /** The progress of new timelines and of the present. @param {number} now */
  shift(now) {
    return this.#shift.at(now);
  }

  // --- looking around -------------------------------------------------------------------------------------

  fit() {
    this.cameraControl.fit();
  }

  toPresent() {
    this.cameraControl.toPresent();
  }

  /** @param {number} factor */
  zoom(factor) {
    this.cameraControl.zoom(factor);
  }

  /** Go to the next mandatory board, then to the optional ones. */
  nextBoard() {
    if (!this.layout) return;
    const next = this.#nextBoard.next(this.layout.position);
    if (!next) {
      announce("no board needs a move");
      return;
    }
    this.keyboard.visit(this.layout, next.place);
    this.cameraControl.lookAt(next.place);
    announce(`${boardName(this.layout, next.place)}: ${next.must ? "must move" : "may move"}`);
  }

  /**
   * Bring a square into view and return the position of its centre in the window.
   *
   * @param {Square5D} square
   * @returns {Point}
   */
  locate(square) {
    this.resize();
    const { x, y } = this.cameraControl.reveal(square);
    const box = this.canvas.getBoundingClientRect();
    return { x: box.left + x, y: box.top + y };
  }

  // --- keys -----------------------------------------------------------------------------------------------

  /** Let the keyboard play: focus the board and show a cursor. */
  showCursor() {
    this.canvas.focus();
    this.keyboard.start();
  }

  hideCursor() {
    if (!this.interaction.cursor) return;
    this.interaction.cursor = null;
    this.tooltip.hide();
    this.redraw();
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    return this.keyboard.handle(event);
  }

  // --- pictures and measurements --------------------------------------------------------------------------

  /** The view as a PNG. @returns {Promise<Blob>} */
  async toBlob() {
    const picture = this.#picture(performance.now());
    if (!picture) throw new Error("there is no position to draw");
    return snapshot(this.renderer, this.cameraControl.camera, this.#surface.px, { ...picture, shift: null });
  }

  /** The visible part, as an option for the server's pictures. @returns {string[]} */
  window() {
    const picture = this.#picture(performance.now());
    if (!picture) throw new Error("there is no position to draw");
    const { camera } = this.cameraControl;
    const corner = camera.worldAt(camera.width, camera.height);
    return picture.layout.boardsWithin(camera.worldAt(0, 0), corner).map(String);
  }

  /** Measure the time of a frame while panning and zooming over the multiverse. @param {number} [frames] */
  benchmark(frames = 180) {
    const picture = this.#picture(performance.now());
    if (!picture) throw new Error("there is no position to draw");
    this.cameraControl.motion.stop();
    const times = measureFrames(this.renderer, this.cameraControl.camera, this.#surface.px, picture, frames);
    this.redraw();
    return times;
  }
}
