/**
 * The custom element `<hyperchess-board>`: a game of 5D chess or infinite chess in any page. `README.md` of
 * `packages/board` documents its attributes, properties, methods and events.
 */

/** @import {Art, Node, Position, Shape, ShapeColor, Source, Square, Study, Theme} from "../types.js" */
/** @import {Embedded} from "../data/embedded.js" */
/** @import {WrittenGame} from "./game-json.js" */
/** @import {Starts} from "./notation/variants.js" */

import { EmbeddedSource } from "../data/embedded.js";
import { Settings } from "../settings/settings.js";
import { applyTheme } from "../settings/theme.js";
import { make } from "../ui/dom.js";
import { BoardView } from "./board-view.js";
import { TextProblem } from "./notation/problem.js";
import { readText } from "./notation/read-text.js";
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

/** @type {readonly (keyof Theme & string)[]} colours that the page may set as `--hyperchess-NAME` */
const COLOURS = ["ground", "ink", "quiet", "accent", "accent_ink", "light", "dark", "band"];
const THEMES = /** @type {const} */ (["auto", "light", "dark", "contrast"]);

const FEN = /^\s*\[[^"]*\]\s*$/;

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
      if (this.#view || this.hasAttribute("src") || this.hasAttribute("variant")) return;
      const inline = (this.querySelector(":scope > script") ?? this).textContent ?? "";
      if (inline.trim()) void this.#show(() => this.load(inline));
    }

    /** @param {string} attribute @param {string | null} _before @param {string | null} value */
    attributeChangedCallback(attribute, _before, value) {
      if (attribute === "src" && value !== null) void this.#show(() => this.#fetch(value));
      if (attribute === "variant" && value !== null) void this.#show(() => this.start(value));
      if (attribute === "orientation") this.#settings.set("flip", value === "black");
      if (attribute === "theme") this.#settings.set("theme", THEMES.find((theme) => theme === value) ?? "auto");
      if (attribute === "moves") this.#frame.classList.toggle("without-moves", value === null);
      if (attribute === "playable") this.#allow();
    }

    // --- games --------------------------------------------------------------------------------------------

    /**
     * Show a game in 5DPGN, Branched 5DPGN, ICN or JSON. A game that cannot be read is a `problem`, and the promise is
     * rejected.
     *
     * @param {string | Embedded | WrittenGame} game
     */
    async load(game) {
      const load = ++this.#loads;
      const text = typeof game === "string" ? game : JSON.stringify(game);
      const { starts = {}, kernel } = assets;
      const data = await readText(text, { starts, art: this.#art, kernel }).catch((error) => this.#report(error));
      if (load !== this.#loads) return;
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
      if (!start) this.#report(new Error(`there is no variant ${variant} for this board; there are ${this.variants.join(", ")}`));
      await this.load(start);
    }

    /**
     * Show a position.
     *
     * @param {string} text boards in 5DFEN, or pieces of infinite chess in ICN
     * @param {string} [promotions] letters of the pieces that pawns of 5D chess become
     */
    async setPosition(text, promotions = "QNRB") {
      await this.load(FEN.test(text) ? `${text}\n[Promotions "${promotions}"]` : text);
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
      const response = await fetch(address).catch((error) => this.#report(error));
      if (!response.ok) this.#report(new Error(`${address} cannot be loaded: ${response.status} ${response.statusText}`));
      const text = await response.text();
      if (load === this.#loads) await this.load(text);
    }

    /** @param {Error} error @returns {never} */
    #report(error) {
      const { message } = error;
      const place = error instanceof TextProblem ? { line: error.line, column: error.column, expected: error.expected } : {};
      this.#tell("problem", { message, ...place });
      throw error;
    }

    /** Show a game that the page names; the reader sees why it cannot be shown. @param {() => Promise<void>} work */
    async #show(work) {
      try {
        await work();
      } catch (error) {
        const { message } = /** @type {Error} */ (error);
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
      const [from, to] = [this.#square(shape.from), this.#square(shape.to)];
      return /** @type {Shape} */ ({ type: shape.type, from, to, color });
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
