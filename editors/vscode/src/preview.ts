/** The board beside the text: a panel that shows the position at the cursor. */

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

/** Result of the request `hyperchess/board`; `null` if the position is unknown. */
interface Board {
  svg: string;
  title: string;
  path: string;
}

const PAUSE = 40; // milliseconds that the cursor rests before the board is drawn

export class BoardPreview implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private timer: NodeJS.Timeout | undefined;
  private requests = 0;
  private readonly listeners: vscode.Disposable[];

  constructor(
    private readonly client: () => LanguageClient | undefined,
    private readonly languages: readonly string[],
  ) {
    this.listeners = [
      vscode.window.onDidChangeTextEditorSelection(() => this.schedule()),
      vscode.window.onDidChangeActiveTextEditor(() => this.schedule()),
      vscode.window.onDidChangeActiveColorTheme(() => this.schedule()),
      vscode.workspace.onDidChangeTextDocument(() => this.schedule()),
      vscode.workspace.onDidChangeConfiguration(() => this.schedule()),
    ];
  }

  show(): void {
    if (this.panel === undefined) {
      const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      this.panel = vscode.window.createWebviewPanel("hyperchess.board", "Board", column, { enableScripts: true });
      this.panel.webview.html = page();
      this.panel.onDidDispose(() => {
        this.panel = undefined;
      });
    } else {
      this.panel.reveal(undefined, true);
    }
    this.schedule();
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const listener of this.listeners) listener.dispose();
    this.panel?.dispose();
  }

  private schedule(): void {
    if (this.panel === undefined) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.draw(), PAUSE);
  }

  /** Ask for the board at the cursor. An answer that is overtaken by a later request is dropped. */
  private async draw(): Promise<void> {
    const client = this.client();
    const editor = vscode.window.activeTextEditor;
    if (client === undefined || editor === undefined || !this.languages.includes(editor.document.languageId)) return;
    const request = ++this.requests;
    const settings = vscode.workspace.getConfiguration("hyperchess");
    const { line, character } = editor.selection.active;
    let board: Board | null;
    try {
      board = await client.sendRequest<Board | null>("hyperchess/board", {
        textDocument: { uri: editor.document.uri.toString() },
        position: { line, character },
        theme: theme(settings.get<string>("theme")),
        flip: settings.get<boolean>("flip") ?? false,
      });
    } catch {
      board = null; // the document was closed, or the server ended
    }
    if (request !== this.requests || this.panel === undefined) return;
    if (board !== null) this.panel.title = `Board: ${board.title}`;
    await this.panel.webview.postMessage(
      board === null
        ? { note: "The position is unknown: see the problems before the cursor." }
        : { picture: `data:image/svg+xml;base64,${Buffer.from(board.svg).toString("base64")}`, title: board.title },
    );
  }
}

function theme(chosen: string | undefined): string {
  if (chosen !== undefined && chosen !== "auto") return chosen;
  switch (vscode.window.activeColorTheme.kind) {
    case vscode.ColorThemeKind.Dark:
      return "dark";
    case vscode.ColorThemeKind.HighContrast:
    case vscode.ColorThemeKind.HighContrastLight:
      return "contrast";
    default:
      return "light";
  }
}

/** Return the page of the panel. The board is an image, so nothing in a game can become part of the page. */
function page(): string {
  const nonce = Array.from({ length: 4 }, () => Math.random().toString(36).slice(2)).join("");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<style nonce="${nonce}">
body { margin: 0; padding: 8px; }
img { max-width: 100%; max-height: calc(100vh - 16px); }
</style>
</head>
<body>
<p role="status">Put the cursor on a move.</p>
<img hidden alt="">
<script nonce="${nonce}">
const note = document.querySelector("p"), picture = document.querySelector("img");
addEventListener("message", ({ data }) => {
  note.hidden = data.picture !== undefined;
  note.textContent = data.note ?? "";
  if (data.picture !== undefined) {
    picture.src = data.picture;
    picture.alt = data.title;
  }
  picture.hidden = data.picture === undefined && picture.src === "";
});
</script>
</body>
</html>`;
}
