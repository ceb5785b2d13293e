/** Copying text to the clipboard, and downloading files. */

/** @import {Context} from "../shell/context.js" */

/**
 * @param {string} text
 * @param {string} what for the message
 * @param {Context} context
 */
export async function copy(text, what, context) {
  try {
    await navigator.clipboard.writeText(text);
    context.shell.notify({ kind: "done", text: `${what} copied` });
  } catch {
    context.shell.notify({
      kind: "error",
      text: "the browser blocked copying; select the text and copy it",
    });
  }
}

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A file name made from a title. @param {string} title @param {string} suffix */
export function fileName(title, suffix) {
  const plain = title
    .normalize("NFKD")
    .replace(/[^\w .-]+/g, "")
    .trim()
    .replace(/[\s-]+/g, "-")
    .slice(0, 60);
  return `${plain || "game"}${suffix}`;
}
