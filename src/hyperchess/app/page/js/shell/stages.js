/** One stage for each kind of game; the stage of the open study is active. */

/** @import {Session} from "../session.js" */
/** @import {Settings} from "../settings/settings.js" */
/** @import {Art, GameKind} from "../types.js" */
/** @import {Stage} from "./context.js" */

import { make } from "../ui/dom.js";

/** @typedef {new (host: HTMLElement, session: Session, settings: Settings, art: Art) => Stage} StageClass */

/** @returns {Promise<Record<GameKind, StageClass>>} */
export async function loadStages() {
  const [multiverse, infinite] = await Promise.all([
    import("../multiverse/stage.js"),
    import("../infinite/stage.js"),
  ]);
  return { "5d": multiverse.MultiverseStage, infinite: infinite.InfiniteStage };
}

export class Stages {
  /** @type {Map<GameKind, {host: HTMLElement, stage: Stage}>} */ #made = new Map();
  /** @type {GameKind | null} */ #active = null;

  /**
   * @param {HTMLElement} board
   * @param {Session} session
   * @param {Settings} settings
   * @param {Art} art
   * @param {Record<GameKind, StageClass>} classes
   */
  constructor(board, session, settings, art, classes) {
    const use = () => {
      const game = session.study?.game;
      if (game === undefined || game === this.#active) return;
      const before = this.current;
      if (before) before.deactivate();
      for (const { host } of this.#made.values()) host.hidden = true;
      let made = this.#made.get(game);
      if (!made) {
        const host = make("div", { class: "stage-host" });
        board.append(host);
        made = { host, stage: new classes[game](host, session, settings, art) };
        this.#made.set(game, made);
      }
      made.host.hidden = false;
      this.#active = game;
      made.stage.activate();
    };
    session.on("study", use);
    use();
  }

  /** @returns {Stage | null} */
  get current() {
    return (this.#active && this.#made.get(this.#active)?.stage) ?? null;
  }
}
