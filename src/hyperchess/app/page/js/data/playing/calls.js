/**
 * Calls of the kernel in WebAssembly with numbers. The format of arguments and results is that of
 * `native/wasm/words.hpp`: a number is a word; vectors and bytes follow their length; an optional value
 * follows 1, and is 0 if absent; an object is its address.
 */

import { Kernel } from "../kernel.js";

const WORD = 8; // bytes
const BUDGET_EXHAUSTED = -2;

/** @typedef {number | bigint | boolean} Word */

/** A search ended before it had an answer. */
export class OutOfBudget extends Error {}

/** @param {readonly Word[][]} values @returns {Word[]} */
export function vector(values) {
  return [values.length, ...values.flat()];
}

/** @param {readonly Word[] | null} value @returns {Word[]} */
export function optional(value) {
  return value === null ? [0] : [1, ...value];
}

/** @param {Uint8Array} data @returns {Word[]} */
export function packBytes(data) {
  const padded = new Uint8Array(Math.ceil(data.length / WORD) * WORD);
  padded.set(data);
  return [data.length, ...new BigInt64Array(padded.buffer)];
}

/** @param {number} value */
export function packDouble(value) {
  return /** @type {bigint} */ (new BigInt64Array(new Float64Array([value]).buffer)[0]);
}

/** Sequential reader of the words of a result. */
export class Answer {
  #at = 0;

  /** @param {BigInt64Array} words */
  constructor(words) {
    this.words = words;
  }

  long() {
    const word = this.words[this.#at];
    if (word === undefined) throw new Error("the kernel's response is too short: this is a bug in hyperchess");
    this.#at += 1;
    return word;
  }

  number() {
    return Number(this.long());
  }

  flag() {
    return this.long() !== 0n;
  }

  /** @template T @param {() => T} read @returns {T[]} */
  list(read) {
    return Array.from({ length: this.number() }, read);
  }

  /** @template T @param {() => T} read @returns {T | null} */
  maybe(read) {
    return this.flag() ? read() : null;
  }

  bytes() {
    const size = this.number();
    const start = this.words.byteOffset + this.#at * WORD;
    this.#at += Math.ceil(size / WORD);
    return new Uint8Array(this.words.buffer, start, size);
  }
}

export class Calls {
  #bytes = new Uint8Array(1 << 16);

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.kernel = new Kernel(module);
    this.kernel.bytes = () => this.#bytes;
  }

  /** @param {string} name @param {readonly Word[]} words @returns {Answer} */
  ask(name, words) {
    if (words.length * WORD > this.#bytes.length) this.#bytes = new Uint8Array(2 * words.length * WORD);
    new BigInt64Array(this.#bytes.buffer).set(words.map(BigInt));
    const used = this.kernel.bind(name)(words.length);
    if (used < 0) throw this.#failure(used);
    if (used * WORD > this.#bytes.length) {
      this.#bytes = new Uint8Array(2 * used * WORD);
      this.kernel.take(used);
    }
    return new Answer(new BigInt64Array(this.#bytes.buffer.slice(0, used * WORD)));
  }

  /** @param {number} code */
  #failure(code) {
    const message = new TextDecoder().decode(new Answer(new BigInt64Array(this.#bytes.buffer.slice(0))).bytes());
    return code === BUDGET_EXHAUSTED ? new OutOfBudget(message) : new Error(message);
  }
}
