/**
 * Reads games with the readers and the kernel of the board, and prints the position after every node.
 *
 * Standard input: `{art, starts, texts}`; output: a list of `{positions, nodes, error}`, where `error` has `message`, `line`,
 * `column` and `expected`.
 *
 * node tests/board/positions.mjs rules.wasm < input
 */

import { readFileSync } from "node:fs";

import { readText } from "../../src/hyperchess/app/page/js/component/notation/read-text.js";
import { EmbeddedSource } from "../../src/hyperchess/app/page/js/data/embedded.js";

const module = await WebAssembly.compile(readFileSync(process.argv[2]));
const kernel = async () => module;
const { art, starts, texts } = JSON.parse(readFileSync(0, "utf8"));
const found = [];
for (const text of texts) {
  try {
    const data = await readText(text, { starts, art, kernel });
    const source = new EmbeddedSource(data, art, kernel);
    const positions = [];
    for (const { id, resolved } of data.study.nodes) {
      positions.push(resolved ? await source.position("", id, []) : null);
    }
    found.push({ positions, nodes: data.study.nodes, error: null });
  } catch (failure) {
    const { name, message, line, column, expected } = failure;
    found.push({ positions: [], nodes: [], error: { name, message, line, column, expected } });
  }
}
process.stdout.write(JSON.stringify(found));
