/** The grammar in the engine of the editor: every correct file of the corpora is made of known tokens. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const CORPUS = here("../../../tests/corpus/");
const FILES = ["good", "icn/good", "small/good", "dynamical"].flatMap((folder) =>
  readdirSync(CORPUS + folder)
    .filter((name) => (folder === "dynamical" ? name.endsWith(".txt") : !/\.(txt|json)$/.test(name)))
    .map((name) => `${folder}/${name}`),
);

async function loadGrammar() {
  await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () =>
      textmate.parseRawGrammar(readFileSync(here("../syntaxes/hyperchess.tmLanguage.json"), "utf8"), "a.json"),
  });
  return registry.loadGrammar("source.hyperchess");
}

const grammar = await loadGrammar();

/** Return the tokens of a text: the text and the last scope of each. */
function tokens(text) {
  let state = textmate.INITIAL;
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    const result = grammar.tokenizeLine(line, state);
    state = result.ruleStack;
    return result.tokens
      .map((token) => ({ text: line.slice(token.startIndex, token.endIndex), scope: token.scopes.at(-1) }))
      .filter((token) => token.text.trim());
  });
}

test("the corpora have games", () => assert.ok(FILES.length > 70));

for (const file of FILES) {
  test(`every token of ${file} is known`, () => {
    const unknown = tokens(readFileSync(CORPUS + file, "utf8")).filter(({ scope }) => scope === "source.hyperchess");
    assert.deepEqual(unknown, []);
  });
}

test("headers, moves, marks and comments", () => {
  const found = tokens('[White "Ada"] 1. (0T1)e4! {a {b} [%clk 0:01:00]} / e5 1-0');
  const scopes = Object.fromEntries(found.map(({ text, scope }) => [text, scope.split(".")[0]]));
  assert.equal(scopes.White, "entity");
  assert.equal(scopes['"Ada"'], "string");
  assert.equal(scopes["(0T1)"], "variable");
  assert.equal(scopes.e4, "entity");
  assert.equal(scopes["!"], "keyword");
  assert.equal(scopes["[%clk 0:01:00]"], "keyword");
  assert.equal(scopes.e5, "entity");
  assert.equal(scopes["1-0"], "constant");
});
