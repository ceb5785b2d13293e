/** Maximum size of a file with games in bytes, the same as on the server. */
const LARGEST = 4_000_000;
/** Maximum size of a proof file: in Base64 it must fit into a request. */
const LARGEST_PROOF = 2_950_000;
const XZ = [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00];

/** @typedef {{text: string} | {proof: string}} FileContent a text, or a proof file in Base64 */

/** The content of a file; throws if it is too large. @param {File} file @returns {Promise<FileContent>} */
export async function readFile(file) {
  const start = new Uint8Array(await file.slice(0, XZ.length).arrayBuffer());
  const isProof = XZ.every((byte, place) => start[place] === byte);
  const largest = isProof ? LARGEST_PROOF : LARGEST;
  if (file.size > largest) {
    const [size, most] = [file.size, largest].map((bytes) => (bytes / 1e6).toLocaleString("en"));
    const instead = isProof ? "; start the board with it: hyperchess serve FILE" : "";
    throw new Error(`the file is too large: it has ${size} MB, and at most ${most} MB are read${instead}`);
  }
  return isProof ? { proof: await inBase64(file) } : { text: await file.text() };
}

/** @param {File} file @returns {Promise<string>} */
function inBase64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result).replace(/^[^,]*,/, "")));
    reader.addEventListener("error", () => reject(new Error("the file cannot be read")));
    reader.readAsDataURL(file);
  });
}
