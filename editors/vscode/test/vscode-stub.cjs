/** Stand-in for the module `vscode`: what the extension and its client library use, and records of what they do. */

class Emitter {
  listeners = new Set();
  event = (listener, self) => {
    const called = self === undefined ? listener : listener.bind(self);
    this.listeners.add(called);
    return { dispose: () => this.listeners.delete(called) };
  };
  fire(value) {
    for (const listener of [...this.listeners]) listener(value);
  }
  dispose() {
    this.listeners.clear();
  }
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(start, end, endLine, endCharacter) {
    this.start = start instanceof Position ? start : new Position(start, end);
    this.end = start instanceof Position ? end : new Position(endLine, endCharacter);
  }
}

class Uri {
  constructor(text) {
    const url = new URL(text);
    Object.assign(this, { text, scheme: url.protocol.slice(0, -1), path: url.pathname, fsPath: url.pathname });
  }
  static parse(text) {
    return new Uri(text);
  }
  static file(path) {
    return new Uri(`file://${path}`);
  }
  toString() {
    return this.text;
  }
}

class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: new Emitter().event };
  cancel() {}
  dispose() {}
}

class Disposable {
  constructor(call) {
    this.dispose = call;
  }
  static from(...all) {
    return new Disposable(() => all.forEach((each) => each.dispose()));
  }
}

class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

class Hover {
  constructor(contents, range) {
    Object.assign(this, { contents, range });
  }
}

class MarkdownString {
  constructor(value) {
    this.value = value;
  }
}

const events = {};
const event = (name) => (events[name] = new Emitter()).event;
const nothing = { dispose() {} };

/** What the extension did, for the tests. */
const seen = {
  commands: new Map(),
  diagnostics: new Map(),
  providers: {},
  panels: [],
  messages: [],
  clipboard: "",
  opened: [],
  pick: undefined,
};

const settings = { path: "hyperchess", notation: "", hover: "picture", theme: "auto", flip: false };

const stub = {
  EventEmitter: Emitter,
  Position,
  Range,
  Uri,
  CancellationTokenSource,
  Disposable,
  Diagnostic,
  Hover,
  MarkdownString,
  CancellationError: class extends Error {},
  version: "1.91.0",
  ViewColumn: { Beside: -2 },
  ColorThemeKind: { Light: 1, Dark: 2, HighContrast: 3, HighContrastLight: 4 },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  env: {
    language: "en",
    appName: "stub",
    clipboard: {
      async writeText(text) {
        seen.clipboard = text;
      },
    },
    openExternal: async (uri) => seen.opened.push(uri.toString()) > 0,
  },
  commands: {
    registerCommand(name, run) {
      seen.commands.set(name, run);
      return { dispose: () => seen.commands.delete(name) };
    },
  },
  languages: {
    match: (selector, document) =>
      [selector].flat().some((each) => (each.language ?? each) === document.languageId) ? 10 : 0,
    createDiagnosticCollection: () => ({
      set: (uri, found) => seen.diagnostics.set(uri.toString(), found),
      delete: (uri) => seen.diagnostics.delete(uri.toString()),
      has: (uri) => seen.diagnostics.has(uri.toString()),
      clear() {},
      dispose() {},
    }),
  },
  window: {
    activeTextEditor: undefined,
    visibleTextEditors: [],
    activeColorTheme: { kind: 2 },
    tabGroups: { all: [], onDidChangeTabs: event("tabs"), onDidChangeTabGroups: event("tabGroups") },
    onDidChangeTextEditorSelection: event("selection"),
    onDidChangeActiveTextEditor: event("editor"),
    onDidChangeVisibleTextEditors: event("editors"),
    onDidChangeActiveColorTheme: event("colors"),
    createOutputChannel: () => ({
      onDidChangeLogLevel: event("log"),
      logLevel: 3,
      ...Object.fromEntries(
        ["append", "appendLine", "info", "warn", "error", "debug", "trace", "show", "clear", "dispose"].map((name) => [
          name,
          () => {},
        ]),
      ),
    }),
    createWebviewPanel(type, title, column, options) {
      const closed = new Emitter();
      const panel = {
        type,
        title,
        column,
        options,
        posted: [],
        webview: { html: "", postMessage: async (message) => panel.posted.push(message) > 0 },
        onDidDispose: closed.event,
        reveal() {},
        dispose: () => closed.fire(),
      };
      seen.panels.push(panel);
      return panel;
    },
    async showTextDocument(document) {
      seen.opened.push(document);
    },
    showQuickPick: async (items) => items.find((item) => item.label === seen.pick),
    withProgress: (_, run) => run({ report() {} }, new CancellationTokenSource().token),
    ...Object.fromEntries(
      ["showErrorMessage", "showWarningMessage", "showInformationMessage"].map((name) => [
        name,
        async (message) => {
          seen.messages.push(message);
        },
      ]),
    ),
  },
  workspace: {
    textDocuments: [],
    notebookDocuments: [],
    workspaceFolders: undefined,
    getConfiguration: (section) => {
      const values = section === "hyperchess" ? settings : section === undefined ? { hyperchess: settings } : {};
      return { ...values, get: (name, otherwise) => values[name] ?? otherwise };
    },
    openTextDocument: async (options) => options,
    createFileSystemWatcher: () => nothing,
    applyEdit: async () => true,
  },
};

for (const name of ["Open", "Close", "Change", "Save"]) {
  stub.workspace[`onDid${name}TextDocument`] = event(`${name.toLowerCase()}Document`);
  stub.workspace[`onDid${name}NotebookDocument`] = event(`${name.toLowerCase()}Notebook`);
}
for (const name of ["onWillSaveTextDocument", "onDidChangeConfiguration", "onDidChangeWorkspaceFolders"]) {
  stub.workspace[name] = event(name);
}
for (const name of ["Create", "Rename", "Delete"]) {
  stub.workspace[`onDid${name}Files`] = event(`did${name}`);
  stub.workspace[`onWill${name}Files`] = event(`will${name}`);
}

/** Values of the library's own that no test looks at: classes, and enumerations with any member. */
const other = (name) =>
  new Proxy(function () {}, {
    get: (target, key) => (key in target || typeof key === "symbol" ? target[key] : other(`${name}.${key}`)),
    apply: () => other(name),
  });

const languages = new Proxy(stub.languages, {
  get: (target, key) =>
    target[key] ??
    ((...given) => {
      seen.providers[key] = given[1];
      return nothing;
    }),
});

module.exports = new Proxy(
  { ...stub, languages },
  { get: (target, key) => (key in target || typeof key === "symbol" ? target[key] : (target[key] = other(key))) },
);
module.exports.testing = { seen, events, settings };
