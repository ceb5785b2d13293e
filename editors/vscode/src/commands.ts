/** Commands for the game in the active editor. The server does the work. */

import * as vscode from "vscode";
import { ExecuteCommandRequest, type LanguageClient } from "vscode-languageclient/node";

/** Result of `hyperchess.convert`. */
interface Converted {
  text: string;
  losses: string[];
  notation: string;
}

/** A notation that the game can be written in: result of the request `hyperchess/notations`. */
interface Notation {
  name: string;
  title: string;
}

export async function convertTo(client: LanguageClient, editor: vscode.TextEditor): Promise<void> {
  const uri = editor.document.uri.toString();
  const notations = await client.sendRequest<Notation[]>("hyperchess/notations", { textDocument: { uri } });
  const items = notations.map(({ name, title }) => ({ label: name, description: title }));
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: "Notation" });
  if (chosen === undefined) return;
  const converted = await execute<Converted>(client, "hyperchess.convert", uri, chosen.label);
  const language = languageOf(converted.notation);
  const document = await vscode.workspace.openTextDocument({ content: converted.text, language });
  await vscode.window.showTextDocument(document);
  if (converted.losses.length > 0) {
    void vscode.window.showWarningMessage(`hyperchess: ${converted.losses.join("; ")}`);
  }
}

export async function copySvg(client: LanguageClient, editor: vscode.TextEditor): Promise<void> {
  const { line, character } = editor.selection.active;
  const svg = await execute<string | null>(client, "hyperchess.svg", editor.document.uri.toString(), line, character);
  if (svg === null) {
    void vscode.window.showWarningMessage("hyperchess: the position is unknown here.");
    return;
  }
  await vscode.env.clipboard.writeText(svg);
}

export async function openBoard(client: LanguageClient, editor: vscode.TextEditor): Promise<void> {
  await execute<string>(client, "hyperchess.openBoard", editor.document.uri.toString());
}

function execute<T>(client: LanguageClient, command: string, ...args: (string | number)[]): Promise<T> {
  return client.sendRequest(ExecuteCommandRequest.type, { command, arguments: args }) as Promise<T>;
}

/** Return the language of the editor for a notation. */
function languageOf(notation: string): string {
  if (notation === "json" || notation.endsWith("-json")) return "json";
  if (notation.startsWith("icn")) return "icn";
  return ["shad", "branched", "raw", "shad-first"].includes(notation) ? "5dpgn" : "hyperchess";
}
