/**
 * The entry point of the package: defines `<hyperchess-board>`, and opens games without a board. `python -m scripts.board`
 * bundles it with the modules of the page, and with the style sheets, the pieces and the starting positions, which it
 * names `board-assets`.
 */

import { art, starts, style } from "board-assets";
import { defineBoard } from "../../src/hyperchess/app/page/js/component/element.js";
import { readText } from "../../src/hyperchess/app/page/js/component/notation/read-text.js";
import { RulesGame } from "../../src/hyperchess/app/page/js/component/rules-game.js";

/** @type {Promise<WebAssembly.Module> | null} */
let kernel = null;

async function fetchKernel() {
  const address = new URL("./rules.wasm", import.meta.url);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} cannot be loaded: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

function loadKernel() {
  kernel ??= fetchKernel();
  kernel.catch(() => (kernel = null)); // loaded again at the next attempt
  return kernel;
}

/** Open a game without a board, at its start: a variant by its name, or a text as `load` takes it; `rules` are the bytes of rules.wasm. */
export async function openGame(game, rules) {
  if (rules) kernel ??= WebAssembly.compile(rules);
  const text = typeof game === "string" ? game : JSON.stringify(game);
  const data = starts[text] ?? (await readText(text, { starts, art, kernel: loadKernel }));
  return new RulesGame(data, art, loadKernel);
}

defineBoard({ style, art, starts, kernel: loadKernel });
