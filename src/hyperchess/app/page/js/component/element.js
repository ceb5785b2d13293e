/**
 * The custom element `<hyperchess-board>`: a game of 5D chess or infinite chess in any page. `README.md` of
 * `packages/board` documents its attributes, properties, methods and events.
 */

/** @import {Art, Node, Position, Shape, ShapeColor, Source, Square, Study, Theme} from "../types.js" */
/** @import {Embedded} from "../data/embedded.js" */
/** @import {Starts, WrittenGame} from "./game-json.js" */

import { EmbeddedSource } from "../data/embedded.js";
import { Settings } from "../settings/settings.js";
import { applyTheme } from "../settings/theme.js";
import { make } from "../ui/dom.js";
import { BoardView } from "./board-view.js";
import { readGame } from "./game-json.js";
import { parseSquare } from "./square-names.js";

/**
 * @typedef {object} Assets what the element needs besides its modules
 * @property {string} style the style sheets
 * @property {Art} art
 * @property {() => Promise<WebAssembly.Module>} kernel the rules, compiled
 * @property {Starts} [starts] variants by name, as games without moves
 *
 * @typedef {{type: "arrow" | "ray", from: Square | string, to: Square | string, color?: ShapeColor} |
 *           {type: "square", at: Square | string, color?: ShapeColor}} Drawn
 */

const VERSION = 1;
/** @type {readonly (keyof Theme & string)[]} colours that the page may set as `--hyperchess-NAME` */
const COLOURS = ["ground", "ink", "quiet", "accent", "accent_ink", "light", "dark", "band"];
const THEMES = /** @type {const} */ (["auto", "light", "dark", "contrast"]);

let games = 0;

/**
 * Define the element; without a DOM, as on a server, nothing happens.
 *
 * @param {Assets} assets
 * @param {string} [name]
 */
