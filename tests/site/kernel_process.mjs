// The kernel for browsers in node, for tests: calls come over the standard input, results go to the standard output.
//
// A call is its name's length, its number of words (two 32-bit numbers), its name and its words. An answer is a kind
// (0: a result, 1: a report while a call runs), a number, the number of words that follow, and these. A report is
// answered by a call with an empty name, after other calls that the listener may make.
import { readFileSync, readSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [page, file] = process.argv.slice(2);
const { Kernel } = await import(pathToFileURL(page).href);
const kernel = new Kernel(new WebAssembly.Module(readFileSync(file)));
let bytes = new Uint8Array(1 << 16);
kernel.bytes = () => bytes;

function read(size) {
  const data = Buffer.alloc(size);
  for (let at = 0; at < size; ) {
    let got = 0;
    try {
      got = readSync(0, data, at, size - at, null);
    } catch (error) {
      if (error.code === "EAGAIN") continue;
      if (error.code !== "EOF") throw error;
    }
    if (got === 0) process.exit(0);
    at += got;
  }
  return data;
}

function write(data) {
  for (let at = 0; at < data.length; ) {
    try {
      at += writeSync(1, data, at);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

function tell(kind, number, count) {
  if (count * 8 > bytes.length) bytes = new Uint8Array(count * 16);
  kernel.take(count);
  const head = Buffer.alloc(12);
  head.writeInt32LE(kind, 0);
  head.writeInt32LE(number, 4);
  head.writeInt32LE(count, 8);
  write(Buffer.concat([head, bytes.subarray(0, count * 8)]));
}

// Answer calls until one has an empty name.
function serve() {
  for (;;) {
    const head = read(8);
    const [length, count] = [head.readInt32LE(0), head.readInt32LE(4)];
    const name = read(length).toString("utf-8");
    const words = read(count * 8);
    if (name === "") return;
    if (name === "memory size") {
      const size = Buffer.alloc(20);
      size.writeInt32LE(1, 4);
      size.writeInt32LE(1, 8);
      size.writeBigInt64LE(BigInt(kernel.memory.buffer.byteLength), 12);
      write(size);
      continue;
    }
    if (words.length > bytes.length) bytes = new Uint8Array(2 * words.length);
    bytes.set(words);
    const used = kernel.bind(name)(count);
    tell(0, used, used < 0 ? 512 : used);
  }
}

kernel.watch = (count) => {
  tell(1, count, count);
  serve();
};

serve();
