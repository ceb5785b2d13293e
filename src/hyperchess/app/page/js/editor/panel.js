/** The Edit tab: set up a position of either game, starting from the current one, a variant, or an empty board. */

/** @import {VariantView} from "../data/api-types.js" */
/** @import {ApiError} from "../data/http.js" */
/** @import {Session} from "../session.js" */
/** @import {GameKind} from "../types.js" */
/** @import {Context} from "../shell/context.js" */

import { PieceArt } from "../drawing/pieces.js";
import { activeTheme } from "../settings/theme.js";
import { make } from "../ui/dom.js";
import { MultiverseEditor } from "./multiverse/editor.js";
import { InfiniteEditor } from "./infinite/editor.js";

const CURRENT = "current";
const EMPTY = "empty";
const WIDE = "(min-width: 721px)";

class EditPanel {
  /** @type {GameKind} */ #game = "5d";
  /** @type {VariantView[]} */ #variants = [];
  /** whether there is something to show */ #started = false;

  /** @param {HTMLElement} element @param {Session} session @param {Context} context */
  constructor(element, session, context) {
    this.session = session;
    this.context = context;
    const { settings, art } = context;
    let theme = activeTheme(settings, art);
    const pieces = new PieceArt(art);
    this.multiverse = new MultiverseEditor(session, context, pieces, () => theme);
    this.infinite = new InfiniteEditor(session, context, () => theme);
    settings.addEventListener("change", () => {
      theme = activeTheme(settings, art);
      this.multiverse.refreshTheme();
      this.infinite.refreshTheme();
    });
    this.games = make("div", { class: "edit-games", role: "radiogroup", "aria-label": "Game" });
    this.source = make("select", { id: "edit-source" });
    this.begin = make("button", {
      type: "button",
      id: "edit-start",
      text: "Start",
      on: { click: () => this.#start() },
    });
    element.classList.add("edit-page");
    element.append(
      make(
        "section",
        { class: "part" },
        this.games,
        make(
          "div",
          { class: "field-row" },
          make("label", { for: "edit-source", text: "From" }),
          this.source,
          this.begin,
        ),
      ),
      this.multiverse.element,
      this.infinite.element,
    );
    for (const { result } of [this.multiverse, this.infinite]) {
      result.addEventListener("answer", () => this.#takeBoard());
    }
    new MutationObserver(() => this.#shown(!element.hidden)).observe(element, {
      attributeFilter: ["hidden"],
    });
    this.element = element;
    session.on("study", () => this.#takeBoard());
    void this.#load();
  }

  /** Show the edited position on the main board, if it is of the same game. */
  #takeBoard() {
    const shown = this.#started && !this.element.hidden;
    this.multiverse.big.use(shown && this.#game === "5d" && this.session.study?.game === "5d");
    if (shown && this.#game === "infinite" && matchMedia(WIDE).matches) this.infinite.enlarge();
    else this.infinite.shrink();
    const { result } = this.#game === "5d" ? this.multiverse : this.infinite;
    this.session.showEdited(shown ? result.status : null);
  }

  async #load() {
    const { study } = this.session;
    this.#choose(study?.game ?? "5d");
    try {
      this.#variants = await this.context.source.ask("GET /variants");
    } catch {
      this.#variants = []; // without variants, everything else works
    }
    this.#showSources();
    await this.#start();
  }

  /** The tab was shown or hidden. @param {boolean} shown */
  #shown(shown) {
    if (shown) this.#showSources();
    this.#takeBoard();
  }

  /** @param {GameKind} game */
  #choose(game) {
    this.#game = game;
    const entries = /** @type {[GameKind, string][]} */ ([
      ["5d", "5D chess"],
      ["infinite", "Infinite chess"],
    ]);
    this.games.replaceChildren(
      ...entries.map(([value, text]) =>
        make("button", {
          type: "button",
          role: "radio",
          class: "small",
          text,
          id: `edit-game-${value}`,
          "aria-checked": String(value === game),
          on: {
            click: () => {
              if (value === this.#game) return;
              this.#choose(value);
              document.getElementById(`edit-game-${value}`)?.focus();
            },
          },
        }),
      ),
    );
    this.multiverse.element.hidden = game !== "5d";
    this.infinite.element.hidden = game !== "infinite";
    this.#takeBoard();
    this.#showSources();
  }

  #showSources() {
    const here = this.session.study?.game === this.#game && this.session.position !== null;
    const before = this.source.value;
    const first = [
      here ? make("option", { value: CURRENT, text: "The position on the board" }) : null,
      make("option", { value: EMPTY, text: "An empty board" }),
    ].filter((option) => option !== null);
    /** @type {Map<string, HTMLOptGroupElement>} */ const groups = new Map();
    for (const variant of this.#variants) {
      if (variant.game !== this.#game) continue;
      const group = groups.get(variant.group) ?? make("optgroup", { label: variant.group });
      groups.set(variant.group, group);
      group.append(make("option", { value: `variant:${variant.name}`, text: variant.short ?? variant.name }));
    }
    this.source.replaceChildren(...first, ...groups.values());
    if ([...this.source.options].some((option) => option.value === before)) this.source.value = before;
  }

  async #start() {
    const { source, session, context } = this;
    const editor = this.#game === "5d" ? this.multiverse : this.infinite;
    try {
      if (source.value === EMPTY) editor.startEmpty(8, 8);
      else if (source.value === CURRENT && session.study) {
        const { study, node, pending } = session;
        await editor.start(context.source.ask("POST /studies/{id}/setup", { id: study.id }, { node, pending }));
      } else {
        await editor.start(
          context.source.ask("POST /setup", {}, { game: this.#game, variant: source.value.replace("variant:", "") }),
        );
      }
      this.#started = true;
      this.#takeBoard();
    } catch (error) {
      const { message, hint } = /** @type {Error & Partial<ApiError>} */ (error);
      session.notice(message, "error", hint ?? "");
    }
  }
}

/** @param {HTMLElement} element @param {Session} session @param {Context} context */
export function mount(element, session, context) {
  new EditPanel(element, session, context);
}