export function defineBoard(assets, name = "hyperchess-board") {
  const registry = globalThis.customElements;
  if (!registry || registry.get(name)) return;
  const style = new CSSStyleSheet();
  style.replaceSync(assets.style);

  class HyperchessBoard extends HTMLElement {
    static observedAttributes = ["src", "variant", "orientation", "theme", "moves", "playable"];

    #settings = new Settings(false);
    #frame = make("div", { class: "board-frame without-moves" });
    /** @type {Art} */ #art = { ...assets.art };
    /** @type {EmbeddedSource | null} */ #source = null;
    /** @type {BoardView | null} */ #view = null;
    #loads = 0;

    constructor() {
      super();
      const root = this.attachShadow({ mode: "open", delegatesFocus: true });
      root.adoptedStyleSheets = [style];
      root.append(this.#frame);
      this.#settings.set("sounds", false);
    }

    connectedCallback() {
      this.refreshColours();
      const inline = this.querySelector(':scope > script[type="application/json"]')?.textContent;
      if (inline && !this.#view) void this.#try(() => this.load(inline));
    }

    /** @param {string} attribute @param {string | null} _before @param {string | null} value */
    attributeChangedCallback(attribute, _before, value) {
      if (attribute === "src" && value !== null) void this.#try(() => this.#fetch(value));
      if (attribute === "variant" && value !== null) void this.#try(() => this.start(value));
      if (attribute === "orientation") this.#settings.set("flip", value === "black");
      if (attribute === "theme") this.#settings.set("theme", THEMES.find((theme) => theme === value) ?? "auto");
      if (attribute === "moves") this.#frame.classList.toggle("without-moves", value === null);
      if (attribute === "playable") this.#allow();
    }

    // --- games --------------------------------------------------------------------------------------------

    /**
     * Show a game that `hyperchess render -o game.json` wrote, or one in hyperchess JSON.
     *
     * @param {string | Embedded | WrittenGame} game
     */
    async load(game) {
      this.#loads += 1;
      const given = /** @type {Embedded | WrittenGame} */ (typeof game === "string" ? JSON.parse(game) : game);
      const data = "format" in given ? readGame(given, assets.starts ?? {}) : given;
      if (data.version !== VERSION || !data.study || !data.positions) {
        throw new Error("this is not a game for hyperchess-board: write one with hyperchess render -o game.json");
      }
      games += 1;
      const own = { ...data, study: { ...data.study, id: `board-${games}` } };
      if (this.#source) this.#source.open(own);
      else this.#source = new EmbeddedSource(own, this.#art, assets.kernel);
      this.#source.playable = this.playable;
      await this.show(this.#source, own.study, data.node ?? undefined);
    }

    /** Show a new game of a variant, such as `Standard` or `Classical`. @param {string} variant */
    async start(variant) {
      const start = assets.starts?.[variant];
      if (!start) throw new Error(`there is no variant ${variant} for this board; there are ${this.variants.join(", ")}`);
      await this.load(start);
    }

    /**
     * Show a position of 5D chess.
     *
     * @param {string} fen its boards in 5DFEN
     * @param {string} [promotions] letters of the pieces that pawns become
     */
    async setPosition(fen, promotions = "QNRB") {
      const boards = fen.match(/\[[^\]]*\]/g) ?? [];
      const lines = new Set(boards.map((board) => board.split(":")[1] ?? ""));
      const initial = [...lines].some((line) => /^[+-]0$/.test(line)) ? ["-0", "+0"] : ["0"];
      const start = { boards, promotions: [...promotions], initial };
      await this.load({ format: "hyperchess", version: 2, game: "5d", start, nodes: [{ parent: null }] });
    }

    /** the names of the variants that `start` takes */
    get variants() {
      return Object.keys(assets.starts ?? {});
    }

    /**
     * Show a study of another source.
     *
     * @param {Source} source
     * @param {Study} study
     * @param {number} [node]
     */
    async show(source, study, node) {
      if (this.#view?.session.source !== source) {
        this.#view = new BoardView(this.#frame, source, this.#art, this.#settings, this.getAttribute("keys") === "page");
        this.#view.session.on("position", () => this.#tell("position", { node: this.node, position: this.position }));
        this.#view.session.on("played", ({ detail }) => this.#tell("move", { ...detail, position: this.position }));
        this.#view.session.on("notice", ({ detail }) => {
          if (detail.kind === "error") this.#tell("problem", { message: detail.text });
        });
      }
      await this.#view.show(study, node);
      this.#tell("ready", { node: this.node, position: this.position });
    }

    /** @param {string} address */
    async #fetch(address) {
      const load = ++this.#loads;
      const response = await fetch(address);
      if (!response.ok) throw new Error(`${address} cannot be loaded: ${response.status} ${response.statusText}`);
      const text = await response.text();
      if (load === this.#loads) await this.load(text);
    }

    /** @param {() => Promise<void>} work */
    async #try(work) {
      try {
        await work();
      } catch (error) {
        const { message } = /** @type {Error} */ (error);
        this.#tell("problem", { message });
        if (!this.#view) this.#frame.replaceChildren(make("p", { class: "stage-message", role: "alert", text: message }));
      }
    }

    /** @param {string} type @param {object} detail */
    #tell(type, detail) {
      this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
    }

    // --- what is shown ------------------------------------------------------------------------------------

    /** @returns {Position | null} the shown position, with the moves of an unfinished action */
    get position() {
      return this.#view?.session.position ?? null;
    }

    /** the shown node of the game */
    get node() {
      return this.#view?.session.node ?? 0;
    }

    /** @returns {readonly Node[]} all nodes of the game, with moves, comments and variations; the first one is the start */
    get nodes() {
      return this.#view?.session.study?.nodes ?? [];
    }

    /** the model of the board, for tests and for the self-contained file */
    get view() {
      return this.#view;
    }

    /** @param {number} node */
    async go(node) {
      await this.#view?.session.go(node);
    }

    async next() {
      await this.#view?.session.next();
    }

    async previous() {
      await this.#view?.session.previous();
    }

    async first() {
      await this.#view?.session.first();
    }

    async last() {
      await this.#view?.session.last();
    }

    /** Show everything. */
    fit() {
      this.#view?.stage?.fit();
    }

    // --- moves --------------------------------------------------------------------------------------------

    /**
     * The legal moves of the piece on a square.
     *
     * @param {Square | string} square
     */
    async targets(square) {
      const { session } = this.#shown();
      return session.source.targets(session.study?.id ?? "", session.node, session.pending, this.#square(square));
    }

    /**
     * Play a whole action from the shown position of a playable board. An action that exists is followed.
     *
     * @param {string[]} moves with all coordinates: `(0T1)e2>(0T1)e4`, on an infinite board `4,2>4,4`
     * @returns {Promise<boolean>} whether it was legal
     */
    async play(moves) {
      const { session } = this.#shown();
      return session.edit({ type: "add", parent: session.node, moves });
    }

    /** Draw arrows and squares on the shown position, instead of those that are there. @param {Drawn[]} shapes */
    async draw(shapes) {
      const { session } = this.#shown();
      const resolved = shapes.map((shape) => this.#shape(shape));
      if (this.#source && session.source === this.#source) await session.copy.take(this.#source.draw(session.node, resolved));
    }

    /** @param {Drawn} shape @returns {Shape} */
    #shape(shape) {
      const { color = "green" } = shape;
      if (shape.type === "square") return { type: "square", at: this.#square(shape.at), color };
      return { type: shape.type, from: this.#square(shape.from), to: this.#square(shape.to), color };
    }

    /** @param {Square | string} square @returns {Square} */
    #square(square) {
      return typeof square === "string" ? parseSquare(square, this.position) : square;
    }

    #shown() {
      if (!this.#view) throw new Error("the board has no game yet");
      return this.#view;
    }

    // --- looks --------------------------------------------------------------------------------------------

    get playable() {
      return this.hasAttribute("playable");
    }

    set playable(value) {
      this.toggleAttribute("playable", value);
    }

    get orientation() {
      return this.#settings.get("flip") ? "black" : "white";
    }

    set orientation(value) {
      this.setAttribute("orientation", value);
    }

    get theme() {
      return this.#settings.get("theme");
    }

    set theme(value) {
      this.setAttribute("theme", value);
    }

    #allow() {
      if (this.#source) this.#source.playable = this.playable;
      this.#view?.showWhetherPlayable();
    }

    /** Read the colours `--hyperchess-*` of the page again, after the page has changed them. */
    refreshColours() {
      const computed = getComputedStyle(this);
      const found = COLOURS.map((colour) => [
        colour,
        computed.getPropertyValue(`--hyperchess-${colour.replace("_", "-")}`).trim(),
      ]);
      this.#art.colours = Object.fromEntries(found.filter(([, value]) => value));
      if (!this.#view) return;
      applyTheme(this.#settings, this.#art, this.#frame);
      // the stages repaint on a change of the theme
      this.#settings.dispatchEvent(new CustomEvent("change", { detail: { name: "theme", value: this.theme } }));
    }
  }
  registry.define(name, HyperchessBoard);
}
