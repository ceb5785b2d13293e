/** Share links: the text of a game, deflated, as base64url in the fragment of a URL. No server sees it. */

/** Some mail and chat programs cut off longer links. */
export const LONG_LINK = 8000;

/** Bytes of a game in a link, and characters of a text on a board without a server. */
export const LONGEST_TEXT = 1_000_000;

/** @param {string} text */
export async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (let at = 0; at < bytes.length; at += 0x8000)
    letters += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text in a fragment; throws if it is damaged or too large. @param {string} packed */
export async function unpack(packed) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let [text, size] = ["", 0];
  try {
    const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > LONGEST_TEXT) {
        await reader.cancel();
        break;
      }
      text += decoder.decode(part.value, { stream: true });
    }
    if (size <= LONGEST_TEXT) return text + decoder.decode();
  } catch {
    throw new Error("this link is damaged: the game in it cannot be read; was it cut off?");
  }
  const most = LONGEST_TEXT.toLocaleString("en");
  throw new Error(`the game in this link is too large: links with more than ${most} characters of text are not opened`);
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
