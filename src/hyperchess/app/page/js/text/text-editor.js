/**
 * A text field with line numbers and marked problems. The marks are on a copy of the text below the field,
 * which wraps in the same way; very long texts have no marks.
 */

/** @import {Problem} from "../types.js" */

import { make } from "../ui/dom.js";
import { SEVERITY_NAMES } from "../ui/problem-list.js";

const LONGEST = 300_000; // the longest text with marks, in characters
const MOST_LINES = 8_000;
const MOST_MARKS = 500;

export class TextEditor {
  /** @type {Problem[]} with offsets in UTF-16 units */ #problems = [];
  /** @type {string[]} the lines of the copy */ #lines = [];

  /** @param {() => void} changed called after typing */
  constructor(changed) {
    this.field = make("textarea", {
      id: "text-input",
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      "aria-label": "Text of the game",
      "aria-describedby": "text-problems",
    });
    this.mirror = make("div", { class: "mirror", "aria-hidden": "true" });
    this.element = make(
      "div",
      { class: "text-editor" },
      make("div", { class: "text-stack" }, this.mirror, this.field),
    );
    this.field.addEventListener("input", () => {
      this.#draw();
      changed();
    });
    // the list of problems below may grow while typing: keep the line of the caret in view
    new ResizeObserver(() => {
      if (document.activeElement === this.field)
        this.#row(this.field.selectionEnd)?.scrollIntoView({ block: "nearest" });
    }).observe(this.element);
  }

  /** The line of the copy that contains an offset. @param {number} offset */
  #row(offset) {
    return this.mirror.children[this.value.slice(0, offset).split("\n").length - 1];
  }

  get value() {
    return this.field.value;
  }

  set value(text) {
    if (this.field.value === text) return;
    this.field.value = text;
    this.#problems = [];
    this.#draw();
  }

  /** Mark problems; their offsets are in UTF-16 units of the current text. @param {Problem[]} problems */
  mark(problems) {
    this.#problems = problems.slice(0, MOST_MARKS);
    this.#lines = [];
    this.#draw();
  }

  /** Select a range and scroll it into view. @param {number} start @param {number} end */
  jump(start, end) {
    this.field.focus({ preventScroll: true });
    this.field.setSelectionRange(start, Math.max(start, end));
    const row = this.#row(start);
    const mark = [...(row?.querySelectorAll("mark") ?? [])].find(
      (one) => Number(one.dataset["start"]) === start,
    );
    (mark ?? row)?.scrollIntoView({ block: "center" });
  }

  /**
   * Replace a range as if typed, so that the browser's undo works.
   *
   * @param {number} start
   * @param {number} end
   * @param {string} text
   */
  replace(start, end, text) {
    this.field.focus({ preventScroll: true });
    this.field.setSelectionRange(start, end);
    const typed =
      text === "" ? document.execCommand("delete") : document.execCommand("insertText", false, text);
    if (!typed) {
      this.field.setRangeText(text, start, end, "end");
      this.field.dispatchEvent(new Event("input"));
    }
  }

  /** Update the copy: only changed lines are rebuilt. */
  #draw() {
    const text = this.value;
    const lines = text.split("\n");
    const plain = text.length > LONGEST || lines.length > MOST_LINES;
    this.element.classList.toggle("plain", plain);
    if (plain) {
      this.mirror.replaceChildren();
      this.#lines = [];
      return;
    }
    const before = this.#lines;
    if (before.length === 0) this.mirror.replaceChildren();
    let top = 0;
    while (top < before.length && top < lines.length && before[top] === lines[top]) top += 1;
    let same = 0;
    while (
      same < before.length - top &&
      same < lines.length - top &&
      before[before.length - 1 - same] === lines[lines.length - 1 - same]
    ) {
      same += 1;
    }
    for (let gone = before.length - top - same; gone > 0; gone -= 1) this.mirror.children[top]?.remove();
    const next = this.mirror.children[top] ?? null;
    let offset = lines.slice(0, top).reduce((sum, line) => sum + line.length + 1, 0);
    for (const line of lines.slice(top, lines.length - same)) {
      this.mirror.insertBefore(this.#line(line, offset), next);
      offset += line.length + 1;
    }
    this.#lines = lines;
  }

  /** @param {string} text @param {number} offset of the line */
  #line(text, offset) {
    const element = make("div", { class: "line" });
    const end = offset + text.length;
    const here = this.#problems.filter((problem) => problem.start <= end && problem.end >= offset);
    const first = here.find((problem) => problem.start >= offset) ?? null;
    if (first) {
      const worst = here.find(({ severity }) => severity === "error") ?? first;
      element.classList.add(worst.severity);
      element.dataset["sign"] = worst.severity === "error" ? "×" : worst.severity === "warning" ? "!" : "i";
      element.title = `${SEVERITY_NAMES[worst.severity]}: ${worst.message}`;
    }
    let at = 0;
    for (const problem of here.toSorted((one, other) => one.start - other.start)) {
      const from = Math.max(at, problem.start - offset);
      const to = Math.min(text.length, Math.max(problem.end - offset, from + 1));
      if (from >= to) continue;
      element.append(text.slice(at, from));
      element.append(
        make("mark", { class: problem.severity, "data-start": problem.start, text: text.slice(from, to) }),
      );
      at = to;
    }
    element.append(text.slice(at) || (at === 0 ? "\u200b" : ""));
    return element;
  }
}
