/** The compiled extension with the real language server; only the module `vscode` is a stand-in. */

import assert from "node:assert/strict";
import { createRequire, Module } from "node:module";
import { after, before, test } from "node:test";

const require = createRequire(import.meta.url);
const vscode = require("./vscode-stub.cjs");
const { seen, events, settings } = vscode.testing;

const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
const extension = require("../dist/extension.js");

const GAME = '[Board "Standard"]\n\n1. e4 / e5\n2. Nf3 / Nc6\n';
const subscriptions = [];

/** Wait until a condition holds. A test that waits in vain is ended by the limit of the runner. */
async function until(condition) {
  for (;;) {
    const value = condition();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function open(name, text, languageId = "5dpgn") {
  const uri = vscode.Uri.file(`/games/${name}`);
  const document = { uri, languageId, version: 1, getText: () => text, isClosed: false, fileName: name, lineCount: 9 };
  vscode.workspace.textDocuments.push(document);
  events.openDocument.fire(document);
  const editor = { document, selection: { active: new vscode.Position(0, 0) } };
  vscode.window.activeTextEditor = editor;
  return editor;
}

function moveCursor(editor, line, character) {
  editor.selection = { active: new vscode.Position(line, character) };
  events.selection.fire({ textEditor: editor });
}

before(() => extension.activate({ subscriptions }));
after(async () => {
  await extension.deactivate();
  for (const each of subscriptions) each.dispose();
});

test("problems of a document are shown", { timeout: 60_000 }, async () => {
  const editor = open("wrong.5dpgn", GAME.replace("Nf3", "Nf9"));
  const found = await until(() => seen.diagnostics.get(editor.document.uri.toString()));
  assert.equal(found.length, 1);
  assert.equal(found[0].range.start.line, 3);
  assert.equal(found[0].severity, vscode.DiagnosticSeverity.Error);
});

test("the mouse over a move shows the board", { timeout: 60_000 }, async () => {
  const { document } = open("hover.5dpgn", GAME);
  const token = new vscode.CancellationTokenSource().token;
  const hover = await seen.providers.registerHoverProvider.provideHover(document, new vscode.Position(3, 4), token);
  assert.match([hover.contents].flat()[0].value, /!\[2w. Nf3\]\(data:image\/svg\+xml;base64,/);
});

test("the board beside the text follows the cursor", { timeout: 60_000 }, async () => {
  const editor = open("board.5dpgn", GAME);
  seen.commands.get("hyperchess.showBoard")();
  const panel = seen.panels.at(-1);
  assert.match(panel.webview.html, /default-src 'none'/);
  assert.deepEqual(panel.column, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
  await until(() => panel.posted.length === 1);
  assert.equal(panel.title, "Board: start");
  moveCursor(editor, 2, 4);
  moveCursor(editor, 3, 12);
  await until(() => panel.title === "Board: 2b. Nc6");
  assert.equal(panel.posted.length, 2); // the cursor did not rest on the first place
  const svg = Buffer.from(panel.posted[1].picture.split(",")[1], "base64").toString();
  assert.match(svg, /^<svg .*hc-dark/);
  settings.theme = "print";
  settings.flip = true;
  events.onDidChangeConfiguration.fire({ affectsConfiguration: () => false });
  await until(() => panel.posted.length === 3);
  assert.match(Buffer.from(panel.posted[2].picture.split(",")[1], "base64").toString(), /hc-print/);
  panel.dispose();
  moveCursor(editor, 2, 4);
  seen.commands.get("hyperchess.showBoard")();
  assert.equal(seen.panels.length, 2);
});

test("an unknown position is a note", { timeout: 60_000 }, async () => {
  const editor = open("unknown.5dpgn", GAME.replace("Nf3", "Nf9"));
  seen.commands.get("hyperchess.showBoard")();
  moveCursor(editor, 3, 5);
  const panel = seen.panels.at(-1);
  assert.match((await until(() => panel.posted.find((message) => message.note))).note, /unknown/);
});

test("a game is converted into a new document", { timeout: 60_000 }, async () => {
  open("convert.5dpgn", GAME.replace("e4", "e4 {best}"));
  seen.pick = "raw";
  await seen.commands.get("hyperchess.convertTo")();
  const { content, language } = seen.opened.at(-1);
  assert.match(content, /\(0T2\)g1>\(0T2\)f3/);
  assert.equal(language, "5dpgn");
  seen.pick = "hexicube";
  seen.messages.length = 0;
  await seen.commands.get("hyperchess.convertTo")();
  assert.equal(seen.opened.at(-1).language, "hyperchess");
  assert.match(seen.messages[0], /comment/);
});

test("the board is copied as SVG", { timeout: 60_000 }, async () => {
  const editor = open("copy.5dpgn", GAME);
  moveCursor(editor, 3, 4);
  await seen.commands.get("hyperchess.copySvg")();
  assert.match(seen.clipboard, /^<svg /);
});

test("a command without a game says so", async () => {
  vscode.window.activeTextEditor = undefined;
  seen.messages.length = 0;
  await seen.commands.get("hyperchess.copySvg")();
  assert.deepEqual(seen.messages, ["hyperchess: open a game first."]);
});

test("a missing command is reported with what to do", { timeout: 60_000 }, async () => {
  settings.path = "/nowhere/hyperchess";
  seen.messages.length = 0;
  await seen.commands.get("hyperchess.restart")();
  await until(() => seen.messages.some((message) => message.includes("pip install 'hyperchess[lsp]'")));
});
