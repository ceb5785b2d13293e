/** A game in the fragment of a link: its text, deflated, in base64url. No server sees it. */

/** Longer links are cut by some mail programs and chats. */
export const LONG_LINK = 8000;

/** @param {Uint8Array<ArrayBuffer>} bytes @param {"in" | "out"} way @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function through(bytes, way) {
  const stream = way === "in" ? new CompressionStream("deflate-raw") : new DecompressionStream("deflate-raw");
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** @param {string} text */
export async function pack(text) {
  const bytes = await through(new TextEncoder().encode(text), "in");
  let letters = "";
  for (let at = 0; at < bytes.length; at += 0x8000)
    letters += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text in a fragment; an error if it is damaged. @param {string} packed */
export async function unpack(packed) {
  try {
    const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await through(
      Uint8Array.from(letters, (letter) => letter.charCodeAt(0)),
      "out",
    );
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("this link is damaged: the game in it cannot be read; was it cut off?");
  }
}

/** A link to this page that carries the game. @param {string} text */
export async function shareLink(text) {
  const address = new URL(location.href);
  address.hash = `game=${await pack(text)}`;
  return address.href;
}
