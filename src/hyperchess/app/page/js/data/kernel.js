/**
 * The kernel in WebAssembly. Arguments and results of its calls are passed through one buffer of 64-bit
 * words (`native/wasm/words.hpp`). The kernel describes its calls, which have numbers
 * (`native/wasm/invoke.hpp`).
 */

const WORD = 8; // bytes
const MESSAGE = 512; // words for the message of an error
const NOT_SUPPORTED = 52; // of WASI

/**
 * The system calls for the standard library of the kernel: only the time is available.
 *
 * @param {() => WebAssembly.Memory} memory
 */
function system(memory) {
  const refuse = () => NOT_SUPPORTED;
  return {
    clock_time_get: (/** @type {number} */ _clock, /** @type {bigint} */ _precision, /** @type {number} */ pointer) => {
      const time = BigInt(Math.round(performance.now() * 1e6));
      new DataView(memory().buffer).setBigUint64(pointer, time, true);
      return 0;
    },
    clock_res_get: refuse,
    environ_get: refuse,
    environ_sizes_get: refuse,
    fd_close: refuse,
    fd_fdstat_get: refuse,
    fd_read: refuse,
    fd_seek: refuse,
    fd_write: refuse,
    random_get: refuse,
    sched_yield: refuse,
    proc_exit: () => {
      throw new Error("the kernel stopped: this is a bug in hyperchess");
    },
  };
}

export class Kernel {
  /** The bytes of the caller, fetched each time because memory that grows moves. @type {() => Uint8Array} */
  bytes = () => new Uint8Array(0);
  /** Called with the number of words of a report while a call runs. @type {(words: number) => void} */
  watch = () => {};

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    const instance = new WebAssembly.Instance(module, {
      wasi_snapshot_preview1: system(() => this.memory),
      hyperchess: {
        watch: (/** @type {number} */ words) => {
          this.take(words);
          this.watch(words);
        },
      },
    });
    const exported = /** @type {any} */ (instance.exports);
    /** @type {WebAssembly.Memory} */ this.memory = exported.memory;
    /** @type {(count: number) => number} */ this.words = exported.words;
    exported._initialize();
    /** @type {Map<string, () => number>} */ this.calls = new Map([["describe", exported.describe]]);
    for (const [number, name] of this.#names(exported.describe()).entries())
      this.calls.set(name, () => exported.invoke(number));
  }

  /** Read the names of the calls from the description of the interface. @param {number} count */
  #names(count) {
    const bytes = new Uint8Array(this.memory.buffer, this.words(count), count * WORD);
    const size = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigInt64(0, true));
    const lines = new TextDecoder().decode(bytes.slice(WORD, WORD + size)).trimEnd().split("\n");
    return lines
      .map((line) => line.split("\t"))
      .filter(([kind]) => kind !== "constant" && kind !== "record")
      .map(([, owner, name]) => (owner ? `${owner}.${name}` : `${name}`));
  }

  /**
   * Bind a call by its name: it takes a number of words from the caller's bytes, and writes its result
   * there. It returns the number of words of the result, or a negative number for an error, whose message is
   * written there.
   *
   * @param {string} name
   * @returns {(count: number) => number}
   */
  bind(name) {
    const call = this.calls.get(name);
    if (!call) throw new Error(`the kernel has no call ${name}`);
    return (count) => {
      const start = this.words(count);
      new Uint8Array(this.memory.buffer, start, count * WORD).set(this.bytes().subarray(0, count * WORD));
      const used = call();
      this.take(used < 0 ? MESSAGE : used);
      return used;
    };
  }

  /** Copy words of the last result to the caller, as many as fit. @param {number} count */
  take(count) {
    const target = this.bytes();
    const size = Math.min(count * WORD, target.length);
    target.set(new Uint8Array(this.memory.buffer, this.words(count), size));
  }
}
