/**
 * The entry point of the viewer in a self-contained file: the same boards, tree and shortcuts as the page, with data
 * from the file and the rules by which it plays on. What needs Python (editing, hints, engines) is left out.
 */

/** @import {Context} from "./shell/context.js" */
/** @import {HttpSource} from "./data/http.js" */

import { EmbeddedSource } from "./data/embedded.js";
import { keepFigures } from "./drawing/figures.js";
import { keepPieceSet } from "./drawing/pieces.js";
import * as moves from "./moves/panel.js";
import { Session } from "./session.js";
import { Settings } from "./settings/settings.js";
import { keepTheme } from "./settings/theme.js";
import { BottomSheet } from "./shell/bottom-sheet.js";
import { brandImage, mountFrame } from "./shell/frame.js";
import { Notices } from "./shell/notices.js";
import { listenForKeys } from "./shell/shortcuts.js";
import { mountSplitter } from "./shell/splitter.js";
import { Stages, loadStages } from "./shell/stages.js";
import { mountStatusLine } from "./shell/status-line.js";
import { themeButton } from "./shell/theme-button.js";
import { mountToolbar } from "./shell/toolbar.js";
import { announce } from "./ui/announce.js";
import { byId, make } from "./ui/dom.js";

const NEEDS_PYTHON = ["hint", "engine"];
const PLAYS = ["undo", "redo", "submit"];

mountFrame("Moves");
const notices = new Notices(byId("notice", HTMLElement));

async function start() {
  const source = EmbeddedSource.ofPage();
  const settings = new Settings();
  const [art, study, classes] = await Promise.all([source.art(), source.study(), loadStages()]);
  keepPieceSet(settings);
  keepTheme(settings, art);
  keepFigures(art, settings);

  const session = new Session(source);
  notices.listen(session);
  const stages = new Stages(byId("board", HTMLElement), session, settings, art, classes);
  new BottomSheet(byId("side", HTMLElement), byId("sheet-handle", HTMLElement));
  /** @type {Context} */
  const context = {
    settings,
    art,
    source: /** @type {HttpSource} */ (/** @type {unknown} */ (source)),
    stage: () => stages.current,
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

  mountToolbar(byId("bar", HTMLElement), session, context);
  const absent = source.canPlay ? NEEDS_PYTHON : [...NEEDS_PYTHON, ...PLAYS];
  for (const name of absent) document.querySelector(`[data-action="${name}"]`)?.remove();
  mountStatusLine(byId("status-line", HTMLElement), session);
  mountSplitter(byId("splitter", HTMLElement));
  byId("skip", HTMLButtonElement).addEventListener("click", () => context.stage()?.canvas.focus());
  byId("head", HTMLElement).prepend(
    make("span", { class: "brand" }, brandImage()),
    make("h1", { id: "viewer-title", class: "title", text: study.title }),
  );
  byId("head-actions", HTMLElement).append(themeButton(settings));
  const page = make("section", { id: "panel-moves", class: "page", "aria-label": "Moves" });
  byId("side-pages", HTMLElement).append(page);
  const tree = moves.mount(page, session, context);
  listenForKeys(session, context, tree, () => false);
  Object.assign(globalThis, { hyperchess: { session, settings, stage: () => stages.current } });
  await session.show(study, source.data.node ?? undefined);
}

start().catch((error) => {
  console.error(error);
  notices.show({ kind: "error", text: `the game cannot be shown: ${error.message}` });
});
