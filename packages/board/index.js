/**
 * The entry point of the package: defines `<hyperchess-board>`. `python -m scripts.board` bundles it with the modules of
 * the page, and with the style sheets, the pieces and the starting positions, which it names `board-assets`.
 */

import { art, starts, style } from "board-assets";
import { defineBoard } from "../../src/hyperchess/app/page/js/component/element.js";

/** @type {Promise<WebAssembly.Module> | null} */
let kernel = null;

async function loadKernel() {
  const address = new URL("./rules.wasm", import.meta.url);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} cannot be loaded: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

defineBoard({
  style,
  art,
  starts,
  kernel: () => {
    kernel ??= loadKernel();
    kernel.catch(() => (kernel = null)); // loaded again at the next attempt
    return kernel;
  },
});
