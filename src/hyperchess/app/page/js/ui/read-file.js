/** Maximum size of a file with games in bytes, the same as on the server. */
const LARGEST = 4_000_000;

/** The text of a file; throws if it is too large. @param {File} file */
export async function readFile(file) {
  if (file.size <= LARGEST) return file.text();
  const [size, most] = [file.size, LARGEST].map((bytes) => (bytes / 1e6).toLocaleString("en"));
  throw new Error(`the file is too large: it has ${size} MB, and at most ${most} MB are read`);
}
