/** The entry point of the page: builds its parts, connects them to the session, and opens what the URL asks for. */

/** @import {Context} from "./shell/context.js" */

import { mountBar } from "./engine/bar.js";
import { Evaluation } from "./engine/evaluation.js";
import { mountLines } from "./engine/lines.js";
import { keepFigures } from "./drawing/figures.js";
import { keepPieceSet } from "./drawing/pieces.js";
import { TYPEFACE } from "./drawing/typeface.js";
import { Game } from "./game/game.js";
import { mountStrips } from "./game/strips.js";
import { Lesson } from "./learn/lesson.js";
import { mountLessonBox } from "./learn/lesson-box.js";
import { Connection } from "./live/connection.js";
import { mountPeopleButton } from "./live/header-button.js";
import { mountLostEdits } from "./live/lost-edits.js";
import { Match } from "./live/match.js";
import { OwnGames } from "./open/own-games.js";
import { OpenPage } from "./open/page.js";
import { SavingSource } from "./data/saving.js";
import { Session } from "./session.js";
import { Settings } from "./settings/settings.js";
import { keepTheme, recallTheme } from "./settings/theme.js";
import { mountDrop } from "./shell/drop-target.js";
import { mountFrame } from "./shell/frame.js";
import { mountHeader } from "./shell/header.js";
import { mountPanels } from "./shell/mount-panels.js";
import { Mode } from "./shell/mode.js";
import { PageShell } from "./shell/page-shell.js";
import { Notices } from "./shell/notices.js";
import { listenForKeys } from "./shell/shortcuts.js";
import { mountSplitter } from "./shell/splitter.js";
import { Stages, loadStages } from "./shell/stages.js";
import { mountSounds } from "./shell/sounds.js";
import { mountStatusLine } from "./shell/status-line.js";
import { mountToolbar } from "./shell/toolbar.js";
import { followUrl } from "./shell/url.js";
import { Trainer } from "./puzzle/trainer/trainer.js";
import { announce } from "./ui/announce.js";
import { byId } from "./ui/dom.js";

mountFrame("Study");
const notices = new Notices(byId("notice", HTMLElement));

async function start() {
  const source = new SavingSource();
  const settings = new Settings();
  recallTheme(settings);
  const typeface = document.fonts.load(`1em ${TYPEFACE}`).catch(() => []); // canvases do not wait for it
  const [art, classes] = await Promise.all([source.art(), loadStages(), typeface]);
  keepPieceSet(settings);
  keepTheme(settings, art);
  keepFigures(art, settings);

  const session = new Session(source);
  const game = new Game(session, settings, source);
  const lesson = new Lesson(session, settings, source);
  const trainer = new Trainer(session, settings, source);
  notices.listen(session);
  const stages = new Stages(byId("board", HTMLElement), session, settings, art, classes);
  const shell = new PageShell(session, notices, game, lesson, trainer);
  /** @type {Context} */
  const context = { settings, art, source, stage: () => stages.current, announce, shell };
  const connection = new Connection(session);
  const match = new Match(session, settings, source, connection);
  const openPage = new OpenPage(byId("main", HTMLElement), session, context, new OwnGames(match, context));
  shell.attach(openPage);

  const evaluation = new Evaluation(session, settings, source);
  mountBar(byId("table", HTMLElement), evaluation, settings);
  mountLines(byId("lines", HTMLElement), session, evaluation, settings);
  mountHeader(session, context, source, shell.side);
  mountSounds(session, settings);
  byId("skip", HTMLButtonElement).addEventListener("click", () => context.stage()?.canvas.focus());
  mountSplitter(byId("splitter", HTMLElement));
  mountDrop(
    (content) => openPage.open(content),
    (message) => session.notice(message, "error"),
  );
  mountStrips(byId("table", HTMLElement), game, match, context);
  mountStatusLine(byId("status-line", HTMLElement), session, [match, game]);
  mountLessonBox(byId("table", HTMLElement), lesson, context);
  evaluation.pauseDuring([game, match]);
  const mode = new Mode(session, { game, match, lesson, trainer }, shell.side);
  shell.follow(mode);
  mountToolbar(byId("bar", HTMLElement), session, context, mode);
  mountPeopleButton(context, connection);
  mountLostEdits(byId("table", HTMLElement), session, context);
  const tree = mountPanels(shell.side, session, context, game, lesson, trainer, connection, match);
  listenForKeys(session, context, tree, () => shell.leave());
  Object.assign(globalThis, { hyperchess: { session, settings, connection, stage: () => stages.current } });
  await followUrl(session, context, mode);
}

start().catch((error) => {
  console.error(error);
  const again = { label: "Try again", run: () => location.reload() };
  notices.show({ kind: "error", text: `the page could not start: ${error.message}`, action: again });
});
