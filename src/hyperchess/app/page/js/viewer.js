/**
 * The entry point of a self-contained file: a title, and the board `<hyperchess-board>` with the game, the pieces and
 * the rules from the file.
 */

import { defineBoard } from "./component/element.js";
import { Settings } from "./settings/settings.js";
import { keepTheme } from "./settings/theme.js";
import { brandImage } from "./shell/frame.js";
import { themeButton } from "./shell/theme-button.js";
import { byId, make } from "./ui/dom.js";

/** The text of an element that the file contains. @param {string} id */
const part = (id) => byId(id, HTMLScriptElement).text;

/** Unpack a part of the file. @param {string} id */
function unpack(id) {
  const packed = Uint8Array.from(atob(part(id)), (character) => character.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")));
}

async function unpackKernel() {
  return WebAssembly.compile(await unpack("kernel").arrayBuffer());
}

async function start() {
  const { style, art } = await unpack("assets").json();
  const data = JSON.parse(part("embedded"));
  const settings = new Settings();
  keepTheme(settings, art);
  defineBoard({ style, art, kernel: unpackKernel });
  const board = /** @type {any} */ (document.createElement("hyperchess-board"));
  const attributes = { moves: "", playable: "", keys: "page", theme: settings.get("theme") };
  for (const [name, value] of Object.entries(attributes)) board.setAttribute(name, value);
  settings.onChange((name) => {
    if (name === "theme") board.theme = settings.get("theme");
  });
  document.body.prepend(
    make("button", { type: "button", class: "skip", text: "Go to the board", on: { click: () => board.focus() } }),
    make(
      "header",
      { id: "head" },
      make("span", { class: "brand" }, brandImage()),
      make("h1", { id: "viewer-title", class: "title", text: data.study.title }),
      make("div", { id: "head-actions", class: "head-actions" }, themeButton(settings)),
    ),
    make("main", { id: "viewer" }, board),
  );
  await board.load(data);
  const { session } = board.view;
  Object.assign(globalThis, { hyperchess: { session, settings, stage: () => board.view.stage } });
}

start().catch((error) => {
  console.error(error);
  document.body.prepend(make("p", { role: "alert", text: `The game cannot be shown: ${error.message}` }));
});
