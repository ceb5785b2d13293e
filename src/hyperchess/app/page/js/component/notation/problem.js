/** A text that cannot be read, with its place. */

const LINE_END = /\r\n|\r|\n/;
const SHOWN = 40; // characters of the text in a message

export class TextProblem extends Error {
  /**
   * @param {string} text the whole text
   * @param {number} offset
   * @param {string} expected such as "a move"
   * @param {string} [why] the reason, if the text has the expected form
   */
  constructor(text, offset, expected, why = "") {
    const lines = text.slice(0, offset).split(LINE_END);
    const line = lines.length;
    const column = [...(lines.at(-1) ?? "")].length + 1;
    const rest = text.slice(offset).split(LINE_END)[0] ?? "";
    const word = (/^\s*\S*/.exec(rest)?.[0] ?? "").slice(0, SHOWN);
    const found = word ? `'${word}'` : rest ? "a blank" : offset < text.length ? "the end of the line" : "the end of the text";
    super(`${line}:${column}: expected ${expected}${why ? `: ${why}` : `, found ${found}`}`);
    this.name = "TextProblem";
    this.line = line;
    /** in characters, from 1 */ this.column = column;
    this.expected = expected;
  }
}

/** Reads a text from its beginning to its end with regular expressions that have the flag `y`. */
export class Scanner {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.offset = text.startsWith("\ufeff") ? 1 : 0;
  }

  get atEnd() {
    return this.offset >= this.text.length;
  }

  /** Take what matches here, or nothing. @param {RegExp} pattern */
  take(pattern) {
    pattern.lastIndex = this.offset;
    const match = pattern.exec(this.text);
    if (match) this.offset = pattern.lastIndex;
    return match;
  }

  /** @param {RegExp} pattern @param {string} expected */
  expect(pattern, expected) {
    return this.take(pattern) ?? this.fail(expected);
  }

  /** @param {string} expected @param {number} [offset] @param {string} [why] @returns {never} */
  fail(expected, offset = this.offset, why = "") {
    throw new TextProblem(this.text, offset, expected, why);
  }

  /** A comment in braces, which may contain balanced ones; its text, or null. */
  comment() {
    const start = this.offset;
    if (this.text[start] !== "{") return null;
    let depth = 0;
    for (let end = start; end < this.text.length; end += 1) {
      if (this.text[end] === "{") depth += 1;
      if (this.text[end] === "}") depth -= 1;
      if (depth > 0) continue;
      this.offset = end + 1;
      return this.text.slice(start + 1, end);
    }
    return this.fail("'}' at the end of the comment", start, "it is not closed");
  }
}
