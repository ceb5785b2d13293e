/**
 * The entry point of the package: defines `<hyperchess-board>`, and opens games without a board. `python -m scripts.board`
 * bundles it with the modules of the page, and with the style sheets, the pieces and the starting positions, which it
 * names `board-assets`.
 */

import { art, starts, style } from "board-assets";
import { defineBoard } from "../../src/hyperchess/app/page/js/component/element.js";
import { readGame } from "../../src/hyperchess/app/page/js/component/game-json.js";
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

/** Open a game without a board: a variant by its name, or a game as `load` takes it; `rules` are the bytes of rules.wasm. */
export async function openGame(game, rules) {
  if (rules) kernel ??= WebAssembly.compile(rules);
  const known = typeof game === "string" && starts[game] ? starts[game] : typeof game === "string" ? JSON.parse(game) : game;
  return new RulesGame("format" in known ? readGame(known, starts) : known, art, loadKernel);
}

defineBoard({ style, art, starts, kernel: loadKernel });
