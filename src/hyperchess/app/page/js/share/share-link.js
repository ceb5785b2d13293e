/** Share links: the text of a game, deflated, as base64url in the fragment of a URL. No server sees it. */

/** Some mail and chat programs cut off longer links. */
export const LONG_LINK = 8000;

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {"deflate" | "inflate"} way
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function transform(bytes, way) {
  const stream = way === "deflate" ? new CompressionStream("deflate-raw") : new DecompressionStream("deflate-raw");
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** @param {string} text */
export async function pack(text) {
  const bytes = await transform(new TextEncoder().encode(text), "deflate");
  let letters = "";
  for (let at = 0; at < bytes.length; at += 0x8000)
    letters += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text in a fragment; throws if it is damaged. @param {string} packed */
export async function unpack(packed) {
  try {
    const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await transform(
      Uint8Array.from(letters, (letter) => letter.charCodeAt(0)),
      "inflate",
    );
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("this link is damaged: the game in it cannot be read; was it cut off?");
  }
}

/** Whether only this machine can open links to a host. @param {string} [host] by default that of this page */
export function onlyHere(host = location.hostname) {
  return ["localhost", "127.0.0.1", "[::1]", "::1"].includes(host);
}

/** A link to a board that contains the game. @param {string} text @param {string} [board] by default this page */
export async function shareLink(text, board = location.href) {
  const address = new URL(board);
  address.hash = `game=${await pack(text)}`;
  return address.href;
}
