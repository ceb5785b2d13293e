/**
 * The viewer of a self-contained file: the same boards, tree and keys as the page, fed by the file itself.
 * What needs a server (playing, editing, hints) is left out.
 */

/** @import {Context} from "./shell/context.js" */
/** @import {HttpSource} from "./data/http.js" */

import { EmbeddedSource } from "./data/embedded.js";
import { listen } from "./shell/shortcuts.js";
import * as moves from "./moves/panel.js";
import { Session } from "./session.js";
import { Settings } from "./settings/settings.js";
import { keepTheme } from "./settings/theme.js";
import { announce } from "./ui/announce.js";
import * as bar from "./shell/toolbar.js";
import { byId, make } from "./ui/dom.js";
import { icon, setIcon } from "./ui/icons.js";
import { Notices } from "./shell/notices.js";
import { BottomSheet } from "./shell/bottom-sheet.js";
import { mountSplitter } from "./shell/splitter.js";
import { Stages, loadStages } from "./shell/stages.js";
import * as status from "./shell/status-line.js";

const NEEDS_A_SERVER = ["undo", "redo", "submit", "hint"];
const THEMES = /** @type {const} */ (["auto", "light", "dark", "contrast"]);

const notices = new Notices(byId("notice", HTMLElement));

async function start() {
  const source = EmbeddedSource.ofPage();
  const settings = new Settings();
  const [art, study, classes] = await Promise.all([source.art(), source.study(), loadStages()]);
  keepTheme(settings, art);

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
      showOpen: () => {},
      hideOpen: () => {},
      notify: (message) => notices.show(message),
    },
  };

  bar.mount(byId("bar", HTMLElement), session, context);
  for (const name of NEEDS_A_SERVER) document.querySelector(`[data-action="${name}"]`)?.remove();
  status.mount(byId("status-line", HTMLElement), session);
  mountSplitter(byId("splitter", HTMLElement));
  byId("skip", HTMLButtonElement).addEventListener("click", () => context.stage()?.canvas.focus());
  byId("viewer-title", HTMLElement).textContent = study.title;
  byId("head-actions", HTMLElement).append(themeButton(settings));
  const tree = moves.mount(byId("panel-moves", HTMLElement), session, context);
  listen(session, context, tree, () => false);
  Object.assign(globalThis, { hyperchess: { session, settings, stage: () => stages.current } });
  await session.show(study, source.data.node ?? undefined);
}

/** @param {Settings} settings */
function themeButton(settings) {
  const next = () => {
    const theme = THEMES[(THEMES.indexOf(settings.get("theme")) + 1) % THEMES.length] ?? "auto";
    settings.set("theme", theme);
    announce(`Theme: ${theme}`);
  };
  const button = make(
    "button",
    {
      type: "button",
      class: "head-button theme",
      "aria-label": "Next theme",
      title: "Next theme",
      on: { click: next },
    },
    icon("auto"),
  );
  const refresh = () => setIcon(button, settings.get("theme"));
  settings.onChange(refresh);
  refresh();
  return button;
}

start().catch((error) => {
  console.error(error);
  notices.show({ kind: "error", text: `the game cannot be shown: ${error.message}` });
});
