/**
 * Report unused declarations in the modules of the page, one per line: `file:line kind name`.
 *
 * TypeScript finds the references. A name that a test, the benchmark of the page, the board's package or the notebook
 * widget mentions counts as used.
 *
 * node scripts/unused.mjs
 */

import { globSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const callers = globSync(
  [
    "tests/{board,page}/**/*.{py,js}",
    "benchmarks/page.py",
    "packages/board/README.md",
    "packages/board/index.js",
    "src/hyperchess/app/notebook/widget.py",
  ],
  { cwd: root },
);
const CALLED_BY_BROWSERS = ["observedAttributes", "connectedCallback", "attributeChangedCallback"];
const outside = new Set(
  callers.flatMap((name) => readFileSync(resolve(root, name), "utf8").match(/(?<=\.|^import.*\W)[A-Za-z]\w*/gm) ?? []),
);
const config = resolve(root, "tsconfig.json");
const { options, fileNames } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(config, ts.sys.readFile).config,
  ts.sys,
  root,
);
const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => fileNames,
  getScriptVersion: () => "1",
  getScriptSnapshot: (name) =>
    ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, "utf8")) : undefined,
  getCurrentDirectory: () => root,
  getDefaultLibFileName: (chosen) => ts.getDefaultLibFilePath(chosen),
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
});
const program = service.getProgram();

/** What must have a use: functions, classes, members, exported values, types and their properties. */
const DECLARATIONS = new Map([
  [ts.SyntaxKind.FunctionDeclaration, "function"],
  [ts.SyntaxKind.ClassDeclaration, "class"],
  [ts.SyntaxKind.MethodDeclaration, "method"],
  [ts.SyntaxKind.GetAccessor, "accessor"],
  [ts.SyntaxKind.PropertyDeclaration, "property"],
  [ts.SyntaxKind.VariableDeclaration, "value"],
  [ts.SyntaxKind.JSDocTypedefTag, "type"],
  [ts.SyntaxKind.JSDocPropertyTag, "property"],
]);

/** Whether a name is that of a declaration. @param {ts.Node} name */
function declares(name) {
  return (DECLARATIONS.has(name.parent.kind) && name.parent.name === name) || isAssignedMember(name);
}

/** Whether a constructor makes a property of this name: `this.name = value`. @param {ts.Node} name */
function isAssignedMember(name) {
  const access = name.parent;
  if (!ts.isPropertyAccessExpression(access) || access.expression.kind !== ts.SyntaxKind.ThisKeyword) return false;
  const assignment = access.parent;
  if (!ts.isBinaryExpression(assignment) || assignment.left !== access) return false;
  if (assignment.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return false;
  return ts.isExpressionStatement(assignment.parent) && ts.isConstructorDeclaration(assignment.parent.parent.parent);
}

/** @param {ts.SourceFile} file @param {number} position @returns {ts.Node} the smallest node there */
function nodeAt(file, position) {
  let found = file;
  for (let next = file; next; ) {
    found = next;
    next = found.getChildren().find((child) => child.pos <= position && position < child.end);
  }
  return found;
}

/**
 * The places that name a declaration without being one: in its own module, and in others.
 *
 * @param {ts.SourceFile} file
 * @param {ts.Node} name
 */
function usesOf(file, name) {
  const found = { own: 0, others: 0 };
  const groups = service.findReferences(file.fileName, name.getStart(file)) ?? [];
  for (const reference of groups.flatMap((group) => group.references)) {
    const other = /** @type {ts.SourceFile} */ (program.getSourceFile(reference.fileName));
    const node = nodeAt(other, reference.textSpan.start);
    const imported = ts.findAncestor(
      node,
      (above) => ts.isImportDeclaration(above) || above.kind === ts.SyntaxKind.JSDocImportTag,
    );
    if (!other.isDeclarationFile && (imported || declares(node))) continue;
    found[other === file ? "own" : "others"] += 1;
  }
  return found;
}

/** @param {ts.Node} node */
function isExported(node) {
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  return (ts.getCombinedModifierFlags(statement) & ts.ModifierFlags.Export) !== 0;
}

/** @param {ts.Node} node */
function isErrorClass(node) {
  return (
    ts.isClassDeclaration(node) &&
    (node.heritageClauses ?? []).some((clause) => clause.types.some((type) => type.expression.getText() === "Error"))
  );
}

/** @param {ts.Node} node @returns {{kind: string, name: ts.Identifier} | null} */
function declarationOf(node) {
  const assigned = ts.isPropertyAccessExpression(node) && isAssignedMember(node.name);
  const kind = assigned ? "property" : DECLARATIONS.get(node.kind);
  const { name } = node;
  if (kind === "value" && node.parent.parent.parent !== node.getSourceFile()) return null;
  // what an error carries is read where it is caught, and a caught value has no type
  if (kind === "property" && ts.findAncestor(node, isErrorClass)) return null;
  return kind && name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) ? { kind, name } : null;
}

/** @param {ts.SourceFile} file @param {ts.Node} node */
function visit(file, node) {
  const found = declarationOf(node);
  if (found && !outside.has(found.name.text) && !CALLED_BY_BROWSERS.includes(found.name.text)) {
    const uses = usesOf(file, found.name);
    if (uses.own + uses.others === 0) report(file, node, found.kind, found.name.text);
    else if (uses.others === 0 && isExported(node)) report(file, node, "export", found.name.text);
  }
  for (const child of node.getChildren()) visit(file, child);
}

/** @param {ts.SourceFile} file @param {ts.Node} node @param {string} kind @param {string} name */
function report(file, node, kind, name) {
  const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
  console.log(`${relative(root, file.fileName)}:${line + 1} ${kind} ${name}`);
  process.exitCode = 1;
}

for (const name of fileNames) {
  const file = program.getSourceFile(name);
  if (file) visit(file, file);
}
