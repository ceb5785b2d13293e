/** The page: puts art, settings, session, boards, panels and keys together, and opens what the address asks for. */

/** @import {Context} from "./ui/context.js" */

import { followAddress } from "./address.js";
import { listen } from "./keys.js";
import { SavingSource } from "./saving.js";
import { Session } from "./session.js";
import { Settings } from "./settings.js";
import { keepTheme, recallTheme } from "./theme.js";
import { announce } from "./ui/announce.js";
import * as bar from "./ui/bar.js";
import { byId } from "./ui/dom.js";
import { mountDrop } from "./ui/drop.js";
import { mountHead } from "./ui/head.js";
import { Notices } from "./ui/notice.js";
import { OpenPage } from "./panels/open.js";
import { Sheet } from "./ui/sheet.js";
import { Side } from "./ui/side.js";
import { mountSplitter } from "./ui/splitter.js";
import { Stages, loadStages } from "./ui/stages.js";
import * as status from "./ui/status.js";
import { addPanels } from "./panels.js";

const notices = new Notices(byId("notice", HTMLElement));

async function start() {
  const source = new SavingSource();
  const settings = new Settings();
  recallTheme(settings);
  const [art, classes] = await Promise.all([source.art(), loadStages()]);
  keepTheme(settings, art);

  const session = new Session(source);
  notices.listen(session);
  const stages = new Stages(byId("board", HTMLElement), session, settings, art, classes);
  const side = new Side(byId("tabs", HTMLElement));
  const sheet = new Sheet(byId("side", HTMLElement), byId("sheet-handle", HTMLElement));
  /** @type {Context} */
  const context = {
    settings,
    art,
    source,
    stage: () => stages.current,
    announce,
    shell: {
      show: (page) => {
        openPage.hide();
        side.show(page);
        sheet.raise();
      },
      toggle: (page) => {
        if (openPage.hide()) side.show(page);
        else side.toggle(page);
        sheet.raise();
      },
      showOpen: () => openPage.show(),
      hideOpen: () => openPage.hide(),
      notify: (message) => notices.show(message),
    },
  };
  const openPage = new OpenPage(byId("open-panel", HTMLElement), session, context);

  // before a study is open, settings and keys stand beside the page where one opens it
  side.addEventListener("show", () => document.body.classList.toggle("aside", openPage.shown && !side.atTab));
  session.on("study", () => document.body.classList.toggle("studying", session.study !== null));
  bar.mount(byId("bar", HTMLElement), session, context);
  status.mount(byId("status-line", HTMLElement), session);
  mountHead(session, context, source, side);
  mountSplitter(byId("splitter", HTMLElement));
  byId("tabs", HTMLElement).addEventListener("click", () => sheet.raise());
  mountDrop(
    (text) => openPage.offer(text),
    (message) => session.notice(message, "error"),
  );
  const tree = addPanels(side, session, context);
  listen(session, context, tree, () => openPage.hide() || side.leave());
  Object.assign(globalThis, { hyperchess: { session, settings, stage: () => stages.current } });
  await followAddress(session, context);
}

start().catch((error) => {
  console.error(error);
  const again = { label: "Try again", run: () => location.reload() };
  notices.show({ kind: "error", text: `the page could not start: ${error.message}`, action: again });
});
