/** The extension: starts the language server, and adds the board beside the text and the commands. */

import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";

import { BoardPreview } from "./preview";
import { convertTo, copySvg, openBoard } from "./commands";

export const LANGUAGES = ["5dpgn", "icn", "hyperchess"];

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const preview = new BoardPreview(() => client, LANGUAGES);
  context.subscriptions.push(
    preview,
    vscode.commands.registerCommand("hyperchess.showBoard", () => preview.show()),
    vscode.commands.registerCommand("hyperchess.convertTo", () => withClient(convertTo)),
    vscode.commands.registerCommand("hyperchess.copySvg", () => withClient(copySvg)),
    vscode.commands.registerCommand("hyperchess.analyse", () => withClient(openBoard)),
    vscode.commands.registerCommand("hyperchess.restart", start),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("hyperchess.path")) void start();
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
  client = undefined;
}

/** Start the server, or another one after the settings changed. */
async function start(): Promise<void> {
  await client?.stop();
  const settings = vscode.workspace.getConfiguration("hyperchess");
  const command = settings.get<string>("path") || "hyperchess";
  const server: ServerOptions = { command, args: ["lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: LANGUAGES.map((language) => ({ language })),
    initializationOptions: { notation: settings.get("notation"), hover: settings.get("hover") },
    synchronize: { configurationSection: "hyperchess" },
  };
  client = new LanguageClient("hyperchess", "hyperchess", server, options);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(
      `hyperchess: ${command} lsp did not start (${reason}). Install it with: pip install 'hyperchess[lsp]', ` +
        "or set hyperchess.path.",
    );
  }
}

/** Run a command for the active editor; report its failure. */
async function withClient(
  command: (client: LanguageClient, editor: vscode.TextEditor) => Promise<void>,
): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (client === undefined || editor === undefined || !LANGUAGES.includes(editor.document.languageId)) {
    void vscode.window.showWarningMessage("hyperchess: open a game first.");
    return;
  }
  try {
    await command(client, editor);
  } catch (error) {
    void vscode.window.showErrorMessage(`hyperchess: ${error instanceof Error ? error.message : String(error)}`);
  }
}
