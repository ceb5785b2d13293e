/**
 * The board with its status line, toolbar and moves, in an element of another page. It is the board of the page: the
 * same stages, tree and shortcuts. What needs a server (editing, hints, engines) is left out.
 */

/** @import {Art, Source, Study} from "../types.js" */
/** @import {Context} from "../shell/context.js" */
/** @import {HttpSource} from "../data/http.js" */
/** @import {Settings} from "../settings/settings.js" */

import { keepFigures } from "../drawing/figures.js";
import { keepPieceSet } from "../drawing/pieces.js";
import { InfiniteStage } from "../infinite/stage.js";
import * as moves from "../moves/panel.js";
import { MultiverseStage } from "../multiverse/stage.js";
import { Session } from "../session.js";
import { keepTheme } from "../settings/theme.js";
import { Notices } from "../shell/notices.js";
import { listenForKeys } from "../shell/shortcuts.js";
import { Stages } from "../shell/stages.js";
import { mountStatusLine } from "../shell/status-line.js";
import { mountToolbar } from "../shell/toolbar.js";
import { announce } from "../ui/announce.js";
import { make } from "../ui/dom.js";

const NEEDS_SERVER = ["hint", "engine"];

export class BoardView {
  /** @type {Stages} */ #stages;

  /**
   * @param {HTMLElement} frame
   * @param {Source} source
   * @param {Art} art
   * @param {Settings} settings
   * @param {boolean} allKeys whether keys work without the focus too
   */
  constructor(frame, source, art, settings, allKeys) {
    this.session = new Session(source);
    this.frame = frame;
    const { session } = this;
    // groups, not landmarks: a page may have several boards
    const board = make("div", { id: "board" });
    const notice = make("div", { id: "notice", role: "log", "aria-live": "polite", "aria-label": "Messages" });
    const status = make("div", { id: "status-line" });
    const bar = make("div", { id: "bar", role: "toolbar", "aria-label": "Actions" });
    const side = make("div", { id: "panel-moves", class: "page", role: "group", "aria-label": "Moves" });
    frame.replaceChildren(
      make("div", { id: "table", role: "group", "aria-label": "Board" }, board, notice, status),
      bar,
      make("div", { class: "board-side" }, side),
    );
    keepPieceSet(settings);
    keepTheme(settings, art, frame);
    keepFigures(art, settings, frame);
    const notices = new Notices(notice);
    notices.listen(session);
    const classes = { "5d": MultiverseStage, infinite: InfiniteStage };
    this.#stages = new Stages(board, session, settings, art, classes);
    /** @type {Context} */
    const context = {
      settings,
      art,
      source: /** @type {HttpSource} */ (/** @type {unknown} */ (source)),
      stage: () => this.stage,
      announce,
      shell: {
        show: () => {},
        toggle: () => {},
        play: () => {},
        train: async () => false,
        trains: () => false,
        mode: () => ({ name: "analyse", during: "" }),
        hint: () => {},
        showBoard: () => {},
        showSide: () => {},
        reveal: () => {},
        showOpen: () => {},
        hideOpen: () => {},
        notify: (message) => notices.show(message),
      },
    };
    mountToolbar(bar, session, context);
    for (const name of NEEDS_SERVER) bar.querySelector(`[data-action="${name}"]`)?.remove();
    mountStatusLine(status, session);
    listenForKeys(session, context, moves.mount(side, session, context), () => false, allKeys ? document : frame);
  }

  get stage() {
    return this.#stages.current;
  }

  /** @param {Study} study @param {number} [node] where to stand; by default at the end of the main line */
  async show(study, node) {
    this.showWhetherPlayable();
    await this.session.show(study, node);
  }

  /** Offer the buttons for moves only if the user may move pieces. */
  showWhetherPlayable() {
    this.frame.classList.toggle("read-only", !this.session.canPlay);
  }
}
